package yona.data;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.MalformedInputException;
import java.util.Arrays;

/** Strings from and to UTF-8. Runs of ASCII are copied as they are. */
final class Utf8 {
  private static final VarHandle EIGHT_BYTES =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.nativeOrder());

  private static final long HIGH_BITS = 0x8080808080808080L;
  private static final int REPLACEMENT = 0xfffd;

  /** A run of ASCII this long is copied, a shorter one decoded with its surroundings. */
  private static final int ASCII_RUN = 64;

  private static final int WINDOW = 256;

  private final byte[] bytes;
  private final int to;
  private final boolean strict;
  private int position;

  private Utf8(byte[] bytes, int from, int to, boolean strict) {
    this.bytes = bytes;
    this.to = to;
    this.strict = strict;
    this.position = from;
  }

  /**
   * The string of some bytes.
   *
   * @param strict whether invalid bytes raise an error; else each longest invalid part becomes
   *     U+FFFD
   */
  static Seq decode(byte[] bytes, int from, int to, boolean strict)
      throws CharacterCodingException {
    if (to - from <= LeafArray.limit(LeafArray.LATIN) && asciiRun(bytes, from, to) == to - from) {
      return from == to
          ? Seq.EMPTY_TEXT
          : new Slice(LeafArray.LATIN, Arrays.copyOfRange(bytes, from, to), 0, to - from);
    }
    LeafBuilder builder = new LeafBuilder();
    new Utf8(bytes, from, to, strict).decode(builder);
    return builder.build().asText();
  }

  private void decode(LeafBuilder builder) throws CharacterCodingException {
    int[] points = new int[WINDOW];
    while (position < to) {
      int run = asciiRun(bytes, position, to);
      if (run >= ASCII_RUN || position + run == to) {
        builder.addAll(LeafArray.LATIN, bytes, position, position + run);
        position += run;
        continue;
      }
      int bits = 0;
      int count = 0;
      while (count < WINDOW && position < to) {
        int point = next();
        bits |= point;
        points[count++] = point;
      }
      addPoints(builder, LeafArray.textKind(bits), points, count);
    }
  }

  static void addPoints(LeafBuilder builder, int kind, int[] points, int count) {
    Object array = points;
    if (kind != LeafArray.POINTS) {
      array = LeafArray.newArray(kind, count);
      for (int i = 0; i < count; i++) {
        LeafArray.storeCodePoint(kind, array, i, points[i]);
      }
    }
    builder.addAll(kind, array, 0, count);
  }

  /** How many of the first bytes are ASCII. */
  private static int asciiRun(byte[] bytes, int from, int to) {
    int i = from;
    while (i + 8 <= to && ((long) EIGHT_BYTES.get(bytes, i) & HIGH_BITS) == 0) {
      i += 8;
    }
    while (i < to && bytes[i] >= 0) {
      i++;
    }
    return i - from;
  }

  private int next() throws CharacterCodingException {
    int first = bytes[position++];
    if (first >= 0) {
      return first;
    }
    first &= 0xff;
    if (first >= 0xc2 && first <= 0xdf) {
      return more(first & 0x1f, 1, 0x80, 0xbf);
    }
    if (first >= 0xe0 && first <= 0xef) {
      // no overlong forms, no surrogates
      return more(first & 0xf, 2, first == 0xe0 ? 0xa0 : 0x80, first == 0xed ? 0x9f : 0xbf);
    }
    if (first >= 0xf0 && first <= 0xf4) {
      // no overlong forms, nothing beyond U+10FFFF
      return more(first & 7, 3, first == 0xf0 ? 0x90 : 0x80, first == 0xf4 ? 0x8f : 0xbf);
    }
    return invalid(1);
  }

  /** Reads the bytes that follow a first one, the next of which must be in some bounds. */
  private int more(int high, int count, int least, int greatest) throws CharacterCodingException {
    int point = high;
    int low = least;
    int top = greatest;
    for (int i = 0; i < count; i++) {
      int b = position < to ? bytes[position] & 0xff : -1;
      if (b < low || b > top) {
        return invalid(i + 1);
      }
      position++;
      point = point << 6 | (b & 0x3f);
      low = 0x80;
      top = 0xbf;
    }
    return point;
  }

  private int invalid(int length) throws CharacterCodingException {
    if (strict) {
      throw new MalformedInputException(length);
    }
    return REPLACEMENT;
  }

  /** The bytes of a string; a surrogate, which no text has, becomes a question mark as in Java. */
  static byte[] encode(Seq text) {
    long length = 0;
    for (Cursor c = new Cursor(text); c.fill(); c.position = c.end) {
      if (isAscii(c)) {
        length += c.left();
        continue;
      }
      if (c.kind == LeafArray.CHARS) {
        length += width((char[]) c.array, c.position, c.end);
        continue;
      }
      for (int i = c.position; i < c.end; i++) {
        length += width(Strings.codePoint(c, i));
      }
    }
    Checkpoint.allocating(length);
    byte[] out = new byte[ArrayLength.of(length)];
    int at = 0;
    for (Cursor c = new Cursor(text); c.fill(); c.position = c.end) {
      if (isAscii(c)) {
        System.arraycopy(c.array, c.position, out, at, c.left());
        at += c.left();
        continue;
      }
      if (c.kind == LeafArray.CHARS) {
        at = put((char[]) c.array, c.position, c.end, out, at);
        continue;
      }
      for (int i = c.position; i < c.end; i++) {
        at = put(Strings.codePoint(c, i), out, at);
      }
    }
    return out;
  }

  private static boolean isAscii(Cursor c) {
    return c.kind == LeafArray.LATIN
        && asciiRun((byte[]) c.array, c.position, c.end) == c.end - c.position;
  }

  private static int width(char[] units, int from, int to) {
    int width = 0;
    for (int i = from; i < to; i++) {
      width += width(units[i]);
    }
    return width;
  }

  private static int put(char[] units, int from, int to, byte[] out, int start) {
    int at = start;
    for (int i = from; i < to; i++) {
      char c = units[i];
      if (c < 0x80) {
        out[at++] = (byte) c;
      } else if (c >= 0x800 && (c & 0xf800) != 0xd800) {
        out[at] = (byte) (0xe0 | c >> 12);
        out[at + 1] = (byte) (0x80 | (c >> 6 & 0x3f));
        out[at + 2] = (byte) (0x80 | (c & 0x3f));
        at += 3;
      } else {
        at = put(c, out, at);
      }
    }
    return at;
  }

  private static int width(int point) {
    return point < 0x80 || (point >= 0xd800 && point <= 0xdfff)
        ? 1
        : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4;
  }

  private static int put(int point, byte[] out, int at) {
    int width = width(point);
    switch (width) {
      case 1 -> out[at] = (byte) (point < 0x80 ? point : '?');
      case 2 -> out[at] = (byte) (0xc0 | point >> 6);
      case 3 -> out[at] = (byte) (0xe0 | point >> 12);
      default -> out[at] = (byte) (0xf0 | point >> 18);
    }
    for (int i = 1; i < width; i++) {
      int sixBits = (point >> (6 * (width - 1 - i))) & 0x3f;
      out[at + i] = (byte) (0x80 | sixBits);
    }
    return at + width;
  }
}
