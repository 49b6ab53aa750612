package yona.io.console;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import yona.async.Async;
import yona.async.Body;
import yona.async.CancellationException;
import yona.async.Promise;
import yona.async.Scope;
import yona.async.TimeoutException;
import yona.io.medium.FileOutput;

/**
 * Writes texts in the order in which they were given, by a thread of its own.
 *
 * <p>Every text gets its place in the queue at once, which settles the order. A fiber whose text
 * has more than {@link #BOUND} bytes before it waits until there are fewer, so each fiber has at
 * most one text beyond the bound. If it is cancelled meanwhile its text is taken out again, unless
 * the thread has begun with it: a text is written whole or not at all.
 *
 * <p>A text that comes after a pause waits until it is written, so that whoever prints it learns
 * that the device is full. Where one text follows the other that would cost more than all the rest
 * (a change of threads for each: ten times as long for a million lines): there an error shows at
 * one of the next texts, or when the process ends.
 */
final class ConsoleWriter implements Runnable {

  /** How many bytes may wait before those who print wait too. */
  static final int BOUND = 64 * 1024;

  /** After so long without waiting for a text to be written, the next one is waited for. */
  private static final long PAUSE_NANOS = 1_000_000;

  /** How many bytes are written in one system call, if there are as many small texts. */
  private static final int BATCH = 16 * 1024;

  private static final byte[] NOTHING = {};

  /** A text on its way. */
  private static final class Text {
    final FileDescriptor target;
    final byte[] bytes;

    /** Completed when there is room for the next text of the same fiber; null if there was. */
    @Nullable Promise<Boolean> room;

    /** Completed when it is written, or could not be; null if nobody waits for that. */
    @Nullable Promise<Boolean> written;

    Text(FileDescriptor target, byte[] bytes) {
      this.target = target;
      this.bytes = bytes;
    }
  }

  private final ArrayDeque<Text> queue = new ArrayDeque<>();

  /** Bytes in the queue, and those that the thread is writing. */
  private long waiting;

  /** Bytes that the thread is writing. */
  private int writing;

  /** Whether the thread has nothing to do; it then sleeps, or is not there yet. */
  private boolean idle = true;

  /** When a text was last waited for; a value of nanoTime. */
  private long awaited = System.nanoTime() - PAUSE_NANOS;

  private @Nullable Thread thread;
  private @Nullable Promise<Boolean> drained;
  private @Nullable IOException outputError;
  private @Nullable IOException errorError;

  private final byte[] batch = new byte[BATCH];
  private final ConsoleFooter footer = new ConsoleFooter();

  ConsoleWriter() {}

  void print(FileDescriptor target, byte[] bytes) throws IOException {
    Text text = new Text(target, bytes);
    synchronized (this) {
      check(target);
      if (waiting >= BOUND) {
        text.room = new Promise<>();
      }
      queue.addLast(text);
      waiting += bytes.length;
      if (idle) {
        idle = false;
        if (endsPause()) {
          text.written = new Promise<>();
        }
        wake();
      }
    }
    if (text.room != null) {
      awaitRoom(text, text.room);
    } else if (text.written != null) {
      awaitWritten(text, text.written);
    }
  }

  /** Has lines stay below all texts. See {@link Console#keepBelow}. */
  synchronized void keepBelow(List<String> lines) {
    footer.keep(lines);
    if (idle && footer.isDue()) {
      idle = false;
      wake();
    }
  }

  private boolean endsPause() {
    long now = System.nanoTime();
    if (now - awaited < PAUSE_NANOS) {
      return false;
    }
    awaited = now;
    return true;
  }

  private void awaitRoom(Text text, Promise<Boolean> room) throws IOException {
    try {
      var _ = room.awaitUncounted();
    } catch (CancellationException e) {
      synchronized (this) {
        if (queue.remove(text)) {
          waiting -= text.bytes.length;
          completeRoom();
        }
      }
      throw e;
    }
    check(text.target);
  }

  /** A fiber that is cancelled has printed what it printed, and goes on to its next wait. */
  private void awaitWritten(Text text, Promise<Boolean> written) throws IOException {
    try {
      var _ = written.awaitUncounted();
    } catch (CancellationException cancelled) {
      return;
    }
    check(text.target);
  }

  /** Raises the error that the stream ended with, if it did. */
  synchronized void check(FileDescriptor target) throws IOException {
    IOException error = target == FileDescriptor.out ? outputError : errorError;
    if (error != null) {
      throw new IOException(error.getMessage(), error);
    }
  }

  /** Waits until nothing is left to be written; false if that took too long. */
  boolean flush(long nanos) {
    // Made in any case, so that the rehearsal meets it and the archive of classes has it.
    Body<Boolean, RuntimeException> drain = this::awaitDrained;
    synchronized (this) {
      if (idle) {
        return true;
      }
    }
    try (Scope _ = Scope.openShielded()) {
      return nanos == Long.MAX_VALUE ? drain.run() : Async.timeoutNanos(nanos, drain);
    } catch (TimeoutException _) {
      return false;
    }
  }

  private boolean awaitDrained() {
    Promise<Boolean> done;
    synchronized (this) {
      if (idle) {
        return true;
      }
      if (drained == null) {
        drained = new Promise<>();
      }
      done = drained;
    }
    return done.awaitUncounted().get();
  }

  // ---- the thread ------------------------------------------------------------------------------

  private void wake() {
    if (thread == null) {
      thread = Thread.ofPlatform().name("yona-console").daemon().stackSize(256 * 1024).start(this);
    } else {
      LockSupport.unpark(thread);
    }
  }

  @Override
  @SuppressWarnings("resource") // the process' own streams stay open
  public void run() {
    FileOutputStream output = new FileOutputStream(FileDescriptor.out);
    FileOutputStream error = new FileOutputStream(FileDescriptor.err);
    for (; ; ) {
      Text first = next();
      if (first == null) {
        LockSupport.park(this);
        continue;
      }
      boolean toOutput = first.target == FileDescriptor.out;
      byte[] bytes = first.bytes;
      int length = gather(first);
      if (bytes.length < BATCH) {
        bytes = batch;
      }
      int given = length;
      if (footer.isActive()) {
        bytes = footer.around(bytes, length, isLast());
        length = bytes.length;
      } else {
        footer.passed(bytes, length);
      }
      IOException failure = null;
      try {
        FileOutput.sendAll();
        (toOutput ? output : error).write(bytes, 0, length);
      } catch (IOException e) {
        failure = e;
      }
      written(given, toOutput, failure);
      if (first.written != null) {
        first.written.complete(true);
      }
    }
  }

  /** The next text to write, out of the queue but still counted; null if there is none. */
  private synchronized @Nullable Text next() {
    Text text = queue.pollFirst();
    if (text == null && footer.isDue()) {
      return new Text(FileDescriptor.err, NOTHING);
    }
    if (text == null) {
      idle = true;
      if (drained != null) {
        drained.complete(true);
        drained = null;
      }
    }
    return text;
  }

  /** Puts small texts for the same stream one behind the other; how many bytes to write. */
  private synchronized int gather(Text first) {
    writing = first.bytes.length;
    if (first.bytes.length >= BATCH) {
      return first.bytes.length;
    }
    System.arraycopy(first.bytes, 0, batch, 0, first.bytes.length);
    int length = first.bytes.length;
    for (Text next = queue.peekFirst();
        next != null && next.target == first.target && length + next.bytes.length <= BATCH;
        next = queue.peekFirst()) {
      System.arraycopy(next.bytes, 0, batch, length, next.bytes.length);
      length += next.bytes.length;
      queue.removeFirst();
    }
    writing = length;
    return length;
  }

  private synchronized boolean isLast() {
    return queue.isEmpty();
  }

  private synchronized void written(int length, boolean toOutput, @Nullable IOException failure) {
    waiting -= length;
    writing = 0;
    if (failure != null) {
      if (toOutput) {
        outputError = failure;
      } else {
        errorError = failure;
      }
    }
    completeRoom();
  }

  /** Lets those go on that have less than the bound before them. */
  private void completeRoom() {
    long before = writing;
    for (var texts = queue.iterator(); texts.hasNext() && before < BOUND; ) {
      Text text = texts.next();
      before += text.bytes.length;
      if (text.room != null) {
        text.room.complete(true);
      }
    }
  }
}
