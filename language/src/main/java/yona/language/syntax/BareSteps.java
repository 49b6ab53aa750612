package yona.language.syntax;

import org.jspecify.annotations.Nullable;
import yona.language.diagnostics.Source;

/**
 * Steps that stand one below the other where a single expression is wanted, without {@code do}. The
 * parser meets them as something else: the next definition, clause or argument. The columns of the
 * lines tell what is meant; they are looked at after an error only.
 *
 * @param first the token that the first step begins with
 * @param second the token that another one begins with
 */
record BareSteps(int first, int second) {
  /**
   * The steps that an error is about.
   *
   * @param at the token of the error
   * @param breaks whether line breaks count there
   * @return null if the error is about something else
   */
  static @Nullable BareSteps of(Source source, Tokens tokens, int at, boolean breaks) {
    int line = lineStart(tokens, at);
    if (!breaks && at != line && tokens.kind(at) != TokenKind.EQUALS) {
      // In brackets the line goes on with the one before.
      return null;
    }
    BareSteps steps = endingWith(source, tokens, line);
    if (steps == null && tokens.kind(at) == TokenKind.EQUALS && at == line + 1) {
      steps = beginningWith(source, tokens, line);
    }
    if (steps == null && breaks && at == line && at > 0) {
      // What lacks something at the end of a line is reported where the next one begins.
      steps = endingWith(source, tokens, lineStart(tokens, at - 1));
    }
    return steps;
  }

  private static int lineStart(Tokens tokens, int at) {
    int start = at;
    while (start > 0 && !tokens.onNewLine(start)) {
      start--;
    }
    return start;
  }

  /** The steps of which the one that begins here is not the first. */
  private static @Nullable BareSteps endingWith(Source source, Tokens tokens, int second) {
    if (!isStep(tokens, second)) {
      return null;
    }
    int column = column(source, tokens, second);
    for (int i = second - 1; i > 0; i--) {
      if (tokens.onNewLine(i) && column(source, tokens, i) <= column) {
        if (column(source, tokens, i) < column) {
          return null;
        }
        if (beginsBody(source, tokens, i)) {
          return new BareSteps(i, second);
        }
        if (!isStep(tokens, i)) {
          return null;
        }
      }
    }
    return null;
  }

  /** The steps of which the first one begins here, with a name and an equals sign. */
  private static @Nullable BareSteps beginningWith(Source source, Tokens tokens, int first) {
    if (first == 0 || !beginsBody(source, tokens, first)) {
      return null;
    }
    int column = column(source, tokens, first);
    for (int i = first + 1; tokens.kind(i) != TokenKind.END_OF_SOURCE; i++) {
      if (tokens.onNewLine(i) && column(source, tokens, i) <= column) {
        return column(source, tokens, i) == column && isStep(tokens, i)
            ? new BareSteps(first, i)
            : null;
      }
    }
    return null;
  }

  /** Whether a line begins here that is no continuation of the one before. */
  private static boolean isStep(Tokens tokens, int at) {
    return tokens.breakBefore(at)
        && switch (tokens.kind(at)) {
          case LOWER_NAME,
              UPPER_NAME,
              MODULE_NAME,
              STRING,
              STRING_START,
              LEFT_PARENTHESIS,
              LEFT_BRACKET,
              IF,
              CASE,
              LET,
              DO,
              TRY,
              WITH,
              RAISE ->
              true;
          default -> false;
        };
  }

  /** Whether a single expression begins with this token, further to the right than its form. */
  private static boolean beginsBody(Source source, Tokens tokens, int at) {
    return switch (tokens.kind(at - 1)) {
      case EQUALS, ARROW, THEN, ELSE, TRY, IN ->
          column(source, tokens, lineStart(tokens, at - 1)) < column(source, tokens, at);
      default -> false;
    };
  }

  private static int column(Source source, Tokens tokens, int at) {
    return source.column(tokens.start(at));
  }
}
