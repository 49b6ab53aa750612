package yona.data;

import java.nio.charset.CharacterCodingException;
import java.nio.charset.MalformedInputException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Strings from and to Java texts. */
final class Strings {
  private static final int WINDOW = 512;
  private static final int REPLACEMENT = 0xfffd;

  private static final int MOST_DIGITS = 19;

  /** The numbers of two digits one behind the other: a division gives two digits. */
  private static final byte[] PAIRS = pairs();

  private Strings() {}

  private static byte[] pairs() {
    byte[] pairs = new byte[200];
    for (int i = 0; i < 100; i++) {
      pairs[2 * i] = (byte) ('0' + i / 10);
      pairs[2 * i + 1] = (byte) ('0' + i % 10);
    }
    return pairs;
  }

  /** The Java text of a string, made in one copy where all leaves are Latin-1. */
  static String of(Seq text) {
    if (text instanceof Slice s && s.kind() == LeafArray.LATIN) {
      return new String((byte[]) s.array(), s.from(), s.size(), StandardCharsets.ISO_8859_1);
    }
    return isLatin(text) ? latin(text) : wide(text);
  }

  /** As {@link Seq#utf16}. */
  static Seq ofUtf16(char[] units, int from, int to) throws CharacterCodingException {
    int bits = 0;
    boolean surrogates = false;
    for (int i = from; i < to; i++) {
      char c = units[i];
      bits |= c;
      surrogates |= (c & 0xf800) == 0xd800;
    }
    int size = to - from;
    if (surrogates || size == 0 || size > LeafArray.limit(LeafArray.textKind(bits))) {
      LeafBuilder builder = new LeafBuilder();
      addStrictly(units, from, to, builder);
      return builder.build().asText();
    }
    if (bits > 0xff) {
      return new Slice(LeafArray.CHARS, Arrays.copyOfRange(units, from, to), 0, size);
    }
    byte[] latin = new byte[size];
    for (int i = 0; i < size; i++) {
      latin[i] = (byte) units[from + i];
    }
    return new Slice(LeafArray.LATIN, latin, 0, size);
  }

  /** Whether all characters of a Java text are of Latin-1. */
  static boolean isLatin(CharSequence text) {
    int bits = 0;
    for (int i = 0; i < text.length(); i++) {
      bits |= text.charAt(i);
    }
    return bits <= 0xff;
  }

  /** How many characters the decimal digits of a number are, with its sign. */
  static int digits(long number) {
    // The smallest long has no positive twin, so it is counted and written from the negative one.
    long rest = number < 0 ? number : -number;
    int sign = number < 0 ? 1 : 0;
    long least = -10;
    for (int digits = 1; digits < MOST_DIGITS; digits++) {
      if (rest > least) {
        return digits + sign;
      }
      least *= 10;
    }
    return MOST_DIGITS + sign;
  }

  /** Writes the decimal digits of a number, with its sign, in front of an index. */
  static void putDigits(long number, byte[] bytes, int end) {
    int at = end;
    long rest = number < 0 ? number : -number;
    while (rest <= -100) {
      long hundreds = rest / 100;
      int pair = (int) (hundreds * 100 - rest) * 2;
      bytes[--at] = PAIRS[pair + 1];
      bytes[--at] = PAIRS[pair];
      rest = hundreds;
    }
    int pair = (int) -rest * 2;
    bytes[--at] = PAIRS[pair + 1];
    if (rest <= -10) {
      bytes[--at] = PAIRS[pair];
    }
    if (number < 0) {
      bytes[--at] = '-';
    }
  }

  private static boolean isLatin(Seq text) {
    for (Cursor c = new Cursor(text); c.fill(); c.position = c.end) {
      if (c.kind != LeafArray.LATIN
          && (c.kind != LeafArray.OBJECTS
              || LeafArray.kindOf((Object[]) c.array, c.position, c.end) != LeafArray.LATIN)) {
        return false;
      }
    }
    return true;
  }

  private static String latin(Seq text) {
    // Twice: for the Java text too.
    Checkpoint.allocating(2 * text.length());
    byte[] bytes = new byte[ArrayLength.of(text.length())];
    if (!copyLatin1(text, bytes, 0)) {
      throw new AssertionError("all characters are of Latin-1");
    }
    return new String(bytes, StandardCharsets.ISO_8859_1);
  }

  /** As {@link Seq#copyLatin1}. */
  static boolean copyLatin1(Seq text, byte[] target, int at) {
    if (text instanceof Slice slice && slice.kind() == LeafArray.LATIN) {
      System.arraycopy(slice.array(), slice.from(), target, at, slice.size());
      return true;
    }
    int next = at;
    for (Cursor c = new Cursor(text); c.fill(); c.position = c.end) {
      if (c.kind == LeafArray.LATIN) {
        System.arraycopy(c.array, c.position, target, next, c.left());
      } else if (c.kind == LeafArray.OBJECTS
          && LeafArray.kindOf((Object[]) c.array, c.position, c.end) == LeafArray.LATIN) {
        LeafArray.store(LeafArray.LATIN, (Object[]) c.array, c.position, target, next, c.left());
      } else {
        return false;
      }
      next += c.left();
    }
    return true;
  }

  private static String wide(Seq text) {
    String narrow = withoutPairs(text);
    return narrow != null ? narrow : withPairs(text);
  }

  /** The Java text where each character is one unit; null if one is not. */
  private static @Nullable String withoutPairs(Seq text) {
    Checkpoint.allocating(4 * text.length());
    char[] units = new char[ArrayLength.of(text.length())];
    int at = 0;
    for (Cursor c = new Cursor(text); c.fill(); c.position = c.end) {
      if (c.kind == LeafArray.CHARS) {
        System.arraycopy(c.array, c.position, units, at, c.left());
        at += c.left();
      } else if (c.kind == LeafArray.LATIN) {
        byte[] latin = (byte[]) c.array;
        for (int i = c.position; i < c.end; i++) {
          units[at++] = (char) (latin[i] & 0xff);
        }
      } else {
        return null;
      }
    }
    return new String(units);
  }

  private static String withPairs(Seq text) {
    Checkpoint.allocating(6 * text.length());
    StringBuilder out = new StringBuilder(ArrayLength.of(text.length()));
    for (Cursor c = new Cursor(text); c.fill(); c.position = c.end) {
      for (int i = c.position; i < c.end; i++) {
        out.appendCodePoint(codePoint(c, i));
      }
    }
    return out.toString();
  }

  /** The code point at an index of a cursor's array, which must be a Char. */
  static int codePoint(Cursor cursor, int index) {
    if (LeafArray.isText(cursor.kind)) {
      return LeafArray.codePointAt(cursor.kind, cursor.array, index);
    }
    if (LeafArray.at(cursor.kind, cursor.array, index) instanceof Char c) {
      return c.codePoint();
    }
    throw new IllegalStateException("an element is no Char");
  }

  /** Adds the characters of a Java text; a surrogate without its other half becomes U+FFFD. */
  static void add(CharSequence text, LeafBuilder builder) {
    int length = text.length();
    char[] units = new char[Math.min(WINDOW, length)];
    for (int from = 0; from < length; ) {
      int to = Math.min(from + WINDOW, length);
      if (to < length && Character.isHighSurrogate(text.charAt(to - 1))) {
        to--;
      }
      if (to == from) {
        to = from + 1;
      }
      text.getChars(from, to, units, 0);
      addUnits(units, to - from, builder);
      from = to;
    }
  }

  /** Adds UTF-16 units; a surrogate without its other half is refused. */
  static void addStrictly(char[] units, int from, int to, LeafBuilder builder)
      throws CharacterCodingException {
    char[] window = new char[Math.min(WINDOW, to - from)];
    for (int start = from; start < to; ) {
      int end = Math.min(start + WINDOW, to);
      if (end < to && Character.isHighSurrogate(units[end - 1])) {
        end--;
      }
      for (int i = start; i < end; i++) {
        if (Character.isSurrogate(units[i])) {
          boolean pair = i + 1 < end && Character.isSurrogatePair(units[i], units[i + 1]);
          if (!pair) {
            throw new MalformedInputException(1);
          }
          i++;
        }
      }
      System.arraycopy(units, start, window, 0, end - start);
      addUnits(window, end - start, builder);
      start = end;
    }
  }

  private static void addUnits(char[] units, int count, LeafBuilder builder) {
    int bits = 0;
    boolean surrogates = false;
    for (int i = 0; i < count; i++) {
      char c = units[i];
      bits |= c;
      surrogates |= (c & 0xf800) == 0xd800;
    }
    if (surrogates) {
      addCodePoints(units, count, builder);
    } else if (bits <= 0xff) {
      byte[] latin = new byte[count];
      for (int i = 0; i < count; i++) {
        latin[i] = (byte) units[i];
      }
      builder.addAll(LeafArray.LATIN, latin, 0, count);
    } else {
      builder.addAll(LeafArray.CHARS, units, 0, count);
    }
  }

  private static void addCodePoints(char[] units, int count, LeafBuilder builder) {
    int[] points = new int[count];
    int length = 0;
    for (int i = 0; i < count; ) {
      int point = Character.codePointAt(units, i, count);
      i += Character.charCount(point);
      points[length++] = point >= 0xd800 && point <= 0xdfff ? REPLACEMENT : point;
    }
    builder.addAll(LeafArray.POINTS, points, 0, length);
  }
}
