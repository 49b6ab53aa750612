package yona.language.syntax;

import java.util.List;
import org.jspecify.annotations.Nullable;
import yona.language.diagnostics.Code;
import yona.language.diagnostics.Range;
import yona.language.diagnostics.Source;
import yona.language.syntax.Tree.Expression;

/** Warns of spaces and line breaks that suggest another structure than the program has. */
final class MisleadingLayout {
  private final Cursor cursor;

  /** Where the pipe stands of which was last told that it belongs to an {@code else}, or -1. */
  private int pipeInElse = -1;

  MisleadingLayout(Cursor cursor) {
    this.cursor = cursor;
  }

  /**
   * Looks at an element of a collection or tuple: at a call that goes on with what looks like the
   * next element, and at a difference that looks like two elements.
   */
  void element(Expression element) {
    if (cursor.isPanicking()) {
      return;
    }
    int start = element.range().start();
    if (element instanceof Tree.Chain chain) {
      lines(chain.first(), start);
      chain.links().forEach(link -> lines(link.operand(), start));
      subtractions(chain);
    } else {
      lines(element, start);
    }
  }

  private void lines(Expression operand, int elementStart) {
    if (!(operand instanceof Tree.Call call)) {
      return;
    }
    Source source = cursor.source();
    int line = source.line(call.callee().range().start());
    for (Expression argument : call.arguments()) {
      int start = argument.range().start();
      if (source.line(start) > line
          && source.column(start) <= source.column(elementStart)
          && startsLine(start)) {
        cursor.warn(
            Code.COMMA_MISSING,
            argument.range(),
            "This line goes on with the call of " + source.text(call.callee().range()),
            "Elements are separated by commas; indent the arguments of a call further than its"
                + " function");
        return;
      }
      line = source.line(start);
    }
  }

  private boolean startsLine(int offset) {
    Source source = cursor.source();
    int lineStart = source.lineRange(source.line(offset)).start();
    return source.text().substring(lineStart, offset).isBlank();
  }

  /** Looks at a chain of operators: at {@code f x -1}, which is no call with two arguments. */
  void chain(Tree.Chain chain) {
    Tree.Link link = chain.links().getFirst();
    if (chain.first() instanceof Tree.Call call && looksLikeSign(link)) {
      signRead(
          link,
          "This subtracts from what " + cursor.source().text(call.callee().range()) + " gives",
          "Write (%s) for an argument, or spaces on both sides of the minus");
    }
  }

  private void subtractions(Tree.Chain chain) {
    Expression left = chain.first();
    for (Tree.Link link : chain.links()) {
      if (!(left instanceof Tree.Call) && looksLikeSign(link)) {
        signRead(
            link,
            "This subtracts, and is no element of its own",
            "Write a comma before %s, or spaces on both sides of the minus");
      }
      left = link.operand();
    }
  }

  private void signRead(Tree.Link link, String message, String hint) {
    Range negative = new Range(link.operatorRange().start(), link.operand().range().end());
    cursor.warn(
        Code.MINUS_LIKE_A_SIGN,
        link.operatorRange(),
        message,
        hint.formatted(cursor.source().text(negative)));
  }

  /** Whether a minus has a space before it, and none behind. */
  private boolean looksLikeSign(Tree.Link link) {
    String text = cursor.source().text();
    Range sign = link.operatorRange();
    return link.operator() == Operator.SUBTRACT
        && !cursor.isPanicking()
        && Character.isWhitespace(text.charAt(sign.start() - 1))
        && !Character.isWhitespace(text.charAt(sign.end()));
  }

  /**
   * Looks at what stands behind a pipe: at a lambda without parentheses, whose body takes the rest
   * of the line. A body that begins with a parameter means its pipe.
   */
  void piped(Expression operand) {
    Tree.Lambda lambda = lastLambda(operand);
    if (lambda == null
        || cursor.isPanicking()
        || !(lambda.body() instanceof Tree.Chain body)
        || body.links().getFirst().operator() != Operator.PIPE_RIGHT
        || isParameter(body.first(), lambda.parameters())) {
      return;
    }
    Range pipe = body.links().getFirst().operatorRange();
    if (cursor.source().line(pipe.start()) == cursor.source().line(lambda.range().start())) {
      belongsToLambda(pipe);
    }
  }

  private static Tree.@Nullable Lambda lastLambda(Expression operand) {
    return operand instanceof Tree.Call call
            && call.arguments().getLast() instanceof Tree.Lambda lambda
        ? lambda
        : null;
  }

  private static boolean isParameter(Expression expression, List<Tree.Pattern> parameters) {
    return expression instanceof Tree.NameExpression name
        && parameters.stream()
            .anyMatch(
                each ->
                    each instanceof Tree.NamePattern parameter
                        && parameter.text().equals(name.text()));
  }

  /** Warns of a pipe in the body of a lambda that looks as if it stood behind the lambda. */
  void belongsToLambda(Range pipe) {
    if (pipe.start() != pipeInElse) {
      cursor.warn(
          Code.PIPE_IN_LAMBDA,
          pipe,
          "This `|>` belongs to the body of the lambda before it",
          "Put the lambda, or its body, in parentheses to say which is meant");
    }
  }

  /**
   * Looks at what stands behind {@code else}: at a pipe on a line of its own that stands further to
   * the left, as if it took the value of the whole {@code if}.
   *
   * @param word where the {@code else} stands
   */
  void otherwise(int word, Expression expression) {
    if (!(expression instanceof Tree.Chain chain) || cursor.isPanicking()) {
      return;
    }
    Range pipe = chain.links().getFirst().operatorRange();
    Source source = cursor.source();
    int column = source.column(pipe.start());
    if (chain.links().getFirst().operator() == Operator.PIPE_RIGHT
        && startsLine(pipe.start())
        && column < source.column(expression.range().start())
        && !(startsLine(word) && column > source.column(word))) {
      pipeInElse = pipe.start();
      cursor.warn(
          Code.PIPE_IN_ELSE,
          pipe,
          "This `|>` belongs to the `else` alone",
          "Put the `if`, or what stands behind its `else`, in parentheses to say which is meant");
    }
  }
}
