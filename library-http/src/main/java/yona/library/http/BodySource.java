package yona.library.http;

import java.io.IOException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import yona.data.Seq;
import yona.http.Body;
import yona.http.Headers;
import yona.http.HttpException;
import yona.library.argument.Failure;
import yona.library.argument.IoFailure;
import yona.library.stream.StreamSource;

/** The content of a request as it comes, in pieces; begins when it is walked. */
final class BodySource extends StreamSource implements Supplier<StreamSource>, ReceivedTrailers {
  private final Body body;
  private volatile boolean ended;

  BodySource(Body body) {
    this.body = body;
  }

  @Override
  public StreamSource get() {
    return this;
  }

  @Override
  public @Nullable Headers trailers() {
    return ended ? body.trailers() : null;
  }

  @Override
  protected @Nullable Object next() {
    try {
      byte[] bytes = body.read();
      ended = bytes == null;
      return bytes == null ? null : Seq.bytes(bytes);
    } catch (HttpException refused) {
      throw Failure.of(Failure.IOERROR, Failure.line("the content: " + refused.getMessage()));
    } catch (IOException e) {
      throw IoFailure.of("the content", e);
    }
  }
}
