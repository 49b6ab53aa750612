package yona.io.medium;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import yona.async.Blocking;
import yona.async.scheduler.Carrier;
import yona.async.scheduler.DeferredFlush;
import yona.async.scheduler.Fibers;
import yona.io.buffer.Buffers;

/**
 * What is written to a regular file. Small writes that follow each other are gathered while their
 * fiber does not wait, and go out in one call; an error that they meet is raised by the next
 * operation on the file.
 *
 * <p>Nobody in this process sees a file without what was written to it before: whatever reads
 * files, or tells somebody outside something, {@linkplain #sendAll sends} what any fiber has
 * gathered first.
 */
public final class FileOutput extends DeferredFlush {

  /** What is written farther out may be too far for the system, which is to say so at once. */
  private static final long FARTHEST = 1L << 40;

  /** Those in which something is gathered. */
  private static final Set<FileOutput> FILLED = ConcurrentHashMap.newKeySet();

  /** How long others wait for one that is being sent: more than any file takes that works. */
  private static final long PATIENCE_MILLIS = 100;

  private final FileChannel channel;
  private final ReentrantLock lock = new ReentrantLock();

  /** Whether others do not wait for this any more: its disk or its server does not answer. */
  private volatile boolean stuck;

  /** Whether {@link #run} will be called. */
  private volatile boolean due;

  /** Lent while something is in it. Guarded by the lock, as all below. */
  private byte @Nullable [] gathered;

  private int count;

  /** The position of the first byte in the file. */
  private long position;

  /** What the bytes met that are lost, until it has been raised. */
  private @Nullable IOException failure;

  FileOutput(FileChannel channel) {
    this.channel = channel;
  }

  /** Takes the bytes, if they belong behind what was taken before and will go out soon. */
  boolean gather(byte[] bytes, int from, int length, long at) {
    lock.lock();
    try {
      // Nobody is sending.
      stuck = false;
      return isGathered(bytes, from, length, at);
    } finally {
      lock.unlock();
    }
  }

  private boolean isGathered(byte[] bytes, int from, int length, long at) {
    if (length > Buffers.LARGEST_GATHERED
        || at > FARTHEST
        || failure != null
        || count + length > Buffers.SIZE
        || (gathered != null && at != position + count)) {
      return false;
    }
    if (!due) {
      due = true;
      if (!Fibers.flushLater(this)) {
        due = false;
        return false;
      }
    }
    if (gathered == null) {
      gathered = Buffers.take();
      position = at;
      FILLED.add(this);
    }
    System.arraycopy(bytes, from, gathered, count, length);
    count += length;
    return true;
  }

  /** Sends what was gathered, and raises what it met. Blocks the thread. */
  void settle() throws IOException {
    IOException failed;
    lock.lock();
    try {
      send();
      failed = failure;
      failure = null;
    } finally {
      lock.unlock();
    }
    if (failed != null) {
      throw failed;
    }
  }

  /**
   * Sends what any fiber has gathered. Blocks the thread, which nobody may interrupt meanwhile: for
   * operations in place, and threads of their own.
   */
  public static void sendAll() {
    if (!FILLED.isEmpty()) {
      FILLED.forEach(FileOutput::sendGathered);
    }
  }

  /** The same for a fiber that is about to tell somebody outside something. */
  public static void sendAllInPlace() {
    if (!FILLED.isEmpty()) {
      Blocking.inPlace(
          () -> {
            sendAll();
            return true;
          });
    }
  }

  /**
   * The same between fibers, on a carrier or the monitor, which must not be held up.
   *
   * @param then what is told after it; must not block
   */
  public static void sendAllBefore(Runnable then) {
    if (FILLED.isEmpty()) {
      then.run();
    } else if (Thread.currentThread() instanceof Carrier carrier) {
      carrier.enterBlocking();
      try {
        sendAll();
      } finally {
        carrier.exitBlocking();
      }
      then.run();
    } else {
      var _ =
          IoThreads.start(
              () -> {
                then.run();
                return true;
              });
    }
  }

  /** Of what somebody is sending already the end is awaited, but not for ever. */
  private void sendGathered() {
    try {
      if (stuck && lock.isLocked()) {
        return;
      }
      if (!lock.tryLock(PATIENCE_MILLIS, TimeUnit.MILLISECONDS)) {
        stuck = true;
        return;
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return;
    }
    try {
      // Also where who sent was done just before it was given up.
      stuck = false;
      send();
    } finally {
      lock.unlock();
    }
  }

  @Override
  protected void run() {
    // Before it is sent: who gathers and finds it due still comes along.
    due = false;
    sendAllBefore(() -> {});
  }

  private void send() {
    if (gathered == null) {
      return;
    }
    ByteBuffer rest = ByteBuffer.wrap(gathered, 0, count);
    try {
      long at = position;
      while (rest.hasRemaining()) {
        at += channel.write(rest, at);
      }
    } catch (IOException e) {
      failure = e;
    } catch (OutOfMemoryError e) {
      failure = new IOException("no memory to write with", e);
    }
    Buffers.give(gathered);
    gathered = null;
    count = 0;
    FILLED.remove(this);
  }
}
