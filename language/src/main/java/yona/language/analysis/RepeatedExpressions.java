package yona.language.analysis;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import yona.data.Equality;
import yona.language.core.BinaryOperator;
import yona.language.core.Core;
import yona.language.diagnostics.Code;
import yona.language.diagnostics.Diagnostic;
import yona.language.diagnostics.Range;

/**
 * Finds the same expression in two places of which one is then of no use: both operands of a
 * comparison, operands of {@code &&} and {@code ||}, conditions, guards and branches. {@code yona
 * check} says so. Expressions with an effect may give something else each time.
 */
final class RepeatedExpressions {
  private final SourceUnit unit;
  private final KnownValues values;
  private final Effects effects;

  RepeatedExpressions(SourceUnit unit, KnownValues values, Effects effects) {
    this.unit = unit;
    this.values = values;
    this.effects = effects;
  }

  void check(Core core) {
    switch (core) {
      case Core.Binary c -> compared(c);
      case Core.Logical c -> {
        repeated(c.operands(), "This operand of %s is the same as another one before it", c);
        exclusive(c);
      }
      case Core.If c -> {
        repeated(
            c.branches().stream().map(Core.Branch::condition).toList(),
            "This condition is the same as another one before it, so its branch is never taken",
            null);
        branches(c);
      }
      case Core.Match c ->
          c.clauses()
              .forEach(
                  clause ->
                      repeated(
                          clause.bodies().stream().map(Core.Guarded::guard).toList(),
                          "This guard is the same as another one before it, and never true",
                          null));
      default -> {}
    }
  }

  private void compared(Core.Binary core) {
    switch (core.operator().category()) {
      case EQUALITY, ORDER -> {
        String left = text(core.left());
        if (left != null
            && isAnother(core.left(), core.right())
            && left.equals(text(core.right()))) {
          boolean number = values.of(core.left()).may(Known.NUMBER);
          warn(
              core.at(),
              "Both operands of %s are the same expression".formatted(core.operator().sign()),
              number ? "Whether a number is NaN: Math::is_nan n" : null);
        }
      }
      case ADDITIVE, MULTIPLICATIVE, POWER, SHIFT, BITWISE, MEMBERSHIP, SEQUENCE -> {}
    }
  }

  /** {@code a != 1 || a != 2} holds for all values, and {@code a == 1 && a == 2} for none. */
  private void exclusive(Core.Logical core) {
    BinaryOperator operator = core.conjunction() ? BinaryOperator.EQUAL : BinaryOperator.NOT_EQUAL;
    Map<String, Object> compared = new HashMap<>();
    for (Core operand : core.operands()) {
      if (operand instanceof Core.Binary binary
          && binary.operator() == operator
          && binary.right() instanceof Core.Constant constant) {
        String text = text(binary.left());
        Object other = text == null ? null : compared.putIfAbsent(text, constant.value());
        if (other != null && !Equality.equal(other, constant.value())) {
          warn(
              core.at(),
              "%s equals one of these values at most, so this is always %s"
                  .formatted(text, core.conjunction() ? "false" : "true"),
              core.conjunction() ? "Either of them: ||" : "None of them: &&");
          return;
        }
      }
    }
  }

  private void repeated(
      List<? extends @Nullable Core> expressions, String message, Core.@Nullable Logical operands) {
    Map<String, Core> known = new HashMap<>();
    for (Core expression : expressions) {
      String text = expression == null ? null : text(expression);
      Core before = text == null ? null : known.putIfAbsent(text, expression);
      if (before != null && isAnother(before, expression)) {
        String sign = operands != null && operands.conjunction() ? "&&" : "||";
        unit.defer(
            Diagnostic.warning(
                    Code.SAME_TWICE, unit.source, expression.at(), message.formatted(sign))
                .withNote(before.at(), "the other one"));
      }
    }
  }

  private void branches(Core.If core) {
    if (core.otherwise() instanceof Core.Skip) {
      // The condition of a comprehension.
      return;
    }
    String otherwise = unit.source.text(core.otherwise().at());
    boolean same =
        core.branches().stream()
            .map(Core.Branch::body)
            .allMatch(
                body ->
                    isAnother(body, core.otherwise())
                        && unit.source.text(body.at()).equals(otherwise));
    if (same) {
      warn(
          core.branches().getFirst().condition().at(),
          "All branches of this `if` are the same expression",
          null);
    }
  }

  /** What analysis adds stands in the place of what it was made from. */
  private static boolean isAnother(Core one, Core other) {
    return !one.at().equals(other.at());
  }

  /** The text of an expression that always gives the same value, and is no literal; else null. */
  private @Nullable String text(Core core) {
    return core instanceof Core.Constant || effects.hasEffect(core)
        ? null
        : unit.source.text(core.at());
  }

  private void warn(Range at, String message, @Nullable String hint) {
    unit.defer(Diagnostic.warning(Code.SAME_TWICE, unit.source, at, message).withHint(hint));
  }
}
