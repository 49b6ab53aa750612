package yona.library.text;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import org.jspecify.annotations.Nullable;
import yona.data.Seq;
import yona.language.runtime.Invocation;
import yona.library.argument.Arguments;
import yona.library.argument.Failure;

/**
 * Numbers in text, read by hand where the JDK takes more than the language: {@code int}, {@code
 * float}, {@code big} and their like take white space around the number, one sign, and {@code _}
 * between two digits, and nothing else.
 */
public final class NumberText {
  /** A number of so many digits is one of 64 bits. */
  private static final int FEW = 18;

  private NumberText() {}

  /**
   * An integer.
   *
   * @param text the text
   * @param base 2 to 36; letters of either case
   * @return the number; null if the text is none
   */
  public static @Nullable BigInteger integer(String text, int base) {
    String digits = plainDigits(trimmed(text), base);
    if (digits == null) {
      return null;
    }
    Invocation.requireBits(
        (long) digits.length() * (Integer.SIZE - Integer.numberOfLeadingZeros(base - 1)));
    return new BigInteger(digits, base);
  }

  /**
   * A decimal integer of 64 bits.
   *
   * @param text a string
   * @return the number; null if the text is none or the number too large
   */
  public static @Nullable Long integer64(Seq text) {
    long few = fewDigits(text);
    return few >= 0 ? (Long) few : integer64(text.asString(), 10);
  }

  /** The number of few digits and nothing else, as most numbers are written; -1 for other texts. */
  private static long fewDigits(Seq text) {
    int length = (int) Math.min(text.length(), FEW + 1);
    byte[] digits = new byte[FEW];
    if (length == 0 || length > FEW || !text.copyLatin1(digits, 0)) {
      return -1;
    }
    long number = 0;
    for (int i = 0; i < length; i++) {
      int digit = digits[i] - '0';
      if (digit < 0 || digit > 9) {
        return -1;
      }
      number = 10 * number + digit;
    }
    return number;
  }

  /** An integer of 64 bits; null if the text is none or the number too large. */
  public static @Nullable Long integer64(String text, int base) {
    String digits = plainDigits(trimmed(text), base);
    if (digits == null) {
      return null;
    }
    try {
      return Long.valueOf(digits, base);
    } catch (NumberFormatException e) {
      return null;
    }
  }

  /** Sign and ASCII digits without {@code _}; null if the text is anything else. */
  private static @Nullable String plainDigits(String text, int base) {
    int start = signed(text) ? 1 : 0;
    return isDigits(text, start, text.length(), base) ? withoutUnderscores(text) : null;
  }

  private static boolean signed(String text) {
    return !text.isEmpty() && (text.charAt(0) == '-' || text.charAt(0) == '+');
  }

  private static String withoutUnderscores(String text) {
    return text.indexOf('_') < 0 ? text : text.replace("_", "");
  }

  /** One digit or more, {@code _} only between two of them. */
  private static boolean isDigits(String text, int from, int to, int base) {
    if (from >= to || text.charAt(from) == '_' || text.charAt(to - 1) == '_') {
      return false;
    }
    for (int i = from; i < to; i++) {
      char c = text.charAt(i);
      boolean underscore = c == '_' && text.charAt(i - 1) != '_';
      if (!underscore && (c >= 0x80 || Character.digit(c, base) < 0)) {
        return false;
      }
    }
    return true;
  }

  /**
   * A decimal number: a sign, digits with a point before, between or after them, an exponent; or
   * {@code NaN}, {@code Infinity}.
   *
   * @param text the text
   * @return the nearest Float; null if the text is none
   */
  public static @Nullable Double decimal(String text) {
    String number = trimmed(text);
    int start = signed(number) ? 1 : 0;
    String unsigned = number.substring(start);
    if (unsigned.equals("NaN") || unsigned.equals("Infinity")) {
      return Double.valueOf(number);
    }
    int exponent = Math.max(unsigned.indexOf('e'), unsigned.indexOf('E'));
    String mantissa = exponent < 0 ? unsigned : unsigned.substring(0, exponent);
    if (exponent >= 0) {
      String power = unsigned.substring(exponent + 1);
      if (!isDigits(power, signed(power) ? 1 : 0, power.length(), 10)) {
        return null;
      }
    }
    int point = mantissa.indexOf('.');
    int whole = point < 0 ? mantissa.length() : point;
    boolean valid =
        point < 0
            ? isDigits(mantissa, 0, whole, 10)
            : mantissa.length() > 1
                && (whole == 0 || isDigits(mantissa, 0, whole, 10))
                && (point + 1 == mantissa.length()
                    || isDigits(mantissa, point + 1, mantissa.length(), 10));
    return valid ? Double.valueOf(withoutUnderscores(number)) : null;
  }

  private static String trimmed(String text) {
    return TextFunctions.trimmed(text, true, true);
  }

  /** The most decimals that a text of a number may be asked to have. */
  private static final int MOST_DECIMALS = 100_000;

  /**
   * A number with a fixed number of decimals: its shortest decimal text, rounded half away from
   * zero.
   *
   * @param digits how many decimals
   * @param number any number
   * @param where the function's name for errors
   * @return the text; {@code NaN} and {@code Infinity} as they are
   */
  public static String fixed(Object digits, Object number, String where) {
    long decimals = Arguments.count(digits, where);
    if (decimals > MOST_DECIMALS) {
      throw Failure.badarg(where, decimals + " decimals are more than " + MOST_DECIMALS);
    }
    Object n = Arguments.number(number, where);
    if (n instanceof Double d && (d.isNaN() || d.isInfinite())) {
      return d.toString();
    }
    BigDecimal exact =
        switch (n) {
          case Double d -> new BigDecimal(d.toString());
          case BigInteger b -> new BigDecimal(b);
          case Byte b -> new BigDecimal(b & 0xff);
          default -> new BigDecimal((Long) n);
        };
    return exact.setScale((int) decimals, RoundingMode.HALF_UP).toPlainString();
  }
}
