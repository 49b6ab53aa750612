package yona.library.number;

import java.math.BigInteger;
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

  public static Object abs(Object n, String where) {
    return switch (Arguments.number(n, where)) {
      case Double d -> Math.abs(d);
      case BigInteger b -> b.abs();
      case Byte b -> (long) (b & 0xff);
      case Object number -> {
        long value = (Long) number;
        if (value == Long.MIN_VALUE) {
          throw Failure.overflow(where);
        }
        yield Math.abs(value);
      }
    };
  }

  public static Object sign(Object n, String where) {
    Object number = Arguments.number(n, where);
    if (isNaN(number)) {
      throw Failure.badarg(where, "NaN has no sign");
    }
    return (long) TotalOrder.compare(number, 0L);
  }

  private static boolean isNaN(Object number) {
    return number instanceof Double d && d.isNaN();
  }

  public static Object min(Object a, Object b, String where) {
    return extreme(Arguments.number(a, where), Arguments.number(b, where), -1);
  }

  public static Object max(Object a, Object b, String where) {
    return extreme(Arguments.number(a, where), Arguments.number(b, where), 1);
  }

  /** The lesser (-1) or greater (1) of two numbers, the first of equal ones; NaN if one is NaN. */
  public static Object extreme(Object a, Object b, int sign) {
    if (isNaN(a) || isNaN(b)) {
      return Double.NaN;
    }
    return TotalOrder.compare(b, a) * sign > 0 ? b : a;
  }

  public static Object clamp(Object low, Object high, Object n, String where) {
    Object least = Arguments.number(low, where);
    Object greatest = Arguments.number(high, where);
    Object number = Arguments.number(n, where);
    if (isNaN(least) || isNaN(greatest) || TotalOrder.compare(least, greatest) > 0) {
      throw Failure.badarg(
          where,
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

  public static Object mean(Object seq, String where) {
    Seq numbers = SeqFunctions.nonEmpty(seq, where);
    Numbers each = new Numbers(numbers, where);
    Total total = new Total();
    while (each.hasNext()) {
      total.add(each.next());
    }
    return total.mean(numbers.length());
  }

  public static Object floor(Object n, String where) {
    return rounded(n, Math::floor, where);
  }

  public static Object ceil(Object n, String where) {
    return rounded(n, Math::ceil, where);
  }

  public static Object trunc(Object n, String where) {
    return rounded(n, MathFunctions::truncated, where);
  }

  public static Object round(Object n, String where) {
    return rounded(
        n,
        d -> {
          double whole = truncated(d);
          return Math.abs(d - whole) >= 0.5 ? whole + Math.signum(d) : whole;
        },
        where);
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

  public static Object roundTo(Object digits, Object n, String where) {
    return Double.valueOf(NumberText.fixed(digits, n, where));
  }

  public static Object sqrt(Object n, String where) {
    return Math.sqrt(Arguments.decimal(n, where));
  }

  public static Object cbrt(Object n, String where) {
    return Math.cbrt(Arguments.decimal(n, where));
  }

  public static Object exp(Object n, String where) {
    return Math.exp(Arguments.decimal(n, where));
  }

  public static Object ln(Object n, String where) {
    return Math.log(Arguments.decimal(n, where));
  }

  public static Object log2(Object n, String where) {
    return log2(Arguments.decimal(n, where));
  }

  /** Exact for powers of two, which a quotient of logarithms is not. */
  private static double log2(double d) {
    int exponent = Math.getExponent(d);
    return d > 0 && exponent <= Double.MAX_EXPONENT && d == Math.scalb(1.0, exponent)
        ? exponent
        : Math.log(d) / Math.log(2);
  }

  public static Object log10(Object n, String where) {
    return Math.log10(Arguments.decimal(n, where));
  }

  public static Object log(Object base, Object n, String where) {
    double b = Arguments.decimal(base, where);
    double d = Arguments.decimal(n, where);
    if (b == 2) {
      return log2(d);
    }
    return b == 10 ? Math.log10(d) : Math.log(d) / Math.log(b);
  }

  public static Object sin(Object n, String where) {
    return Math.sin(Arguments.decimal(n, where));
  }

  public static Object cos(Object n, String where) {
    return Math.cos(Arguments.decimal(n, where));
  }

  public static Object tan(Object n, String where) {
    return Math.tan(Arguments.decimal(n, where));
  }

  public static Object asin(Object n, String where) {
    return Math.asin(Arguments.decimal(n, where));
  }

  public static Object acos(Object n, String where) {
    return Math.acos(Arguments.decimal(n, where));
  }

  public static Object atan(Object n, String where) {
    return Math.atan(Arguments.decimal(n, where));
  }

  public static Object sinh(Object n, String where) {
    return Math.sinh(Arguments.decimal(n, where));
  }

  public static Object cosh(Object n, String where) {
    return Math.cosh(Arguments.decimal(n, where));
  }

  public static Object tanh(Object n, String where) {
    return Math.tanh(Arguments.decimal(n, where));
  }

  public static Object atan2(Object y, Object x, String where) {
    return Math.atan2(Arguments.decimal(y, where), Arguments.decimal(x, where));
  }

  public static Object hypot(Object a, Object b, String where) {
    return Math.hypot(Arguments.decimal(a, where), Arguments.decimal(b, where));
  }

  public static Object toDegrees(Object n, String where) {
    return Math.toDegrees(Arguments.decimal(n, where));
  }

  public static Object toRadians(Object n, String where) {
    return Math.toRadians(Arguments.decimal(n, where));
  }

  public static Object isNan(Object n, String where) {
    return isNaN(Arguments.number(n, where));
  }

  public static Object isInfinite(Object n, String where) {
    return Arguments.number(n, where) instanceof Double d && d.isInfinite();
  }

  public static Object isFinite(Object n, String where) {
    return !(Arguments.number(n, where) instanceof Double d) || Double.isFinite(d);
  }
}
