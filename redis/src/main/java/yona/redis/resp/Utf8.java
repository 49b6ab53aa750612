package yona.redis.resp;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;

/** UTF-8 as the codec wants it: what cannot be translated is refused, never replaced in silence. */
final class Utf8 {
  /** How many characters are decoded at once where only the bytes are judged. */
  private static final int PIECE = 1024;

  /** How many bytes of what is no UTF-8 are shown. */
  private static final int SHOWN = 8;

  /** Up to how many characters a loop over them is faster than methods that allocate. */
  private static final int LONGEST_LOOP = 48;

  private Utf8() {}

  /**
   * The text of bytes.
   *
   * @throws IllegalStateException if they are no UTF-8
   */
  static String decode(byte[] bytes) {
    String text = new String(bytes, UTF_8);
    // What the JDK puts in place of what is malformed may also have been sent.
    if (text.indexOf('\uFFFD') >= 0) {
      int malformed = malformedAt(bytes);
      if (malformed >= 0) {
        throw new IllegalStateException(
            "expected UTF-8, found "
                + Escaped.quoted(bytes, malformed, bytes.length, SHOWN)
                + " at byte "
                + malformed
                + " of "
                + bytes.length);
      }
    }
    return text;
  }

  /** Where bytes stop to be UTF-8; negative if they never do. */
  static int malformedAt(byte[] bytes) {
    int ascii = 0;
    while (ascii < bytes.length && bytes[ascii] >= 0) {
      ascii++;
    }
    if (ascii == bytes.length) {
      return -1;
    }
    CharsetDecoder decoder = UTF_8.newDecoder();
    ByteBuffer in = ByteBuffer.wrap(bytes, ascii, bytes.length - ascii);
    CharBuffer out = CharBuffer.allocate(PIECE);
    CoderResult result;
    do {
      out.clear();
      result = decoder.decode(in, out, true);
    } while (result.isOverflow());
    return result.isError() ? in.position() : -1;
  }

  /**
   * The bytes of a text.
   *
   * @throws IllegalArgumentException if a surrogate stands alone
   */
  static byte[] encode(String text) {
    length(text, 0);
    return text.getBytes(UTF_8);
  }

  /**
   * How many bytes a text takes.
   *
   * @param from which character to begin at
   * @throws IllegalArgumentException if a surrogate stands alone
   */
  static long length(String text, int from) {
    long length = 0;
    for (int i = from; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c < 0x80) {
        length++;
      } else if (c < 0x800) {
        length += 2;
      } else if (!Character.isSurrogate(c)) {
        length += 3;
      } else if (Character.isHighSurrogate(c)
          && i + 1 < text.length()
          && Character.isLowSurrogate(text.charAt(i + 1))) {
        length += 4;
        i++;
      } else {
        throw new IllegalArgumentException(
            "expected a text that UTF-8 can express, found the lone surrogate \\u%04x at index %d"
                .formatted((int) c, i));
      }
    }
    return length;
  }

  /**
   * Writes the bytes of a text if it is ASCII.
   *
   * @param into has room for as many bytes as it has characters; what is written there from that
   *     index on means nothing if it is not ASCII
   */
  @SuppressWarnings("deprecation") // the one method that copies one byte of each character
  static boolean writeIfAscii(String text, byte[] into, int at) {
    int length = text.length();
    if (length > LONGEST_LOOP) {
      // In these the JVM takes many bytes at once. If they are text again, none was above 0x7f.
      text.getBytes(0, length, into, at);
      return new String(into, at, length, UTF_8).equals(text);
    }
    for (int i = 0; i < length; i++) {
      char c = text.charAt(i);
      if (c >= 0x80) {
        return false;
      }
      into[at + i] = (byte) c;
    }
    return true;
  }

  /**
   * Writes the bytes of a text, of which {@link #length} has said that they exist.
   *
   * @param from which character to begin at
   * @param into has room for them
   * @param at where in it
   * @return where they end
   */
  static int write(String text, int from, byte[] into, int at) {
    for (int i = from; i < text.length(); i++) {
      int c = text.charAt(i);
      if (c < 0x80) {
        into[at++] = (byte) c;
      } else if (c < 0x800) {
        into[at++] = (byte) (0xc0 | (c >> 6));
        into[at++] = continuation(c);
      } else if (!Character.isSurrogate((char) c)) {
        into[at++] = (byte) (0xe0 | (c >> 12));
        into[at++] = continuation(c >> 6);
        into[at++] = continuation(c);
      } else {
        c = Character.toCodePoint((char) c, text.charAt(++i));
        into[at++] = (byte) (0xf0 | (c >> 18));
        into[at++] = continuation(c >> 12);
        into[at++] = continuation(c >> 6);
        into[at++] = continuation(c);
      }
    }
    return at;
  }

  private static byte continuation(int bits) {
    return (byte) (0x80 | (bits & 0x3f));
  }
}
