package yona.data;

import java.util.Objects;

/**
 * The array that holds the elements of a leaf, by its kind: {@code long[]} for Ints, {@code byte[]}
 * for Booleans, Bytes and Chars up to U+00FF, {@code char[]} for Chars up to U+FFFF, {@code int[]}
 * for other Chars, {@code Object[]} for the rest. The kind is a number beside the array, since a
 * leaf has no room for an object more.
 */
final class LeafArray {
  static final int OBJECTS = 0;
  static final int LONGS = 1;
  static final int BOOLEANS = 2;
  static final int BYTES = 3;
  static final int LATIN = 4;
  static final int CHARS = 5;
  static final int POINTS = 6;

  /**
   * The greatest length of a leaf of each kind: about a kilobyte, but for objects, which cost more.
   */
  private static final int[] LIMITS = {32, 128, 1024, 1024, 1024, 512, 256};

  private LeafArray() {}

  /** How many elements a leaf of a kind has at most. */
  static int limit(int kind) {
    return LIMITS[kind];
  }

  /** An array of a kind. */
  static Object newArray(int kind, int length) {
    return switch (kind) {
      case OBJECTS -> new Object[length];
      case LONGS -> new long[length];
      case CHARS -> new char[length];
      case POINTS -> new int[length];
      default -> new byte[length];
    };
  }

  /** How many bytes an array takes: those of its elements behind 12 others, in words of 8. */
  static int sizeInMemory(int kind, int length) {
    int width =
        switch (kind) {
          case LONGS -> Long.BYTES;
          case OBJECTS, POINTS -> Integer.BYTES;
          case CHARS -> Character.BYTES;
          default -> 1;
        };
    return (12 + length * width + 7) & ~7;
  }

  /** The element of an array of a kind. */
  static Object at(int kind, Object array, int index) {
    return switch (kind) {
      case OBJECTS -> ((Object[]) array)[index];
      case LONGS -> ((long[]) array)[index];
      case BOOLEANS -> ((byte[]) array)[index] != 0;
      case BYTES -> ((byte[]) array)[index];
      case LATIN -> Char.of(((byte[]) array)[index] & 0xff);
      case CHARS -> Char.of(((char[]) array)[index]);
      default -> Char.of(((int[]) array)[index]);
    };
  }

  /** Whether the elements are Chars. */
  static boolean isText(int kind) {
    return kind >= LATIN;
  }

  /** The code point at an index of an array of text. */
  static int codePointAt(int kind, Object array, int index) {
    return switch (kind) {
      case LATIN -> ((byte[]) array)[index] & 0xff;
      case CHARS -> ((char[]) array)[index];
      default -> ((int[]) array)[index];
    };
  }

  /** The most compact kind that holds all these elements. */
  static int kindOf(Object[] elements, int from, int to) {
    if (from == to) {
      return OBJECTS;
    }
    return switch (elements[from]) {
      case Long _ -> allOf(Long.class, elements, from, to) ? LONGS : OBJECTS;
      case Boolean _ -> allOf(Boolean.class, elements, from, to) ? BOOLEANS : OBJECTS;
      case Byte _ -> allOf(Byte.class, elements, from, to) ? BYTES : OBJECTS;
      case Char _ -> textKindOf(elements, from, to);
      default -> OBJECTS;
    };
  }

  private static boolean allOf(Class<?> type, Object[] elements, int from, int to) {
    for (int i = from; i < to; i++) {
      if (elements[i].getClass() != type) {
        return false;
      }
    }
    return true;
  }

  /** The kind of these elements if they are Chars; else that of objects. */
  static int textKindOf(Object[] elements, int from, int to) {
    int bits = 0;
    for (int i = from; i < to; i++) {
      if (!(elements[i] instanceof Char c)) {
        return OBJECTS;
      }
      bits |= c.codePoint();
    }
    return textKind(bits);
  }

  /** The kind for Chars whose code points have these bits. */
  static int textKind(int bits) {
    return bits <= 0xff ? LATIN : bits <= 0xffff ? CHARS : POINTS;
  }

  /** Copies elements, which the kind must hold, into an array of that kind. */
  static void store(int kind, Object[] elements, int from, Object array, int at, int count) {
    switch (kind) {
      case OBJECTS -> System.arraycopy(elements, from, (Object[]) array, at, count);
      case LONGS -> {
        long[] longs = (long[]) array;
        for (int i = 0; i < count; i++) {
          longs[at + i] = (Long) elements[from + i];
        }
      }
      case BOOLEANS -> {
        byte[] bytes = (byte[]) array;
        for (int i = 0; i < count; i++) {
          bytes[at + i] = toByte((Boolean) elements[from + i]);
        }
      }
      case BYTES -> {
        byte[] bytes = (byte[]) array;
        for (int i = 0; i < count; i++) {
          bytes[at + i] = (Byte) elements[from + i];
        }
      }
      default -> {
        for (int i = 0; i < count; i++) {
          storeCodePoint(kind, array, at + i, ((Char) elements[from + i]).codePoint());
        }
      }
    }
  }

  private static byte toByte(Boolean value) {
    return (byte) (value ? 1 : 0);
  }

  /** Changes a Char of an array of text. */
  static void storeCodePoint(int kind, Object array, int at, int codePoint) {
    switch (kind) {
      case LATIN -> ((byte[]) array)[at] = (byte) codePoint;
      case CHARS -> ((char[]) array)[at] = (char) codePoint;
      default -> ((int[]) array)[at] = codePoint;
    }
  }

  /** Copies elements between arrays, the second of which holds all that the first can hold. */
  static void copy(
      int kind, Object array, int from, int toKind, Object toArray, int at, int count) {
    if (kind == toKind) {
      copySame(kind, array, from, toArray, at, count);
    } else if (toKind == OBJECTS) {
      Object[] objects = (Object[]) toArray;
      for (int i = 0; i < count; i++) {
        objects[at + i] = at(kind, array, from + i);
      }
    } else {
      for (int i = 0; i < count; i++) {
        storeCodePoint(toKind, toArray, at + i, codePointAt(kind, array, from + i));
      }
    }
  }

  /** Copies elements between arrays of a kind: where that is known, the copy is a few moves. */
  private static void copySame(
      int kind, Object array, int from, Object toArray, int at, int count) {
    switch (kind) {
      case OBJECTS -> System.arraycopy((Object[]) array, from, (Object[]) toArray, at, count);
      case LONGS -> System.arraycopy((long[]) array, from, (long[]) toArray, at, count);
      case CHARS -> System.arraycopy((char[]) array, from, (char[]) toArray, at, count);
      case POINTS -> System.arraycopy((int[]) array, from, (int[]) toArray, at, count);
      default -> System.arraycopy((byte[]) array, from, (byte[]) toArray, at, count);
    }
  }

  /** Takes elements into the hash of a Seq. */
  static int hash(int kind, Object array, int from, int to, int before, int levels) {
    int hash = before;
    switch (kind) {
      case OBJECTS -> {
        Object[] objects = (Object[]) array;
        for (int i = from; i < to; i++) {
          hash = Equality.step(hash, Equality.hashOfPart(objects[i], levels));
        }
      }
      case LONGS -> {
        long[] longs = (long[]) array;
        for (int i = from; i < to; i++) {
          hash = Equality.step(hash, Numbers.hash(longs[i]));
        }
      }
      case BOOLEANS -> {
        byte[] bytes = (byte[]) array;
        for (int i = from; i < to; i++) {
          hash = Equality.step(hash, Equality.hashOfBoolean(bytes[i] != 0));
        }
      }
      case BYTES -> {
        byte[] bytes = (byte[]) array;
        for (int i = from; i < to; i++) {
          hash = Equality.step(hash, bytes[i] & 0xff);
        }
      }
      case LATIN -> hash = hashOfLatin((byte[]) array, from, to, before);
      default -> {
        for (int i = from; i < to; i++) {
          int point = codePointAt(kind, array, i);
          hash = Equality.step(hash, Equality.hashOfCodePoint(point));
        }
      }
    }
    return hash;
  }

  private static int hashOfLatin(byte[] bytes, int from, int to, int before) {
    int hash = before;
    for (int i = from; i < to; i++) {
      hash = Equality.step(hash, Equality.hashOfCodePoint(bytes[i] & 0xff));
    }
    return hash;
  }

  /** Changes an element. */
  static void put(int kind, Object array, int index, Object element) {
    switch (kind) {
      case OBJECTS -> ((Object[]) array)[index] = Objects.requireNonNull(element);
      case LONGS -> ((long[]) array)[index] = (Long) element;
      case BOOLEANS -> ((byte[]) array)[index] = toByte((Boolean) element);
      case BYTES -> ((byte[]) array)[index] = (Byte) element;
      default -> storeCodePoint(kind, array, index, ((Char) element).codePoint());
    }
  }
}
