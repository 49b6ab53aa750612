package yona.http.client;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.DecoderResult;
import io.netty.handler.codec.http.DefaultLastHttpContent;
import io.netty.handler.codec.http.HttpDecoderConfig;
import io.netty.handler.codec.http.HttpMessage;
import io.netty.handler.codec.http.HttpResponseDecoder;
import io.netty.handler.codec.http.TooLongHttpHeaderException;
import java.util.List;

/** Netty's decoder of responses, called without a pipeline. For one fiber at a time. */
final class ResponseDecoder extends HttpResponseDecoder {

  private static final int LONGEST_LINE = 8 << 10;
  private static final int LONGEST_HEAD = 64 << 10;
  private static final int LARGEST_PIECE = 64 << 10;

  /** Whether the request wants the head only. */
  private boolean isHead;

  /** Bytes that the decoder has taken since it gave something. */
  private long undecoded;

  ResponseDecoder() {
    super(
        new HttpDecoderConfig()
            .setMaxInitialLineLength(LONGEST_LINE)
            .setMaxHeaderSize(LONGEST_HEAD)
            .setMaxChunkSize(LARGEST_PIECE)
            .setInitialBufferSize(256)
            .setAllowDuplicateContentLengths(false)
            .setUseRfc9112TransferEncoding(true)
            .setStrictLineParsing(true));
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
      undecoded = 0;
      return true;
    }
    undecoded += from.readerIndex() - index;
    if (undecoded > LONGEST_LINE + LONGEST_HEAD) {
      // It bounds a head by itself, and no trailers.
      undecoded = 0;
      DefaultLastHttpContent failed = new DefaultLastHttpContent();
      failed.setDecoderResult(DecoderResult.failure(new TooLongHttpHeaderException()));
      to.add(failed);
      return true;
    }
    return from.readerIndex() > index;
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
