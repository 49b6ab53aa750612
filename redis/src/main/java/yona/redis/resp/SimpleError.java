package yona.redis.resp;

/**
 * An error in one line, {@code -ERR unknown command}.
 *
 * @param message without carriage return and line feed; what came and was no UTF-8 is U+FFFD in it
 */
public record SimpleError(String message) implements ErrorValue {
  /**
   * Makes an error.
   *
   * @throws IllegalArgumentException if the message is more than one line
   */
  public SimpleError {
    SimpleString.requireLine(message);
  }
}
