package yona.library.number;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.function.LongSupplier;
import org.junit.jupiter.api.Test;
import yona.property.Property;

/** Module Random: ranges without bias. */
final class RandomTest {
  /** Gives these numbers, one after the other. */
  private static LongSupplier giving(long... bits) {
    int[] next = {0};
    return () -> bits[next[0]++];
  }

  @Test
  void numbersLieWithinTheirRange() {
    Property.check(
        2000,
        choices -> {
          long from = number(choices);
          long to = number(choices);
          if (from < to) {
            long drawn = RandomFunctions.between(from, to, () -> number(choices));
            assertThat(drawn).isGreaterThanOrEqualTo(from).isLessThan(to);
          }
        });
  }

  private static long number(yona.property.Choices choices) {
    return choices.oneOf(0L, Long.MIN_VALUE, Long.MAX_VALUE, -1L, 1L)
        + ((long) choices.below(Integer.MAX_VALUE) << 32)
        + choices.below(Integer.MAX_VALUE);
  }

  /** Each number of a range that is no power of two has as many draws as any other. */
  @Test
  void drawsThatWouldFavourSomeAreDrawnAgain() {
    // Of 2^63 draws the last incomplete run of 3 is left out: 2^63 = 3 * n + 2.
    long last = Long.MAX_VALUE;
    assertThat(RandomFunctions.between(0, 3, giving(last << 1, 2L << 1))).isEqualTo(2);
    assertThat(RandomFunctions.between(0, 3, giving((last - 1) << 1, 1L << 1))).isEqualTo(1);
    assertThat(RandomFunctions.between(0, 3, giving((last - 2) << 1))).isEqualTo(2);
  }

  @Test
  void aRangeOfMoreThanHalfOfAllNumbersIsDrawnUntilItIsMet() {
    long from = Long.MIN_VALUE;
    long to = Long.MAX_VALUE - 1;
    assertThat(RandomFunctions.between(from, to, giving(Long.MAX_VALUE, to, -5))).isEqualTo(-5);
    assertThat(RandomFunctions.between(from, to, giving(from))).isEqualTo(from);
    assertThat(RandomFunctions.between(from, to, giving(to - 1))).isEqualTo(to - 1);
  }
}
