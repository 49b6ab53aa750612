package yona.library.text;

import java.util.Arrays;
import yona.data.Seq;
import yona.data.SeqBuilder;
import yona.library.argument.Failure;

/**
 * A text that is written piece by piece: Latin-1 bytes go through a buffer into the leaves of a
 * Seq, other characters there directly. A Java String of it, made of Java Strings, would be copied
 * twice more. For one thread.
 */
public class TextOutput {

  /** The most bytes that the buffer grows to. */
  protected static final int BUFFER = 8192;

  /** Enough for the texts that services answer with; larger ones let the buffer grow. */
  private static final int FIRST_BUFFER = 256;

  /** The most characters that a text may have. */
  public static final long MOST = 512L << 20;

  private final String where;
  private final SeqBuilder done = Seq.builder();

  /** Holds the end of the text, in its first {@link #count} bytes. */
  protected byte[] buffer = new byte[FIRST_BUFFER];

  protected int count;

  /**
   * An empty text.
   *
   * @param where the function's name for errors
   */
  public TextOutput(String where) {
    this.where = where;
  }

  /** The text that was put. */
  public final Seq text() {
    flush();
    return done.buildText();
  }

  /** How many characters were put. */
  public final long length() {
    return done.length() + count;
  }

  private void flush() {
    done.addLatin1(buffer, 0, count);
    count = 0;
    if (done.length() > MOST) {
      throw Failure.badarg(where, "the text would be larger than " + (MOST >> 20) + " MiB");
    }
  }

  /** Makes room in the buffer for some bytes, at most as many as the largest buffer has. */
  protected final void room(int bytes) {
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

  /** Puts a character of Latin-1. */
  public final void put(char latin) {
    room(1);
    buffer[count++] = (byte) latin;
  }

  /** Puts two characters of ASCII. */
  public final void put(char ascii, char next) {
    room(2);
    buffer[count++] = (byte) ascii;
    buffer[count++] = (byte) next;
  }

  /** Puts characters of Latin-1. */
  public final void put(byte[] latin) {
    if (latin.length > BUFFER) {
      flush();
      done.addLatin1(latin, 0, latin.length);
      return;
    }
    room(latin.length);
    System.arraycopy(latin, 0, buffer, count, latin.length);
    count += latin.length;
  }

  /** Puts a text as it is. */
  public final void put(Seq text) {
    if (copies(text)) {
      count += (int) text.length();
    } else {
      flush();
      done.addAll(text);
    }
  }

  /** Copies a text of Latin-1 behind the end if it fits into the buffer. It is not counted. */
  protected final boolean copies(Seq text) {
    if (text.length() >= BUFFER) {
      return false;
    }
    room((int) text.length());
    return text.copyLatin1(buffer, count);
  }

  /** Puts a text as it is. */
  public final void put(String text) {
    put(text, 0, text.length());
  }

  /** Puts a part of a text as it is. */
  public final void put(String text, int from, int to) {
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

  /** Puts the decimal digits of a number, with its sign. */
  public final void put(long number) {
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

  /** Puts numbers with a comma and a blank between them. */
  public final void put(long[] numbers) {
    for (int i = 0; i < numbers.length; i++) {
      if (i > 0) {
        put(',', ' ');
      }
      put(numbers[i]);
    }
  }

  /** Puts an end of line and blanks behind it. */
  public final void line(long spaces) {
    put('\n');
    for (long left = spaces; left > 0; left--) {
      put(' ');
    }
  }
}
