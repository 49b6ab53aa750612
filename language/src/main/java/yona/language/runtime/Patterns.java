package yona.language.runtime;

import java.math.BigInteger;
import org.jspecify.annotations.Nullable;
import yona.data.Char;
import yona.data.Dict;
import yona.data.Equality;
import yona.data.Seq;
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

  /** Whether a Seq begins with another. */
  public static boolean startsWith(Object seq, Object prefix) {
    return ((Seq) seq).startsWith((Seq) prefix);
  }

  /** Whether a Seq ends with another. */
  public static boolean endsWith(Object seq, Object suffix) {
    return ((Seq) seq).endsWith((Seq) suffix);
  }

  /** What a Seq has behind a prefix, null if it does not begin with that. */
  public static @Nullable Seq afterPrefix(Object seq, Object prefix) {
    Seq whole = (Seq) seq;
    Seq part = (Seq) prefix;
    return whole.startsWith(part) ? whole.drop(part.length()) : null;
  }

  /** What a Seq has before a suffix, null if it does not end with that. */
  public static @Nullable Seq beforeSuffix(Object seq, Object suffix) {
    Seq whole = (Seq) seq;
    Seq part = (Seq) suffix;
    return whole.endsWith(part) ? whole.take(whole.length() - part.length()) : null;
  }

  /** The value of a key, null if it is absent. */
  public static @Nullable Object entry(Object dict, Object key) {
    return ((Dict) dict).get(key);
  }
}
