package yona.redis.jresp;

import java.util.Objects;
import org.jspecify.annotations.Nullable;
import yona.redis.connection.UnansweredException;

/** An error: what the server says, or why there is no answer. */
public final class Err implements RespType {

  private final String message;
  private final @Nullable UnansweredException unanswered;

  /**
   * Makes an error of the server.
   *
   * @param message what it says, with its code first
   */
  public Err(String message) {
    this.message = Objects.requireNonNull(message, "message");
    this.unanswered = null;
  }

  private Err(UnansweredException reason) {
    this.message = String.valueOf(reason.getMessage());
    this.unanswered = reason;
  }

  /**
   * Makes the error of a command that has got no answer.
   *
   * @param reason why
   * @return the error
   */
  public static Err unanswered(UnansweredException reason) {
    return new Err(reason);
  }

  /**
   * What the server says, or why there is no answer.
   *
   * @return the message
   */
  public String raw() {
    return message;
  }

  /**
   * Why there is no answer.
   *
   * @return null if the server has answered
   */
  public @Nullable UnansweredException unanswered() {
    return unanswered;
  }

  @Override
  public String unwrap() {
    return message;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Err error && message.equals(error.message);
  }

  @Override
  public int hashCode() {
    return message.hashCode();
  }

  @Override
  public String toString() {
    return "Err[" + message + "]";
  }
}
