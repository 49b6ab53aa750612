package yona.http.form;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import yona.http.Body;
import yona.http.ConnectionInfo;
import yona.http.Headers;
import yona.http.Request;

/** A body that comes in pieces of a length. */
final class Pieces extends Body {

  private final byte[] bytes;
  private final int length;
  private int at;

  Pieces(byte[] bytes, int length) {
    super(bytes.length, -1);
    this.bytes = bytes;
    this.length = length;
  }

  /** A form whose parts stand between lines of {@code --b}. */
  static Request form(byte[] bytes, int length) {
    return form("multipart/form-data; boundary=b", bytes, length);
  }

  static Request form(String type, byte[] bytes, int length) {
    return new Request(
        "POST",
        "/",
        () -> Headers.of("Content-Type", type),
        new Pieces(bytes, length),
        ConnectionInfo.NONE);
  }

  @Override
  protected byte @Nullable [] next() {
    if (at == bytes.length) {
      return null;
    }
    int end = Math.min(bytes.length, at + length);
    byte[] piece = Arrays.copyOfRange(bytes, at, end);
    at = end;
    return piece;
  }
}
