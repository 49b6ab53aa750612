package yona.property;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Checks a property with random choices. A failure is repeated with fewer and smaller choices as
 * long as it still fails, and reported with the notes of the smallest run and the seed. The seed is
 * new in every run; {@code -Dyona.seed=N} repeats one.
 */
public final class Property {
  private static final int SHRINKING_STEPS = 3000;

  private Property() {}

  /**
   * Checks that something holds however it is tried.
   *
   * @param usualRuns how often it is tried with an {@link Effort} of 1
   * @param property makes its choices and throws if it does not hold
   * @throws AssertionError with the smallest failure that was found
   */
  public static void check(int usualRuns, Consumer<Choices> property) {
    int runs = Effort.of(usualRuns);
    long first = Long.getLong("yona.seed", System.nanoTime());
    for (int run = 0; run < runs; run++) {
      Choices choices = Choices.from(first + run);
      Throwable failure = failureOf(property, choices);
      if (failure != null) {
        report(first + run, shrink(property, choices.made()), property, failure);
      }
    }
  }

  @SuppressWarnings("CatchAndPrintStackTrace")
  private static @Nullable Throwable failureOf(Consumer<Choices> property, Choices choices) {
    try {
      property.accept(choices);
      return null;
    } catch (RuntimeException | Error e) {
      return e;
    }
  }

  private static void report(
      long seed, List<Integer> smallest, Consumer<Choices> property, Throwable first) {
    Choices choices = Choices.replaying(smallest);
    Throwable failure = Objects.requireNonNullElse(failureOf(property, choices), first);
    throw new AssertionError(
        "-Dyona.seed=" + seed + " fails, at its smallest:" + choices.notes() + "\n" + failure,
        failure);
  }

  private static List<Integer> shrink(Consumer<Choices> property, List<Integer> failing) {
    List<Integer> best = failing;
    int steps = 0;
    boolean smaller = true;
    while (smaller && steps < SHRINKING_STEPS) {
      smaller = false;
      for (int length = Math.max(1, best.size() / 2); length > 0; length /= 2) {
        for (int at = best.size() - length; at >= 0 && steps < SHRINKING_STEPS; at -= length) {
          List<Integer> without = new ArrayList<>(best);
          without.subList(at, at + length).clear();
          steps++;
          if (failureOf(property, Choices.replaying(without)) != null) {
            best = without;
            smaller = true;
            at = Math.min(at, best.size());
          }
        }
      }
      for (int at = 0; at < best.size() && steps < SHRINKING_STEPS; at++) {
        for (int value : new int[] {0, best.get(at) / 2, best.get(at) - 1}) {
          if (value < 0 || value >= best.get(at)) {
            continue;
          }
          List<Integer> lower = new ArrayList<>(best);
          lower.set(at, value);
          steps++;
          if (failureOf(property, Choices.replaying(lower)) != null) {
            best = lower;
            smaller = true;
            break;
          }
        }
      }
    }
    return best;
  }
}
