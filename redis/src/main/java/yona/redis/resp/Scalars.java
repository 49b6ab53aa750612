package yona.redis.resp;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.math.BigInteger;

/**
 * Values that are one line: each between two places of an array, with where in the stream the first
 * byte of the array is, for errors.
 */
final class Scalars {

  private Scalars() {}

  static SimpleString simpleString(byte[] in, int from, int to) {
    String text = new String(in, from, to - from, UTF_8);
    return switch (text) {
      case "OK" -> SimpleString.OK;
      case "PONG" -> SimpleString.PONG;
      case "QUEUED" -> SimpleString.QUEUED;
      default -> new SimpleString(text);
    };
  }

  static long integer(byte[] in, int from, int to, long origin) throws RespException {
    try {
      return Numbers.integer(in, from, to);
    } catch (NumberFormatException _) {
      throw RespException.at(origin + from, "an integer of 64 bits", Escaped.shown(in, from, to));
    }
  }

  static double floating(byte[] in, int from, int to, long origin) throws RespException {
    try {
      return Numbers.floating(in, from, to);
    } catch (NumberFormatException _) {
      throw RespException.at(origin + from, "a floating point number", Escaped.shown(in, from, to));
    }
  }

  static BigInteger big(byte[] in, int from, int to, long origin) throws RespException {
    try {
      return Numbers.big(in, from, to);
    } catch (NumberFormatException _) {
      throw RespException.at(
          origin + from, "the digits of an integer", Escaped.shown(in, from, to));
    }
  }

  static BooleanValue bool(byte[] in, int from, int to, long origin) throws RespException {
    if (to - from == 1 && (in[from] == 't' || in[from] == 'f')) {
      return BooleanValue.of(in[from] == 't');
    }
    throw RespException.at(origin + from, "t or f", Escaped.shown(in, from, to));
  }

  static void requireEmpty(String type, byte[] in, int from, int to, long origin)
      throws RespException {
    if (from < to) {
      throw RespException.at(
          origin + from, "the end of the line after " + type, Escaped.shown(in, from, to));
    }
  }

  /** A length that fits into an array. */
  static int length(String expected, byte[] in, int from, int to, long origin)
      throws RespException {
    long length = 0;
    for (int i = from; i < to; i++) {
      int digit = in[i] - '0';
      if (digit < 0 || digit > 9 || length > Integer.MAX_VALUE) {
        length = -1;
        break;
      }
      length = 10 * length + digit;
    }
    if (from == to || length < 0 || length > RespLimits.LONGEST_ARRAY) {
      throw RespException.at(
          origin + from,
          expected + " from 0 to " + RespLimits.LONGEST_ARRAY,
          Escaped.shown(in, from, to));
    }
    return (int) length;
  }

  static boolean isMinusOne(byte[] in, int from, int to) {
    return to - from == 2 && in[from] == '-' && in[from + 1] == '1';
  }

  static boolean isQuestionMark(byte[] in, int from, int to) {
    return to - from == 1 && in[from] == '?';
  }
}
