package yona.http.server;

import io.netty.buffer.ByteBuf;
import java.io.EOFException;
import java.io.IOException;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import yona.async.Fiber;
import yona.async.Waiter;
import yona.http.Headers;

/**
 * The body of a request of HTTP/2. Bytes that the handler has not read are kept here, and are never
 * more than the window; the client may send more when it is read. For one reader at a time.
 */
final class Http2Body extends ReceivedBody {

  private static final byte[] NOTHING = {};

  private final Http2Stream stream;

  /** Whether the client sends the body only when it is told to. */
  private boolean awaited;

  // ---- guarded by this

  private byte[] pending = NOTHING;
  private int length;

  /** Bytes of frames, with their padding, that the window has to get back for {@link #pending}. */
  private int window;

  private boolean ended;
  private boolean broken;
  private Headers trailers = Headers.NONE;
  private @Nullable Waiter<Boolean> reader;

  /** Since when somebody waits for the client, by {@link System#nanoTime}; 0 if nobody does. */
  private volatile long waitingSince;

  Http2Body(Http2Stream stream, boolean awaited, long limit, long length) {
    super(limit, length);
    this.stream = stream;
    this.awaited = awaited;
  }

  @Override
  protected byte @Nullable [] next() throws IOException {
    if (awaited) {
      awaited = false;
      stream.tellToContinue();
    }
    for (; ; ) {
      Waiter<Boolean> wait;
      synchronized (this) {
        if (length == 0) {
          if (ended) {
            return null;
          }
          if (broken) {
            markGone();
            Fiber.current().checkCancelled();
            throw new EOFException("the client ended the request in the middle of its body");
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
      given = ended && window <= stream.mostKept() ? 0 : window;
      pending = NOTHING;
      length = 0;
      window = 0;
    }
    if (given > 0) {
      stream.giveWindow(given);
    }
    return bytes;
  }

  @Override
  public synchronized Headers trailers() {
    return trailers;
  }

  /** Since when somebody waits for the client, by {@link System#nanoTime}; 0 if nobody does. */
  long waitingSince() {
    return waitingSince;
  }

  // ---- frames that come -------------------------------------------------------------------------

  synchronized void add(ByteBuf content, int ofWindow) {
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

  synchronized void end(Headers fields) {
    ended = true;
    trailers = fields;
    wake();
  }

  /** Nothing more will come. */
  synchronized void breakOff() {
    broken = true;
    wake();
  }

  private void wake() {
    Waiter<Boolean> waits = reader;
    reader = null;
    if (waits != null) {
      waits.complete(true);
    }
  }
}
