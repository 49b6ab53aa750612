package yona.redis.resp;

import static java.lang.invoke.MethodHandles.byteArrayViewVarHandle;
import static java.nio.ByteOrder.LITTLE_ENDIAN;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.lang.invoke.VarHandle;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Takes what comes most, many bytes at one look: short strings, short integers and frequent words
 * that are whole and well-formed. It refuses nothing: whatever else there is, {@link RespDecoder}
 * looks at it line by line.
 */
final class FrequentValues {
  private static final VarHandle LONG = byteArrayViewVarHandle(long[].class, LITTLE_ENDIAN);
  private static final VarHandle SHORT = byteArrayViewVarHandle(short[].class, LITTLE_ENDIAN);
  private static final short LINE_END = '\r' | ('\n' << 8);
  private static final long OK_MASK = -1L >>> (8 * 3);
  private static final long OK = (long) LONG.get("+OK\r\n   ".getBytes(UTF_8), 0) & OK_MASK;
  private static final long PONG_MASK = -1L >>> 8;
  private static final long PONG = (long) LONG.get("+PONG\r\n ".getBytes(UTF_8), 0) & PONG_MASK;

  /** A one in each byte. */
  private static final long EACH = 0x0101010101010101L;

  /** Behind what was taken last. */
  private int next;

  /**
   * Takes what comes most, if all of it is there, at one look.
   *
   * @return the value; null if it is something else, or something is missing or wrong
   */
  @Nullable RespValue value(byte[] in, int at, int end) {
    if (in.length - at < Long.BYTES) {
      return null;
    }
    // What is behind the end of the input means nothing, but may be looked at.
    long word = (long) LONG.get(in, at);
    return switch ((byte) word) {
      case '$' -> shortString(word, in, at, end);
      case ':' -> shortInteger(word, in, at, end);
      case '+' -> frequentWord(word, at, end);
      default -> null;
    };
  }

  private @Nullable RespValue frequentWord(long word, int at, int end) {
    if ((word & PONG_MASK) == PONG && end - at >= 7) {
      next = at + 7;
      return SimpleString.PONG;
    }
    if ((word & OK_MASK) == OK && end - at >= 5) {
      next = at + 5;
      return SimpleString.OK;
    }
    return null;
  }

  private @Nullable RespValue shortString(long word, byte[] in, int at, int end) {
    int length = shortNumber(word, in, at, end);
    int from = next;
    int to = from + length;
    if (length < 0 || end - from - 2 < length || (short) SHORT.get(in, to) != LINE_END) {
      return null;
    }
    next = to + 2;
    return BulkString.owning(Arrays.copyOfRange(in, from, to));
  }

  private @Nullable RespValue shortInteger(long word, byte[] in, int at, int end) {
    int number = shortNumber(word, in, at, end);
    return number < 0 ? null : IntegerValue.of(number);
  }

  /**
   * Takes what comes most, as long as there is room for it.
   *
   * @param to what to fill
   * @param count from where on
   * @param most how far at most
   * @return how far it was filled
   */
  int fill(Object[] to, int count, int most, byte[] in, int from, int end) {
    int filled = count;
    int bound = Math.min(to.length, most);
    int at = from;
    while (filled < bound && at < end) {
      RespValue value = value(in, at, end);
      if (value == null) {
        break;
      }
      to[filled++] = value;
      at = next;
    }
    next = at;
    return filled;
  }

  /** Where what was taken last ends; another place if nothing was taken. */
  int next() {
    return next;
  }

  /**
   * Takes a number of a few digits behind a type, and the end of its line.
   *
   * @return the number; negative if it is something else
   */
  int number(byte[] in, int at, int end) {
    return in.length - at < Long.BYTES ? -1 : shortNumber((long) LONG.get(in, at), in, at, end);
  }

  /** A number of a few digits behind a type, and the end of its line; else negative. */
  private int shortNumber(long word, byte[] in, int at, int end) {
    int first = (int) (word >>> 8 & 0xff) - '0';
    if ((short) (word >>> 16) == LINE_END && end - at >= 4 && first >= 0 && first <= 9) {
      next = at + 4;
      return first;
    }
    int second = (int) (word >>> 16 & 0xff) - '0';
    if ((short) (word >>> 24) == LINE_END
        && end - at >= 5
        && first >= 0
        && first <= 9
        && second >= 0
        && second <= 9) {
      next = at + 5;
      return 10 * first + second;
    }
    return longerNumber(in, at + 1, end);
  }

  /** One of up to seven digits, all looked at at once. */
  private int longerNumber(byte[] in, int at, int end) {
    if (in.length - at < Long.BYTES) {
      return -1;
    }
    long word = (long) LONG.get(in, at);
    long others = word ^ (EACH * '\r');
    // The lowest bit that is set belongs to the first carriage return.
    int bits = Long.numberOfTrailingZeros((others - EACH) & ~others & (EACH << 7)) & ~7;
    int lineEnd = at + bits / 8;
    if (bits == 0 || bits == Long.SIZE || lineEnd + 1 >= end || in[lineEnd + 1] != '\n') {
      return -1;
    }
    // The last digit is the highest byte; those below the first become zero.
    long digits = (word << (Long.SIZE - bits)) ^ ((EACH * '0') << (Long.SIZE - bits));
    if (((digits | (digits + EACH * (0x7f - 9))) & (EACH << 7)) != 0) {
      return -1;
    }
    long pairs = (10 * digits + (digits >>> 8)) & 0x00ff00ff00ff00ffL;
    long fours = (100 * pairs + (pairs >>> 16)) & 0x0000ffff0000ffffL;
    next = lineEnd + 2;
    return (int) (10_000 * fours + (fours >>> 32));
  }
}
