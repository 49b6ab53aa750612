package yona.library.json;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Whether bytes are UTF-8; Jackson accepts overlong forms and surrogates. */
public final class JsonUtf8 {
  private static final VarHandle EIGHT_BYTES =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.nativeOrder());

  private static final long HIGH_BITS = 0x8080808080808080L;

  /** Whether all bytes are of ASCII. */
  static boolean isAscii(byte[] bytes) {
    int at = 0;
    for (; at <= bytes.length - Long.BYTES; at += Long.BYTES) {
      if (((long) EIGHT_BYTES.get(bytes, at) & HIGH_BITS) != 0) {
        return false;
      }
    }
    while (at < bytes.length && bytes[at] >= 0) {
      at++;
    }
    return at == bytes.length;
  }

  private JsonUtf8() {}

  static boolean isValid(byte[] bytes, int from, int to) {
    int at = from;
    while (at < to) {
      if (bytes[at] >= 0) {
        while (at + 8 <= to && ((long) EIGHT_BYTES.get(bytes, at) & HIGH_BITS) == 0) {
          at += 8;
        }
        while (at < to && bytes[at] >= 0) {
          at++;
        }
        continue;
      }
      int length = length(bytes, at, to);
      if (length == 0) {
        return false;
      }
      at += length;
    }
    return true;
  }

  /** How many bytes the character at an index takes; 0 if there is none. */
  static int length(byte[] bytes, int at, int to) {
    int first = bytes[at] & 0xff;
    if (first < 0x80) {
      return 1;
    }
    if (first >= 0xc2 && first <= 0xdf) {
      return follow(bytes, at, to, 2, 0x80, 0xbf);
    }
    if (first >= 0xe0 && first <= 0xef) {
      // no overlong forms, no surrogates
      return follow(bytes, at, to, 3, first == 0xe0 ? 0xa0 : 0x80, first == 0xed ? 0x9f : 0xbf);
    }
    if (first >= 0xf0 && first <= 0xf4) {
      // no overlong forms, nothing beyond U+10FFFF
      return follow(bytes, at, to, 4, first == 0xf0 ? 0x90 : 0x80, first == 0xf4 ? 0x8f : 0xbf);
    }
    return 0;
  }

  /** The length if as many bytes are there, the second of them in some bounds; else 0. */
  private static int follow(byte[] bytes, int at, int to, int length, int least, int greatest) {
    if (at + length > to) {
      return 0;
    }
    int second = bytes[at + 1] & 0xff;
    if (second < least || second > greatest) {
      return 0;
    }
    for (int i = 2; i < length; i++) {
      if ((bytes[at + i] & 0xc0) != 0x80) {
        return 0;
      }
    }
    return length;
  }

  /** How many bytes the characters of UTF-16 units take. */
  static long size(char[] units) {
    long size = 0;
    for (char unit : units) {
      // Two halves of a pair take four bytes together.
      size += unit < 0x80 ? 1 : unit < 0x800 || Character.isSurrogate(unit) ? 2 : 3;
    }
    return size;
  }

  /** The code point of a valid character. */
  static int codePoint(byte[] bytes, int at, int length) {
    if (length == 1) {
      return bytes[at];
    }
    int point = bytes[at] & (0x7f >> length);
    for (int i = 1; i < length; i++) {
      point = point << 6 | (bytes[at + i] & 0x3f);
    }
    return point;
  }
}
