package yona.redis;

import yona.redis.resp.ErrorValue;

/**
 * The server has answered a command with an error. The command has had no effect, if the command's
 * documentation does not say otherwise.
 */
public final class RedisException extends RuntimeException {

  private static final long serialVersionUID = 1;

  private final String code;

  /**
   * Makes the exception of a reply.
   *
   * @param error what the server has said
   */
  public RedisException(ErrorValue error) {
    super(error.message());
    this.code = error.code();
  }

  /**
   * The kind of the error: the first word of the message.
   *
   * @return for example {@code ERR}, {@code WRONGTYPE} or {@code NOAUTH}
   */
  public String code() {
    return code;
  }
}
