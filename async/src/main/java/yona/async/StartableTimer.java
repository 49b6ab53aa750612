package yona.async;

import java.time.Duration;
import yona.async.clock.Clock;
import yona.async.clock.Timers;

/**
 * A {@link Timer} that is made first and started later, or never.
 *
 * <p>Sources made of it, and fibers that wait for it, may be there before it starts. It is linked
 * to the scope in which it is started, not to the one in which it was made.
 */
public final class StartableTimer extends Timer {

  /**
   * Makes a timer that does not run yet.
   *
   * @param nanos the time from the start to the firing, in nanoseconds; if it is not positive the
   *     timer fires when it is started
   * @return the timer
   */
  public static StartableTimer ofNanos(long nanos) {
    return new StartableTimer(Timers.SYSTEM, nanos);
  }

  /**
   * Makes a timer that does not run yet.
   *
   * @param time the time from the start to the firing; if it is not positive the timer fires when
   *     it is started
   */
  public StartableTimer(Duration time) {
    this(Timers.SYSTEM, Clock.nanos(time));
  }

  StartableTimer(Clock clock, long nanos) {
    super(clock, nanos);
  }

  /**
   * Starts the timer, unless it has been started before, and links it to the nearest scope that
   * holds cancellables. Never suspends.
   *
   * @return false if it was started or cancelled before
   */
  public boolean start() {
    return begin();
  }
}
