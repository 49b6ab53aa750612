package yona.library.concurrent;

import java.time.Duration;
import yona.async.task.Schedule;
import yona.data.Symbol;
import yona.data.Tuple;
import yona.library.argument.Arguments;
import yona.library.argument.Failure;
import yona.library.argument.Spans;

/** Schedules: tuples that say when, and how often, something is run again. */
public final class Schedules {
  static final Symbol FOREVER = Symbol.of("forever");

  private static final Symbol FIXED = Symbol.of("fixed");
  private static final Symbol EXPONENTIAL = Symbol.of("exponential");
  private static final Symbol FIBONACCI = Symbol.of("fibonacci");
  private static final Symbol JITTER = Symbol.of("jitter");

  private Schedules() {}

  /**
   * The pace of a schedule.
   *
   * @param schedule the tuple
   * @param where the function's name for errors
   */
  public static Schedule.Pace pace(Object schedule, String where) {
    if (!(schedule instanceof Tuple parts) || !(parts.get(0) instanceof Symbol kind)) {
      throw Failure.type(where, "a schedule", schedule);
    }
    boolean jitter = parts.get(parts.length() - 1).equals(JITTER);
    int length = parts.length() - (jitter ? 1 : 0);
    if (kind.equals(FIXED) && length == 3) {
      return new Schedule.Fixed(delay(parts, 1, "delay", where), runs(parts.get(2), where), jitter);
    }
    if (kind.equals(EXPONENTIAL) && length == 5) {
      return new Schedule.ExponentialBackoff(
          delay(parts, 1, "first delay", where),
          factor(parts.get(2), where),
          delay(parts, 3, "longest delay", where),
          runs(parts.get(4), where),
          jitter);
    }
    if (kind.equals(FIBONACCI) && length == 4) {
      return new Schedule.FibonacciBackoff(
          delay(parts, 1, "first delay", where),
          delay(parts, 2, "longest delay", where),
          runs(parts.get(3), where),
          jitter);
    }
    throw Failure.badarg(
        where,
        "expected (:fixed, delay, times), (:exponential, first, factor, longest, times) or"
            + " (:fibonacci, first, longest, times), perhaps with :jitter at the end, found "
            + Failure.shown(schedule));
  }

  private static Duration delay(Tuple parts, int index, String name, String where) {
    return Duration.ofNanos(Spans.nanos(parts.get(index), where + ", the " + name));
  }

  /** The number in a schedule of the language is that of the runs after the first one. */
  private static long runs(Object value, String where) {
    if (value.equals(FOREVER)) {
      return Schedule.FOREVER;
    }
    long again = Arguments.count(value, where + ", the number of times");
    return again == Long.MAX_VALUE ? again : again + 1;
  }

  private static double factor(Object value, String where) {
    double factor = Arguments.decimal(value, where + ", the factor");
    if (!(factor >= 1) || Double.isInfinite(factor)) {
      throw Failure.badarg(
          where + ", the factor", Failure.shown(value) + " is no number of 1 or more");
    }
    return factor;
  }
}
