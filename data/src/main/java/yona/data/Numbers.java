package yona.data;

import java.math.BigDecimal;
import java.math.BigInteger;

/**
 * Equality, order and hashes of numbers by their mathematical value, exact for every mixture of
 * kinds.
 */
final class Numbers {
  private static final double TWO_63 = 0x1p63;

  private Numbers() {}

  static boolean isNumber(Object value) {
    return value instanceof Long
        || value instanceof Double
        || value instanceof Byte
        || value instanceof BigInteger;
  }

  /**
   * Compares two numbers; NaN is equal to itself and greater than every other number.
   *
   * @param a a number of any kind
   * @param b a number of any kind
   * @return -1, 0 or 1
   */
  static int compare(Object a, Object b) {
    if (a instanceof Long x) {
      return compareLong(x, b);
    }
    if (a instanceof Byte x) {
      return compareLong(x & 0xff, b);
    }
    if (b instanceof Long y) {
      return -compareLong(y, a);
    }
    if (b instanceof Byte y) {
      return -compareLong(y & 0xff, a);
    }
    if (a instanceof BigInteger x) {
      return b instanceof BigInteger y ? x.compareTo(y) : compareBigDouble(x, (Double) b);
    }
    return b instanceof BigInteger y
        ? -compareBigDouble(y, (Double) a)
        : compareDoubles((Double) a, (Double) b);
  }

  private static int compareLong(long a, Object b) {
    return switch (b) {
      case Long y -> Long.compare(a, y);
      case Byte y -> Long.compare(a, y & 0xff);
      case Double y -> compareLongDouble(a, y);
      default -> -compareBig((BigInteger) b, a);
    };
  }

  private static int compareBig(BigInteger a, long b) {
    return a.bitLength() < 64 ? Long.compare(a.longValue(), b) : a.signum();
  }

  private static int compareDoubles(double a, double b) {
    return a < b ? -1 : a > b ? 1 : a == b ? 0 : Boolean.compare(Double.isNaN(a), Double.isNaN(b));
  }

  /** A long against a double: by the integral part where that is a long, then by the fraction. */
  private static int compareLongDouble(long a, double b) {
    if (Double.isNaN(b) || b >= TWO_63) {
      return -1;
    }
    if (b < -TWO_63) {
      return 1;
    }
    long whole = (long) b;
    return a != whole ? Long.compare(a, whole) : compareDoubles((double) whole, b);
  }

  private static int compareBigDouble(BigInteger a, double b) {
    if (Double.isNaN(b) || b == Double.POSITIVE_INFINITY) {
      return -1;
    }
    if (b == Double.NEGATIVE_INFINITY) {
      return 1;
    }
    return new BigDecimal(a).compareTo(new BigDecimal(b));
  }

  static int hash(long value) {
    return (int) value + (int) (value >>> 32) * 0x9e3779b1;
  }

  static int hash(double value) {
    long whole = (long) value;
    return whole == value ? hash(whole) : Equality.mix(Double.hashCode(value));
  }

  /** Agrees with the hash of a long or a double wherever one has exactly this value. */
  static int hash(BigInteger value) {
    int bits = value.bitLength();
    if (bits < 64) {
      return hash(value.longValue());
    }
    return bits <= 1024 && bits - value.getLowestSetBit() <= 53
        ? hash(value.doubleValue())
        : Equality.mix(value.hashCode());
  }
}
