package yona.language.runtime;

import java.math.BigInteger;
import org.jspecify.annotations.Nullable;
import yona.data.Char;
import yona.data.Dict;
import yona.data.Equality;
import yona.data.Symbol;

/** Tests that compiled patterns make. */
public final class Patterns {
  private Patterns() {}

  /** Whether the value is a number equal to the Int. */
  public static boolean isLong(Object value, long number) {
    return value instanceof Long n ? n == number : isOtherNumber(value, number);
  }

  private static boolean isOtherNumber(Object value, long number) {
    return (value instanceof Double || value instanceof Byte || value instanceof BigInteger)
        && Equality.equal(value, number);
  }

  /** Whether the value is the character. */
  public static boolean isChar(Object value, int codePoint) {
    return value instanceof Char c && c.codePoint() == codePoint;
  }

  /** The Int that the value is equal to, or {@code otherwise}. */
  public static long longOr(Object value, long otherwise) {
    if (value instanceof Long n) {
      return n;
    }
    if (value instanceof Byte b) {
      return b & 0xff;
    }
    long candidate =
        switch (value) {
          case Double d -> (long) d.doubleValue();
          case BigInteger n -> n.longValue();
          default -> otherwise;
        };
    return Equality.equal(value, candidate) ? candidate : otherwise;
  }

  /** The code point of a character, -1 for other values. */
  public static int codePoint(Object value) {
    return value instanceof Char c ? c.codePoint() : -1;
  }

  /** A number that the same symbol always has, 0 for other values. */
  public static int symbolHash(Object value) {
    return value instanceof Symbol symbol ? symbol.name().hashCode() : 0;
  }

  /** The value of a key, null if it is absent. */
  public static @Nullable Object entry(Object dict, Object key) {
    return ((Dict) dict).get(key);
  }
}
