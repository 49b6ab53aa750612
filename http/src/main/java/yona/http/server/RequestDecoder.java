package yona.http.server;

import io.netty.buffer.ByteBuf;
import io.netty.handler.codec.DecoderResult;
import io.netty.handler.codec.TooLongFrameException;
import io.netty.handler.codec.http.DefaultHttpRequest;
import io.netty.handler.codec.http.HttpMessage;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpRequestDecoder;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.handler.codec.http.TooLongHttpHeaderException;
import io.netty.handler.codec.http.TooLongHttpLineException;
import java.util.List;
import yona.http.netty.DecoderBounds;

/**
 * Netty's decoder of requests, called without a pipeline: whoever reads a connection calls it with
 * what has come.
 */
final class RequestDecoder extends HttpRequestDecoder {

  /** The first byte of a client that begins TLS (RFC 8446, section 5.1). */
  private static final byte TLS_HANDSHAKE = 0x16;

  private final DecoderBounds bounds;

  /** Whether the next byte that ends no line is the first one of a request. */
  private boolean atStart = true;

  /** Where the last word of the first line ended. */
  private int wordEnd;

  RequestDecoder(ServerLimits limits) {
    this(new DecoderBounds(limits.line(), limits.headers()));
  }

  private RequestDecoder(DecoderBounds bounds) {
    super(bounds.configuration());
    this.bounds = bounds;
  }

  /**
   * Decodes a part of what has come.
   *
   * @param from the bytes, of which those that were decoded are taken
   * @param to gets the head of a request, pieces of its body, its end
   * @return false if more bytes are needed
   */
  boolean decodeNext(ByteBuf from, List<Object> to) {
    int index = from.readerIndex();
    int size = to.size();
    if (atStart && beginsWrongly(from)) {
      DefaultHttpRequest none = new DefaultHttpRequest(HttpVersion.HTTP_1_1, HttpMethod.GET, "/");
      none.setDecoderResult(DecoderResult.failure(wrongBeginning(from)));
      to.add(none);
      return true;
    }
    try {
      decode(null, from, to);
    } catch (Exception impossible) {
      // The decoder keeps a failure in the message and raises nothing.
      throw new IllegalStateException(impossible);
    }
    if (to.size() > size) {
      bounds.given();
      atStart = to.getLast() instanceof LastHttpContent;
      return true;
    }
    return bounds.taken(from.readerIndex() - index, to);
  }

  /**
   * Passes over empty lines before a request (RFC 9112, section 2.2); whether it begins with a
   * blank or a control character, which the decoder would pass over too.
   */
  private boolean beginsWrongly(ByteBuf from) {
    while (from.isReadable()) {
      byte first = from.getByte(from.readerIndex());
      if (first != '\r' && first != '\n') {
        atStart = false;
        return first >= 0 && first <= ' ';
      }
      from.skipBytes(1);
    }
    return false;
  }

  private static IllegalArgumentException wrongBeginning(ByteBuf from) {
    return from.getByte(from.readerIndex()) == TLS_HANDSHAKE
        ? new MalformedException("this looks like TLS, and is not expected here")
        : new IllegalArgumentException("a line that begins with a blank");
  }

  // ---- the first line, whose words the decoder lets stand further apart -------------------------

  @Override
  protected String splitFirstWordInitialLine(byte[] line, int start, int length) {
    wordEnd = start + length;
    return super.splitFirstWordInitialLine(line, start, length);
  }

  @Override
  protected String splitSecondWordInitialLine(byte[] line, int start, int length) {
    requireBlank(line, start);
    wordEnd = start + length;
    return super.splitSecondWordInitialLine(line, start, length);
  }

  @Override
  protected String splitThirdWordInitialLine(byte[] line, int start, int length) {
    requireBlank(line, start);
    String version = super.splitThirdWordInitialLine(line, start, length);
    if (!version.startsWith("HTTP/")) {
      // The decoder takes small letters.
      throw new IllegalArgumentException("a version that is none");
    }
    return version;
  }

  private void requireBlank(byte[] line, int start) {
    if (start != wordEnd + 1 || line[wordEnd] != ' ') {
      throw new IllegalArgumentException("not one blank between two words of the first line");
    }
  }

  /** A request has one length: who sends two wants to be understood in two ways. */
  @Override
  protected void handleTransferEncodingChunkedWithContentLength(HttpMessage message) {
    throw new MalformedException("content-length and transfer-encoding do not go together");
  }

  /** The status for a request that could not be decoded. */
  static int status(Throwable cause) {
    return switch (cause) {
      case TooLongHttpLineException _ -> 414;
      case TooLongHttpHeaderException _ -> 431;
      case TooLongFrameException _ -> 413;
      default -> 400;
    };
  }
}
