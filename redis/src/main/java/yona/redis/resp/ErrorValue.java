package yona.redis.resp;

/** What a command failed with, in the server's words. */
public sealed interface ErrorValue extends RespValue permits SimpleError, BulkError {
  /**
   * The whole message, its code too.
   *
   * @return such as {@code WRONGTYPE Operation against a key holding the wrong kind of value}
   */
  String message();

  /**
   * The first word of the message, by convention the kind of error.
   *
   * @return such as {@code ERR}, {@code WRONGTYPE} or {@code MOVED}; empty if the message is, or
   *     begins with a space
   */
  default String code() {
    int end = message().indexOf(' ');
    return end < 0 ? message() : message().substring(0, end);
  }
}
