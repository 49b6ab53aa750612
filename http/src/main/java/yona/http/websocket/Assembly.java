package yona.http.websocket;

import io.netty.buffer.ByteBuf;
import io.netty.handler.codec.http.websocketx.ContinuationWebSocketFrame;
import io.netty.handler.codec.http.websocketx.TextWebSocketFrame;
import io.netty.handler.codec.http.websocketx.WebSocketFrame;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Makes messages of their parts (RFC 6455, section 5.4). For one fiber at a time. */
final class Assembly {

  private static final byte[] NOTHING = {};

  /**
   * The most parts of a message that carry nothing, and of which no bound of bytes says anything.
   */
  private static final int MOST_EMPTY = 16;

  private final int limit;
  private byte[] bytes = NOTHING;
  private int length;
  private boolean isText;

  /** The number of parts of the message that carried nothing. */
  private int empty;

  /**
   * Makes one.
   *
   * @param limit how many bytes a message has at most
   */
  Assembly(int limit) {
    this.limit = limit;
  }

  /** Takes a part; gives the message if it was the last one. */
  @Nullable Message add(WebSocketFrame frame) throws CloseException {
    if (!(frame instanceof ContinuationWebSocketFrame)) {
      isText = frame instanceof TextWebSocketFrame;
    }
    ByteBuf content = frame.content();
    int count = content.readableBytes();
    if (length + (long) count > limit) {
      throw new CloseException(
          CloseException.TOO_BIG, "a message of more than " + limit + " bytes");
    }
    if (count == 0 && !frame.isFinalFragment() && ++empty > MOST_EMPTY) {
      throw new CloseException(
          CloseException.POLICY, "a message of more than " + MOST_EMPTY + " empty parts");
    }
    if (bytes.length < length + count) {
      int room = frame.isFinalFragment() ? length + count : Math.max(length + count, 2 * length);
      bytes = Arrays.copyOf(bytes, Math.min(room, limit));
    }
    content.readBytes(bytes, length, count);
    length += count;
    return frame.isFinalFragment() ? whole() : null;
  }

  private Message whole() throws CloseException {
    byte[] all = bytes.length == length ? bytes : Arrays.copyOf(bytes, length);
    bytes = NOTHING;
    length = 0;
    empty = 0;
    return isText ? new Message.Text(text(all)) : new Message.Binary(all);
  }

  private static String text(byte[] bytes) throws CloseException {
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    } catch (CharacterCodingException malformed) {
      throw new CloseException(CloseException.NOT_UTF_8, "a text that is not UTF-8");
    }
  }
}
