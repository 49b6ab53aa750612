package yona.library.json;

import yona.data.Seq;
import yona.library.argument.Failure;

/**
 * The text that a {@link JsonWriter} makes: Latin-1 bytes go through a buffer into the leaves of a
 * Seq, other characters there directly. Jackson's generator would make a Java String of it, of Java
 * Strings, and each of them would be copied twice more.
 */
public final class JsonOutput {
  private static final int BUFFER = 8192;
  private static final byte[] HEX = {
    '0', '1', '2', '3', '4', '5', '6', '7', '8', '9', 'a', 'b', 'c', 'd', 'e', 'f'
  };

  private final String where;
  private final Seq.Builder done = Seq.builder();
  private final byte[] buffer = new byte[BUFFER];
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

  /** Makes room in the buffer for some bytes, fewer than it has. */
  private void room(int bytes) {
    if (BUFFER - count < bytes) {
      flush();
    }
  }

  void put(char ascii) {
    room(1);
    buffer[count++] = (byte) ascii;
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
    long rest = Math.abs(number);
    if (number < 0) {
      buffer[count++] = '-';
    }
    int digits = 1;
    for (long power = 10; digits < 19 && rest >= power; power *= 10) {
      digits++;
    }
    int at = count + digits;
    count = at;
    do {
      buffer[--at] = (byte) ('0' + rest % 10);
      rest /= 10;
    } while (rest != 0);
  }

  /** Puts numbers with something between them. */
  void put(long[] numbers, byte[] between) {
    for (int i = 0; i < numbers.length; i++) {
      if (i > 0) {
        put(between);
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

  /** Puts a string in quotes. */
  void quote(Seq string) {
    int length = string.length() < BUFFER - 2 ? (int) string.length() : -1;
    if (length >= 0) {
      room(length + 2);
      if (string.copyLatin1(buffer, count + 1) && quoteIfPlain(length)) {
        return;
      }
    }
    String text = string.asString();
    if (isPlain(text)) {
      put('"');
      flush();
      done.addAll(string);
      put('"');
    } else {
      quote(text);
    }
  }

  /** Puts a string of Latin-1 in quotes, if it fits into the buffer and needs no escapes. */
  boolean quoteIfPlain(byte[] latin) {
    int length = latin.length;
    if (length > BUFFER - 2) {
      return false;
    }
    room(length + 2);
    System.arraycopy(latin, 0, buffer, count + 1, length);
    return quoteIfPlain(length);
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
    for (int i = from; i < to; i++) {
      int c = buffer[i];
      if (c == '"' || c == '\\' || (c >= 0 && c < ' ')) {
        return false;
      }
    }
    return true;
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
