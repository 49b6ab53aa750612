package yona.language.syntax;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import yona.language.diagnostics.Code;
import yona.language.diagnostics.Range;
import yona.language.syntax.Tree.Expression;

/** Operators and the levels on which they bind (language.md 3.2). */
final class Operators {
  private static final int BACKTICK_LEVEL = 16;

  private final Cursor cursor;
  private final Expressions expressions;
  private final Patterns patterns;
  private final MisleadingLayout layout;
  private final MisreadForms misread;

  /** Where the last bar was looked at, and whether sources follow it. */
  private int lastBar = -1;

  private boolean lastBarStartsSources;

  /** The first pipe on a new line directly in the body of the innermost lambda, or -1. */
  private int pipeInLambda = -1;

  Operators(
      Cursor cursor,
      Expressions expressions,
      Patterns patterns,
      MisleadingLayout layout,
      MisreadForms misread) {
    this.cursor = cursor;
    this.expressions = expressions;
    this.patterns = patterns;
    this.layout = layout;
    this.misread = misread;
  }

  /** Sets the first pipe on a new line directly in the lambda's body, and returns what it was. */
  int exchangePipe(int pipe) {
    int before = pipeInLambda;
    pipeInLambda = pipe;
    return before;
  }

  /**
   * An operand of an operator below {@code minimum}: what operators of that level or above make.
   */
  Expression operand(int minimum) {
    Expression left = prefix();
    while (true) {
      int level = level();
      if (level < minimum) {
        return left;
      }
      left = level == BACKTICK_LEVEL ? infix(left) : chain(left, level);
    }
  }

  private Expression chain(Expression first, int level) {
    if (first instanceof Tree.Raise && !cursor.at(TokenKind.PIPE_RIGHT)) {
      raiseAsOperand(first);
    }
    List<Tree.Link> links = new ArrayList<>(2);
    do {
      Operator operator = operator();
      Range operatorRange = cursor.range();
      if (operator == Operator.PIPE_RIGHT
          && pipeInLambda < 0
          && cursor.in(Cursor.LAMBDA)
          && cursor.tokens().onNewLine(cursor.position())) {
        pipeInLambda = cursor.position();
      }
      cursor.advance();
      Expression operand = operand(level + 1);
      if (operator == Operator.PIPE_RIGHT) {
        layout.piped(operand);
      }
      links.add(
          new Tree.Link(cursor.from(operatorRange.start()), operator, operatorRange, operand));
    } while (level() == level);
    Tree.Chain chain =
        new Tree.Chain(cursor.from(first.range().start()), first, List.copyOf(links));
    layout.chain(chain);
    misread.chain(chain);
    return chain;
  }

  private void raiseAsOperand(Expression raise) {
    cursor.error(
        Code.RAISE_AS_OPERAND,
        raise.range(),
        "Expected the message of `raise` to be one argument, found the operator "
            + cursor.found()
            + " after it",
        "Put the message in parentheses, raise :symbol (a ++ b), or interpolate it:"
            + " raise :symbol \"{a}{b}\"");
  }

  private Expression infix(Expression first) {
    if (first instanceof Tree.Raise) {
      raiseAsOperand(first);
    }
    List<Tree.InfixLink> links = new ArrayList<>(2);
    while (cursor.at(TokenKind.BACKTICK)) {
      int start = cursor.start();
      cursor.advance();
      Expression function = expressions.atom();
      if (!(function instanceof Tree.NameExpression
          || function instanceof Tree.Member
          || function instanceof Tree.Missing)) {
        cursor.error(
            Code.UNEXPECTED_TOKEN,
            function.range(),
            "Expected a name or a module member between backticks, found another expression",
            null);
      }
      cursor.expect(TokenKind.BACKTICK, "a closing backtick");
      Expression operand = prefix();
      links.add(new Tree.InfixLink(cursor.from(start), function, operand));
    }
    return new Tree.InfixChain(cursor.from(first.range().start()), first, List.copyOf(links));
  }

  /** The level of the operator here, 0 if there is none. */
  private int level() {
    return switch (cursor.kind()) {
      case BACKTICK -> BACKTICK_LEVEL;
      case IN -> cursor.in(Cursor.CLOSING_IN) ? 0 : Operator.IN.level();
      case BAR -> startsSources() ? 0 : Operator.BIT_OR.level();
      default -> {
        Operator operator = operator();
        yield operator == null ? 0 : operator.level();
      }
    };
  }

  /** Whether the bar here starts the sources of a comprehension. */
  boolean startsSources() {
    if (!cursor.in(Cursor.SOURCES)) {
      return false;
    }
    if (lastBar != cursor.position()) {
      lastBar = cursor.position();
      lastBarStartsSources = patterns.sourcesFollow();
    }
    return lastBarStartsSources;
  }

  /** Whether a binary operator stands here. */
  boolean atOperator() {
    return operator() != null;
  }

  private @Nullable Operator operator() {
    return Operator.of(cursor.kind());
  }

  private Expression prefix() {
    int start = cursor.start();
    if (cursor.at(TokenKind.MINUS) && cursor.touchesNext() && isNumber(cursor.kind(1))) {
      cursor.advance();
      return expressions.notCalled(expressions.literal(start));
    }
    PrefixOperator operator = PrefixOperator.of(cursor.kind());
    if (operator == null) {
      return expressions.application();
    }
    Range operatorRange = cursor.range();
    cursor.advance();
    cursor.deeper();
    Expression operand = prefix();
    cursor.shallower();
    return new Tree.Prefix(cursor.from(start), operator, operatorRange, operand);
  }

  private static boolean isNumber(TokenKind kind) {
    return kind == TokenKind.INT
        || kind == TokenKind.FLOAT
        || kind == TokenKind.BYTE
        || kind == TokenKind.BIG;
  }
}
