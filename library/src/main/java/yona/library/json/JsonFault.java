package yona.library.json;

import java.util.BitSet;
import org.jspecify.annotations.Nullable;
import yona.language.runtime.YonaError;
import yona.library.argument.Failure;
import yona.library.text.TextPosition;

/**
 * Finds the first place at which a text is no JSON (RFC 8259), and says what was expected and found
 * there. Reads without recursion; only texts that were refused already are looked at.
 */
public final class JsonFault {
  private static final int END = -1;
  private static final int INVALID = -2;

  /** The most letters of a wrong word that a message shows. */
  private static final int WORD = 20;

  /** More bytes than what a message shows of the text can have. */
  private static final int LONGEST_FOUND = 2 * WORD;

  private static final String VALUE = "a value";

  /** What may stand behind the value of a whole text. */
  static final String NOTHING = "the end of the text";

  /** What may stand behind the value of a line. */
  static final String END_OF_LINE = "the end of the line";

  private final byte[] bytes;
  private final int start;
  private final int to;
  private final JsonLimits limits;
  private final String behind;

  /** What comes behind the bytes. */
  private final String end;

  private int at;

  private JsonFault(byte[] bytes, int start, int to, JsonLimits limits, String behind) {
    this.bytes = bytes;
    this.start = start;
    this.to = to;
    this.limits = limits;
    this.behind = behind;
    this.end = behind.equals(END_OF_LINE) ? END_OF_LINE : NOTHING;
    this.at = start;
  }

  /**
   * A place and what is wrong there.
   *
   * @param index of the first byte that is wrong
   * @param message what was expected and found
   */
  record Place(int index, String message) {}

  /** Raised at the place of a fault. */
  private static final class Found extends Exception {
    private static final long serialVersionUID = 1;

    private final int place;

    Found(int place, String message) {
      super(message, null, false, false);
      this.place = place;
    }
  }

  /**
   * The error of a text.
   *
   * @param bytes holds the text
   * @param start index of its first byte
   * @param to index after its last byte
   * @param limits what it may ask for
   * @param where the function that reads it
   * @param position where the text begins
   * @param behind what may stand behind the value
   * @return the error; null if the text is JSON
   */
  static @Nullable YonaError find(
      byte[] bytes,
      int start,
      int to,
      JsonLimits limits,
      String where,
      TextPosition position,
      String behind) {
    JsonFault fault = new JsonFault(bytes, start, to, limits, behind);
    try {
      fault.text();
      return null;
    } catch (Found found) {
      return fault.error(found, where, position);
    }
  }

  /**
   * Looks for the fault of a text.
   *
   * @param behind what may stand behind the value
   * @return null if the text is JSON
   */
  static @Nullable Place place(byte[] bytes, int start, int to, JsonLimits limits, String behind) {
    try {
      new JsonFault(bytes, start, to, limits, behind).text();
      return null;
    } catch (Found found) {
      return new Place(found.place, String.valueOf(found.getMessage()));
    }
  }

  /**
   * The error of the beginning of a text, whatever comes behind it.
   *
   * @return the error; null if there is none yet, or what comes next may change it
   */
  static @Nullable YonaError findAlready(
      byte[] bytes,
      int start,
      int to,
      JsonLimits limits,
      String where,
      TextPosition position,
      String behind) {
    JsonFault fault = new JsonFault(bytes, start, to, limits, behind);
    try {
      fault.text();
      return null;
    } catch (Found found) {
      return to - fault.at > LONGEST_FOUND ? fault.error(found, where, position) : null;
    }
  }

  /** The error of a text in which, at an index, something else was expected. */
  static YonaError expected(
      String what, byte[] bytes, int at, int to, String where, TextPosition position) {
    JsonFault fault = new JsonFault(bytes, at, to, JsonLimits.USUAL, what);
    return fault.error(fault.expected(what), where, position);
  }

  /** What is wrong with an array or object that begins within too many. */
  static String tooDeep(JsonLimits limits) {
    return "nested deeper than the limit of " + limits.depth() + " levels (:max_depth)";
  }

  /** Whether what is found at an index may go on behind the bytes that there are. */
  static boolean isCut(byte[] bytes, int at, int to) {
    if (to - at > LONGEST_FOUND) {
      return false;
    }
    int end = at;
    while (end < to && isLetter(bytes[end])) {
      end++;
    }
    return end == to || (bytes[at] < 0 && JsonUtf8.length(bytes, at, to) == 0 && to - at < 4);
  }

  private YonaError error(Found found, String where, TextPosition position) {
    TextPosition place = new TextPosition(position);
    place.pass(bytes, start, found.place);
    return Failure.of(JsonText.PARSER_ERROR, where + ": " + place + ": " + found.getMessage());
  }

  private void text() throws Found {
    BitSet objects = new BitSet();
    int depth = 0;
    space();
    while (true) {
      // A value begins here.
      int c = peek();
      if (c == '{' || c == '[') {
        if (depth == limits.depth()) {
          throw new Found(at, tooDeep(limits));
        }
        objects.set(depth, c == '{');
        depth++;
        at++;
        space();
        if (peek() != (c == '{' ? '}' : ']')) {
          if (c == '{') {
            name("a name in quotes or '}'");
          } else if (peek() == END) {
            throw expected("a value or ']'");
          }
          continue;
        }
        depth--;
        at++;
      } else {
        scalar(c);
      }
      space();
      while (depth > 0 && peek() == (objects.get(depth - 1) ? '}' : ']')) {
        depth--;
        at++;
        space();
      }
      if (depth == 0) {
        if (peek() != END) {
          throw expected(behind);
        }
        return;
      }
      boolean object = objects.get(depth - 1);
      if (peek() != ',') {
        throw expected(object ? "',' or '}'" : "',' or ']'");
      }
      at++;
      space();
      if (object) {
        name("a name in quotes");
      }
    }
  }

  private void name(String what) throws Found {
    if (peek() != '"') {
      throw expected(what);
    }
    string();
    space();
    if (peek() != ':') {
      throw expected("':' after a name");
    }
    at++;
    space();
  }

  private void scalar(int c) throws Found {
    switch (c) {
      case '"' -> string();
      case 't' -> word("true");
      case 'f' -> word("false");
      case 'n' -> word("null");
      case '-', '0', '1', '2', '3', '4', '5', '6', '7', '8', '9' -> number();
      default -> throw expected(VALUE);
    }
  }

  private void word(String word) throws Found {
    int from = at;
    if (!letters().equals(word)) {
      at = from;
      throw expected(VALUE);
    }
    at += word.length();
  }

  private void number() throws Found {
    int from = at;
    if (peek() == '-') {
      at++;
    }
    if (peek() == '0') {
      at++;
      if (isDigit(peek())) {
        at = from;
        throw new Found(from, "expected a number without leading zeros, found " + digits());
      }
    } else {
      someDigits("a digit");
    }
    int wholeEnd = at;
    if (peek() == '.') {
      at++;
      someDigits("a digit after the point");
    }
    if (peek() == 'e' || peek() == 'E') {
      at++;
      if (peek() == '+' || peek() == '-') {
        at++;
      }
      someDigits("a digit of the exponent");
    }
    if (at - from > JsonLimits.DIGITS) {
      throw new Found(
          from, "a number longer than the limit of " + JsonLimits.DIGITS + " characters");
    }
    if (at > wholeEnd && Double.isInfinite(Double.parseDouble(ascii(from, at)))) {
      throw new Found(
          from, "expected a number up to the largest Float, found " + shortened(from, at));
    }
  }

  private void someDigits(String what) throws Found {
    if (!isDigit(peek())) {
      throw expected(what);
    }
    while (isDigit(peek())) {
      at++;
    }
  }

  private String digits() {
    int end = at + 1;
    while (end < to && isDigit(bytes[end])) {
      end++;
    }
    return shortened(at, end);
  }

  private static boolean isDigit(int c) {
    return c >= '0' && c <= '9';
  }

  private String ascii(int from, int end) {
    return new String(bytes, from, end - from, java.nio.charset.StandardCharsets.US_ASCII);
  }

  private String shortened(int from, int end) {
    return end - from <= 2 * WORD ? ascii(from, end) : ascii(from, from + 2 * WORD) + " ...";
  }

  private void string() throws Found {
    int open = at;
    at++;
    while (true) {
      int c = peek();
      switch (c) {
        case '"' -> {
          at++;
          return;
        }
        case END -> throw new Found(open, "expected '\"' at the end of the string, found " + end);
        case '\\' -> escape();
        case INVALID -> throw expected("UTF-8");
        default -> {
          if (c < ' ') {
            throw expected("'\"' or an escape such as \\n in a string");
          }
          at += JsonUtf8.length(bytes, at, to);
        }
      }
    }
  }

  private void escape() throws Found {
    int from = at;
    at++;
    switch (peek()) {
      case '"', '\\', '/', 'b', 'f', 'n', 'r', 't' -> at++;
      case 'u' -> {
        int unit = unit(from);
        if (Character.isLowSurrogate((char) unit)) {
          throw lone(from);
        }
        if (Character.isHighSurrogate((char) unit)) {
          boolean more = at + 1 < to && bytes[at] == '\\' && bytes[at + 1] == 'u';
          int second = at;
          if (!more) {
            throw lone(from);
          }
          if (!Character.isLowSurrogate((char) unit(second))) {
            throw lone(from);
          }
        }
      }
      default -> throw expected("one of \" \\ / b f n r t u after a backslash");
    }
  }

  private Found lone(int from) {
    return new Found(
        from, "expected both halves of a surrogate pair, found only " + ascii(from, from + 6));
  }

  /** The number of an escape of four hex digits, whose backslash is at a place. */
  private int unit(int backslash) throws Found {
    int unit = 0;
    at = backslash + 2;
    for (int i = 0; i < 4; i++, at++) {
      int digit = peek() < 0 ? -1 : Character.digit(peek() < 0x80 ? peek() : 0, 16);
      if (digit < 0) {
        throw expected("four hex digits after \\u");
      }
      unit = unit << 4 | digit;
    }
    return unit;
  }

  private void space() {
    while (at < to
        && (bytes[at] == ' ' || bytes[at] == '\n' || bytes[at] == '\r' || bytes[at] == '\t')) {
      at++;
    }
  }

  /** The character here, {@link #END} or {@link #INVALID}. */
  private int peek() {
    if (at == to) {
      return END;
    }
    if (bytes[at] >= 0) {
      return bytes[at];
    }
    int length = JsonUtf8.length(bytes, at, to);
    return length == 0 ? INVALID : JsonUtf8.codePoint(bytes, at, length);
  }

  private Found expected(String what) {
    return new Found(at, "expected " + what + ", found " + found());
  }

  private String found() {
    int c = peek();
    if (c == END) {
      return end;
    }
    if (c == INVALID) {
      return "the byte 0x" + Integer.toHexString(bytes[at] & 0xff) + ", which is not UTF-8";
    }
    String letters = letters();
    if (!letters.isEmpty()) {
      return letters;
    }
    if (Character.isISOControl(c)) {
      return "the control character U+%04X".formatted(c);
    }
    if (Character.isSpaceChar(c) || Character.getType(c) == Character.FORMAT) {
      return "the character U+%04X".formatted(c);
    }
    return "'" + Character.toString(c) + "'";
  }

  /** The word that begins here, shortened. */
  private String letters() {
    int end = at;
    while (end < to && end - at < WORD && isLetter(bytes[end])) {
      end++;
    }
    return ascii(at, end);
  }

  private static boolean isLetter(int c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
  }
}
