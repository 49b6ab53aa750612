package yona.redis.resp;

/**
 * A simple string, {@code +OK}: a short text of the server, in one line.
 *
 * @param text without carriage return and line feed; what came and was no UTF-8 is U+FFFD in it
 */
public record SimpleString(String text) implements RespValue {
  /** What servers say most. */
  static final SimpleString[] FREQUENT = {
    new SimpleString("OK"), new SimpleString("QUEUED"), new SimpleString("PONG")
  };

  /**
   * Makes a simple string.
   *
   * @throws IllegalArgumentException if the text is more than one line
   */
  public SimpleString {
    requireLine(text);
  }

  static void requireLine(String text) {
    if (text.indexOf('\r') >= 0 || text.indexOf('\n') >= 0) {
      throw new IllegalArgumentException(
          "expected one line without carriage return and line feed, found one at index "
              + Math.max(text.indexOf('\r'), text.indexOf('\n')));
    }
  }
}
