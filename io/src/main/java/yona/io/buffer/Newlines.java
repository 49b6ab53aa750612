package yona.io.buffer;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import yona.io.LineConsumer;

/**
 * Finds the ends of lines, eight bytes at a time.
 *
 * <p>With newlines made zero bytes by exclusive or, adding 0x7f to the low seven bits of each byte
 * carries into its high bit exactly if one of them is set; what then has no high bit, and had none
 * before, is a zero byte (Warren, <i>Hacker's Delight</i>, 6-1). No carry leaves its byte, so every
 * newline of the word is found, not only the first.
 */
public final class Newlines {

  private static final VarHandle WORD =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private static final long ONES = 0x0101_0101_0101_0101L;
  private static final long LOW = 0x7f7f_7f7f_7f7f_7f7fL;
  private static final long NEWLINES = '\n' * ONES;

  private Newlines() {}

  /** Index of the first newline in a stretch of bytes, or its end. */
  public static int next(byte[] bytes, int from, int to) {
    int at = from;
    for (; at <= to - Long.BYTES; at += Long.BYTES) {
      long found = found(bytes, at);
      if (found != 0) {
        return at + (Long.numberOfTrailingZeros(found) >>> 3);
      }
    }
    while (at < to && bytes[at] != '\n') {
      at++;
    }
    return at;
  }

  /** Where the text of a line ends that starts at an index and has its newline at another. */
  public static int lineEnd(byte[] bytes, int start, int newline) {
    return newline > start && bytes[newline - 1] == '\r' ? newline - 1 : newline;
  }

  /** Gives all lines that have a newline to the consumer; where the rest begins. */
  public static int each(byte[] bytes, int from, int to, LineConsumer lines) {
    int start = from;
    int at = from;
    for (; at <= to - Long.BYTES; at += Long.BYTES) {
      long found = found(bytes, at);
      while (found != 0) {
        int newline = at + (Long.numberOfTrailingZeros(found) >>> 3);
        lines.accept(bytes, start, lineEnd(bytes, start, newline));
        start = newline + 1;
        found &= found - 1;
      }
    }
    for (; at < to; at++) {
      if (bytes[at] == '\n') {
        lines.accept(bytes, start, lineEnd(bytes, start, at));
        start = at + 1;
      }
    }
    return start;
  }

  /** The high bit of each byte of the word at an index that is a newline, exactly. */
  private static long found(byte[] bytes, int at) {
    long word = (long) WORD.get(bytes, at) ^ NEWLINES;
    return ~(((word & LOW) + LOW) | word | LOW);
  }
}
