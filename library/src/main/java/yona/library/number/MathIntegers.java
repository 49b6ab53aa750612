package yona.library.number;

import java.math.BigInteger;
import yona.data.Tuple;
import yona.language.runtime.Operators;
import yona.library.argument.Failure;

/**
 * The Java half of module Math: integers. A Byte counts as an Int; where one argument is Big, so is
 * the result.
 */
public final class MathIntegers {
  private MathIntegers() {}

  /** An Int as Long, a Big as BigInteger. */
  private static Object integer(Object value, String where) {
    return switch (value) {
      case Long n -> n;
      case Byte b -> (long) (b & 0xff);
      case BigInteger b -> b;
      default -> throw Failure.type(where, "an integer", value);
    };
  }

  private static long int64(Object value, String where) {
    if (integer(value, where) instanceof Long n) {
      return n;
    }
    throw Failure.type(where, "an Int", value);
  }

  private static BigInteger big(Object integer) {
    return integer instanceof BigInteger b ? b : BigInteger.valueOf((Long) integer);
  }

  /** A divisor that is not 0. */
  private static Object divisor(Object value, String where) {
    Object integer = integer(value, where);
    if (big(integer).signum() == 0) {
      throw Failure.zero(where);
    }
    return integer;
  }

  public static Object isqrt(Object n, String where) {
    Object integer = integer(n, where);
    BigInteger big = big(integer);
    if (big.signum() < 0) {
      throw Failure.badarg(where, "the number " + big + " is negative");
    }
    BigInteger root = big.sqrt();
    return integer instanceof Long ? (Object) root.longValue() : root;
  }

  public static Object floorDiv(Object a, Object b, String where) {
    Object x = integer(a, where);
    Object y = divisor(b, where);
    if (x instanceof Long m && y instanceof Long n) {
      if (m == Long.MIN_VALUE && n == -1) {
        throw Failure.overflow(where);
      }
      return Math.floorDiv(m, n);
    }
    return floorDivRem(big(x), big(y))[0];
  }

  public static Object floorMod(Object a, Object b, String where) {
    Object x = integer(a, where);
    Object y = divisor(b, where);
    if (x instanceof Long m && y instanceof Long n) {
      return Math.floorMod(m, n);
    }
    return floorDivRem(big(x), big(y))[1];
  }

  private static BigInteger[] floorDivRem(BigInteger a, BigInteger b) {
    BigInteger[] result = a.divideAndRemainder(b);
    if (result[1].signum() * b.signum() < 0) {
      result[0] = result[0].subtract(BigInteger.ONE);
      result[1] = result[1].add(b);
    }
    return result;
  }

  public static Object divRem(Object a, Object b, String where) {
    Object x = integer(a, where);
    Object y = divisor(b, where);
    if (x instanceof Long m && y instanceof Long n) {
      if (m == Long.MIN_VALUE && n == -1) {
        throw Failure.overflow(where);
      }
      return Tuple.of(m / n, m % n);
    }
    BigInteger[] result = big(x).divideAndRemainder(big(y));
    return Tuple.of(result[0], result[1]);
  }

  public static Object gcd(Object a, Object b, String where) {
    Object x = integer(a, where);
    Object y = integer(b, where);
    return sized(big(x).gcd(big(y)), x, y, where);
  }

  public static Object lcm(Object a, Object b, String where) {
    Object x = integer(a, where);
    Object y = integer(b, where);
    BigInteger m = big(x);
    BigInteger n = big(y);
    BigInteger result =
        m.signum() == 0 || n.signum() == 0
            ? BigInteger.ZERO
            : Operators.product(m.divide(m.gcd(n)), n).abs();
    return sized(result, x, y, where);
  }

  /** A result as Int if both arguments were Ints. */
  private static Object sized(BigInteger result, Object a, Object b, String where) {
    if (!(a instanceof Long && b instanceof Long)) {
      return result;
    }
    if (result.bitLength() > 63) {
      throw Failure.overflow(where);
    }
    return result.longValue();
  }

  public static Object powMod(Object base, Object exponent, Object modulus, String where) {
    Object b = integer(base, where);
    Object e = integer(exponent, where);
    Object m = divisor(modulus, where);
    if (big(e).signum() < 0 || big(m).signum() < 0) {
      throw Failure.badarg(where, "the exponent and the modulus must not be negative");
    }
    BigInteger result = big(b).modPow(big(e), big(m));
    boolean ints = b instanceof Long && e instanceof Long && m instanceof Long;
    return ints ? (Object) result.longValue() : result;
  }

  public static Object isEven(Object n, String where) {
    return !odd(integer(n, where));
  }

  public static Object isOdd(Object n, String where) {
    return odd(integer(n, where));
  }

  private static boolean odd(Object integer) {
    return integer instanceof Long n ? (n & 1) == 1 : ((BigInteger) integer).testBit(0);
  }

  public static Object wrappingAdd(Object a, Object b, String where) {
    return int64(a, where) + int64(b, where);
  }

  public static Object wrappingSub(Object a, Object b, String where) {
    return int64(a, where) - int64(b, where);
  }

  public static Object wrappingMul(Object a, Object b, String where) {
    return int64(a, where) * int64(b, where);
  }

  /** The ones among the bits; of a Big, which has no width, only if it is not negative. */
  public static Object bitCount(Object n, String where) {
    Object integer = integer(n, where);
    if (integer instanceof Long i) {
      return (long) Long.bitCount(i);
    }
    BigInteger big = (BigInteger) integer;
    if (big.signum() < 0) {
      throw Failure.badarg(where, "a negative Big has ones without end");
    }
    return BigInteger.valueOf(big.bitCount());
  }

  public static Object leadingZeros(Object n, String where) {
    return (long) Long.numberOfLeadingZeros(int64(n, where));
  }

  public static Object trailingZeros(Object n, String where) {
    Object integer = integer(n, where);
    if (integer instanceof Long i) {
      return (long) Long.numberOfTrailingZeros(i);
    }
    BigInteger big = (BigInteger) integer;
    if (big.signum() == 0) {
      throw Failure.badarg(where, "the Big 0 has zeros without end");
    }
    return BigInteger.valueOf(big.getLowestSetBit());
  }
}
