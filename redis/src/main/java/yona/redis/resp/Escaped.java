package yona.redis.resp;

import java.util.HexFormat;

/** Bytes for the eyes of people. */
final class Escaped {
  /** How many bytes an error shows. */
  static final int SHOWN = 32;

  private Escaped() {}

  /** The beginning of bytes, for an error. */
  static String shown(byte[] bytes, int from, int to) {
    return quoted(bytes, from, to, SHOWN);
  }

  /** A byte, for an error. */
  static String shown(byte b) {
    return quoted(new byte[] {b}, 0, 1, SHOWN);
  }

  /**
   * The beginning of bytes in quotes; all that is not visible ASCII is an escape.
   *
   * @param most how many bytes are shown; dots say that there are more
   */
  static String quoted(byte[] bytes, int from, int to, int most) {
    int end = Math.min(to, from + most);
    StringBuilder text = new StringBuilder("\"");
    for (int i = from; i < end; i++) {
      append(text, bytes[i]);
    }
    return text.append(end < to ? "\"..." : "\"").toString();
  }

  private static void append(StringBuilder text, byte b) {
    switch (b) {
      case '\r' -> text.append("\\r");
      case '\n' -> text.append("\\n");
      case '\t' -> text.append("\\t");
      case '"', '\\' -> text.append('\\').append((char) b);
      default -> {
        if (b >= ' ' && b < 0x7f) {
          text.append((char) b);
        } else {
          text.append("\\x").append(HexFormat.of().toHexDigits(b));
        }
      }
    }
  }
}
