package yona.redis.resp;

/**
 * A simple string, {@code +OK}: a short text of the server, in one line.
 *
 * @param text without carriage return and line feed; what came and was no UTF-8 is U+FFFD in it
 */
public record SimpleString(String text) implements RespValue {
  /** {@code OK}. */
  static final SimpleString OK = new SimpleString("OK");

  /** The reply to {@code PING}. */
  static final SimpleString PONG = new SimpleString("PONG");

  /** The reply to each command between {@code MULTI} and {@code EXEC}. */
  static final SimpleString QUEUED = new SimpleString("QUEUED");

  /**
   * Makes a simple string.
   *
   * @throws IllegalArgumentException if the text is more than one line
   */
  public SimpleString {
    requireLine(text);
  }

  static void requireLine(String text) {
    int carriageReturn = text.indexOf('\r');
    int lineFeed = text.indexOf('\n');
    if (carriageReturn >= 0 || lineFeed >= 0) {
      boolean isFirst = lineFeed < 0 || (carriageReturn >= 0 && carriageReturn < lineFeed);
      throw new IllegalArgumentException(
          "expected one line without carriage return and line feed, found one at index "
              + (isFirst ? carriageReturn : lineFeed));
    }
  }
}
