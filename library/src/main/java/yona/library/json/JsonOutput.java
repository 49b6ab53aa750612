package yona.library.json;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;
import yona.data.Seq;
import yona.data.SeqBuilder;
import yona.library.argument.Failure;

/**
 * The text that a {@link JsonWriter} makes: Latin-1 bytes go through a buffer into the leaves of a
 * Seq, other characters there directly. Jackson's generator would make a Java String of it, of Java
 * Strings, and each of them would be copied twice more.
 */
public final class JsonOutput {
  private static final int BUFFER = 8192;

  /** Enough for the texts that services answer with; larger ones let the buffer grow. */
  private static final int FIRST_BUFFER = 256;

  private static final byte[] HEX = {
    '0', '1', '2', '3', '4', '5', '6', '7', '8', '9', 'a', 'b', 'c', 'd', 'e', 'f'
  };

  private static final VarHandle EIGHT_BYTES =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.nativeOrder());

  private static final long ONES = 0x0101010101010101L;
  private static final long HIGH_BITS = ONES << 7;

  /** Eight bytes that need no escapes. */
  private static final long PLAIN = ONES * ' ';

  private final String where;
  private final SeqBuilder done = Seq.builder();
  private byte[] buffer = new byte[FIRST_BUFFER];
  private int count;

  JsonOutput(String where) {
    this.where = where;
  }

  Seq text() {
    flush();
    return done.build();
  }

  private void flush() {
    done.addLatin1(buffer, 0, count);
    count = 0;
    if (done.length() > JsonLimits.USUAL_SIZE) {
      throw Failure.badarg(
          where, "the text would be larger than " + (JsonLimits.USUAL_SIZE >> 20) + " MiB");
    }
  }

  /** Makes room in the buffer for some bytes, at most as many as the largest buffer has. */
  private void room(int bytes) {
    if (buffer.length - count < bytes) {
      makeRoom(bytes);
    }
  }

  private void makeRoom(int bytes) {
    if (count + bytes <= BUFFER) {
      buffer = Arrays.copyOf(buffer, Math.min(BUFFER, Math.max(2 * buffer.length, count + bytes)));
      return;
    }
    flush();
    if (buffer.length < BUFFER) {
      buffer = new byte[BUFFER];
    }
  }

  void put(char ascii) {
    room(1);
    buffer[count++] = (byte) ascii;
  }

  void put(char ascii, char next) {
    room(2);
    buffer[count++] = (byte) ascii;
    buffer[count++] = (byte) next;
  }

  void put(byte[] latin) {
    if (latin.length > BUFFER) {
      flush();
      done.addLatin1(latin, 0, latin.length);
      return;
    }
    room(latin.length);
    System.arraycopy(latin, 0, buffer, count, latin.length);
    count += latin.length;
  }

  /** Puts text as it is. */
  void put(String text) {
    put(text, 0, text.length());
  }

  private void put(String text, int from, int to) {
    int bits = 0;
    for (int i = from; i < to; i++) {
      bits |= text.charAt(i);
    }
    if (bits > 0xff || to - from > BUFFER) {
      flush();
      done.addText(text.substring(from, to));
      return;
    }
    room(to - from);
    for (int i = from; i < to; i++) {
      buffer[count++] = (byte) text.charAt(i);
    }
  }

  void put(long number) {
    if (number == Long.MIN_VALUE) {
      put(Long.toString(number));
      return;
    }
    room(20);
    if (number < 0) {
      buffer[count++] = '-';
    }
    digits(Math.abs(number));
  }

  private void digits(long number) {
    int digits = 1;
    for (long power = 10; digits < 19 && number >= power; power *= 10) {
      digits++;
    }
    int at = count + digits;
    count = at;
    long rest = number;
    for (; rest > Integer.MAX_VALUE; rest /= 10) {
      buffer[--at] = (byte) ('0' + rest % 10);
    }
    int few = (int) rest;
    do {
      buffer[--at] = (byte) ('0' + few % 10);
      few /= 10;
    } while (few != 0);
  }

  /** Puts numbers with commas between them. */
  void put(long[] numbers) {
    for (int i = 0; i < numbers.length; i++) {
      if (i > 0) {
        put(',', ' ');
      }
      put(numbers[i]);
    }
  }

  void line(long spaces) {
    put('\n');
    for (long left = spaces; left > 0; left--) {
      put(' ');
    }
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
      flush();
      done.addAll(seq);
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
