package yona.language.syntax;

import org.jspecify.annotations.Nullable;
import yona.data.Checkpoint;
import yona.language.diagnostics.Code;
import yona.language.diagnostics.Diagnostic;
import yona.language.diagnostics.OtherLanguages;
import yona.language.diagnostics.Range;
import yona.language.diagnostics.Source;

/**
 * The parser's place among the tokens. What it shows depends on the context: outside brackets a
 * line break that counts is shown as a token of its own before the one that follows it, so that
 * whatever does not expect one stops there.
 *
 * <p>After an error it is <em>panicking</em>: further errors are not reported until a list has
 * found its next item or a bracket its closing one.
 */
final class Cursor {
  /** Context: line breaks count. */
  static final int BREAKS = 1;

  /** Context: {@code in} closes a {@code let} or {@code import}; else it is membership. */
  static final int CLOSING_IN = 2;

  /** Context: {@code |} with an extractor and {@code <-} after it starts the sources. */
  static final int SOURCES = 4;

  /** Context: directly in the body of a lambda. */
  static final int LAMBDA = 8;

  /** Context: {@code if} starts the condition of a comprehension. */
  static final int CONDITION = 16;

  /** Context: directly in a list of clauses, where {@code ^} on a new line begins the next one. */
  static final int CLAUSES = 64;

  /** Beside the context kept for a bracket: the panic started before it and outlasts it. */
  private static final int PANIC = 32;

  private final Source source;
  private final Tokens tokens;
  private final Reporter reporter;
  private final int maximumDepth;
  private final boolean truncated;

  private int position;
  private int clauseOf = -1;

  /** The first of the steps without {@code do} that were reported last, or -1. */
  private int bareSteps = -1;

  private TokenKind kind;
  private int context = BREAKS;
  private int takenBreak;
  private boolean panicking;
  private int depth;

  Cursor(Source source, Tokens tokens, Reporter reporter, int maximumDepth, boolean truncated) {
    this.source = source;
    this.tokens = tokens;
    this.reporter = reporter;
    this.maximumDepth = maximumDepth;
    this.truncated = truncated;
    this.kind = tokens.kind(0);
  }

  // Tokens

  /** What stands here. */
  TokenKind kind() {
    return kind;
  }

  boolean at(TokenKind expected) {
    return kind == expected;
  }

  /** What the token here is, whether or not a line break stands before it. */
  TokenKind kindBehindBreak() {
    return tokens.kind(position);
  }

  /** What the token {@code ahead} of this one is, line breaks left aside. */
  TokenKind kind(int ahead) {
    int index = Math.min(position + ahead, tokens.count() - 1);
    return tokens.kind(index);
  }

  /** Whether nothing stands between this token and the next. */
  boolean touchesNext() {
    return position + 1 < tokens.count() && tokens.end(position) == tokens.start(position + 1);
  }

  int position() {
    return position;
  }

  Source source() {
    return source;
  }

  Tokens tokens() {
    return tokens;
  }

  int start() {
    return tokens.start(position);
  }

  int previousEnd() {
    return position == 0 ? 0 : tokens.end(position - 1);
  }

  /** The range from {@code start} to the end of the token before this one. */
  Range from(int start) {
    return new Range(start, Math.max(start, previousEnd()));
  }

  Range range() {
    return tokens.range(position);
  }

  String text() {
    return text(0);
  }

  /** The text of the token {@code ahead} of this one. */
  String text(int ahead) {
    return source.text(tokens.range(position + ahead));
  }

  void advance() {
    Checkpoint.pass();
    if (kind == TokenKind.LINE_BREAK) {
      takenBreak = position;
    } else if (position + 1 < tokens.count()) {
      position++;
    }
    look();
  }

  boolean take(TokenKind expected) {
    if (kind != expected) {
      return false;
    }
    advance();
    return true;
  }

  private void look() {
    boolean isBreak =
        (context & BREAKS) != 0
            && (tokens.breakBefore(position)
                || ((context & CLAUSES) != 0 && tokens.pinOnNewLine(position)))
            && takenBreak != position;
    kind = isBreak ? TokenKind.LINE_BREAK : tokens.kind(position);
  }

  // Context

  int context() {
    return context;
  }

  boolean in(int bit) {
    return (context & bit) != 0;
  }

  /** Sets the context, from the token here on, and returns the one before. */
  int enter(int newContext) {
    int before = context;
    context = newContext;
    look();
    return before;
  }

  /**
   * The context of a part between two keywords: line breaks count as around it, nothing else does.
   */
  int delimited() {
    return context & BREAKS;
  }

  /** Counts a level of nesting. */
  void deeper() {
    if (++depth > maximumDepth) {
      throw new TooDeep();
    }
  }

  void shallower() {
    depth--;
  }

  /** Ends an attempt to parse: the nesting is deeper than the attempt allows. */
  static final class TooDeep extends RuntimeException {
    private static final long serialVersionUID = 1;

    TooDeep() {
      super("nested too deeply", null, false, false);
    }
  }

  // Brackets and lists

  /**
   * Takes an opening bracket. One that is never closed is reported here and does not suspend the
   * line breaks around it, so that the items after it are read as they were meant; what else seems
   * wrong in its item follows from it.
   *
   * @return the context before, for {@link #closeBracket}
   */
  int openBracket(int inside) {
    int before = panicking ? context | PANIC : context;
    if (tokens.match(position) < 0) {
      if (!truncated && !panicking && !reporter.isFull()) {
        int open = unclosedInterpolation();
        boolean interpolation = open >= 0;
        int unclosed = interpolation ? open : position;
        error(
            Code.UNCLOSED_BRACKET,
            tokens.range(unclosed),
            "Expected a closing bracket for this "
                + tokens.kind(unclosed).description()
                + ", found none",
            interpolation ? OtherSyntax.BRACE_AS_TEXT : null);
      }
      panicking = true;
      context = context & BREAKS;
    } else {
      context = inside;
    }
    advance();
    return before;
  }

  /**
   * The first interpolation from here on that is never closed, or -1. It takes the brackets behind
   * it from those before it, which are not to blame.
   */
  private int unclosedInterpolation() {
    for (int i = position; tokens.kind(i) != TokenKind.END_OF_SOURCE; i++) {
      if (tokens.kind(i) == TokenKind.INTERPOLATION_START && tokens.match(i) < 0) {
        return i;
      }
    }
    return -1;
  }

  /**
   * Takes the bracket that closes the one at {@code open}. If something else stands here it is
   * reported, and what is left inside is skipped.
   *
   * @param expected what could stand here
   */
  void closeBracket(int open, int before, String expected) {
    int close = tokens.match(open);
    if (close >= position) {
      if (close > position) {
        unexpected(expected);
        position = close;
      }
      panicking = (before & PANIC) != 0;
      context = before & ~PANIC;
      kind = tokens.kind(position);
      advance();
    } else {
      enter(before & ~PANIC);
    }
  }

  /** Takes line breaks and semicolons; says whether there were any. */
  boolean takeSeparators() {
    boolean any = false;
    while (kind == TokenKind.LINE_BREAK || kind == TokenKind.SEMICOLON) {
      any = true;
      advance();
    }
    return any;
  }

  /**
   * After an item of a list: takes the separators and says whether another item follows. What else
   * stands there is reported and skipped.
   *
   * @param terminator what ends the list
   * @param expected what could stand here
   */
  boolean nextItem(TokenKind terminator, String expected) {
    if (kind != TokenKind.LINE_BREAK && kind != TokenKind.SEMICOLON && !atListEnd(terminator)) {
      unexpected(expected);
    }
    if (panicking) {
      synchronize(terminator);
    }
    return takeSeparators() && !atListEnd(terminator);
  }

  /** Whether a list ends here: by its terminator, or by what ends something around it. */
  boolean atListEnd(TokenKind terminator) {
    return switch (kind) {
      case END, END_OF_SOURCE -> true;
      case RIGHT_PARENTHESIS, RIGHT_BRACKET, RIGHT_BRACE, INTERPOLATION_END -> !atStrayCloser();
      default -> kind == terminator;
    };
  }

  /**
   * After an error in an item of a list, skips to the separator after the item or to the list's
   * end.
   *
   * @param terminator what ends the list
   */
  void synchronize(TokenKind terminator) {
    int blocks = 0;
    int lets = 0;
    while (true) {
      boolean outside = blocks == 0 && lets == 0;
      if (outside
          && (kind == TokenKind.SEMICOLON
              || (kind == TokenKind.LINE_BREAK && kindBehindBreak() != TokenKind.BAR))) {
        panicking = false;
        return;
      }
      switch (tokens.kind(position)) {
        case END_OF_SOURCE -> {
          return;
        }
        case RIGHT_PARENTHESIS, RIGHT_BRACKET, RIGHT_BRACE, INTERPOLATION_END -> {
          if (tokens.match(position) >= 0) {
            return;
          }
        }
        case END -> {
          if (blocks == 0) {
            panicking &= terminator != TokenKind.END;
            return;
          }
          blocks--;
        }
        case IN -> {
          if (blocks == 0) {
            if (lets == 0 && terminator == TokenKind.IN) {
              panicking = false;
              return;
            }
            lets = Math.max(0, lets - 1);
          }
        }
        case LET, IMPORT -> lets += blocks == 0 ? 1 : 0;
        case DO, CASE, TRY, WITH, MODULE -> blocks++;
        case LEFT_PARENTHESIS, LEFT_BRACKET, LEFT_BRACE, STRING_START, INTERPOLATION_START ->
            position = Math.max(position, tokens.match(position));
        default -> {}
      }
      position++;
      look();
    }
  }

  /** Whether a closing bracket stands here that closes nothing. */
  boolean atStrayCloser() {
    return switch (kind) {
      case RIGHT_PARENTHESIS, RIGHT_BRACKET, RIGHT_BRACE -> tokens.match(position) < 0;
      default -> false;
    };
  }

  // Errors

  boolean isPanicking() {
    return panicking;
  }

  /** Takes {@code expected}, or reports that it is missing. */
  boolean expect(TokenKind expected) {
    return expect(expected, expected.description());
  }

  /** Takes {@code expected}, or reports that {@code description} is missing. */
  boolean expect(TokenKind expected, String description) {
    if (take(expected)) {
      return true;
    }
    unexpected(description);
    return false;
  }

  /** Takes the {@code end} of the block that {@code opener} starts. */
  void expectEnd(int opener, String alternatives) {
    if (take(TokenKind.END) || panicking) {
      return;
    }
    String block = tokens.kind(opener).description();
    report(
        Diagnostic.error(
                Code.UNCLOSED_BLOCK,
                source,
                place(),
                "Expected " + alternatives + " or `end`, found " + found())
            .withNote(tokens.range(opener), "this " + block + " needs an `end`"));
    panicking = true;
  }

  /** Reports that something else was expected here, and panics. */
  void unexpected(String expected) {
    unexpected(expected, null);
  }

  /** The same with a hint, where what stands here does not bring its own. */
  void unexpected(String expected, @Nullable String advice) {
    Code code =
        switch (kind) {
          case EQUALS -> Code.EQUALS_SIGN_IN_EXPRESSION;
          case LINE_BREAK -> Code.UNEXPECTED_LINE_BREAK;
          default -> atStrayCloser() ? Code.UNEXPECTED_CLOSER : Code.UNEXPECTED_TOKEN;
        };
    String hint =
        switch (kind) {
          case EQUALS ->
              tokens.linePinned(position)
                  ? "A line that begins with `^` goes on with the one before; an alias that begins"
                      + " with a pin stands in parentheses: (^name) = ..."
                  : OtherSyntax.equalsSign(source, tokens, position);
          case RECORD -> "Record types are declared in modules, before the functions";
          case LINE_BREAK ->
              "An expression goes on after a line break if the line before ends, or the next one"
                  + " starts, with an operator; in parentheses it always does";
          case LEFT_ARROW ->
              touchesNext()
                  ? "A comparison with a negative number needs a space: x < -1"
                  : OtherSyntax.leftArrow(tokens, position);
          case FROM -> "The names come first: import name from Module";
          case ARROW ->
              advice == null && !in(CLAUSES)
                  ? OtherSyntax.lambda(source, tokens, position)
                  : advice;
          default -> advice;
        };
    String rest = code == Code.UNEXPECTED_CLOSER ? ", which closes nothing that is open" : "";
    error(code, "Expected " + expected + ", found " + found() + rest, hint);
    panicking = true;
  }

  /** Panics without a report: what is wrong here has been said. */
  void panic() {
    panicking = true;
  }

  /** What stands here, for a message. */
  String found() {
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
          STRING -> {
        String text = text();
        yield text.length() <= 30 && text.indexOf('\n') < 0 ? "`" + text + "`" : kind.description();
      }
      default -> kind.description();
    };
  }

  /** Reports an error here unless panicking. */
  void error(Code code, String message, @Nullable String hint) {
    error(code, place(), message, hint);
  }

  /** Reports an error at {@code range} unless panicking. */
  void error(Code code, Range range, String message, @Nullable String hint) {
    report(Diagnostic.error(code, source, range, message).withHint(hint));
  }

  /** Reports unless panicking, or where a string without end swallowed what is missing. */
  void report(Diagnostic diagnostic) {
    if (diagnostic.isError() && reporter.isFull()) {
      // A look at what stands before each of many errors would take the square of their time.
      return;
    }
    if (!panicking && !(truncated && kind == TokenKind.END_OF_SOURCE)) {
      BareSteps steps = BareSteps.of(source, tokens, position, in(BREAKS));
      if (steps != null && diagnostic.code() != Code.UNCLOSED_BRACKET && isInClause(steps)) {
        report(steps);
        return;
      }
      String hint = OtherSyntax.hint(source, tokens, position, in(CLAUSES));
      if (hint == null && BareArgument.is(source, tokens, position)) {
        hint = OtherLanguages.ARGUMENT;
      }
      if (hint == null && diagnostic.hint() == null) {
        hint = OtherSyntax.token(source, tokens, position);
      }
      if (hint == null
          && diagnostic.hint() == null
          && kind != TokenKind.INTERPOLATION_END
          && OtherSyntax.isInInterpolation(tokens, position)) {
        hint = OtherSyntax.BRACE_AS_TEXT;
      }
      Diagnostic hinted = hint == null ? diagnostic : diagnostic.withHint(hint);
      reporter.report(
          clauseOf < 0 || !(kind.isKeyword() || isWithoutArrow())
              ? hinted
              : hinted.withNote(
                  tokens.range(clauseOf),
                  "this "
                      + tokens.kind(clauseOf).description()
                      + " goes on here: does it lack its `end`?"));
    }
  }

  /** Whether steps stand further to the right than the block whose clauses are read, if any. */
  private boolean isInClause(BareSteps steps) {
    return clauseOf < 0
        || source.column(tokens.start(clauseOf)) < source.column(tokens.start(steps.second()));
  }

  /** Reports steps without {@code do}, once. */
  private void report(BareSteps steps) {
    if (steps.first() == bareSteps) {
      return;
    }
    bareSteps = steps.first();
    reporter.report(
        Diagnostic.error(
                Code.STEPS_WITHOUT_DO,
                source,
                tokens.range(steps.second()),
                "Expected one expression, found a second step on a line of its own")
            .withNote(tokens.range(steps.first()), "the first step")
            .withHint("Several steps stand between `do` and `end`, one a line"));
  }

  /** Whether the rest of the line holds no arrow: then it is no clause with a wrong pattern. */
  private boolean isWithoutArrow() {
    for (int i = position; tokens.kind(i) != TokenKind.END_OF_SOURCE; i++) {
      if (tokens.kind(i) == TokenKind.ARROW) {
        return false;
      }
      if (i > position && tokens.onNewLine(i)) {
        return true;
      }
    }
    return true;
  }

  /** The head of another clause of the block that {@code opener} starts is read; -1 after it. */
  void beginClause(int opener) {
    clauseOf = opener;
  }

  void warn(Code code, Range range, String message, String hint) {
    reporter.report(Diagnostic.warning(code, source, range, message).withHint(hint));
  }

  Diagnostic diagnostic(Code code, String message) {
    return Diagnostic.error(code, source, place(), message);
  }

  /** The token here, or where a token is missing the place behind the one before. */
  Range place() {
    if (kind == TokenKind.LINE_BREAK || kind == TokenKind.END_OF_SOURCE) {
      int end = previousEnd();
      return new Range(end, end);
    }
    return range();
  }
}
