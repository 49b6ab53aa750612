package yona.library.number;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.util.function.DoubleUnaryOperator;
import yona.data.Seq;
import yona.data.TotalOrder;
import yona.library.argument.Arguments;
import yona.library.argument.Failure;
import yona.library.collection.SeqFunctions;
import yona.library.text.NumberText;

/** The Java half of module Math: constants, Floats, rounding and comparison. */
public final class MathFunctions {
  private MathFunctions() {}

  public static Object pi() {
    return Math.PI;
  }

  public static Object e() {
    return Math.E;
  }

  public static Object infinity() {
    return Double.POSITIVE_INFINITY;
  }

  public static Object nan() {
    return Double.NaN;
  }

  public static Object maxInt() {
    return Long.MAX_VALUE;
  }

  public static Object minInt() {
    return Long.MIN_VALUE;
  }

  public static Object abs(Object n) {
    return switch (Arguments.number(n, "Math::abs")) {
      case Double d -> Math.abs(d);
      case BigInteger b -> b.abs();
      case Byte b -> (long) (b & 0xff);
      case Object number -> {
        long value = (Long) number;
        if (value == Long.MIN_VALUE) {
          throw Failure.overflow("Math::abs");
        }
        yield Math.abs(value);
      }
    };
  }

  public static Object sign(Object n) {
    Object number = Arguments.number(n, "Math::sign");
    if (isNaN(number)) {
      throw Failure.badarg("Math::sign", "NaN has no sign");
    }
    return (long) TotalOrder.compare(number, 0L);
  }

  private static boolean isNaN(Object number) {
    return number instanceof Double d && d.isNaN();
  }

  public static Object min(Object a, Object b) {
    return extreme(Arguments.number(a, "Math::min"), Arguments.number(b, "Math::min"), -1);
  }

  public static Object max(Object a, Object b) {
    return extreme(Arguments.number(a, "Math::max"), Arguments.number(b, "Math::max"), 1);
  }

  private static Object extreme(Object a, Object b, int sign) {
    if (isNaN(a) || isNaN(b)) {
      return Double.NaN;
    }
    return TotalOrder.compare(b, a) * sign > 0 ? b : a;
  }

  public static Object clamp(Object low, Object high, Object n) {
    Object least = Arguments.number(low, "Math::clamp");
    Object greatest = Arguments.number(high, "Math::clamp");
    Object number = Arguments.number(n, "Math::clamp");
    if (isNaN(least) || isNaN(greatest) || TotalOrder.compare(least, greatest) > 0) {
      throw Failure.badarg(
          "Math::clamp",
          "the bounds " + Failure.shown(low) + " and " + Failure.shown(high) + " hold nothing");
    }
    if (isNaN(number)) {
      return number;
    }
    if (TotalOrder.compare(number, least) < 0) {
      return least;
    }
    return TotalOrder.compare(number, greatest) > 0 ? greatest : number;
  }

  /** Integers are added exactly; Floats with the rounding errors kept aside (Neumaier 1974). */
  public static Object mean(Object seq) {
    Seq numbers = SeqFunctions.nonEmpty(seq, "Math::mean");
    BigInteger whole = BigInteger.ZERO;
    double sum = 0;
    double lost = 0;
    boolean floats = false;
    long few = 0;
    for (Object element : numbers) {
      switch (Arguments.number(element, "Math::mean")) {
        case Long n -> {
          if (((few + n) ^ few) < 0 && ((few + n) ^ n) < 0) {
            whole = whole.add(BigInteger.valueOf(few));
            few = 0;
          }
          few += n;
        }
        case Byte b -> whole = whole.add(BigInteger.valueOf(b & 0xff));
        case BigInteger b -> whole = whole.add(b);
        case Object number -> {
          floats = true;
          double d = (Double) number;
          double next = sum + d;
          lost += Math.abs(sum) >= Math.abs(d) ? (sum - next) + d : (d - next) + sum;
          sum = next;
        }
      }
    }
    whole = whole.add(BigInteger.valueOf(few));
    long count = numbers.length();
    if (!floats || Double.isFinite(sum + lost)) {
      BigDecimal total = new BigDecimal(whole);
      if (floats) {
        total = total.add(new BigDecimal(sum)).add(new BigDecimal(lost));
      }
      return total.divide(new BigDecimal(count), MathContext.DECIMAL128).doubleValue();
    }
    return sum / count;
  }

  public static Object floor(Object n) {
    return rounded(n, Math::floor, "Math::floor");
  }

  public static Object ceil(Object n) {
    return rounded(n, Math::ceil, "Math::ceil");
  }

  public static Object trunc(Object n) {
    return rounded(n, MathFunctions::truncated, "Math::trunc");
  }

  public static Object round(Object n) {
    return rounded(
        n,
        d -> {
          double whole = truncated(d);
          return Math.abs(d - whole) >= 0.5 ? whole + Math.signum(d) : whole;
        },
        "Math::round");
  }

  private static double truncated(double d) {
    return d < 0 ? Math.ceil(d) : Math.floor(d);
  }

  private static Object rounded(Object n, DoubleUnaryOperator rounding, String where) {
    return switch (Arguments.number(n, where)) {
      case Double d -> toInt(rounding.applyAsDouble(d), where);
      case Byte b -> (long) (b & 0xff);
      case Object integer -> integer;
    };
  }

  /** An integral Float as an Int; {@code :overflow} for what is none. */
  static long toInt(double d, String where) {
    if (!(d >= -0x1p63 && d < 0x1p63)) {
      throw Failure.of(Failure.OVERFLOW, where + ": " + d + " does not fit in 64 bits");
    }
    return (long) d;
  }

  public static Object roundTo(Object digits, Object n) {
    return Double.valueOf(NumberText.fixed(digits, n, "Math::round_to"));
  }

  public static Object sqrt(Object n) {
    return Math.sqrt(Arguments.decimal(n, "Math::sqrt"));
  }

  public static Object cbrt(Object n) {
    return Math.cbrt(Arguments.decimal(n, "Math::cbrt"));
  }

  public static Object exp(Object n) {
    return Math.exp(Arguments.decimal(n, "Math::exp"));
  }

  public static Object ln(Object n) {
    return Math.log(Arguments.decimal(n, "Math::ln"));
  }

  public static Object log2(Object n) {
    return log2(Arguments.decimal(n, "Math::log2"));
  }

  /** Exact for powers of two, which a quotient of logarithms is not. */
  private static double log2(double d) {
    int exponent = Math.getExponent(d);
    return d > 0 && exponent <= Double.MAX_EXPONENT && d == Math.scalb(1.0, exponent)
        ? exponent
        : Math.log(d) / Math.log(2);
  }

  public static Object log10(Object n) {
    return Math.log10(Arguments.decimal(n, "Math::log10"));
  }

  public static Object log(Object base, Object n) {
    double b = Arguments.decimal(base, "Math::log");
    double d = Arguments.decimal(n, "Math::log");
    if (b == 2) {
      return log2(d);
    }
    return b == 10 ? Math.log10(d) : Math.log(d) / Math.log(b);
  }

  public static Object sin(Object n) {
    return Math.sin(Arguments.decimal(n, "Math::sin"));
  }

  public static Object cos(Object n) {
    return Math.cos(Arguments.decimal(n, "Math::cos"));
  }

  public static Object tan(Object n) {
    return Math.tan(Arguments.decimal(n, "Math::tan"));
  }

  public static Object asin(Object n) {
    return Math.asin(Arguments.decimal(n, "Math::asin"));
  }

  public static Object acos(Object n) {
    return Math.acos(Arguments.decimal(n, "Math::acos"));
  }

  public static Object atan(Object n) {
    return Math.atan(Arguments.decimal(n, "Math::atan"));
  }

  public static Object sinh(Object n) {
    return Math.sinh(Arguments.decimal(n, "Math::sinh"));
  }

  public static Object cosh(Object n) {
    return Math.cosh(Arguments.decimal(n, "Math::cosh"));
  }

  public static Object tanh(Object n) {
    return Math.tanh(Arguments.decimal(n, "Math::tanh"));
  }

  public static Object atan2(Object y, Object x) {
    return Math.atan2(Arguments.decimal(y, "Math::atan2"), Arguments.decimal(x, "Math::atan2"));
  }

  public static Object hypot(Object a, Object b) {
    return Math.hypot(Arguments.decimal(a, "Math::hypot"), Arguments.decimal(b, "Math::hypot"));
  }

  public static Object toDegrees(Object n) {
    return Math.toDegrees(Arguments.decimal(n, "Math::to_degrees"));
  }

  public static Object toRadians(Object n) {
    return Math.toRadians(Arguments.decimal(n, "Math::to_radians"));
  }

  public static Object isNan(Object n) {
    return isNaN(Arguments.number(n, "Math::is_nan"));
  }

  public static Object isInfinite(Object n) {
    return Arguments.number(n, "Math::is_infinite") instanceof Double d && d.isInfinite();
  }

  public static Object isFinite(Object n) {
    return !(Arguments.number(n, "Math::is_finite") instanceof Double d) || Double.isFinite(d);
  }
}
