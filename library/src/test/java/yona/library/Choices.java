package yona.library;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The random choices of one run of a property, recorded so that a failing run is repeated with
 * fewer and smaller ones as long as it still fails. Every choice is a number below a bound, 0 the
 * simplest.
 */
final class Choices {
  private static final int SHRINKING_STEPS = 2_000;

  private final @Nullable Random random;
  private final List<Integer> replay;
  private final List<Integer> made = new ArrayList<>();

  private Choices(@Nullable Random random, List<Integer> replay) {
    this.random = random;
    this.replay = replay;
  }

  /** Checks a property; {@code -Dyona.seed=N} repeats a run whose seed was reported. */
  static void check(int runs, Consumer<Choices> property) {
    long first = Long.getLong("yona.seed", System.nanoTime());
    for (int run = 0; run < runs; run++) {
      Choices choices = new Choices(new Random(first + run), List.of());
      Throwable failure = failure(property, choices);
      if (failure != null) {
        List<Integer> smallest = shrink(property, choices.made);
        Throwable last = failure(property, new Choices(null, smallest));
        throw new AssertionError(
            "fails with -Dyona.seed=" + (first + run) + ", at its smallest with " + smallest,
            last == null ? failure : last);
      }
    }
  }

  private static @Nullable Throwable failure(Consumer<Choices> property, Choices choices) {
    try {
      property.accept(choices);
      return null;
    } catch (RuntimeException | Error e) {
      return e;
    }
  }

  private static List<Integer> shrink(Consumer<Choices> property, List<Integer> failing) {
    List<Integer> best = new ArrayList<>(failing);
    int steps = 0;
    for (int length = best.size() / 2; length > 0; length /= 2) {
      for (int at = best.size() - length; at >= 0 && steps < SHRINKING_STEPS; at -= length) {
        List<Integer> without = new ArrayList<>(best);
        without.subList(at, Math.min(at + length, without.size())).clear();
        steps++;
        if (failure(property, new Choices(null, without)) != null) {
          best = without;
        }
        at = Math.min(at, best.size());
      }
    }
    for (int at = 0; at < best.size() && steps < SHRINKING_STEPS; at++) {
      for (int value : new int[] {0, best.get(at) / 2}) {
        List<Integer> lower = new ArrayList<>(best);
        lower.set(at, value);
        steps++;
        if (value < best.get(at) && failure(property, new Choices(null, lower)) != null) {
          best = lower;
          break;
        }
      }
    }
    return best;
  }

  /** A number from 0 up to a bound, which is left out. */
  int below(int bound) {
    int choice =
        random != null
            ? random.nextInt(bound)
            : made.size() < replay.size() ? Math.min(replay.get(made.size()), bound - 1) : 0;
    made.add(choice);
    return choice;
  }

  @SafeVarargs
  final <T> T oneOf(T... values) {
    return values[below(values.length)];
  }

  /** Up to {@code most} Ints below {@code bound}. */
  List<Object> ints(int most, int bound) {
    List<Object> list = new ArrayList<>();
    for (int n = below(most + 1); n > 0; n--) {
      list.add((long) below(bound));
    }
    return list;
  }

  /** A text of up to {@code most} characters, of one to four bytes in UTF-8. */
  String text(int most) {
    StringBuilder text = new StringBuilder();
    for (int n = below(most + 1); n > 0; n--) {
      text.append(oneOf("a", "b", " ", "\n", "\r", "é", "\u3000", "語", "😀"));
    }
    return text.toString();
  }
}
