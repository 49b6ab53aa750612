package yona.http.websocket;

import io.netty.handler.codec.http.websocketx.CloseWebSocketFrame;
import io.netty.handler.codec.http.websocketx.WebSocketFrame;
import java.io.IOException;
import yona.async.Async;
import yona.async.sync.Mutex;
import yona.async.sync.Permit;
import yona.io.ClosedException;
import yona.io.connection.Connection;

/**
 * Sends frames whole, in the order of the calls, to the last one. Safe for use by any number of
 * fibers.
 */
final class FrameOutput {

  private final Connection connection;
  private final FrameCodec codec;
  private final Mutex sending = new Mutex();

  /** Whether the last frame was sent. Is set under {@link #sending}. */
  private volatile boolean closed;

  FrameOutput(Connection connection, FrameCodec codec) {
    this.connection = connection;
    this.codec = codec;
  }

  /** Whether nothing more can be sent. */
  boolean isClosed() {
    return closed;
  }

  /** Sends a frame. Suspends while the other side does not take it. */
  void send(WebSocketFrame frame) throws IOException {
    Async.<IOException>shielded(
        () -> {
          try (Permit _ = sending.acquire()) {
            if (closed) {
              frame.release();
              throw new ClosedException("WebSocket with " + connection.name());
            }
            write(codec.encode(frame));
          }
        });
  }

  /** Sends the last frame; false, and does nothing, if there was one. Suspends as {@link #send}. */
  boolean sendLast(CloseWebSocketFrame frame) throws IOException {
    return Async.<Boolean, IOException>shielded(
        () -> {
          try (Permit _ = sending.acquire()) {
            if (closed) {
              frame.release();
              return false;
            }
            closed = true;
            write(codec.encode(frame));
            return true;
          }
        });
  }

  /** Lets nobody send any more: the codec is going to be closed. Suspends while somebody sends. */
  void end() {
    Async.<RuntimeException>shielded(
        () -> {
          try (Permit _ = sending.acquire()) {
            closed = true;
          }
        });
  }

  /** Ends the connection where only a part is written: the next frame would pass for the rest. */
  private void write(byte[] bytes) throws IOException {
    boolean isWhole = false;
    try {
      connection.write(bytes);
      isWhole = true;
    } finally {
      if (!isWhole) {
        closed = true;
        connection.close();
      }
    }
  }
}
