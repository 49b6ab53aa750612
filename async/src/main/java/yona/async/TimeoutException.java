package yona.async;

/**
 * Raised by {@link Async#timeout} when the time is over and what ran under it has cleaned up.
 *
 * <p>Unchecked, unlike the one of {@code java.util.concurrent}: a deadline is a property of the
 * call, not of the body's signature.
 */
public final class TimeoutException extends RuntimeException {

  private static final long serialVersionUID = 1;

  /**
   * Makes the exception.
   *
   * @param nanos the time that is over, in nanoseconds
   */
  public TimeoutException(long nanos) {
    super("timed out after " + nanos / 1_000_000 + " ms");
  }
}
