package yona.language.syntax;

import org.jspecify.annotations.Nullable;
import yona.language.diagnostics.Code;
import yona.language.syntax.Tree.Expression;

/** Warns of operators and ranges that mean something else in other languages. */
final class MisreadForms {
  /** A step, where it begins, and the end that is left out. */
  private static final String COUNTING = "[%d, %d .. %d]";

  private final Cursor cursor;

  MisreadForms(Cursor cursor) {
    this.cursor = cursor;
  }

  /** Looks at a chain of operators: at {@code a < b < c} and {@code 2 ^ 10}. */
  void chain(Tree.Chain chain) {
    Tree.Link first = chain.links().getFirst();
    if (first.operator() == Operator.BIT_XOR) {
      power(chain.first(), first);
    } else if (chain.links().size() > 1 && first.operator().level() == Operator.EQUAL.level()) {
      comparisons(chain);
    }
  }

  private void comparisons(Tree.Chain chain) {
    Operator before = Operator.IN;
    for (Tree.Link link : chain.links()) {
      Operator operator = link.operator();
      if (before != Operator.IN
          && operator != Operator.IN
          && !(link.operand() instanceof Tree.BooleanLiteral)
          && !cursor.isPanicking()) {
        cursor.warn(
            Code.COMPARED_RESULT,
            link.operatorRange(),
            "This compares the result of the comparison before it, which is true or false",
            "Two comparisons are joined by &&: a %s b && b %s c"
                .formatted(before.text(), operator.text()));
        return;
      }
      before = operator;
    }
  }

  /** Numbers with an {@code x} are taken to mean their bits. */
  private void power(Expression base, Tree.Link link) {
    Long left = decimal(base);
    Long right = decimal(link.operand());
    if (left != null && right != null && (left == 2 || left == 10) && !cursor.isPanicking()) {
      cursor.warn(
          Code.XOR_LIKE_A_POWER,
          link.operatorRange(),
          "This is the exclusive or of two numbers: %d ^ %d is %d"
              .formatted(left, right, left ^ right),
          "A power is written **: %d ** %d".formatted(left, right));
    }
  }

  private @Nullable Long decimal(Expression expression) {
    return expression instanceof Tree.IntLiteral number
            && cursor.source().text(number.range()).indexOf('x') < 0
        ? number.value()
        : null;
  }

  /** Looks at a range: at one that counts down without a step, and at a step of 1. */
  void range(Tree.RangeExpression range) {
    if (cursor.isPanicking()
        || !(range.from() instanceof Tree.IntLiteral from)
        || !(range.to() instanceof Tree.IntLiteral to)) {
      return;
    }
    if (range.step() == null && from.value() > to.value() && to.value() > Long.MIN_VALUE) {
      cursor.warn(
          Code.RANGE_MISREAD,
          range.range(),
          "This range is empty: without a step it counts up",
          "Counting down takes a step, and leaves the end out: "
              + COUNTING.formatted(-1, from.value(), to.value() - 1));
    } else if (range.step() instanceof Tree.IntLiteral step
        && step.value() == 1
        && from.value() < to.value()) {
      cursor.warn(
          Code.RANGE_MISREAD,
          step.range(),
          "This is the step, and no element; a range has a step of 1 without it, too",
          from.value() > 1 && to.value() < Long.MAX_VALUE
              ? "From 1 in steps of %d, with %d if it is reached: "
                      .formatted(from.value() - 1, to.value())
                  + COUNTING.formatted(from.value() - 1, 1, to.value() + 1)
              : "A range from a up to b, without b: [a .. b]");
    }
  }
}
