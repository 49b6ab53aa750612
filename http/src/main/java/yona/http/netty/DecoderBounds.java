package yona.http.netty;

import io.netty.handler.codec.DecoderResult;
import io.netty.handler.codec.http.DefaultLastHttpContent;
import io.netty.handler.codec.http.HttpDecoderConfig;
import io.netty.handler.codec.http.TooLongHttpHeaderException;
import java.util.List;

/**
 * What a decoder of HTTP/1.1 takes at most. Netty's bounds the head of a message, not its trailers:
 * those are bounded here. For one fiber at a time.
 */
public final class DecoderBounds {

  /** Pieces of a body are given as they come, so this bounds none. */
  private static final int LARGEST_PIECE = 64 << 10;

  private final int line;
  private final int headers;

  /** Bytes that the decoder has taken since it gave something. */
  private long undecoded;

  /**
   * Makes some.
   *
   * @param line the most bytes of a first line
   * @param headers the most bytes of the header fields, and of the trailers
   */
  public DecoderBounds(int line, int headers) {
    this.line = line;
    this.headers = headers;
  }

  /**
   * How Netty's decoder is to be made, strictly.
   *
   * @return its configuration
   */
  public HttpDecoderConfig configuration() {
    return new HttpDecoderConfig()
        .setMaxInitialLineLength(line)
        .setMaxHeaderSize(headers)
        .setMaxChunkSize(LARGEST_PIECE)
        .setInitialBufferSize(256)
        .setAllowDuplicateContentLengths(false)
        .setUseRfc9112TransferEncoding(true)
        .setStrictLineParsing(true);
  }

  /** The decoder has given something. */
  public void given() {
    undecoded = 0;
  }

  /**
   * The decoder has taken bytes and has given nothing.
   *
   * @param bytes how many
   * @param to gets the end of a message that has failed, if those are too many
   * @return whether the decoder may go on with what there is
   */
  public boolean taken(int bytes, List<Object> to) {
    undecoded += bytes;
    if (undecoded <= (long) line + headers) {
      return bytes > 0;
    }
    undecoded = 0;
    DefaultLastHttpContent failed = new DefaultLastHttpContent();
    failed.setDecoderResult(DecoderResult.failure(new TooLongHttpHeaderException()));
    to.add(failed);
    return true;
  }
}
