package yona.async.task;

import java.time.Duration;
import java.util.Objects;
import java.util.random.RandomGenerator;

/** What schedules are made of. */
final class Parts {

  private Parts() {}

  static void check(Duration time, long runs) {
    Objects.requireNonNull(time, "time");
    if (time.isNegative()) {
      throw new IllegalArgumentException("the time must not be negative: " + time);
    }
    if (runs < 1) {
      throw new IllegalArgumentException("there must be at least one run, not " + runs);
    }
  }

  /** A time that is not negative, in nanoseconds; the longest there are if it is longer. */
  static long nanos(Duration time) {
    try {
      return time.toNanos();
    } catch (ArithmeticException _) {
      return Long.MAX_VALUE;
    }
  }

  /** The delays themselves, or each drawn evenly from half of it to the whole. */
  static Schedule.Delays jittered(boolean jitter, Schedule.Delays delays, RandomGenerator random) {
    return jitter
        ? elapsed -> {
          long delay = delays.next(elapsed);
          return delay - random.nextLong(delay / 2 + 1);
        }
        : delays;
  }
}
