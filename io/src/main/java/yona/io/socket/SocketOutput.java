package yona.io.socket;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import org.jspecify.annotations.Nullable;
import yona.async.Async;
import yona.async.Fiber;
import yona.async.TimeoutException;
import yona.async.scheduler.DeferredFlush;
import yona.async.scheduler.Fibers;
import yona.io.buffer.Buffers;
import yona.io.medium.FileOutput;
import yona.io.readiness.Readiness;

/**
 * What is written to a socket. Small writes are gathered while their fiber does not wait, and go
 * out in one call; an error that they meet is raised by the next operation. A fiber waits while the
 * system takes no more, so that no more than a buffer is ever gathered.
 *
 * <p>Writes and {@link #finish} come one at a time; {@link #close} comes at any.
 */
final class SocketOutput extends DeferredFlush {

  /** So much is written at once: the JDK copies what a call is given, written or not. */
  private static final int PIECE = 128 * 1024;

  /** How long a close waits for a peer that takes nothing of what was written before. */
  private static final long LINGER_NANOS = 10_000_000_000L;

  private final SocketChannel channel;
  private final Readiness readiness;
  private final Object where;

  /** Lent while something is in it. Guarded by this, as all below. */
  private byte @Nullable [] gathered;

  private int from;
  private int to;

  /** Whether {@link #run} will be called. */
  private boolean due;

  /** Whether a fiber waits for room, and sends what was gathered. */
  private boolean awaited;

  /** What the bytes met that are lost, until it has been raised. */
  private @Nullable IOException failure;

  /** Whether nothing is gathered any more. */
  private boolean finished;

  /**
   * Writes to a channel.
   *
   * @param where what is waited at, for those who look at the fiber
   */
  SocketOutput(SocketChannel channel, Readiness readiness, Object where) {
    this.channel = channel;
    this.readiness = readiness;
    this.where = where;
  }

  /** Writes all bytes of a buffer, now or soon. Suspends while the system takes no more. */
  void write(ByteBuffer bytes) throws IOException {
    boolean isSmall = bytes.remaining() <= Buffers.LARGEST_GATHERED;
    if (isSmall && gather(bytes)) {
      return;
    }
    flush();
    if (isSmall && gather(bytes)) {
      return;
    }
    int end = bytes.limit();
    try {
      while (bytes.position() < end) {
        int piece = Math.min(PIECE, end - bytes.position());
        int seen = readiness.seen();
        int count = channel.write(bytes.limit(bytes.position() + piece));
        if (count < piece) {
          readiness.notWritable(seen);
          readiness.awaitWritable(where);
        }
      }
    } finally {
      bytes.limit(end);
    }
  }

  /** Takes the bytes, if there is room and they will go out soon. */
  private synchronized boolean gather(ByteBuffer bytes) throws IOException {
    raiseFailure();
    int count = bytes.remaining();
    boolean isFull = gathered != null && (!due || to + count > Buffers.SIZE);
    if (isFull || finished || readiness.isBroken()) {
      return false;
    }
    if (!due) {
      if (!Fibers.flushLater(this)) {
        return false;
      }
      due = true;
    }
    if (gathered == null) {
      gathered = Buffers.take();
    }
    bytes.get(gathered, to, count);
    to += count;
    return true;
  }

  /** Sends what was gathered, and that it was all. Suspends while the system takes no more. */
  void finish() throws IOException {
    flush();
    gatherNoMore();
    channel.shutdownOutput();
  }

  /** Every write is to meet its error itself from now on: the connection is known to be over. */
  synchronized void gatherNoMore() {
    finished = true;
  }

  /** Sends what was gathered. Suspends while the system takes no more. */
  private void flush() throws IOException {
    FileOutput.sendAllInPlace();
    if (isSent()) {
      return;
    }
    beginWait();
    try {
      do {
        readiness.awaitWritable(where);
      } while (!isSent());
    } finally {
      endWait();
    }
  }

  private synchronized void beginWait() {
    awaited = true;
  }

  private synchronized boolean isSent() throws IOException {
    send();
    raiseFailure();
    return gathered == null;
  }

  /** A fiber that was cancelled leaves what it waited to send to others. */
  private synchronized void endWait() {
    awaited = false;
    goOn();
  }

  @Override
  protected void run() {
    synchronized (this) {
      due = false;
    }
    FileOutput.sendAllBefore(this::goOn);
  }

  /** Sends what can be, and the rest when the system says that it takes more. */
  private synchronized void goOn() {
    do {
      send();
    } while (gathered != null && !awaited && !readiness.onWritable(this::goOn));
  }

  /** Sends what the system takes now. */
  private void send() {
    if (gathered == null) {
      return;
    }
    try {
      int seen = readiness.seen();
      from += channel.write(ByteBuffer.wrap(gathered, from, to - from));
      if (from < to) {
        readiness.notWritable(seen);
        return;
      }
    } catch (IOException e) {
      failure = e;
    } catch (OutOfMemoryError e) {
      failure = new IOException("no memory to write with", e);
    }
    letGo();
  }

  private void letGo() {
    if (gathered != null) {
      Buffers.give(gathered);
      gathered = null;
      from = 0;
      to = 0;
    }
  }

  private void raiseFailure() throws IOException {
    IOException failed = failure;
    if (failed != null) {
      failure = null;
      throw failed;
    }
  }

  /**
   * Sends what was gathered, and takes no more. Suspends as a write would have; but a fiber that is
   * cancelled does not, and nobody does where a write waits already. Where the other side is gone
   * the bytes are lost without a word, as those are that the system has taken.
   *
   * @throws IOException if the other side takes nothing for a long time
   */
  void close() throws IOException {
    try {
      if (!Fiber.current().isCancelledBehindShields()) {
        FileOutput.sendAllInPlace();
      }
      if (!isAwaited() && !isSent()) {
        beginWait();
        while (!Fiber.current().isCancelledBehindShields() && !isSent()) {
          Async.<@Nullable Void, RuntimeException>timeoutNanos(
              LINGER_NANOS,
              () -> {
                readiness.awaitWritable(where);
                return null;
              });
        }
      }
    } catch (TimeoutException late) {
      throw new IOException(
          "closed before all was sent: the other side has taken nothing for "
              + LINGER_NANOS / 1_000_000_000
              + " seconds",
          late);
    } catch (IOException _) {
      // The other side is gone.
    } finally {
      abandon();
    }
  }

  private synchronized boolean isAwaited() {
    return awaited;
  }

  private synchronized void abandon() {
    gatherNoMore();
    letGo();
  }
}
