package yona.http.server;

import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpObject;
import io.netty.handler.codec.http.LastHttpContent;
import java.io.EOFException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import yona.http.Headers;
import yona.http.HttpException;

/** The body of a request, which comes while it is read. */
final class IncomingBody extends ReceivedBody {

  private static final byte[] CONTINUE =
      "HTTP/1.1 100 Continue\r\n\r\n".getBytes(StandardCharsets.US_ASCII);

  /** The bytes of an unread body that are read and forgotten, at most, to keep the connection. */
  private static final int MOST_SKIPPED = 256 << 10;

  private final RequestInput input;
  private final BodyWatch watch;

  /** Whether the client sends the body only when it is told to. */
  private boolean awaited;

  private boolean ended;
  private boolean broken;
  private Headers trailers = Headers.NONE;

  IncomingBody(
      RequestInput input,
      boolean awaited,
      long limit,
      long length,
      ContentMemory memory,
      BodyWatch watch) {
    super(limit, length, memory);
    this.input = input;
    this.awaited = awaited;
    this.watch = watch;
  }

  @Override
  protected byte @Nullable [] next() throws IOException, HttpException {
    if (awaited) {
      awaited = false;
      tellToContinue();
    }
    while (!ended) {
      HttpObject object = input.next();
      if (object == null) {
        await();
      } else {
        byte[] bytes = take((HttpContent) object);
        if (bytes.length > 0) {
          return bytes;
        }
      }
    }
    return null;
  }

  private void tellToContinue() throws IOException {
    try {
      input.connection().write(CONTINUE);
    } catch (IOException gone) {
      broken = true;
      markGone();
      throw gone;
    }
  }

  private void await() throws IOException {
    watch.waits(true);
    boolean isGone = true;
    try {
      if (input.receive() < 0) {
        throw new EOFException("the client ended the connection in the middle of a body");
      }
      isGone = false;
    } finally {
      if (isGone) {
        broken = true;
        markGone();
      }
      watch.waits(false);
    }
  }

  private byte[] take(HttpContent content) throws HttpException {
    try {
      if (content.decoderResult().isFailure()) {
        broken = true;
        throw malformed(new HttpException(400, "a body that is none of HTTP/1.1"));
      }
      byte[] bytes = new byte[content.content().readableBytes()];
      content.content().readBytes(bytes);
      if (content instanceof LastHttpContent last) {
        ended = true;
        trailers = trailers(last);
      }
      return bytes;
    } finally {
      content.release();
    }
  }

  private static Headers trailers(LastHttpContent last) {
    List<String> fields = new ArrayList<>();
    last.trailingHeaders()
        .forEach(
            field -> {
              fields.add(field.getKey());
              fields.add(field.getValue());
            });
    return Headers.decoded(fields.toArray(new String[0]));
  }

  @Override
  public Headers trailers() {
    return trailers;
  }

  /** Whether the connection can go on behind it. */
  boolean canBeSkipped() {
    return !broken && !awaited;
  }

  /** Reads what nobody has read, if that is not much; whether it has ended. */
  boolean skip() throws IOException {
    try {
      int skipped = 0;
      for (byte[] bytes = next(); bytes != null; bytes = next()) {
        skipped += bytes.length;
        if (skipped > MOST_SKIPPED) {
          return false;
        }
      }
      return true;
    } catch (HttpException malformed) {
      return false;
    }
  }
}
