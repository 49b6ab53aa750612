package yona.library.json;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import yona.data.Seq;
import yona.library.text.TextOutput;

/** The text that a {@link JsonWriter} makes. */
final class JsonOutput extends TextOutput {
  private static final byte[] HEX = {
    '0', '1', '2', '3', '4', '5', '6', '7', '8', '9', 'a', 'b', 'c', 'd', 'e', 'f'
  };

  private static final VarHandle EIGHT_BYTES =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.nativeOrder());

  private static final long ONES = 0x0101010101010101L;
  private static final long HIGH_BITS = ONES << 7;

  /** Eight bytes that need no escapes. */
  private static final long PLAIN = ONES * ' ';

  JsonOutput(String where) {
    super(where);
  }

  /** Puts a Seq in quotes if it is a text; else puts nothing and gives false. */
  boolean quoteIfText(Seq seq) {
    int length = seq.length() < BUFFER - 2 ? (int) seq.length() : -1;
    if (length >= 0) {
      room(length + 2);
      if (seq.copyLatin1(buffer, count + 1) && quoteIfPlain(length)) {
        return true;
      }
    }
    if (!seq.isText()) {
      return false;
    }
    String text = seq.asString();
    if (isPlain(text)) {
      put('"');
      put(seq);
      put('"');
    } else {
      quote(text);
    }
    return true;
  }

  /** Quotes what stands behind one place that is left in the buffer, if it needs no escapes. */
  private boolean quoteIfPlain(int length) {
    if (!isPlain(count + 1, count + 1 + length)) {
      return false;
    }
    buffer[count] = '"';
    buffer[count + 1 + length] = '"';
    count += length + 2;
    return true;
  }

  private static boolean isPlain(String text) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c < ' ' || c == '"' || c == '\\') {
        return false;
      }
    }
    return true;
  }

  private boolean isPlain(int from, int to) {
    int i = from;
    for (; i <= to - Long.BYTES; i += Long.BYTES) {
      if (!arePlain((long) EIGHT_BYTES.get(buffer, i))) {
        return false;
      }
    }
    long rest = PLAIN;
    for (; i < to; i++) {
      rest = (rest << Byte.SIZE) | (buffer[i] & 0xff);
    }
    return arePlain(rest);
  }

  /**
   * Whether none of eight bytes needs an escape. Subtracting something from a byte without a high
   * bit sets that bit if the byte is less; what is xored with a character is less than 1 if it was
   * that. A byte lends only to one that is less itself, so a bit that is set wrongly comes with one
   * that is set rightly.
   */
  private static boolean arePlain(long bytes) {
    long quotes = bytes ^ (ONES * '"');
    long backslashes = bytes ^ (ONES * '\\');
    long special =
        ((bytes - ONES * ' ') & ~bytes)
            | ((quotes - ONES) & ~quotes)
            | ((backslashes - ONES) & ~backslashes);
    return (special & HIGH_BITS) == 0;
  }

  /** Puts a string in quotes. */
  void quote(String text) {
    put('"');
    int done = 0;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c < ' ' || c == '"' || c == '\\') {
        put(text, done, i);
        escape(c);
        done = i + 1;
      }
    }
    put(text, done, text.length());
    put('"');
  }

  private void escape(char c) {
    room(6);
    buffer[count++] = '\\';
    switch (c) {
      case '"', '\\' -> buffer[count++] = (byte) c;
      case '\b' -> buffer[count++] = 'b';
      case '\f' -> buffer[count++] = 'f';
      case '\n' -> buffer[count++] = 'n';
      case '\r' -> buffer[count++] = 'r';
      case '\t' -> buffer[count++] = 't';
      default -> {
        buffer[count++] = 'u';
        buffer[count++] = '0';
        buffer[count++] = '0';
        buffer[count++] = HEX[c >> 4];
        buffer[count++] = HEX[c & 0xf];
      }
    }
  }
}
