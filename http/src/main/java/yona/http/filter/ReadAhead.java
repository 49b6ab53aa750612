package yona.http.filter;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import org.jspecify.annotations.Nullable;
import yona.http.Body;
import yona.http.HttpException;

/** A body that keeps what has been read of it, for who reads it again. For one fiber at a time. */
final class ReadAhead extends Body {

  private final Body body;
  private final int most;
  private final ByteArrayOutputStream taken = new ByteArrayOutputStream();

  /**
   * Reads ahead in a body.
   *
   * @param body which nobody else reads meanwhile
   * @param most bytes after which no more are read
   */
  ReadAhead(Body body, int most) {
    super(most, -1);
    this.body = body;
    this.most = most;
  }

  @Override
  protected byte @Nullable [] next() throws IOException, HttpException {
    if (taken.size() >= most) {
      throw new HttpException(
          403,
          "a form without the token of this site, in the field "
              + Csrf.FORM_FIELD
              + ", before its files");
    }
    byte[] bytes = body.read();
    if (bytes != null) {
      taken.writeBytes(bytes);
    }
    return bytes;
  }

  /** All bytes that have been read. */
  byte[] taken() {
    return taken.toByteArray();
  }
}
