package yona.library.number;

import static org.assertj.core.api.Assertions.assertThat;
import static yona.library.Calls.raises;
import static yona.library.Calls.seq;
import static yona.library.Calls.text;

import java.math.BigInteger;
import org.junit.jupiter.api.Test;
import yona.data.Seq;
import yona.data.Symbol;
import yona.data.Tuple;
import yona.library.argument.Spans;
import yona.property.Choices;
import yona.property.Property;

/** Module Math, and spans of time. */
final class NumbersTest {
  private static final BigInteger MOST = BigInteger.valueOf(Long.MAX_VALUE);

  private static long number(Choices choices) {
    return choices.oneOf(
        0L,
        1L,
        -1L,
        Long.MAX_VALUE,
        Long.MIN_VALUE,
        (long) choices.below(1000),
        -(long) choices.below(1000),
        (long) choices.below(Integer.MAX_VALUE) * choices.below(Integer.MAX_VALUE));
  }

  @Test
  void integersDoAsBigOnes() {
    Property.check(
        1000,
        choices -> {
          long a = number(choices);
          long b = number(choices);
          BigInteger x = BigInteger.valueOf(a);
          BigInteger y = BigInteger.valueOf(b);
          same("gcd", x.gcd(y), () -> yona.module.Math.gcd(a, b), () -> yona.module.Math.gcd(x, b));
          if (b == 0) {
            raises("badarith", () -> yona.module.Math.floor_div(a, b));
            raises("badarith", () -> yona.module.Math.floor_mod(x, y));
            raises("badarith", () -> yona.module.Math.div_rem(a, y));
            return;
          }
          BigInteger[] floor = x.divideAndRemainder(y);
          if (floor[1].signum() != 0 && floor[1].signum() != y.signum()) {
            floor = new BigInteger[] {floor[0].subtract(BigInteger.ONE), floor[1].add(y)};
          }
          BigInteger[] floored = floor;
          same(
              "floor_div",
              floored[0],
              () -> yona.module.Math.floor_div(a, b),
              () -> yona.module.Math.floor_div(x, y));
          same(
              "floor_mod",
              floored[1],
              () -> yona.module.Math.floor_mod(a, b),
              () -> yona.module.Math.floor_mod(x, y));
        });
  }

  private static void same(
      String what,
      BigInteger expected,
      java.util.function.Supplier<Object> ofInts,
      java.util.function.Supplier<Object> ofBigs) {
    assertThat(ofBigs.get()).as(what).isEqualTo(expected);
    if (expected.bitLength() > 63) {
      raises("overflow", ofInts::get);
    } else {
      assertThat(ofInts.get()).as(what).isEqualTo(expected.longValue());
    }
  }

  @Test
  void roundsHalvesAwayFromZero() {
    assertThat(yona.module.Math.round(0.49999999999999994)).isEqualTo(0L);
    assertThat(yona.module.Math.round(-0.5)).isEqualTo(-1L);
    assertThat(yona.module.Math.round(4503599627370497.0)).isEqualTo(4503599627370497L);
    raises("overflow", () -> yona.module.Math.floor(1e19));
    raises("overflow", () -> yona.module.Math.trunc(Double.NaN));
    assertThat(yona.module.Math.ceil(BigInteger.TEN)).isEqualTo(BigInteger.TEN);
  }

  @Test
  void meansAreExactWhereTheyCan() {
    assertThat(yona.module.Math.mean(seq(Long.MAX_VALUE, Long.MAX_VALUE)))
        .isEqualTo(MOST.doubleValue());
    assertThat(yona.module.Math.mean(seq(0.1, 0.2, 0.3))).isEqualTo(0.2);
    assertThat(yona.module.Math.mean(seq(1L, (byte) 2, BigInteger.valueOf(6)))).isEqualTo(3.0);
    assertThat(yona.module.Math.mean(seq(1L, Double.POSITIVE_INFINITY)))
        .isEqualTo(Double.POSITIVE_INFINITY);
    raises("badarg", () -> yona.module.Math.mean(Seq.EMPTY));
  }

  @Test
  void refusesWhatHasNoResult() {
    raises("overflow", () -> yona.module.Math.abs(Long.MIN_VALUE));
    raises("badarg", () -> yona.module.Math.sign(Double.NaN));
    raises("badarg", () -> yona.module.Math.clamp(2L, 1L, 0L));
    raises("badarg", () -> yona.module.Math.isqrt(-1L));
    raises("badarg", () -> yona.module.Math.pow_mod(2L, -1L, 5L));
    raises("badarith", () -> yona.module.Math.pow_mod(2L, 1L, 0L));
    raises("overflow", () -> yona.module.Math.lcm(Long.MAX_VALUE, Long.MAX_VALUE - 1));
    raises("typeerror", () -> yona.module.Math.abs(text("1")));
    raises("typeerror", () -> yona.module.Math.wrapping_add(BigInteger.ONE, 1L));
    assertThat((Double) yona.module.Math.max(Double.NaN, 1L)).isNaN();
    assertThat(yona.module.Math.log2(0x1p-1074)).isEqualTo(-1074.0);
  }

  private static long nanos(String unit, Object amount) {
    return Spans.nanos(Tuple.of(Symbol.of(unit), amount), "sleep");
  }

  @Test
  void spansAreInNanoseconds() {
    assertThat(nanos("millis", 20L)).isEqualTo(20_000_000);
    assertThat(nanos("second", 1.5)).isEqualTo(1_500_000_000);
    assertThat(nanos("weeks", 1L)).isEqualTo(604_800_000_000_000L);
    assertThat(nanos("days", Long.MAX_VALUE)).isEqualTo(Long.MAX_VALUE);
    raises("badarg", () -> nanos("years", 1L));
    raises("badarg", () -> nanos("millis", -1L));
    raises("badarg", () -> nanos("millis", Double.NaN));
    raises("typeerror", () -> Spans.nanos(20L, "sleep"));
    raises("typeerror", () -> nanos("millis", text("1")));
  }
}
