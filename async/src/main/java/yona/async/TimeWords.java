package yona.async;

import java.time.Duration;
import java.util.Objects;

/**
 * Times in messages for people, in the same words everywhere. All methods are safe for any thread.
 */
public final class TimeWords {

  private static final long MICRO = 1_000;
  private static final long MILLI = 1_000 * MICRO;
  private static final long SECOND = 1_000 * MILLI;

  /** From here on, parts of a second say nothing. */
  private static final long LONG = 10 * SECOND;

  private TimeWords() {}

  /**
   * A time in the largest unit that says it without hiding much.
   *
   * @param time the time; one that is longer than 292 years is said as that
   * @return a whole number and a unit, like {@code 1 s}, {@code 1500 ms}, {@code 70 µs} or {@code 5
   *     ns}
   * @throws NullPointerException if there is no time
   */
  public static String of(Duration time) {
    return ofNanos(nanos(Objects.requireNonNull(time, "time")));
  }

  /** The same of nanoseconds. */
  static String ofNanos(long nanos) {
    long size = Math.abs(nanos);
    if (size >= LONG || nanos % SECOND == 0) {
      return nanos / SECOND + " s";
    }
    if (size >= MILLI) {
      return nanos / MILLI + " ms";
    }
    return size >= MICRO ? nanos / MICRO + " µs" : nanos + " ns";
  }

  private static long nanos(Duration time) {
    try {
      return time.toNanos();
    } catch (ArithmeticException tooLong) {
      return time.isNegative() ? -Long.MAX_VALUE : Long.MAX_VALUE;
    }
  }
}
