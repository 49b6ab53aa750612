package yona.library.http;

import java.io.IOException;
import org.jspecify.annotations.Nullable;
import yona.data.Seq;
import yona.http.Body;
import yona.http.HttpException;
import yona.library.argument.Failure;
import yona.library.argument.IoFailure;
import yona.library.stream.StreamSource;

/** The content of a request as it comes, in pieces. */
final class BodySource extends StreamSource {
  private final Body body;

  BodySource(Body body) {
    this.body = body;
  }

  @Override
  protected @Nullable Object next() {
    try {
      byte[] bytes = body.read();
      return bytes == null ? null : Seq.bytes(bytes);
    } catch (HttpException refused) {
      throw Failure.of(Failure.IOERROR, Failure.line("the content: " + refused.getMessage()));
    } catch (IOException e) {
      throw IoFailure.of("the content", e);
    }
  }
}
