package yona.library.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import yona.property.Choices;
import yona.property.Property;

/** Buckets stay few, and keep their numbers as exactly as their bits say. */
final class BucketsTest {
  private static Ranking ranking(Buckets buckets, double[] sorted) {
    return buckets.ranking(sorted[0], sorted[sorted.length - 1]);
  }

  private static void assertKept(Buckets buckets, double[] sorted, double error) {
    Ranking ranking = ranking(buckets, sorted);
    assertThat(ranking.count()).isEqualTo(sorted.length);
    for (int i = 0; i < sorted.length; i++) {
      double most = Math.abs(sorted[i]) * error + 1e-308;
      if (Math.abs(ranking.at(i) - sorted[i]) > most) {
        assertThat(ranking.at(i)).isCloseTo(sorted[i], within(most));
      }
    }
  }

  private static double any(Choices choices) {
    return switch (choices.below(4)) {
      case 1 -> choices.oneOf(0.0, -0.0, Double.MAX_VALUE, -Double.MAX_VALUE, Double.MIN_VALUE);
      case 2 -> Math.scalb(1.0 + choices.below(1 << 20) * 0x1p-20, choices.below(2000) - 1000);
      case 3 -> -Math.scalb(1.0 + choices.below(1 << 20) * 0x1p-20, choices.below(2000) - 1000);
      default -> choices.below(2049);
    };
  }

  @Test
  void aNumberIsKeptToWithinHalfAPerMille() {
    Property.check(
        500,
        choices -> {
          double[] numbers = new double[1 + choices.below(50)];
          Arrays.setAll(numbers, _ -> any(choices));
          choices.note(Arrays.toString(numbers));
          int half = choices.below(numbers.length);
          Buckets buckets =
              Buckets.EMPTY
                  .plus(Arrays.copyOf(numbers, half))
                  .plus(Buckets.EMPTY.plus(Arrays.copyOfRange(numbers, half, numbers.length)));
          Arrays.sort(numbers);
          assertKept(buckets, numbers, 0x1p-11);
        });
  }

  @Test
  void wholeNumbersOfElevenBitsAreExact() {
    double[] numbers = new double[4_097];
    Arrays.setAll(numbers, i -> i - 2_048.0);
    Ranking ranking = ranking(Buckets.EMPTY.plus(numbers), numbers);
    for (int i = 0; i < numbers.length; i++) {
      assertThat(ranking.at(i)).isEqualTo(i - 2_048.0);
    }
  }

  @Test
  void infinitiesAreNoFiniteNumbers() {
    double[] numbers = {
      Double.NEGATIVE_INFINITY, -Double.MAX_VALUE, Double.MAX_VALUE, Double.POSITIVE_INFINITY
    };
    Ranking ranking = ranking(Buckets.EMPTY.plus(numbers), numbers);
    assertThat(ranking.at(0)).isEqualTo(Double.NEGATIVE_INFINITY);
    assertThat(ranking.at(1)).isFinite().isLessThan(-1e308);
    assertThat(ranking.at(2)).isFinite().isGreaterThan(1e308);
    assertThat(ranking.at(3)).isEqualTo(Double.POSITIVE_INFINITY);
  }

  /** All Floats that there are, or some twenty powers of ten. */
  @Test
  void manyDifferentNumbersAreKeptLessExactly() {
    Random random = new Random(7);
    double[] all = random.longs(400_000).mapToDouble(Double::longBitsToDouble).toArray();
    double[] finite = Arrays.stream(all).filter(Double::isFinite).toArray();
    Buckets some = Buckets.EMPTY.plus(Arrays.copyOf(finite, 1_000));
    Buckets buckets =
        Buckets.EMPTY.plus(Arrays.copyOfRange(finite, 1_000, finite.length)).plus(some);
    assertThat(buckets.size()).isLessThanOrEqualTo(1 << 16);
    Arrays.sort(finite);
    assertKept(buckets, finite, 0x1p-4);

    double[] spread = new double[140_000];
    Arrays.setAll(spread, i -> Math.scalb(1.0 + (i % 2_000) / 2_000.0, i / 2_000));
    Buckets joined = Buckets.EMPTY.plus(spread);
    assertThat(joined.size()).isLessThanOrEqualTo(1 << 16);
    Arrays.sort(spread);
    assertKept(joined, spread, 0x1p-9);
  }
}
