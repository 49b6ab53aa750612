package yona.http.websocket;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.DecoderException;
import io.netty.handler.codec.http.websocketx.CorruptedWebSocketFrameException;
import io.netty.handler.codec.http.websocketx.WebSocket13FrameDecoder;
import io.netty.handler.codec.http.websocketx.WebSocket13FrameEncoder;
import io.netty.handler.codec.http.websocketx.WebSocketDecoderConfig;
import io.netty.handler.codec.http.websocketx.WebSocketFrame;
import io.netty.handler.codec.http.websocketx.extensions.WebSocketExtension;
import java.io.ByteArrayOutputStream;
import java.security.SecureRandom;
import org.jspecify.annotations.Nullable;

/**
 * Netty's codec of frames, with compression if that was agreed. Decoding is for one fiber at a
 * time, encoding for another one.
 */
final class FrameCodec {

  /** Masks may not be guessed by what a program sends (RFC 6455, section 5.3). */
  private static final SecureRandom MASKS = new SecureRandom();

  private final EmbeddedChannel decoding;
  private final EmbeddedChannel encoding;

  /** Null if messages are not compressed. */
  private final @Nullable Inflation inflation;

  /**
   * Makes one.
   *
   * @param options the bounds
   * @param isClient which side this is: a client masks what it sends, and a server does not (RFC
   *     6455, section 5.1)
   * @param compression how messages are compressed; null if they are not
   */
  FrameCodec(WebSocketOptions options, boolean isClient, @Nullable WebSocketExtension compression) {
    decoding =
        channel(
            new WebSocket13FrameDecoder(
                WebSocketDecoderConfig.newBuilder()
                    .maxFramePayloadLength(options.frame())
                    .expectMaskedFrames(!isClient)
                    .allowMaskMismatch(false)
                    .allowExtensions(compression != null)
                    .closeOnProtocolViolation(false)
                    .build()));
    encoding = channel(new WebSocket13FrameEncoder(isClient ? MASKS::nextInt : null));
    inflation = compression == null ? null : new Inflation(options.message());
    if (compression != null) {
      encoding.pipeline().addLast(compression.newExtensionEncoder());
    }
  }

  private static EmbeddedChannel channel(io.netty.channel.ChannelHandler handler) {
    EmbeddedChannel channel = new EmbeddedChannel(handler);
    channel.config().setAllocator(new UnpooledByteBufAllocator(false, true));
    return channel;
  }

  /**
   * Takes bytes that have come; {@link #next} gives what they are.
   *
   * @throws CloseException if they are no frames of WebSocket
   */
  void feed(byte[] bytes) throws CloseException {
    try {
      var _ = decoding.writeInbound(Unpooled.wrappedBuffer(bytes));
    } catch (CorruptedWebSocketFrameException malformed) {
      throw new CloseException(malformed.closeStatus().code(), reason(malformed));
    } catch (DecoderException malformed) {
      throw new CloseException(CloseException.PROTOCOL, reason(malformed));
    }
  }

  private static String reason(Exception error) {
    String message = String.valueOf(error.getMessage());
    return message.substring(0, Math.min(100, message.length()));
  }

  /**
   * The next frame, to be released; null if there is none.
   *
   * @throws CloseException if its compression is malformed, or hides too much
   */
  @Nullable WebSocketFrame next() throws CloseException {
    WebSocketFrame frame = decoding.readInbound();
    return frame == null || inflation == null ? frame : inflation.plain(frame);
  }

  /** The bytes to send for a frame. */
  byte[] encode(WebSocketFrame frame) {
    var _ = encoding.writeOutbound(frame);
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    for (ByteBuf next = encoding.readOutbound(); next != null; next = encoding.readOutbound()) {
      bytes.writeBytes(ByteBufUtil.getBytes(next));
      next.release();
    }
    return bytes.toByteArray();
  }

  /** Lets go of what compression holds outside the heap. When nobody uses this any more. */
  void close() {
    var _ = decoding.finishAndReleaseAll();
    var _ = encoding.finishAndReleaseAll();
    if (inflation != null) {
      inflation.close();
    }
  }
}
