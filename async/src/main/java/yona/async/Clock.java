package yona.async;

import java.util.concurrent.locks.LockSupport;

/**
 * What time it is, and who fires alarms: the system ({@link Timers#SYSTEM}), or a test that moves
 * the time itself.
 *
 * <p>Not public: a program's own schedules can be tested without any clock, as sequences of delays.
 */
abstract class Clock {

  /** The time of day in nanoseconds; not negative, and never goes back. */
  abstract long now();

  /** The wheel for a new alarm of the calling thread. */
  abstract Wheel wheel();

  /** Called when an alarm has been set that is earlier than all others in its wheel. */
  abstract void wakeFor(long time);

  /** The time some nanoseconds from now; {@link Wheel#NEVER} if that is too far ahead. */
  final long after(long nanos) {
    long now = now();
    return nanos < Wheel.NEVER - now ? now + nanos : Wheel.NEVER;
  }

  /** Fires an alarm that a wheel has given out; what goes wrong there must not stop the others. */
  static void fire(Alarm alarm) {
    for (; ; ) {
      try {
        alarm.fire();
        return;
      } catch (OutOfMemoryError error) {
        // Somebody waits for it, who can do something about the memory: once more.
        LockSupport.parkNanos(alarm, 1_000_000);
      } catch (Throwable error) {
        Errors.guarded(ErrorReporter.STANDARD_ERROR).report(error);
        return;
      }
    }
  }
}
