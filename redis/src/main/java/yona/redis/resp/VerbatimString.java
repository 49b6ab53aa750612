package yona.redis.resp;

import java.util.Objects;

/**
 * A text to be shown to people as it is (RESP3), {@code =15 txt:Some string}.
 *
 * @param format three visible ASCII characters, such as {@code txt} or {@code mkd} for Markdown
 * @param content the text in bytes, as a rule UTF-8
 */
public record VerbatimString(String format, BulkString content) implements RespValue {
  /** The length of a format. */
  static final int FORMAT_LENGTH = 3;

  /**
   * Makes a verbatim string.
   *
   * @throws IllegalArgumentException if the format is not three visible ASCII characters
   */
  public VerbatimString {
    Objects.requireNonNull(content);
    if (format.length() != FORMAT_LENGTH || !format.chars().allMatch(VerbatimString::isVisible)) {
      throw new IllegalArgumentException(
          "expected a format of three visible ASCII characters, found " + format);
    }
  }

  static boolean isVisible(int character) {
    return character > ' ' && character < 0x7f;
  }
}
