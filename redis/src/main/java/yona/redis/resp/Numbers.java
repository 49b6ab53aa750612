package yona.redis.resp;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.math.BigInteger;

/** Numbers as RESP writes them, read where they are. Each throws if there is anything else. */
final class Numbers {
  /** How many digits fit into a {@code long} whatever they are. */
  private static final int SAFE_DIGITS = 18;

  /** The powers of ten that a {@code double} has exactly. */
  private static final double[] TENS = {
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16,
    1e17, 1e18, 1e19, 1e20, 1e21, 1e22
  };

  private Numbers() {}

  /** {@code [+-]digits}, of 64 bits. */
  static long integer(byte[] in, int from, int to) {
    int at = from < to && (in[from] == '-' || in[from] == '+') ? from + 1 : from;
    if (at == to) {
      throw new NumberFormatException();
    }
    // Below zero there is room for one more.
    long negative = 0;
    for (int i = at; i < to; i++) {
      int digit = digit(in[i]);
      if (i - at >= SAFE_DIGITS
          && (negative < Long.MIN_VALUE / 10 || 10 * negative < Long.MIN_VALUE + digit)) {
        throw new NumberFormatException();
      }
      negative = 10 * negative - digit;
    }
    if (in[from] == '-') {
      return negative;
    }
    if (negative == Long.MIN_VALUE) {
      throw new NumberFormatException();
    }
    return -negative;
  }

  private static int digit(byte b) {
    int digit = b - '0';
    if (digit < 0 || digit > 9) {
      throw new NumberFormatException();
    }
    return digit;
  }

  /** {@code [+-]digits}, of any size. */
  static BigInteger big(byte[] in, int from, int to) {
    int at = from < to && (in[from] == '-' || in[from] == '+') ? from + 1 : from;
    if (at == to) {
      throw new NumberFormatException();
    }
    for (int i = at; i < to; i++) {
      digit(in[i]);
    }
    return new BigInteger(new String(in, from, to - from, ISO_8859_1));
  }

  /**
   * {@code [+-]digits[.digits][e[+-]digits]}, or {@code inf} or {@code nan} with or without a sign,
   * in any case. Servers before Redis 7.2 write not a number as their C library does, so perhaps
   * with something in parentheses behind it.
   */
  static double floating(byte[] in, int from, int to) {
    int at = from < to && (in[from] == '-' || in[from] == '+') ? from + 1 : from;
    boolean negative = at > from && in[from] == '-';
    int digits = digits(in, at, to);
    if (digits == at) {
      return special(in, at, to, negative);
    }
    int point = digits;
    int fraction = point;
    if (point < to && in[point] == '.') {
      fraction = digits(in, point + 1, to);
      if (fraction == point + 1) {
        throw new NumberFormatException();
      }
    }
    int count = fraction - at;
    if (fraction == to && count <= 16) {
      // So short that both the digits and the power of ten are exact, and so is what is divided.
      long mantissa = 0;
      for (int i = at; i < to; i++) {
        if (i != point) {
          mantissa = 10 * mantissa + (in[i] - '0');
        }
      }
      if (mantissa < 1L << 53) {
        double value = mantissa / TENS[Math.max(0, fraction - point - 1)];
        return negative ? -value : value;
      }
    }
    if (fraction < to) {
      exponent(in, fraction, to);
    }
    return Double.parseDouble(new String(in, from, to - from, ISO_8859_1));
  }

  private static int digits(byte[] in, int from, int to) {
    int at = from;
    while (at < to && in[at] >= '0' && in[at] <= '9') {
      at++;
    }
    return at;
  }

  private static void exponent(byte[] in, int from, int to) {
    int at = from + 1;
    if (at < to && (in[at] == '-' || in[at] == '+')) {
      at++;
    }
    if ((in[from] | 0x20) != 'e' || at == to || digits(in, at, to) != to) {
      throw new NumberFormatException();
    }
  }

  private static double special(byte[] in, int from, int to, boolean negative) {
    if (to - from == 3 && isWord("inf", in, from)) {
      return negative ? Double.NEGATIVE_INFINITY : Double.POSITIVE_INFINITY;
    }
    if (to - from >= 3
        && isWord("nan", in, from)
        && (to - from == 3 || (in[from + 3] == '(' && in[to - 1] == ')'))) {
      return Double.NaN;
    }
    throw new NumberFormatException();
  }

  private static boolean isWord(String word, byte[] in, int from) {
    for (int i = 0; i < word.length(); i++) {
      if ((in[from + i] | 0x20) != word.charAt(i)) {
        return false;
      }
    }
    return true;
  }
}
