package yona.redis.connection;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * A command got no answer: the connection was lost, or its time was over. Says whether it may have
 * been executed all the same.
 */
public final class UnansweredException extends IOException {

  private static final long serialVersionUID = 1;

  private final boolean mayHaveRun;
  private final boolean timedOut;

  /**
   * Makes the exception.
   *
   * @param message where, and what happened
   * @param mayHaveRun whether a part of the command may have reached the server
   * @param timedOut whether its time was over
   * @param cause what ended the connection, or null
   */
  public UnansweredException(
      String message, boolean mayHaveRun, boolean timedOut, @Nullable Throwable cause) {
    super(
        message + (mayHaveRun ? "; it may have been executed" : "; it has not been executed"),
        cause);
    this.mayHaveRun = mayHaveRun;
    this.timedOut = timedOut;
  }

  /**
   * Whether the server may have executed the command.
   *
   * @return false if no byte of it was sent
   */
  public boolean mayHaveRun() {
    return mayHaveRun;
  }

  /**
   * Whether the command may be sent again.
   *
   * @param repeats whether it may if the server may have executed it
   * @return true if it has not been executed, or repeats; false if its time was over
   */
  public boolean mayRepeat(boolean repeats) {
    return !timedOut && (!mayHaveRun || repeats);
  }

  /**
   * Whether its time was over.
   *
   * @return false if the connection was lost or closed
   */
  public boolean timedOut() {
    return timedOut;
  }
}
