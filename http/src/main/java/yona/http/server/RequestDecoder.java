package yona.http.server;

import io.netty.buffer.ByteBuf;
import io.netty.handler.codec.DecoderResult;
import io.netty.handler.codec.TooLongFrameException;
import io.netty.handler.codec.http.DefaultLastHttpContent;
import io.netty.handler.codec.http.HttpDecoderConfig;
import io.netty.handler.codec.http.HttpMessage;
import io.netty.handler.codec.http.HttpRequestDecoder;
import io.netty.handler.codec.http.TooLongHttpHeaderException;
import io.netty.handler.codec.http.TooLongHttpLineException;
import java.util.List;

/**
 * Netty's decoder of requests, called without a pipeline: whoever reads a connection calls it with
 * what has come.
 */
final class RequestDecoder extends HttpRequestDecoder {

  /** Pieces of a body are given as they come, so this bounds none. */
  private static final int LARGEST_PIECE = 64 * 1024;

  /** Bytes of one thing that the decoder takes before it gives it. */
  private final long most;

  private long undecoded;

  RequestDecoder(ServerLimits limits) {
    super(
        new HttpDecoderConfig()
            .setMaxInitialLineLength(limits.line())
            .setMaxHeaderSize(limits.headers())
            .setMaxChunkSize(LARGEST_PIECE)
            .setInitialBufferSize(256)
            .setAllowDuplicateContentLengths(false)
            .setUseRfc9112TransferEncoding(true)
            .setStrictLineParsing(true));
    this.most = (long) limits.line() + limits.headers();
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
    if (undecoded > most) {
      // It bounds a head by itself, and no trailers.
      undecoded = 0;
      DefaultLastHttpContent failed = new DefaultLastHttpContent();
      failed.setDecoderResult(DecoderResult.failure(new TooLongHttpHeaderException()));
      to.add(failed);
      return true;
    }
    return from.readerIndex() > index;
  }

  /** A request has one length: who sends two wants to be understood in two ways. */
  @Override
  protected void handleTransferEncodingChunkedWithContentLength(HttpMessage message) {
    throw new IllegalArgumentException("both Content-Length and Transfer-Encoding");
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
