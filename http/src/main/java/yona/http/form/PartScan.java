package yona.http.form;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import yona.http.Body;
import yona.http.HttpException;

/**
 * Finds the boundaries in a body of many parts (RFC 2046, section 5.1.1). It keeps one piece of the
 * body, and what may be the beginning of a boundary. For one fiber at a time.
 */
final class PartScan {

  private final Body body;
  private final long limit;

  /** The bytes between the parts. Their first byte occurs in them only once. */
  private final byte[] delimiter;

  /** Bytes that have come; those from {@link #from} to {@link #to} are not taken. */
  private byte[] held;

  private int from;
  private int to;
  private long taken;

  /**
   * Scans a body.
   *
   * @param body the body
   * @param boundary what stands between its parts
   * @param limit bytes of all
   */
  PartScan(Body body, String boundary, long limit) {
    this.body = body;
    this.limit = limit;
    this.delimiter = ("\r\n--" + boundary).getBytes(StandardCharsets.US_ASCII);
    // The first boundary may have no line before it.
    this.held = new byte[] {'\r', '\n'};
    this.to = held.length;
  }

  /** Reads more. Suspends. */
  private void fill() throws IOException, HttpException {
    byte[] more = body.read();
    if (more == null) {
      throw new HttpException(400, "a form that ends in the middle");
    }
    taken += more.length;
    if (taken > limit) {
      throw new HttpException(413, "a form of more than " + limit + " bytes");
    }
    int left = to - from;
    byte[] joined = Arrays.copyOf(Arrays.copyOfRange(held, from, to), left + more.length);
    System.arraycopy(more, 0, joined, left, more.length);
    held = joined;
    from = 0;
    to = joined.length;
  }

  /**
   * The next bytes before a boundary. Suspends.
   *
   * @return at least one byte; null if the boundary is next, behind which the scan stands then
   */
  byte @Nullable [] next() throws IOException, HttpException {
    for (; ; ) {
      int at = candidate();
      if (at > from) {
        byte[] bytes = Arrays.copyOfRange(held, from, at);
        from = at;
        return bytes;
      }
      if (to - from >= delimiter.length) {
        from += delimiter.length;
        return null;
      }
      fill();
    }
  }

  /** Where the delimiter begins, or what there is of it; the end if it does not. */
  private int candidate() {
    for (int at = from; at < to; at++) {
      if (held[at] == delimiter[0]) {
        int count = Math.min(delimiter.length, to - at);
        if (Arrays.equals(held, at, at + count, delimiter, 0, count)) {
          return at;
        }
      }
    }
    return to;
  }

  /**
   * A line behind a boundary, or of a header. Suspends.
   *
   * @param most bytes of it
   * @param part the number of the part, for messages
   * @return its bytes without the end
   */
  byte[] line(int most, int part) throws IOException, HttpException {
    int scanned = 0;
    for (; ; ) {
      for (int at = from + scanned; at + 1 < to; at++) {
        if (held[at] == '\r' && held[at + 1] == '\n') {
          byte[] line = Arrays.copyOfRange(held, from, at);
          from = at + 2;
          return checked(line, most, part);
        }
      }
      scanned = Math.max(0, to - from - 1);
      if (scanned > most) {
        throw tooLong(most, part);
      }
      fill();
    }
  }

  private static byte[] checked(byte[] line, int most, int part) throws HttpException {
    if (line.length > most) {
      throw tooLong(most, part);
    }
    return line;
  }

  private static HttpException tooLong(int most, int part) {
    return new HttpException(
        413, "part " + part + " of the form has a header of more than " + most + " bytes");
  }

  /** Whether the end of all parts is next: two hyphens behind the boundary. Suspends. */
  boolean isEnd() throws IOException, HttpException {
    while (to - from < 2) {
      fill();
    }
    return held[from] == '-' && held[from + 1] == '-';
  }

  /**
   * Begins the content behind a header. One that is empty has the boundary right there: the end of
   * the header's last line is the line before the boundary, too. Suspends.
   */
  void beginContent() throws IOException, HttpException {
    from -= 2;
    for (; ; ) {
      int count = Math.min(delimiter.length, to - from);
      if (!Arrays.equals(held, from, from + count, delimiter, 0, count)) {
        from += 2;
        return;
      }
      if (count == delimiter.length) {
        return;
      }
      fill();
    }
  }
}
