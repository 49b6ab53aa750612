package yona.language.syntax;

/** The characters of names, numbers and white space (language.md 2.1, 2.4). */
final class Characters {
  private Characters() {}

  static boolean isDigit(char c) {
    return c >= '0' && c <= '9';
  }

  static boolean isHexadecimal(char c) {
    return c < 0x80 && Character.digit(c, 16) >= 0;
  }

  static boolean isUpper(char c) {
    return c >= 'A' && c <= 'Z';
  }

  /** Whether a lower name can start with it. */
  static boolean isLowerStart(char c) {
    return (c >= 'a' && c <= 'z') || c == '_';
  }

  static boolean isNamePart(char c) {
    return isLowerStart(c) || isUpper(c) || isDigit(c);
  }

  /** The end of the name characters from {@code from} on. */
  static int nameEnd(String text, int from) {
    int end = from;
    while (end < text.length() && isNamePart(text.charAt(end))) {
      end++;
    }
    return end;
  }

  /** Whether it is white space other than space and tab, and no line end. */
  static boolean isSpaceSeparator(char c) {
    return c == '\u000B'
        || c == '\f'
        || (c >= '\u00A0' && Character.getType(c) == Character.SPACE_SEPARATOR);
  }
}
