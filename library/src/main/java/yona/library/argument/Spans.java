package yona.library.argument;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import yona.data.Symbol;
import yona.data.Text;
import yona.data.Tuple;

/** Time spans: a tuple of a unit and an amount. */
public final class Spans {
  private static final Map<String, Long> NANOS =
      Map.of(
          "nano", 1L,
          "micro", 1_000L,
          "milli", 1_000_000L,
          "second", 1_000_000_000L,
          "minute", 60_000_000_000L,
          "hour", 3_600_000_000_000L,
          "day", 86_400_000_000_000L,
          "week", 604_800_000_000_000L);

  private static final String SPAN = "a time span (unit, amount)";

  private Spans() {}

  /**
   * The length of a span.
   *
   * @param span {@code (unit, amount)}, the unit in the plural or singular
   * @param where the function's name for errors
   * @return nanoseconds, rounded up; the largest long for what is longer
   */
  public static long nanos(Object span, String where) {
    Tuple tuple = span(span, where);
    BigDecimal unit = unit(tuple, where);
    Object amount = amount(tuple, where);
    if (amount instanceof Double d && d == Double.POSITIVE_INFINITY) {
      return Long.MAX_VALUE;
    }
    BigDecimal exact = exact(amount, where);
    if (exact.signum() < 0) {
      throw Failure.badarg(where, "the time " + Text.source(span) + " is negative");
    }
    BigInteger nanos = exact.multiply(unit).setScale(0, RoundingMode.CEILING).toBigInteger();
    return nanos.bitLength() > 63 ? Long.MAX_VALUE : nanos.longValue();
  }

  /**
   * The length of a span, which may be negative here, in another unit.
   *
   * @param span {@code (unit, amount)}
   * @param nanos the length of the other unit in nanoseconds
   * @param where the function's name for errors
   * @return how many there are of the other unit, what is left cut off
   */
  public static BigInteger in(long nanos, Object span, String where) {
    Tuple tuple = span(span, where);
    BigDecimal unit = unit(tuple, where);
    return exact(amount(tuple, where), where)
        .multiply(unit)
        .divideToIntegralValue(BigDecimal.valueOf(nanos))
        .toBigInteger();
  }

  private static Tuple span(Object span, String where) {
    if (span instanceof Tuple tuple && tuple.length() == 2) {
      if (tuple.get(1) instanceof Symbol unit && !(tuple.get(0) instanceof Symbol)) {
        String meant = Text.source(Tuple.of(unit, tuple.get(0)));
        throw Failure.type(where, SPAN, span, "the unit stands first: " + meant);
      }
      return tuple;
    }
    throw Failure.type(where, SPAN, span);
  }

  private static BigDecimal unit(Tuple span, String where) {
    Symbol unit = Arguments.symbol(span.get(0), where);
    String name = unit.name();
    @Nullable Long size =
        NANOS.get(name.endsWith("s") ? name.substring(0, name.length() - 1) : name);
    if (size == null) {
      throw Failure.badarg(
          where,
          Text.source(unit)
              + " is no unit of time; there are :nanos, :micros, :millis, :seconds, :minutes,"
              + " :hours, :days and :weeks");
    }
    return BigDecimal.valueOf(size);
  }

  private static Object amount(Tuple span, String where) {
    return Arguments.number(span.get(1), where);
  }

  private static BigDecimal exact(Object amount, String where) {
    return switch (amount) {
      case Double d when d.isNaN() || d.isInfinite() ->
          throw Failure.badarg(where, d + " is no length of time");
      case Double d -> new BigDecimal(d);
      case BigInteger b -> new BigDecimal(b);
      case Byte b -> new BigDecimal(b & 0xff);
      default -> new BigDecimal((Long) amount);
    };
  }
}
