package yona.http.client;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http.HttpMessage;
import io.netty.handler.codec.http.HttpResponseDecoder;
import java.util.List;
import yona.http.netty.DecoderBounds;

/** Netty's decoder of responses, called without a pipeline. For one fiber at a time. */
final class ResponseDecoder extends HttpResponseDecoder {

  private static final int LONGEST_LINE = 8 << 10;
  private static final int LONGEST_HEAD = 64 << 10;

  /** Whether the request wants the head only. */
  private boolean isHead;

  private final DecoderBounds bounds;

  ResponseDecoder() {
    this(new DecoderBounds(LONGEST_LINE, LONGEST_HEAD));
  }

  private ResponseDecoder(DecoderBounds bounds) {
    super(bounds.configuration());
    this.bounds = bounds;
  }

  /** The next response is that of a request. */
  void expect(String method) {
    isHead = method.equals("HEAD");
  }

  @Override
  protected boolean isContentAlwaysEmpty(HttpMessage message) {
    return isHead || super.isContentAlwaysEmpty(message);
  }

  @Override
  protected HttpMessage createMessage(String[] line) {
    String status = line[1];
    // A line without a version is refused for that.
    if (!line[0].startsWith("HTTP/")) {
      return super.createMessage(line);
    }
    if (status.length() != 3 || !status.chars().allMatch(each -> each >= '0' && each <= '9')) {
      throw new IllegalArgumentException("expected a status of three digits, found " + status);
    }
    return super.createMessage(line);
  }

  /** A response has one length. */
  @Override
  protected void handleTransferEncodingChunkedWithContentLength(HttpMessage message) {
    throw new IllegalArgumentException("both Content-Length and Transfer-Encoding");
  }

  /**
   * Decodes a part of what has come.
   *
   * @param from the bytes, of which those that were decoded are taken
   * @param to gets the head of a response, pieces of its body, its end
   * @return false if more bytes are needed
   */
  boolean decodeNext(ByteBuf from, List<Object> to) {
    int index = from.readerIndex();
    int size = to.size();
    try {
      decode(null, from, to);
    } catch (Exception impossible) {
      // The decoder keeps a failure in the message and raises nothing.
      throw new IllegalStateException(impossible);
    }
    if (to.size() > size) {
      bounds.given();
      return true;
    }
    return bounds.taken(from.readerIndex() - index, to);
  }

  /** The connection has ended, which is the end of a body without a length. */
  void decodeEnd(List<Object> to) {
    try {
      decodeLast(null, Unpooled.EMPTY_BUFFER, to);
    } catch (Exception impossible) {
      throw new IllegalStateException(impossible);
    }
  }
}
