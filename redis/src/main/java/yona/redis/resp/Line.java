package yona.redis.resp;

import java.nio.ByteBuffer;
import java.util.Arrays;

/** Where lines end, and one of which the end has not come. */
final class Line {

  /** What a line can begin with; the last two only where something is streamed. */
  private static final String TYPES = "+-:$*_#,(!=%~>|;.";

  private final int limit;
  private byte[] bytes = new byte[64];
  private int length;

  /**
   * Has none.
   *
   * @param limit how many bytes a line may have, its end aside
   */
  Line(int limit) {
    this.limit = limit;
  }

  boolean isEmpty() {
    return length == 0;
  }

  byte[] bytes() {
    return bytes;
  }

  int length() {
    return length;
  }

  void clear() {
    length = 0;
  }

  /**
   * Where a line ends, before its carriage return; negative if its end has not come.
   *
   * @param origin where in the stream the first byte of the array is
   * @param chunked whether only a chunk of a streamed string can come
   */
  int end(byte[] in, int from, int end, long origin, boolean chunked) throws RespException {
    int most = end - from > limit ? from + limit + 1 : end;
    for (int i = from; i < most; i++) {
      byte b = in[i];
      if (b <= '\r') {
        if (b == '\r') {
          if (i + 1 == end) {
            return -1;
          }
          if (in[i + 1] == '\n') {
            return i;
          }
          requireType(in, from, end, origin, chunked);
          throw loneCarriageReturn(origin + i + 1, in[i + 1]);
        }
        if (b == '\n') {
          requireType(in, from, end, origin, chunked);
          throw loneLineFeed(origin + i);
        }
      }
    }
    if (most - from > limit) {
      requireType(in, from, end, origin, chunked);
      throw tooLong(origin + from);
    }
    return -1;
  }

  /**
   * Moves what there is of the line aside; whether it is whole.
   *
   * @param origin where in the stream the first byte of the buffer is
   * @param chunked whether only a chunk of a streamed string can come
   */
  boolean gather(ByteBuffer input, long origin, boolean chunked) throws RespException {
    while (input.hasRemaining()) {
      long position = origin + input.position();
      byte b = input.get();
      if (length == 0 && !isType(b, chunked)) {
        byte[] found = new byte[1 + Math.min(Escaped.SHOWN, input.remaining())];
        found[0] = b;
        input.get(found, 1, found.length - 1);
        throw noType(found, 0, found.length, position, chunked);
      }
      boolean ends = length > 0 && bytes[length - 1] == '\r';
      if (ends && b != '\n') {
        throw loneCarriageReturn(position, b);
      }
      if (!ends && b == '\n') {
        throw loneLineFeed(position);
      }
      if (!ends && b != '\r' && length == limit) {
        throw tooLong(position - length);
      }
      if (length == bytes.length) {
        bytes = Arrays.copyOf(bytes, 2 * length);
      }
      bytes[length++] = b;
      if (ends) {
        return true;
      }
    }
    return false;
  }

  /** Refuses what begins no value, whatever is wrong behind it. */
  static void requireType(byte[] in, int from, int to, long origin, boolean chunked)
      throws RespException {
    if (!isType(in[from], chunked)) {
      throw noType(in, from, to, origin, chunked);
    }
  }

  /** Of what begins no value, at a place of an array of which the first byte has an origin. */
  static RespException noType(byte[] in, int from, int to, long origin, boolean chunked) {
    return RespException.at(
        origin + from,
        chunked
            ? "a chunk of a streamed string, ;"
            : "the type of a value, one of + - : $ * _ # , ( ! = % ~ > |",
        Escaped.shown(in, from, to));
  }

  private static boolean isType(byte type, boolean chunked) {
    return chunked ? type == ';' : TYPES.indexOf(type) >= 0;
  }

  private static RespException loneCarriageReturn(long position, byte found) {
    return RespException.at(
        position, "a line feed after the carriage return", Escaped.shown(found));
  }

  private static RespException loneLineFeed(long position) {
    return RespException.at(position, "a carriage return before a line feed", "\"\\n\"");
  }

  private RespException tooLong(long position) {
    return RespException.at(position, "a line of at most " + limit + " bytes", "a longer one");
  }
}
