package yona.language.syntax;

import yona.language.diagnostics.Source;

/**
 * An argument on a line of its own, further to the right than its call and not in brackets: other
 * languages read it as an argument, and the parser as something new. It is looked for after an
 * error only.
 */
final class BareArgument {
  private BareArgument() {}

  /**
   * Whether the token of an error begins such a line.
   *
   * @param at the token
   */
  static boolean is(Source source, Tokens tokens, int at) {
    return at > 0
        && tokens.breakBefore(at)
        && isOperand(tokens.kind(at))
        && isBehindCall(tokens, at - 1)
        && column(source, tokens, itemStart(tokens, at - 1)) < column(source, tokens, at);
  }

  private static boolean isOperand(TokenKind kind) {
    return switch (kind) {
      case LOWER_NAME,
          UPPER_NAME,
          MODULE_NAME,
          INT,
          FLOAT,
          BYTE,
          BIG,
          CHARACTER,
          SYMBOL,
          STRING,
          STRING_START,
          BACKSLASH,
          LEFT_PARENTHESIS,
          LEFT_BRACKET,
          LEFT_BRACE ->
          true;
      default -> false;
    };
  }

  /** Whether a token ends a function's name or an argument: not a literal by itself. */
  private static boolean isBehindCall(Tokens tokens, int last) {
    return endsOperand(tokens.kind(last))
        || (isOperand(tokens.kind(last)) && last > 0 && endsOperand(tokens.kind(last - 1)));
  }

  private static boolean endsOperand(TokenKind kind) {
    return switch (kind) {
      case LOWER_NAME, RIGHT_PARENTHESIS, RIGHT_BRACKET, RIGHT_BRACE, STRING_END -> true;
      default -> false;
    };
  }

  /** The first token of a line, without the {@code let} before an alias. */
  private static int itemStart(Tokens tokens, int at) {
    int start = at;
    while (start > 0 && !tokens.onNewLine(start)) {
      start--;
    }
    return tokens.kind(start) == TokenKind.LET ? start + 1 : start;
  }

  private static int column(Source source, Tokens tokens, int at) {
    return source.column(tokens.start(at));
  }
}
