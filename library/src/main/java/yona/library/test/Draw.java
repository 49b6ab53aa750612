package yona.library.test;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/**
 * The choices that generators make for one run of a property, recorded so that a failing run can be
 * repeated with fewer and smaller ones: whatever is built of them, by whichever functions, shrinks
 * with them (as in Hypothesis: MacIver and Donaldson, "Test-Case Reduction via Test-Case
 * Generation", ECOOP 2020). A choice is an unsigned number, 0 the simplest; beyond the end of a
 * replay all choices are 0. For one thread.
 */
final class Draw {
  /** A replay that makes more choices than this is no smaller one. */
  private static final int MOST = 1 << 20;

  private final @Nullable SplittableRandom random;
  private final long[] replay;
  private long[] made = new long[16];
  private int count;

  private Draw(@Nullable SplittableRandom random, long[] replay) {
    this.random = random;
    this.replay = replay;
  }

  static Draw from(long seed) {
    return new Draw(new SplittableRandom(seed), new long[0]);
  }

  static Draw replaying(long[] choices) {
    return new Draw(null, choices);
  }

  /**
   * Chooses a number.
   *
   * @param most the greatest, unsigned
   * @return from 0 to that; small ones come more often
   */
  long upTo(long most) {
    if (random == null) {
      long choice = count < replay.length ? replay[count] : 0;
      return record(Long.compareUnsigned(choice, most) > 0 ? most : choice);
    }
    // Every second choice is even over all orders of magnitude.
    boolean anywhere = random.nextBoolean();
    while (true) {
      long bits = random.nextLong() >>> Long.numberOfLeadingZeros(most | 1);
      long choice = anywhere ? bits : bits >>> random.nextInt(64);
      if (Long.compareUnsigned(choice, most) <= 0) {
        return record(choice);
      }
    }
  }

  /** Chooses one of so many, all alike. */
  int below(int bound) {
    if (random == null) {
      return (int) upTo(bound - 1);
    }
    return (int) record(random.nextInt(bound));
  }

  /**
   * How many elements a collection gets is told element by element, so that any of them can be left
   * out later.
   *
   * @return how many the random choice wants; 0 in a replay
   */
  int wanted(int most) {
    return random == null ? 0 : random.nextInt(most + 1);
  }

  /** Whether another element comes, of so many that are wanted. */
  boolean more(int wanted) {
    if (random == null) {
      return upTo(1) == 1;
    }
    return record(wanted > 0 ? 1 : 0) == 1;
  }

  private long record(long choice) {
    if (count == made.length) {
      if (count == MOST) {
        throw new GaveUp("more than " + MOST + " choices");
      }
      made = Arrays.copyOf(made, count * 2);
    }
    made[count++] = choice;
    return choice;
  }

  /** The choices so far. */
  long[] made() {
    return Arrays.copyOf(made, count);
  }

  /** Raised when no value can be made. */
  static final class GaveUp extends RuntimeException {
    private static final long serialVersionUID = 1;

    GaveUp(String why) {
      super(why, null, false, false);
    }
  }
}
