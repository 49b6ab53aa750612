package yona.language.syntax;

import org.jspecify.annotations.Nullable;
import yona.language.diagnostics.OtherLanguages;
import yona.language.diagnostics.Source;

/** Hints for what other languages write and Yona's grammar has no place for. */
final class OtherSyntax {
  /** How many tokens before an error its line is taken to begin at most. */
  private static final int LOOK_BACK = 100;

  private OtherSyntax() {}

  /**
   * A hint for an error at a token.
   *
   * @return the hint, or null
   */
  static @Nullable String hint(Source source, Tokens tokens, int at) {
    if (joined(tokens, at - 1, TokenKind.SLASH, TokenKind.SLASH)
        || joined(tokens, at, TokenKind.SLASH, TokenKind.SLASH)
        || joined(tokens, at, TokenKind.SLASH, TokenKind.STAR)) {
      return "A comment starts with #";
    }
    if (joined(tokens, at, TokenKind.EQUALS, TokenKind.GREATER)) {
      return "An arrow is written ->";
    }
    if (joined(tokens, at - 1, TokenKind.LESS, TokenKind.GREATER)) {
      return "Values that differ: a != b";
    }
    String here = word(source, tokens, at);
    return here != null ? here : word(source, tokens, firstOfLine(tokens, at));
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
