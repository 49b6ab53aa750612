package yona.http.websocket;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http.websocketx.BinaryWebSocketFrame;
import io.netty.handler.codec.http.websocketx.ContinuationWebSocketFrame;
import io.netty.handler.codec.http.websocketx.TextWebSocketFrame;
import io.netty.handler.codec.http.websocketx.WebSocketFrame;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;

/**
 * Takes the compression off frames that come (RFC 7692, section 7.2.2). Netty's decoder takes a
 * first part of a message that gives nothing yet for an error, and most empty messages.
 *
 * <p>The window is kept from message to message, as large as one can be: so whatever the other side
 * keeps is understood. For one fiber at a time.
 */
final class Inflation {

  private static final int COMPRESSED = 4;

  /** The end of each message, which is not sent (RFC 7692, section 7.2.1). */
  private static final byte[] TAIL = {0, 0, (byte) 0xff, (byte) 0xff};

  private final Inflater inflater = new Inflater(true);
  private final byte[] room = new byte[8 << 10];
  private final int limit;

  /** Whether the message is compressed whose parts come. */
  private boolean compressed;

  /** How many bytes that message has so far. */
  private long length;

  /**
   * Makes one.
   *
   * @param limit how many bytes a message has at most
   */
  Inflation(int limit) {
    this.limit = limit;
  }

  /**
   * A frame as it was before it was compressed.
   *
   * @param frame as it has come; it is released if another one is given
   * @return the frame, to be released
   * @throws CloseException if it is malformed, or the message becomes too large
   */
  WebSocketFrame plain(WebSocketFrame frame) throws CloseException {
    boolean isFirst = frame instanceof TextWebSocketFrame || frame instanceof BinaryWebSocketFrame;
    if ((frame.rsv() & ~(isFirst ? COMPRESSED : 0)) != 0) {
      frame.release();
      throw new CloseException(CloseException.PROTOCOL, "a frame with a bit that means nothing");
    }
    if (isFirst) {
      compressed = frame.rsv() != 0;
      length = 0;
    }
    if (!compressed || !(isFirst || frame instanceof ContinuationWebSocketFrame)) {
      return frame;
    }
    ByteBuf content = Unpooled.buffer();
    try {
      inflate(ByteBufUtil.getBytes(frame.content()), content);
      if (frame.isFinalFragment()) {
        inflate(TAIL, content);
      }
    } catch (DataFormatException malformed) {
      throw new CloseException(CloseException.PROTOCOL, "a message whose compression is broken");
    } finally {
      frame.release();
    }
    boolean isLast = frame.isFinalFragment();
    return switch (frame) {
      case TextWebSocketFrame _ -> new TextWebSocketFrame(isLast, 0, content);
      case BinaryWebSocketFrame _ -> new BinaryWebSocketFrame(isLast, 0, content);
      default -> new ContinuationWebSocketFrame(isLast, 0, content);
    };
  }

  private void inflate(byte[] bytes, ByteBuf to) throws DataFormatException, CloseException {
    inflater.setInput(bytes);
    for (; ; ) {
      int count = inflater.inflate(room);
      length += count;
      if (length > limit) {
        throw new CloseException(
            CloseException.TOO_BIG, "a message of more than " + limit + " bytes");
      }
      to.writeBytes(room, 0, count);
      if (inflater.finished()) {
        // Another block may follow the last one (RFC 7692, section 7.2.3.4).
        int left = inflater.getRemaining();
        inflater.reset();
        inflater.setInput(bytes, bytes.length - left, left);
      } else if (count == 0) {
        return;
      }
    }
  }

  /** Lets go of what is outside the heap. When nobody uses this any more. */
  void close() {
    inflater.end();
  }
}
