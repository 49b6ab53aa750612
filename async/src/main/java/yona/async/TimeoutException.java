package yona.async;

import java.time.Duration;
import yona.async.clock.Clock;

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
   * @param time the time that is over
   */
  public TimeoutException(Duration time) {
    this(Clock.nanos(time));
  }

  /**
   * Makes the exception.
   *
   * @param nanos the time that is over, in nanoseconds
   * @return the exception
   */
  public static TimeoutException ofNanos(long nanos) {
    return new TimeoutException(nanos);
  }

  private TimeoutException(long nanos) {
    super(
        nanos <= 0
            ? "timed out at once: there was no time"
            : "timed out after " + TimeWords.ofNanos(nanos));
  }
}
