package yona.library.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static yona.library.Calls.seq;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.DoubleStream;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import yona.data.Dict;
import yona.data.Seq;
import yona.data.Symbol;
import yona.data.Tuple;
import yona.module.Statistics;
import yona.property.Choices;
import yona.property.Property;

/** Measures of samples are those that exact numbers give, and digests tell what Seqs tell. */
final class StatisticsLawsTest {
  private static final MathContext EXACT = new MathContext(400);

  /** Relative to what an error is measured by. */
  private static final double TINY = 1e-13;

  private static Object integer(Choices choices) {
    long small = choices.below(100);
    return switch (choices.below(5)) {
      case 1 -> -small;
      case 2 -> 1_700_000_000_000_000_000L + small;
      case 3 -> choices.oneOf(Long.MAX_VALUE, Long.MIN_VALUE);
      case 4 -> BigInteger.TEN.pow(30).add(BigInteger.valueOf(small));
      default -> small;
    };
  }

  private static Object number(Choices choices) {
    return switch (choices.below(4)) {
      case 0 -> integer(choices);
      case 1 -> (byte) choices.below(256);
      case 2 -> choices.below(1_000_000) / 1000.0;
      default ->
          (choices.yes() ? -1 : 1)
              * Math.scalb(1.0 + choices.below(1 << 20) * 0x1p-20, choices.below(80) - 40);
    };
  }

  private interface Drawn {
    Object from(Choices choices);
  }

  private static List<Object> sample(Choices choices, int least, Drawn drawn) {
    List<Object> numbers = new ArrayList<>();
    for (int n = least + choices.below(choices.oneOf(4, 40, 200)); n > 0; n--) {
      numbers.add(drawn.from(choices));
    }
    choices.note("numbers " + numbers);
    return numbers;
  }

  private static BigDecimal exact(Object number) {
    return switch (number) {
      case Double d -> new BigDecimal(d);
      case BigInteger b -> new BigDecimal(b);
      case Byte b -> new BigDecimal(b & 0xff);
      default -> new BigDecimal((Long) number);
    };
  }

  private static BigDecimal sum(List<Object> numbers) {
    return numbers.stream().map(StatisticsLawsTest::exact).reduce(BigDecimal.ZERO, BigDecimal::add);
  }

  private static BigDecimal mean(List<Object> numbers) {
    return sum(numbers).divide(new BigDecimal(numbers.size()), EXACT);
  }

  private static BigDecimal squares(List<Object> numbers) {
    BigDecimal mean = mean(numbers);
    return numbers.stream()
        .map(number -> exact(number).subtract(mean).pow(2))
        .reduce(BigDecimal.ZERO, BigDecimal::add);
  }

  private static Object digest(List<Object> numbers) {
    return Statistics.digest(seq(numbers));
  }

  private static void assertNear(Object found, BigDecimal expected, double measure) {
    assertThat((Double) found).isCloseTo(expected.doubleValue(), within(TINY * measure));
  }

  @Test
  void meansOfIntegersAreTheNearestFloats() {
    Property.check(
        500,
        choices -> {
          List<Object> numbers = sample(choices, 1, StatisticsLawsTest::integer);
          double expected = mean(numbers).doubleValue();
          assertThat(Statistics.mean(seq(numbers))).isEqualTo(expected);
          assertThat(Statistics.mean(digest(numbers))).isEqualTo(expected);
        });
  }

  @Test
  void momentsAreThoseOfExactNumbers() {
    Property.check(
        500,
        choices -> {
          List<Object> numbers = sample(choices, 2, StatisticsLawsTest::number);
          BigDecimal expected = squares(numbers).divide(new BigDecimal(numbers.size() - 1), EXACT);
          double size =
              numbers.stream().mapToDouble(number -> exact(number).abs().doubleValue()).sum();
          for (Object sample : List.of(seq(numbers), digest(numbers))) {
            assertNear(Statistics.mean(sample), mean(numbers), size / numbers.size());
            assertNear(Statistics.variance(sample), expected, expected.doubleValue());
            assertThat((Double) Statistics.deviation(sample))
                .isEqualTo(Math.sqrt((Double) Statistics.variance(sample)));
          }
        });
  }

  @Test
  void quantilesLieBetweenTheSortedNumbers() {
    Property.check(
        500,
        choices -> {
          List<Object> numbers = sample(choices, 1, StatisticsLawsTest::number);
          double[] sorted =
              numbers.stream()
                  .mapToDouble(number -> exact(number).doubleValue())
                  .sorted()
                  .toArray();
          long p = choices.below(101);
          choices.note("percentile " + p);
          long place = (sorted.length - 1) * p;
          double low = sorted[(int) (place / 100)];
          double high = sorted[(int) ((place + 99) / 100)];
          BigDecimal weight = BigDecimal.valueOf(place % 100, 2);
          BigDecimal expected =
              new BigDecimal(low)
                  .add(new BigDecimal(high).subtract(new BigDecimal(low)).multiply(weight));
          double size = Math.max(Math.abs(low), Math.abs(high));
          assertNear(Statistics.percentile(p, seq(numbers)), expected, size);
          assertThat((Double) Statistics.percentile(p, digest(numbers)))
              .isCloseTo(expected.doubleValue(), within(size / 2000));
        });
  }

  @Test
  void partsOfASampleAreMergedInAnyOrder() {
    Property.check(
        300,
        choices -> {
          List<Object> numbers = sample(choices, 2, StatisticsLawsTest::number);
          List<Object> parts = new ArrayList<>(List.of(Statistics.empty()));
          for (Object number : numbers) {
            int part = choices.yes() ? parts.size() - 1 : choices.below(parts.size());
            parts.set(part, Statistics.add(number, parts.get(part)));
            if (choices.below(8) == 7) {
              parts.add(Statistics.empty());
            }
          }
          while (parts.size() > 1) {
            Object one = parts.remove(choices.below(parts.size()));
            int other = choices.below(parts.size());
            parts.set(other, Statistics.merge(parts.get(other), one));
          }
          Object merged = parts.getFirst();
          Object whole = digest(numbers);
          for (String same : List.of("count", "min", "max", "p25", "median", "p75")) {
            assertThat(measure(merged, same)).as(same).isEqualTo(measure(whole, same));
          }
          BigDecimal variance = squares(numbers).divide(new BigDecimal(numbers.size() - 1), EXACT);
          assertNear(Statistics.variance(merged), variance, variance.doubleValue());
          assertThat((Double) Statistics.mean(merged))
              .isCloseTo((Double) Statistics.mean(whole), Offset.offset(TINY * size(numbers)));
        });
  }

  private static Object measure(Object sample, String name) {
    return String.valueOf(((Dict) Statistics.summary(sample)).get(Symbol.of(name)));
  }

  private static double size(List<Object> numbers) {
    return numbers.stream()
        .mapToDouble(number -> exact(number).abs().doubleValue())
        .max()
        .orElse(0);
  }

  @Test
  void manyNumbersAreCountedOnce() {
    Object digest = Statistics.digest(Seq.range(0, 100_000, 1));
    assertThat(measure(digest, "count")).isEqualTo("100000");
    assertThat(Statistics.mean(digest)).isEqualTo(49_999.5);
    assertThat((Double) Statistics.variance(digest)).isCloseTo(833_341_666.6666666, within(1e-4));
    for (long p = 0; p <= 100; p++) {
      double exact = 99_999 * p / 100.0;
      assertThat((Double) Statistics.percentile(p, digest)).isCloseTo(exact, within(exact / 2000));
    }
  }

  @Test
  void aLineIsFoundAgain() {
    Property.check(
        300,
        choices -> {
          List<Object> xs = sample(choices, 1, from -> (long) from.below(1000));
          xs.add(1000L + choices.below(10));
          int slope = choices.below(2001) - 1000;
          int intercept = choices.below(2001) - 1000;
          choices.note(slope + " x + " + intercept);
          Seq ys = seq(xs.stream().map(x -> slope * (Long) x + intercept).toList());
          Tuple line = (Tuple) Statistics.linear_fit(seq(xs), ys);
          assertThat((Double) line.get(0)).isCloseTo(slope, within(1e-9));
          assertThat((Double) line.get(1)).isCloseTo(intercept, within(1e-6));
          if (slope != 0) {
            assertThat((Double) Statistics.correlation(seq(xs), ys))
                .isCloseTo(Math.signum((double) slope), within(TINY));
          }
        });
  }

  @Test
  void aSampleVariesWithItselfAsItVaries() {
    Property.check(
        300,
        choices -> {
          List<Object> xs = sample(choices, 2, StatisticsLawsTest::number);
          List<Object> ys = new ArrayList<>();
          xs.forEach(_ -> ys.add(number(choices)));
          choices.note("beside " + ys);
          double variance = (Double) Statistics.variance(seq(xs));
          assertThat((Double) Statistics.covariance(seq(xs), seq(xs)))
              .isCloseTo(variance, within(TINY * variance));
          assertThat(Statistics.covariance(seq(xs), seq(ys)))
              .isEqualTo(Statistics.covariance(seq(ys), seq(xs)));
          if (variance > 0 && (Double) Statistics.variance(seq(ys)) > 0) {
            assertThat((Double) Statistics.correlation(seq(xs), seq(ys))).isBetween(-1.0, 1.0);
          }
        });
  }

  @Test
  void meansOfOtherKindsLieInTheirOrder() {
    Property.check(
        300,
        choices -> {
          List<Object> numbers = sample(choices, 1, from -> 1e-3 + from.below(1_000_000));
          double harmonic = (Double) Statistics.harmonic_mean(seq(numbers));
          double geometric = (Double) Statistics.geometric_mean(seq(numbers));
          double mean = (Double) Statistics.mean(seq(numbers));
          double logarithms =
              numbers.stream().mapToDouble(n -> Math.log((Double) n)).average().orElseThrow();
          assertThat(geometric).isCloseTo(Math.exp(logarithms), within(TINY * geometric));
          assertThat(harmonic).isLessThanOrEqualTo(geometric * (1 + TINY));
          assertThat(geometric).isLessThanOrEqualTo(mean * (1 + TINY));
          List<Object> equal = numbers.stream().map(_ -> (Object) 2.5).toList();
          assertThat((Double) Statistics.weighted_mean(seq(equal), seq(numbers)))
              .isCloseTo(mean, within(TINY * mean));
        });
  }

  @Test
  void eachNumberIsInItsBin() {
    Property.check(
        300,
        choices -> {
          List<Object> numbers = sample(choices, 1, from -> (long) from.below(50));
          Object bins = 1L + choices.below(20);
          if (choices.yes()) {
            bins = seq(0L, 5L + choices.below(10), 30L, 40.5);
          }
          choices.note("bins " + bins);
          Seq found = (Seq) Statistics.histogram(bins, seq(numbers));
          for (long i = 0; i < found.length(); i++) {
            Tuple bin = (Tuple) found.get(i);
            double from = exact(bin.get(0)).doubleValue();
            double to = exact(bin.get(1)).doubleValue();
            boolean last = i == found.length() - 1;
            long expected =
                floats(numbers).filter(d -> d >= from && (d < to || (last && d == to))).count();
            assertThat(bin.get(2)).as("%s", bin).isEqualTo(expected);
          }
        });
  }

  private static DoubleStream floats(List<Object> numbers) {
    return numbers.stream().mapToDouble(number -> exact(number).doubleValue());
  }
}
