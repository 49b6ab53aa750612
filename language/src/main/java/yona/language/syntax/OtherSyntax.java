package yona.language.syntax;

import java.util.Set;
import org.jspecify.annotations.Nullable;
import yona.language.diagnostics.OtherLanguages;
import yona.language.diagnostics.Source;

/** Hints for what other languages write and Yona's grammar has no place for. */
final class OtherSyntax {
  /** How many tokens before an error its line is taken to begin at most. */
  private static final int LOOK_BACK = 100;

  /** What types are declared with elsewhere. */
  private static final Set<String> TYPES =
      Set.of("class", "struct", "data", "type", "newtype", "enum", "interface", "trait", "object");

  private OtherSyntax() {}

  /**
   * A hint for an error at a token.
   *
   * @param inClauses whether it stands directly in a list of clauses, which have arrows
   * @return the hint, or null
   */
  static @Nullable String hint(Source source, Tokens tokens, int at, boolean inClauses) {
    if (joined(tokens, at - 1, TokenKind.SLASH, TokenKind.SLASH)
        || joined(tokens, at, TokenKind.SLASH, TokenKind.SLASH)
        || joined(tokens, at, TokenKind.SLASH, TokenKind.STAR)) {
      return "A comment starts with #";
    }
    for (int arrow = at - 1; arrow <= at; arrow++) {
      if (joined(tokens, arrow, TokenKind.EQUALS, TokenKind.GREATER)) {
        return inClauses ? "An arrow is written ->" : lambda(source, tokens, arrow);
      }
    }
    if (joined(tokens, at - 1, TokenKind.LESS, TokenKind.GREATER)
        || joined(tokens, at - 1, TokenKind.SLASH, TokenKind.EQUALS)) {
      return "Values that differ: a != b";
    }
    if (joined(tokens, at - 1, TokenKind.PLUS, TokenKind.EQUALS)
        || joined(tokens, at - 1, TokenKind.MINUS, TokenKind.EQUALS)) {
      return "A value does not change; another one gets a name of its own: next = x + 1";
    }
    int first = firstOfLine(tokens, at);
    if (declaresType(source, tokens, first)) {
      return OtherLanguages.word("class");
    }
    String here = word(source, tokens, at);
    return here != null ? here : word(source, tokens, first);
  }

  /** How a lambda is written that has its parameters before an arrow, and no backslash. */
  static String lambda(Source source, Tokens tokens, int arrow) {
    String parameters = parameters(source, tokens, arrow - 1);
    return "A function is written with a backslash: "
        + (parameters == null ? "\\x -> x + 1" : "\\" + parameters + "-> ...");
  }

  /** The names that end here, in parentheses or one without; null if there is something else. */
  private static @Nullable String parameters(Source source, Tokens tokens, int last) {
    if (last < 0) {
      return null;
    }
    int first = last;
    if (tokens.kind(last) == TokenKind.RIGHT_PARENTHESIS) {
      first = tokens.match(last);
      if (first < 0 || last - first > LOOK_BACK) {
        return null;
      }
    }
    StringBuilder names = new StringBuilder();
    for (int i = first; i <= last; i++) {
      switch (tokens.kind(i)) {
        case LOWER_NAME, WILDCARD -> names.append(source.text(tokens.range(i))).append(' ');
        case COMMA, LEFT_PARENTHESIS, RIGHT_PARENTHESIS -> {}
        default -> {
          return null;
        }
      }
    }
    return names.toString();
  }

  /**
   * A hint for a colon that begins no symbol.
   *
   * @param tokens those before it
   * @param next what stands behind it
   * @return the hint, or null
   */
  static @Nullable String colon(Source source, Tokens tokens, char next) {
    int last = tokens.count() - 1;
    if (next == '=') {
      return OtherLanguages.word("var");
    }
    if (last < 0) {
      return null;
    }
    int first = firstOfLine(tokens, last);
    for (int i = last; i > first; i--) {
      if (text(source, tokens, i).equals("lambda")) {
        return OtherLanguages.word("lambda");
      }
    }
    return switch (tokens.kind(first)) {
      case IF, ELSE -> "A choice is written if condition then a else b";
      case CASE -> OtherLanguages.word("switch");
      case TRY -> "Errors are caught by try expression catch pattern -> result end";
      case LOWER_NAME ->
          declaresType(source, tokens, first)
              ? OtherLanguages.word("class")
              : first == last ? null : word(source, tokens, first);
      default -> null;
    };
  }

  private static boolean declaresType(Source source, Tokens tokens, int first) {
    return TYPES.contains(text(source, tokens, first))
        && first + 1 < tokens.count()
        && tokens.kind(first + 1) == TokenKind.UPPER_NAME;
  }

  private static String text(Source source, Tokens tokens, int at) {
    return source.text(tokens.range(at));
  }

  private static boolean joined(Tokens tokens, int at, TokenKind first, TokenKind second) {
    return at >= 0
        && at + 1 < tokens.count()
        && tokens.kind(at) == first
        && tokens.kind(at + 1) == second
        && tokens.end(at) == tokens.start(at + 1);
  }

  private static @Nullable String word(Source source, Tokens tokens, int at) {
    return tokens.kind(at) == TokenKind.LOWER_NAME
        ? OtherLanguages.word(source.text(tokens.range(at)))
        : null;
  }

  private static int firstOfLine(Tokens tokens, int at) {
    int first = at;
    while (first > Math.max(0, at - LOOK_BACK) && !tokens.onNewLine(first)) {
      first--;
    }
    return first;
  }
}
