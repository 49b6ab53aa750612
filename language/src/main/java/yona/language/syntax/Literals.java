package yona.language.syntax;

import java.math.BigInteger;
import yona.data.Checkpoint;
import yona.language.diagnostics.Code;
import yona.language.diagnostics.Diagnostic;
import yona.language.diagnostics.Range;
import yona.language.diagnostics.Source;
import yona.language.syntax.Tree.Literal;

/** Decodes the text of literals to their values (language.md 2.5 to 2.7). */
final class Literals {
  /** Digits of a Big that are converted at once; longer ones are split in halves. */
  private static final int BIG_DIGITS = 2000;

  /** How many digits of an octal escape follow its first one. */
  private static final int OCTAL_DIGITS = 2;

  private final Source source;
  private final String text;
  private final Tokens tokens;
  private final Reporter reporter;

  Literals(Source source, Tokens tokens, Reporter reporter) {
    this.source = source;
    this.text = source.text();
    this.tokens = tokens;
    this.reporter = reporter;
  }

  /**
   * The literal of a number token.
   *
   * @param token its index
   * @param start where the literal starts: at the token, or at the minus sign directly before it
   */
  Literal number(int token, int start) {
    int from = tokens.start(token);
    int end = tokens.end(token);
    boolean negative = start < from;
    Range range = new Range(start, end);
    return switch (tokens.kind(token)) {
      case FLOAT -> new Tree.FloatLiteral(range, floatValue(from, end, negative, range));
      case BYTE -> new Tree.ByteLiteral(range, byteValue(from, end - 1, negative, range));
      case BIG -> new Tree.BigLiteral(range, bigValue(from, end - 1, negative));
      default -> new Tree.IntLiteral(range, intValue(from, end, negative, range));
    };
  }

  private long intValue(int from, int end, boolean negative, Range range) {
    boolean hexadecimal = end - from > 2 && text.charAt(from + 1) == 'x';
    int base = hexadecimal ? 16 : 10;
    long limit = negative ? Long.MIN_VALUE : -Long.MAX_VALUE;
    long value = 0;
    for (int i = hexadecimal ? from + 2 : from; i < end; i++) {
      char c = text.charAt(i);
      if (c == '_') {
        continue;
      }
      int digit = Character.digit(c, base);
      if (value < limit / base || value * base < limit + digit) {
        reporter.error(
            Code.INT_OUT_OF_RANGE,
            range.start(),
            range.end(),
            "Expected an Int from -9223372036854775808 to 9223372036854775807, found a number"
                + " beyond",
            hexadecimal ? null : "The suffix n makes it a Big, an integer without bound");
        return 0;
      }
      value = value * base - digit;
    }
    return negative ? value : -value;
  }

  private byte byteValue(int from, int end, boolean negative, Range range) {
    int limit = negative ? 128 : 255;
    int value = 0;
    for (int i = from; i < end && value <= limit; i++) {
      char c = text.charAt(i);
      if (c != '_') {
        value = value * 10 + (c - '0');
      }
    }
    if (value > limit) {
      reporter.error(
          Code.BYTE_OUT_OF_RANGE,
          range.start(),
          range.end(),
          "Expected a Byte from 0 to 255, or from -128, found a number beyond",
          "Without the suffix b it is an Int");
      return 0;
    }
    return (byte) (negative ? -value : value);
  }

  private double floatValue(int from, int end, boolean negative, Range range) {
    int last = text.charAt(end - 1) == 'f' ? end - 1 : end;
    double value = Double.parseDouble(digits(from, last));
    if (Double.isInfinite(value)) {
      reporter.error(
          Code.FLOAT_OUT_OF_RANGE,
          range.start(),
          range.end(),
          "Expected a Float of at most 1.7976931348623157e308, found a number beyond",
          "The largest value of all is Infinity, the result of 1.0 / 0.0");
      return 0;
    }
    return negative ? -value : value;
  }

  private BigInteger bigValue(int from, int end, boolean negative) {
    BigInteger value = bigInteger(digits(from, end));
    return negative ? value.negate() : value;
  }

  /** Halves a long text, since the conversion of the JDK takes time quadratic in its length. */
  private static BigInteger bigInteger(String digits) {
    Checkpoint.pass();
    int length = digits.length();
    if (length <= BIG_DIGITS) {
      return new BigInteger(digits);
    }
    int low = BIG_DIGITS;
    while (low * 2L < length) {
      low *= 2;
    }
    BigInteger scale = BigInteger.TEN.pow(low);
    String high = digits.substring(0, length - low);
    return bigInteger(high).multiply(scale).add(bigInteger(digits.substring(length - low)));
  }

  private String digits(int from, int end) {
    String digits = text.substring(from, end);
    return digits.indexOf('_') < 0 ? digits : digits.replace("_", "");
  }

  /** The literal of a character token. */
  Literal character(int token) {
    int start = tokens.start(token);
    int end = tokens.end(token);
    int codePoint;
    if (text.charAt(start + 1) == '\\') {
      StringBuilder decoded = new StringBuilder(2);
      int after = escape(start + 1, end - 1, decoded);
      if (after < end - 1) {
        reporter.error(
            Code.MALFORMED_CHARACTER,
            start,
            end,
            "Expected one character between single quotes, found more",
            "Strings are written in double quotes");
      }
      codePoint = decoded.isEmpty() ? ' ' : decoded.codePointAt(0);
    } else {
      codePoint = text.codePointAt(start + 1);
    }
    return new Tree.CharLiteral(tokens.range(token), codePoint);
  }

  /** Whether a whole string is a raw text, between three quotes. */
  boolean isRaw(int token) {
    return tokens.end(token) - tokens.start(token) >= 2 * Lexer.RAW_QUOTES.length()
        && text.startsWith(Lexer.RAW_QUOTES, tokens.start(token));
  }

  /** How often a brace is written twice, for one, in a stretch of a string. */
  int doubled(Range stretch, char brace) {
    int count = 0;
    for (int i = stretch.start(); i < stretch.end(); i++) {
      char c = text.charAt(i);
      if (c == '\\') {
        i++;
      } else if (c == brace && i + 1 < stretch.end() && text.charAt(i + 1) == c) {
        count++;
        i++;
      }
    }
    return count;
  }

  /** The text of a token that holds a string's characters, from {@code start} to {@code end}. */
  String text(int token, int start, int end) {
    if (tokens.isPlain(token)) {
      return text.substring(start, end);
    }
    StringBuilder decoded = new StringBuilder(end - start);
    int i = start;
    while (i < end) {
      char c = text.charAt(i);
      if (c == '\\') {
        i = escape(i, end, decoded);
      } else {
        decoded.append(c);
        boolean doubled = (c == '{' || c == '}') && i + 1 < end && text.charAt(i + 1) == c;
        i += doubled ? 2 : 1;
      }
    }
    return decoded.toString();
  }

  /** Appends what the escape at {@code start} means and returns where it ends. */
  private int escape(int start, int end, StringBuilder decoded) {
    if (start + 1 >= end) {
      return unknownEscape(start, end);
    }
    int after = start + 2;
    switch (text.charAt(start + 1)) {
      case '\\' -> decoded.append('\\');
      case '"' -> decoded.append('"');
      case '\'' -> decoded.append('\'');
      case 'n' -> decoded.append('\n');
      case 'r' -> decoded.append('\r');
      case 't' -> decoded.append('\t');
      case 'a' -> decoded.append('\u0007');
      case 'b' -> decoded.append('\b');
      case 'f' -> decoded.append('\f');
      case 'v' -> decoded.append('\u000B');
      case '0' -> {
        decoded.append('\0');
        octal(start, after, end);
      }
      case 'x' -> after = codePoint(start, end, 1, 4, decoded);
      case 'u' -> after = codePoint(start, end, 4, 4, decoded);
      case 'U' -> after = codePoint(start, end, 8, 8, decoded);
      default -> after = unknownEscape(start, end);
    }
    return after;
  }

  /** Warns of digits behind {@code \0}, which other languages read as one octal number. */
  private void octal(int start, int after, int end) {
    int value = 0;
    int at = after;
    while (at < Math.min(end, after + OCTAL_DIGITS) && isOctal(text.charAt(at))) {
      value = value * 8 + (text.charAt(at) - '0');
      at++;
    }
    if (at > after) {
      reporter.report(
          Diagnostic.warning(
                  Code.OCTAL_ESCAPE,
                  source,
                  new Range(start, at),
                  "\\0 is a character of its own, and the digits behind it are text")
              .withHint(
                  "The character with the octal number %s is \\u%04x"
                      .formatted(text.substring(start + 1, at), value)));
    }
  }

  private static boolean isOctal(char c) {
    return c >= '0' && c <= '7';
  }

  private int unknownEscape(int start, int end) {
    int after =
        start + 1 < end ? start + 1 + Character.charCount(text.codePointAt(start + 1)) : end;
    char c = start + 1 < end ? text.charAt(start + 1) : ' ';
    reporter.error(
        Code.UNKNOWN_ESCAPE,
        start,
        after,
        "Expected one of the escapes \\\\ \\\" \\' \\n"
            + " \\r"
            + " \\t \\a \\b \\f \\v \\0 \\x \\u \\U, found "
            + (Source.isLineEnd(c)
                ? "a backslash at the end of the line"
                : "`" + text.substring(start, after) + "`"),
        c == '{' || c == '}'
            ? "A brace as text is written twice: `{{` or `}}`"
            : "A backslash as text is written twice");
    return after;
  }

  private int codePoint(int start, int end, int atLeast, int atMost, StringBuilder decoded) {
    int from = start + 2;
    int at = from;
    int value = 0;
    while (at < end && at < from + atMost && isHexadecimal(text.charAt(at))) {
      value = value << 4 | Character.digit(text.charAt(at), 16);
      at++;
    }
    if (at - from < atLeast) {
      reporter.report(
          Diagnostic.error(
                  Code.MALFORMED_ESCAPE,
                  source,
                  new Range(start, at),
                  "Expected "
                      + (atLeast == 1 ? "one to four" : atLeast == 4 ? "four" : "eight")
                      + " hexadecimal digits after `\\"
                      + text.charAt(start + 1)
                      + "`, found "
                      + (at == from ? "none" : Integer.toString(at - from)))
              .withHint(
                  text.startsWith("{", at)
                      ? "Four digits stand behind \\u and eight behind \\U, without braces:"
                          + " \\U0001f600"
                      : null));
    } else if (value < 0 || value > Character.MAX_CODE_POINT) {
      reporter.error(
          Code.MALFORMED_ESCAPE, start, at, "Expected a code point up to 10FFFF, found one beyond");
    } else if (value >= Character.MIN_SURROGATE && value <= Character.MAX_SURROGATE) {
      reporter.error(
          Code.MALFORMED_ESCAPE,
          start,
          at,
          "Expected a character, found half of a surrogate pair",
          "Characters beyond U+FFFF are written \\U and eight hexadecimal digits");
    } else {
      decoded.appendCodePoint(value);
    }
    return at;
  }

  private static boolean isHexadecimal(char c) {
    return c < 0x80 && Character.digit(c, 16) >= 0;
  }
}
