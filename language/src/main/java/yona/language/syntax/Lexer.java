package yona.language.syntax;

import java.util.ArrayList;
import java.util.List;
import yona.data.Checkpoint;
import yona.language.diagnostics.Code;
import yona.language.diagnostics.Diagnostic;
import yona.language.diagnostics.Range;
import yona.language.diagnostics.Source;

/**
 * Cuts a source into tokens (language.md 2). One pass, no recursion: interpolations and brackets
 * are kept on a stack of its own. It finds where literals start and end; {@link Literals} decodes
 * them.
 */
final class Lexer {
  /** What a raw text begins and ends with. */
  static final String RAW_QUOTES = "\"\"\"";

  private static final String A_QUOTE = "a closing quote for this string";

  /** A class file holds names of 65,535 bytes, and some are made of two of the source. */
  private static final int MAXIMUM_NAME = 10_000;

  private final Source source;
  private final String text;
  private final int length;
  private final Reporter reporter;
  private final Tokens tokens;
  private final List<Comment> comments = new ArrayList<>();

  private int position;
  private boolean newLine;

  private final OpenBrackets open;
  private boolean truncated;

  /** Up to here names with backslashes between them are known to end without an upper name. */
  private int unqualifiedEnd;

  Lexer(Source source) {
    this.source = source;
    this.text = source.text();
    this.length = text.length();
    this.reporter = new Reporter(source, Parser.MAXIMUM_ERRORS);
    this.tokens = new Tokens(Math.min(length, 64) + length / 4 + 8);
    this.open = new OpenBrackets(tokens);
  }

  Tokens tokens() {
    return tokens;
  }

  List<Comment> comments() {
    return comments;
  }

  List<Diagnostic> diagnostics() {
    return reporter.diagnostics();
  }

  /**
   * Whether a string without end swallowed the rest, so that what is missing there means nothing.
   */
  boolean truncated() {
    return truncated;
  }

  /** Reads the whole source. */
  void run() {
    if (length > 0 && text.charAt(0) == '\uFEFF') {
      position = 1;
    }
    while (true) {
      Checkpoint.pass();
      skipSpace();
      if (position >= length) {
        break;
      }
      token(text.charAt(position));
    }
    add(TokenKind.END_OF_SOURCE, length, length);
  }

  private int add(TokenKind kind, int start, int end) {
    int index = tokens.add(kind, start, end, newLine);
    newLine = false;
    position = end;
    return index;
  }

  private char peek(int offset) {
    int at = position + offset;
    return at < length ? text.charAt(at) : '\0';
  }

  private void skipSpace() {
    while (position < length) {
      char c = text.charAt(position);
      if (c == ' ' || c == '\t') {
        position++;
      } else if (Source.isLineEnd(c)) {
        newLine = true;
        position++;
      } else if (c == '#') {
        comment();
      } else if (c == '\u000B' || c == '\f' || Characters.isSpaceSeparator(c)) {
        position++;
      } else {
        return;
      }
    }
  }

  private void comment() {
    int start = position;
    boolean ownLine = newLine || tokens.count() == 0;
    while (position < length && !Source.isLineEnd(text.charAt(position))) {
      position++;
    }
    comments.add(new Comment(new Range(start, position), ownLine));
  }

  private void token(char c) {
    if (Characters.isLowerStart(c)) {
      lowerName();
    } else if (Characters.isUpper(c)) {
      name(TokenKind.UPPER_NAME, Characters.nameEnd(text, position));
    } else if (Characters.isDigit(c)) {
      number();
    } else {
      switch (c) {
        case '"' -> string();
        case '\'' -> character();
        case ':' -> colon();
        case '(' -> openBracket(TokenKind.LEFT_PARENTHESIS);
        case '[' -> openBracket(TokenKind.LEFT_BRACKET);
        case '{' -> openBracket(TokenKind.LEFT_BRACE);
        case ')' -> closeBracket(TokenKind.RIGHT_PARENTHESIS, TokenKind.LEFT_PARENTHESIS);
        case ']' -> closeBracket(TokenKind.RIGHT_BRACKET, TokenKind.LEFT_BRACKET);
        case '}' -> closeBrace();
        default -> punctuation();
      }
    }
  }

  // Names

  private boolean startsLetterBeyondAscii(int at) {
    return at < length && text.charAt(at) >= 0x80 && Character.isLetter(text.codePointAt(at));
  }

  private void name(TokenKind kind, int end) {
    if (startsLetterBeyondAscii(end)) {
      foreignName();
    } else if (end - position > MAXIMUM_NAME) {
      tooLong(Code.MALFORMED_NAME, "a name", position, end);
    } else {
      add(kind, position, end);
    }
  }

  private void tooLong(Code code, String what, int start, int end) {
    reporter.error(
        code,
        start,
        end,
        "Expected %s of at most %,d characters, found %,d"
            .formatted(what, MAXIMUM_NAME, end - start));
    add(TokenKind.INVALID, start, end);
  }

  /** A name with letters beyond ASCII, reported as a whole. */
  private void foreignName() {
    int end = position;
    while (end < length
        && (Characters.isNamePart(text.charAt(end)) || startsLetterBeyondAscii(end))) {
      end += Character.charCount(text.codePointAt(end));
    }
    reporter.error(
        Code.MALFORMED_NAME,
        position,
        end,
        "Names are made of the letters a to z, digits and `_`, found `"
            + shown(position, end)
            + "`");
    add(TokenKind.INVALID, position, end);
  }

  private void lowerName() {
    int start = position;
    int end = Characters.nameEnd(text, start);
    if (end < length && text.charAt(end) == '\\') {
      int qualified = qualifiedNameEnd(end);
      if (qualified > 0) {
        name(TokenKind.MODULE_NAME, qualified);
        return;
      }
    }
    if (text.charAt(start) == '_' && isUnderscores(start, end)) {
      if (end - start == 1) {
        name(TokenKind.WILDCARD, end);
      } else {
        reporter.error(
            Code.MALFORMED_NAME,
            start,
            end,
            "A name needs a letter or digit after its underscores, found `"
                + shown(start, end)
                + "`");
        add(TokenKind.INVALID, start, end);
      }
      return;
    }
    name(keyword(start, end), end);
  }

  /**
   * The end of {@code package\...\Name} whose first backslash stands at {@code backslash}, or 0.
   */
  private int qualifiedNameEnd(int backslash) {
    int at = backslash;
    while (at >= unqualifiedEnd && at + 1 < length && text.charAt(at) == '\\') {
      char first = text.charAt(at + 1);
      int end = Characters.nameEnd(text, at + 1);
      if (Characters.isUpper(first)) {
        return nestedEnd(end);
      }
      if (end == at + 1 || Characters.isDigit(first)) {
        break;
      }
      at = end;
    }
    unqualifiedEnd = Math.max(unqualifiedEnd, at);
    return 0;
  }

  /** The end of the names of classes nested in a Java class: {@code a\Outer\Inner}. */
  private int nestedEnd(int end) {
    int at = end;
    while (at + 1 < length && text.charAt(at) == '\\' && Characters.isUpper(text.charAt(at + 1))) {
      at = Characters.nameEnd(text, at + 1);
    }
    return at;
  }

  private boolean isUnderscores(int start, int end) {
    for (int i = start; i < end; i++) {
      if (text.charAt(i) != '_') {
        return false;
      }
    }
    return true;
  }

  /** The kind of a word: names directly after {@code ::} are never keywords. */
  private TokenKind keyword(int start, int end) {
    int count = tokens.count();
    TokenKind before = count == 0 ? TokenKind.END_OF_SOURCE : tokens.kind(count - 1);
    if (before == TokenKind.DOUBLE_COLON) {
      return TokenKind.LOWER_NAME;
    }
    TokenKind kind = Keywords.kind(text, start, end);
    return kind == TokenKind.DAEMON && before != TokenKind.WITH ? TokenKind.LOWER_NAME : kind;
  }

  private void number() {
    int start = position;
    NumberScanner number = new NumberScanner(text, start);
    if (number.problem() == null) {
      add(number.kind(), start, number.end());
    } else {
      reporter.error(
          Code.MALFORMED_NUMBER,
          start,
          number.end(),
          number.problem(),
          "The suffixes are f (Float), b (Byte) and n (Big); `_` may stand between two digits");
      add(TokenKind.INVALID, start, number.end());
    }
  }

  // Characters, symbols and strings

  private void character() {
    int start = position;
    int at = start + 1;
    if (at < length && text.charAt(at) == '\\') {
      int end = at + 2;
      while (end < length && Characters.isNamePart(text.charAt(end)) && end < at + 10) {
        end++;
      }
      if (end < length && text.charAt(end) == '\'') {
        add(TokenKind.CHARACTER, start, end + 1);
        return;
      }
    } else if (at < length && text.charAt(at) != '\'') {
      int end = at + Character.charCount(text.codePointAt(at));
      if (end < length && text.charAt(end) == '\'') {
        if (Character.isSurrogate(text.charAt(at)) && end == at + 1) {
          loneSurrogate(at);
        }
        add(TokenKind.CHARACTER, start, end + 1);
        return;
      }
    }
    malformedCharacter(start);
  }

  private void malformedCharacter(int start) {
    int end = start + 1;
    while (end < length
        && !Source.isLineEnd(text.charAt(end))
        && text.charAt(end) != '\''
        && end < start + 80) {
      end++;
    }
    boolean closed = end < length && text.charAt(end) == '\'';
    if (closed) {
      end++;
    } else {
      end = Math.max(start + 1, Characters.nameEnd(text, start + 1));
    }
    String found =
        closed && end == start + 2
            ? "none"
            : closed ? "`" + shown(start, end) + "`" : "no closing quote";
    reporter.error(
        Code.MALFORMED_CHARACTER,
        start,
        end,
        "Expected one character between single quotes, found " + found,
        "Strings are written in double quotes; a single quote as character is '\\''");
    add(TokenKind.INVALID, start, end);
  }

  private void colon() {
    int start = position;
    char next = peek(1);
    if (next == ':') {
      add(TokenKind.DOUBLE_COLON, start, start + 2);
      return;
    }
    int end = Characters.nameEnd(text, start + 1);
    boolean named = end > start + 1 && !Characters.isDigit(next) && !isUnderscores(start + 1, end);
    if (startsLetterBeyondAscii(end)) {
      position = start + 1;
      foreignName();
    } else if (named && end - start > MAXIMUM_NAME) {
      tooLong(Code.MALFORMED_SYMBOL, "a symbol", start, end);
    } else if (named) {
      add(TokenKind.SYMBOL, start, end);
    } else {
      boolean interpolated = open.interpolation() >= 0 && open.interpolation() == open.innermost();
      String hint = OtherSyntax.colon(source, tokens, next, interpolated);
      reporter.error(
          Code.MALFORMED_SYMBOL,
          start,
          end,
          "Expected a name directly after the colon of a symbol, found "
              + (end > start + 1 ? "`" + shown(start + 1, end) + "`" : describe(start + 1)),
          hint == null
              ? "A symbol is written :name; the entries of a dict are written key = value"
              : hint);
      add(TokenKind.INVALID, start, interpolated ? OtherSyntax.formatEnd(text, end) : end);
    }
  }

  private String describe(int at) {
    if (at >= length) {
      return "the end of the program";
    }
    int c = text.codePointAt(at);
    if (Source.isLineEnd((char) c) && c < 0x10000) {
      return "a line break";
    }
    if (c == ' ' || c == '\t' || Character.getType(c) == Character.SPACE_SEPARATOR) {
      return "white space";
    }
    return "`" + Character.toString(c) + "`";
  }

  private void string() {
    int start = position;
    if (text.startsWith(RAW_QUOTES, start)) {
      rawText(start);
      return;
    }
    int end = textEnd(start + 1);
    if (end < length && text.charAt(end) == '"') {
      int token = add(TokenKind.STRING, start, end + 1);
      if (plain) {
        tokens.setPlain(token);
      }
    } else if (end >= length) {
      unterminated(start, 1, A_QUOTE);
      add(TokenKind.INVALID, start, length);
    } else {
      open.open(add(TokenKind.STRING_START, start, start + 1));
      stringText(end);
    }
  }

  /** Of a longer run of quotes the last three close, so that a raw text may end with a quote. */
  private void rawText(int start) {
    int quotes = 0;
    int at = start + RAW_QUOTES.length();
    while (at < length) {
      char c = text.charAt(at);
      if (c != '"' && quotes >= RAW_QUOTES.length()) {
        break;
      }
      quotes = c == '"' ? quotes + 1 : 0;
      at += Character.isSurrogate(c) ? surrogate(at) : 1;
    }
    if (quotes >= RAW_QUOTES.length()) {
      tokens.setPlain(add(TokenKind.STRING, start, at));
    } else {
      unterminated(start, RAW_QUOTES.length(), "three closing quotes for this raw text");
      add(TokenKind.INVALID, start, length);
    }
  }

  private boolean plain;

  /**
   * The end of the text that starts at {@code from}: a quote, an interpolation, or the source's.
   */
  private int textEnd(int from) {
    plain = true;
    int at = from;
    while (at < length) {
      char c = text.charAt(at);
      if (c == '"') {
        return at;
      }
      if (c == '\\') {
        plain = false;
        if (isQuotable(at + 1)) {
          at++;
        } else if (text.startsWith("u{", at + 1)) {
          at += 2;
        }
      } else if (c == '{') {
        if (at + 1 >= length || text.charAt(at + 1) != '{') {
          return at;
        }
        plain = false;
        at++;
      } else if (c == '}') {
        plain = false;
      }
      at += Character.isSurrogate(c) ? surrogate(at) : 1;
    }
    return length;
  }

  /** How many units the character whose surrogate stands at {@code at} has. */
  private int surrogate(int at) {
    if (Character.isHighSurrogate(text.charAt(at))
        && at + 1 < length
        && Character.isLowSurrogate(text.charAt(at + 1))) {
      return 2;
    }
    loneSurrogate(at);
    return 1;
  }

  /** Whether the character at {@code at} would end the text if no backslash stood before it. */
  private boolean isQuotable(int at) {
    if (at >= length) {
      return false;
    }
    char c = text.charAt(at);
    return c == '"' || c == '\\' || c == '{' || c == '}';
  }

  private void loneSurrogate(int at) {
    reporter.error(
        Code.UNEXPECTED_CHARACTER,
        at,
        at + 1,
        "Expected a character, found half of a surrogate pair");
  }

  /** Adds the text that ends at {@code end} and what ends it; goes on behind an interpolation. */
  private void stringText(int end) {
    if (end > position) {
      int token = add(TokenKind.STRING_TEXT, position, end);
      if (plain) {
        tokens.setPlain(token);
      }
    }
    if (end >= length) {
      unterminated(tokens.start(open.innermost()), 1, A_QUOTE);
    } else if (text.charAt(end) == '{') {
      open.open(add(TokenKind.INTERPOLATION_START, end, end + 1));
    } else {
      open.closeString(add(TokenKind.STRING_END, end, end + 1));
    }
  }

  private void unterminated(int start, int quotes, String expected) {
    truncated = true;
    Diagnostic error =
        Diagnostic.error(
            Code.UNTERMINATED_STRING,
            source,
            new Range(start, start + quotes),
            "Expected " + expected + ", found the end of the program");
    int interpolation = open.interpolation();
    if (interpolation >= 0) {
      error =
          error
              .withNote(
                  tokens.range(interpolation), "it stands in the interpolation that starts here")
              .withHint("Write `{{` where a brace in a string is meant as text");
    }
    reporter.report(error);
  }

  // Brackets

  private void openBracket(TokenKind kind) {
    open.open(add(kind, position, position + 1));
  }

  private void closeBracket(TokenKind kind, TokenKind opening) {
    open.close(opening, add(kind, position, position + 1));
  }

  private void closeBrace() {
    if (open.endsInterpolation()) {
      open.closeInterpolation(add(TokenKind.INTERPOLATION_END, position, position + 1));
      stringText(textEnd(position));
    } else {
      closeBracket(TokenKind.RIGHT_BRACE, TokenKind.LEFT_BRACE);
    }
  }

  // Everything else

  private void punctuation() {
    TokenKind kind = Punctuation.at(text, position);
    if (kind == null) {
      unexpected();
    } else {
      add(kind, position, position + kind.size());
    }
  }

  private void unexpected() {
    if (startsLetterBeyondAscii(position)) {
      foreignName();
      return;
    }
    int c = text.codePointAt(position);
    boolean twice = c == '?' && peek(1) == '?';
    int end = position + (twice ? 2 : Character.charCount(c));
    boolean visible =
        !Character.isISOControl(c)
            && Character.getType(c) != Character.FORMAT
            && !(c < 0x10000 && Character.isSurrogate((char) c));
    String code =
        "U+"
            + "0".repeat(c < 0x10 ? 3 : c < 0x100 ? 2 : c < 0x1000 ? 1 : 0)
            + Integer.toHexString(c).toUpperCase(java.util.Locale.ROOT);
    String hint =
        switch (c) {
          case '$' ->
              peek(1) == ' '
                  ? "A function gets the value of what follows by <|: println <| 1 + 2"
                  : "Strings are interpolated with braces alone: \"{name}\"";
          case '?' ->
              twice
                  ? "What stands for () is told by case: case x of () -> 1; found -> found end"
                  : position > 0 && Characters.isNamePart(text.charAt(position - 1))
                      ? "Names have letters, digits and _ alone: is_empty"
                      : "A choice is written `if condition then a else b`";
          case 0x201C, 0x201D, 0x201E -> "Strings are written between straight double quotes";
          case 0x2018, 0x2019 -> "Characters are written between straight single quotes";
          default -> null;
        };
    Diagnostic error =
        Diagnostic.error(
            Code.UNEXPECTED_CHARACTER,
            source,
            new Range(position, end),
            "Expected a token, found the character "
                + (visible ? "`" + Character.toString(c) + "` (" + code + ")" : code));
    reporter.report(error.withHint(hint));
    position = end;
  }

  /** The text between two offsets, shortened where it is long. */
  private String shown(int start, int end) {
    if (end - start <= 40) {
      return text.substring(start, end);
    }
    int cut = start + 40;
    if (Character.isHighSurrogate(text.charAt(cut - 1))) {
      cut--;
    }
    return text.substring(start, cut) + "...";
  }
}
