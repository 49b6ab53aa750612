package yona.language.analysis;

import org.jspecify.annotations.Nullable;
import yona.language.core.BinaryOperator;
import yona.language.core.Core;
import yona.language.diagnostics.Code;
import yona.language.diagnostics.Diagnostic;

/**
 * Warns of {@code +} and {@code -} with a whole Set as one element, and of {@code -} that removes
 * nothing, as the elements or keys on its left are of other kinds.
 */
final class SetOperands {
  private final SourceUnit unit;
  private final KnownValues values;

  SetOperands(SourceUnit unit, KnownValues values) {
    this.unit = unit;
    this.values = values;
  }

  void check(Core core) {
    if (core instanceof Core.Binary binary
        && (binary.operator() == BinaryOperator.ADD
            || binary.operator() == BinaryOperator.SUBTRACT)) {
      Known left = values.of(binary.left());
      if (left.element() != null && (left.kinds() == Known.SET || left.kinds() == Known.DICT)) {
        check(binary, left, values.of(binary.right()).ofAnySymbols());
      }
    }
  }

  private void check(Core.Binary core, Known left, Known right) {
    if (!right.differs(left.elements())) {
      return;
    }
    boolean isSet = left.kinds() == Known.SET;
    if (isSet && right.kinds() == Known.SET) {
      warn(
          core,
          Code.SET_AS_ELEMENT,
          "%s takes one element on its right; here it takes a whole Set as one"
              .formatted(core.operator().sign()),
          core.operator() == BinaryOperator.ADD
              ? "The elements of both Sets: Set::union a b"
              : "The elements of the left Set that are not in the right one: Set::difference a b");
    } else if (core.operator() == BinaryOperator.SUBTRACT) {
      warn(
          core,
          Code.NEVER_EQUAL,
          "- removes nothing here: %s on its left equals %s"
              .formatted(isSet ? "no element" : "no key", right.text()),
          isSet ? null : hint(right));
    }
  }

  private static @Nullable String hint(Known right) {
    if (right.kinds() == Known.DICT) {
      return "The entries without the keys of another Dict: Dict::without (Dict::keys b) a";
    }
    return right.kinds() == Known.SET || right.kinds() == Known.SEQ
        ? "The entries without several keys: Dict::without keys dict"
        : null;
  }

  private void warn(Core.Binary core, Code code, String message, @Nullable String hint) {
    unit.report(Diagnostic.warning(code, unit.source, core.operatorAt(), message).withHint(hint));
  }
}
