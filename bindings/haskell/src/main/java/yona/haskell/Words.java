package yona.haskell;

import org.jspecify.annotations.Nullable;

/** Numbers and truth values as words of 64 bit. */
final class Words {
  private Words() {}

  /** The word of a value of a primitive type, in its box. */
  static long of(Object value) {
    if (value instanceof Long || value instanceof Integer) {
      return ((Number) value).longValue();
    }
    return switch (value) {
      case Boolean truth -> truth ? 1 : 0;
      case Character character -> character;
      case Float number -> Float.floatToRawIntBits(number) & 0xffff_ffffL;
      case Double number -> Double.doubleToRawLongBits(number);
      case Number number -> number.longValue();
      default -> throw new IllegalArgumentException(value.getClass().getName());
    };
  }

  /** The value of a primitive type, in its box; null of {@code void}. */
  static @Nullable Object value(long word, Class<?> primitive) {
    if (primitive == void.class) {
      return null;
    }
    if (primitive == long.class) {
      return word;
    }
    if (primitive == int.class) {
      return (int) word;
    }
    if (primitive == double.class) {
      return Double.longBitsToDouble(word);
    }
    if (primitive == boolean.class) {
      return word != 0;
    }
    if (primitive == byte.class) {
      return (byte) word;
    }
    if (primitive == short.class) {
      return (short) word;
    }
    if (primitive == char.class) {
      return (char) word;
    }
    return Float.intBitsToFloat((int) word);
  }
}
