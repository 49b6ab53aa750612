package yona.redis.jresp;

import java.util.Objects;
import org.jspecify.annotations.Nullable;
import yona.redis.connection.UnansweredException;

/** An error: what the server says, why there is no answer, or that messages may be missing. */
public final class Err implements RespType {

  private static final Err GAP =
      new Err(
          "messages may be missing here: the connection was lost and made again, or too many waited"
              + " to be taken");

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
   * What comes from a channel of messages where some may be missing: the connection was lost, or a
   * reader was slow. Those behind it go on.
   *
   * @return the error
   */
  public static Err gap() {
    return GAP;
  }

  /**
   * Whether this is the one of {@link #gap}.
   *
   * @return false if something has failed
   */
  @SuppressWarnings("ReferenceEquality") // one object stands for all
  public boolean isGap() {
    return this == GAP;
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
