package yona.http.http2;

import io.netty.buffer.ByteBuf;
import java.io.IOException;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import yona.async.Waiter;
import yona.http.Headers;

/**
 * The body that comes in a stream of HTTP/2. Bytes that nobody has read are kept here, and are
 * never more than the window; the other side may send more when they are read. For one reader at a
 * time; what comes is put in by the codec's turns.
 */
public final class StreamInput {

  private static final byte[] NOTHING = {};

  /** Lets the other side send more. */
  @FunctionalInterface
  public interface Window {

    /**
     * Gives bytes back to the windows of the stream and its connection. Suspends.
     *
     * @param bytes how many
     * @throws IOException if the connection is broken
     */
    void give(int bytes) throws IOException;
  }

  private final Window windows;
  private final int mostKept;

  // ---- guarded by this

  private byte[] pending = NOTHING;
  private int length;

  /** Bytes of frames, with their padding, that the window has to get back for {@link #pending}. */
  private int window;

  private boolean ended;
  private @Nullable IOException failure;
  private Headers trailers = Headers.NONE;
  private @Nullable Waiter<Boolean> reader;

  /** Since when somebody waits for the other side; 0 if nobody does. */
  private volatile long waitingSince;

  /**
   * Begins.
   *
   * @param windows lets the other side send more
   * @param mostKept so many bytes of a body that has ended need not be given back before the stream
   *     ends
   */
  public StreamInput(Window windows, int mostKept) {
    this.windows = windows;
    this.mostKept = mostKept;
  }

  /**
   * The next bytes. Suspends until there are some.
   *
   * @return at least one byte, or null at the end
   * @throws IOException if the stream was broken off before its end
   */
  public byte @Nullable [] next() throws IOException {
    for (; ; ) {
      Waiter<Boolean> wait;
      synchronized (this) {
        if (length == 0) {
          if (ended) {
            return null;
          }
          IOException broken = failure;
          if (broken != null) {
            throw broken;
          }
          wait = new Waiter<>();
          reader = wait;
        } else {
          wait = null;
        }
      }
      if (wait == null) {
        return take();
      }
      waitingSince = System.nanoTime() | 1;
      try {
        var _ = wait.await(this);
      } finally {
        waitingSince = 0;
      }
    }
  }

  private byte[] take() throws IOException {
    byte[] bytes;
    int given;
    synchronized (this) {
      bytes = pending.length == length ? pending : Arrays.copyOf(pending, length);
      given = ended && window <= mostKept ? 0 : window;
      pending = NOTHING;
      length = 0;
      window = 0;
    }
    if (given > 0) {
      windows.give(given);
    }
    return bytes;
  }

  /**
   * The fields that came behind the body.
   *
   * @return none before its end
   */
  public synchronized Headers trailers() {
    return trailers;
  }

  /**
   * Whether all of the body has come.
   *
   * @return also if it has not been read
   */
  public synchronized boolean hasEnded() {
    return ended;
  }

  /**
   * Whether all of the body has come and been read.
   *
   * @return false if something is left to be read, or comes
   */
  public synchronized boolean isOver() {
    return ended && length == 0;
  }

  /**
   * Since when somebody waits for the other side.
   *
   * @return a time of {@link System#nanoTime}; 0 if nobody does
   */
  public long waitingSince() {
    return waitingSince;
  }

  // ---- frames that come -------------------------------------------------------------------------

  /**
   * Bytes have come.
   *
   * @param content the bytes
   * @param ofWindow how many they are with their padding
   */
  public synchronized void add(ByteBuf content, int ofWindow) {
    int count = content.readableBytes();
    if (pending.length < length + count) {
      pending = Arrays.copyOf(pending, Math.max(length + count, 2 * length));
    }
    content.readBytes(pending, length, count);
    length += count;
    window += ofWindow;
    if (count > 0) {
      wake();
    }
  }

  /**
   * The body has ended.
   *
   * @param fields those behind it
   */
  public synchronized void end(Headers fields) {
    ended = true;
    trailers = fields;
    wake();
  }

  /**
   * Nothing more will come. Does nothing if the body has ended.
   *
   * @param why raised by who reads on
   */
  public synchronized void breakOff(IOException why) {
    if (failure == null) {
      failure = why;
    }
    wake();
  }

  private void wake() {
    Waiter<Boolean> waits = reader;
    reader = null;
    if (waits != null) {
      waits.complete(true);
    }
  }

  @Override
  public synchronized String toString() {
    return length + " bytes" + (ended ? ", the last ones" : "");
  }
}
