package yona.async.clock;

import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.locks.LockSupport;
import yona.async.ErrorReporter;

/**
 * What time it is, and who fires alarms: the system ({@link Timers#SYSTEM}), or a test that moves
 * the time itself.
 *
 * <p>Not for programs: their own schedules can be tested without any clock, as sequences of delays.
 */
public abstract class Clock {

  /** For the system's clock and those of tests. */
  protected Clock() {}

  /**
   * What time it is.
   *
   * @return the time of day in nanoseconds; not negative, and never goes back
   */
  public abstract long now();

  /**
   * The wheel for a new alarm of the calling thread.
   *
   * @return one of this clock's wheels
   */
  protected abstract Wheel wheel();

  /**
   * Called when an alarm has been set that is earlier than all others in its wheel.
   *
   * @param time when it fires
   */
  protected abstract void wakeFor(long time);

  /**
   * The time some nanoseconds from now.
   *
   * @param nanos how many
   * @return a time of this clock; {@link Wheel#NEVER} if that is too far ahead
   */
  public final long after(long nanos) {
    long now = now();
    return nanos < Wheel.NEVER - now ? now + nanos : Wheel.NEVER;
  }

  /**
   * A duration in nanoseconds.
   *
   * @param time the duration
   * @return how many nanoseconds it takes; the most or the least that there are if it is longer
   */
  public static long nanos(Duration time) {
    Objects.requireNonNull(time, "time");
    try {
      return time.toNanos();
    } catch (ArithmeticException _) {
      return time.isNegative() ? Long.MIN_VALUE : Long.MAX_VALUE;
    }
  }

  /**
   * Fires an alarm that a wheel has given out; what goes wrong there must not stop the others.
   *
   * @param alarm what is due
   */
  protected static void fire(Alarm alarm) {
    for (; ; ) {
      try {
        alarm.fire();
        return;
      } catch (OutOfMemoryError error) {
        // Somebody waits for it, who can do something about the memory: once more.
        LockSupport.parkNanos(alarm, 1_000_000);
      } catch (Throwable error) {
        ErrorReporter.STANDARD_ERROR.report(error);
        return;
      }
    }
  }
}
