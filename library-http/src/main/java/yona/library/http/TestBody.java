package yona.library.http;

import org.jspecify.annotations.Nullable;
import yona.http.Body;
import yona.http.Headers;

/** The content of a request of a test, with the fields behind it. */
final class TestBody extends Body {
  private final byte[] bytes;
  private final TrailerFields behind;
  private boolean given;
  private @Nullable Headers trailers;

  TestBody(byte[] bytes, TrailerFields behind) {
    super(bytes.length, bytes.length);
    this.bytes = bytes;
    this.behind = behind;
  }

  @Override
  protected byte @Nullable [] next() {
    if (!given && bytes.length > 0) {
      given = true;
      return bytes;
    }
    if (trailers == null) {
      trailers = behind.get();
    }
    return null;
  }

  @Override
  public Headers trailers() {
    Headers come = trailers;
    return come == null ? Headers.NONE : come;
  }
}
