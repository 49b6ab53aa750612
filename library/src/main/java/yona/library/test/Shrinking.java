package yona.library.test;

import java.util.Arrays;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Looks for the smallest choices with which a property still fails: fewer of them, then smaller
 * ones. Depends on nothing but the property, unless that is slow.
 */
final class Shrinking {
  private static final int MOST_TRIALS = 2000;

  /** Among how many a choice is between forms of a value. */
  private static final long FORMS = 6;

  /** What the choice behind a smaller one is tried with; the last is the greatest there is. */
  private static final long[] MORE = {15, 255, 4095, 1L << 20, 1L << 40, -1};

  /** A property that waits is not repeated for minutes. */
  private static final long MOST_NANOS = 10_000_000_000L;

  /** The trial of choices; null if it does not fail. */
  private final Function<long[], TestCase.@Nullable Trial> trials;

  private final long start = System.nanoTime();
  private int tried;

  Shrinking(Function<long[], TestCase.@Nullable Trial> trials) {
    this.trials = trials;
  }

  TestCase.Trial smallest(TestCase.Trial failing) {
    TestCase.Trial best = failing;
    while (true) {
      TestCase.Trial smaller = lowered(shortened(best));
      if (!isSmaller(smaller.choices(), best.choices()) || isOver()) {
        return smaller;
      }
      best = smaller;
    }
  }

  private boolean isOver() {
    return tried >= MOST_TRIALS || System.nanoTime() - start > MOST_NANOS;
  }

  /** Fewer choices, then smaller ones from the front. */
  private static boolean isSmaller(long[] a, long[] b) {
    return a.length != b.length ? a.length < b.length : Arrays.compareUnsigned(a, b) < 0;
  }

  /** The trial of other choices if it fails too, and with smaller ones. */
  private TestCase.@Nullable Trial better(TestCase.Trial best, long[] choices) {
    if (isOver() || !isSmaller(choices, best.choices())) {
      return null;
    }
    tried++;
    TestCase.Trial trial = trials.apply(choices);
    return trial != null && isSmaller(trial.choices(), best.choices()) ? trial : null;
  }

  private TestCase.Trial shortened(TestCase.Trial failing) {
    TestCase.Trial best = failing;
    for (int length = Math.max(1, best.choices().length / 2);
        length > 0;
        length = length > 8 ? length / 2 : length - 1) {
      for (int at = best.choices().length - length; at >= 0; at--) {
        TestCase.Trial trial = better(best, without(best.choices(), at, length));
        if (trial != null) {
          best = trial;
          at = Math.min(at, best.choices().length - length + 1);
        }
      }
    }
    return best;
  }

  private static long[] without(long[] choices, int at, int length) {
    long[] rest = Arrays.copyOf(choices, choices.length - length);
    System.arraycopy(choices, at + length, rest, at, rest.length - at);
    return rest;
  }

  private TestCase.Trial lowered(TestCase.Trial failing) {
    TestCase.Trial best = failing;
    for (int at = 0; at < best.choices().length; at++) {
      TestCase.Trial zero = better(best, with(best.choices(), at, 0));
      if (zero != null) {
        best = zero;
        continue;
      }
      // What is at low passes, what is at the choice fails.
      long low = 0;
      while (at < best.choices().length
          && Long.compareUnsigned(best.choices()[at] - low, 1) > 0
          && Long.compareUnsigned(best.choices()[at], low) > 0) {
        long middle = low + ((best.choices()[at] - low) >>> 1);
        TestCase.Trial trial = better(best, with(best.choices(), at, middle));
        if (trial == null) {
          // Numbers around 0 come in turn: of the other sign it may fail.
          trial = better(best, with(best.choices(), at, middle + 1));
        }
        if (trial == null) {
          low = middle;
        } else {
          best = trial;
        }
      }
      best = exchanged(best, at);
      // The next smaller one of the same sign is two away.
      for (long step = 2; at < best.choices().length && step <= 4; step++) {
        long choice = best.choices()[at];
        TestCase.Trial trial =
            Long.compareUnsigned(choice, step) < 0
                ? null
                : better(best, with(best.choices(), at, choice - step));
        if (trial != null) {
          best = trial;
          step = 1;
        }
      }
    }
    return best;
  }

  /**
   * A choice between few, or none at all, where the next one becomes larger for it: another form of
   * a value, or less in the first of two.
   */
  private TestCase.Trial exchanged(TestCase.Trial failing, int at) {
    if (at + 1 >= failing.choices().length) {
      return failing;
    }
    long choice = failing.choices()[at];
    for (long lower = 0; lower < FORMS && Long.compareUnsigned(lower, choice) < 0; lower++) {
      for (long more : MORE) {
        long[] changed = with(failing.choices(), at, lower);
        changed[at + 1] = more;
        TestCase.Trial trial = better(failing, changed);
        if (trial != null) {
          return trial;
        }
      }
    }
    return failing;
  }

  private static long[] with(long[] choices, int at, long choice) {
    long[] changed = choices.clone();
    changed[at] = choice;
    return changed;
  }
}
