package yona.language.analysis;

import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import yona.language.core.BinaryOperator;
import yona.language.core.Core;
import yona.language.diagnostics.Code;
import yona.language.diagnostics.Diagnostic;
import yona.language.diagnostics.Range;

/** Warns of comparisons of values that are never equal, as they are of different kinds. */
final class ImpossibleComparisons {
  /** They look for their first argument among the keys of their last. */
  private static final Set<String> BY_KEY =
      Set.of("Dict::contains", "Dict::get", "Dict::lookup", "Dict::remove", "Dict::try_lookup");

  private final SourceUnit unit;
  private final KnownValues values;

  ImpossibleComparisons(SourceUnit unit, KnownValues values) {
    this.unit = unit;
    this.values = values;
  }

  void check(Core core) {
    if (core instanceof Core.CallStatic call && BY_KEY.contains(call.function().qualifiedName())) {
      key(call);
    }
    if (core instanceof Core.Binary binary) {
      switch (binary.operator().category()) {
        case EQUALITY -> equality(binary);
        case MEMBERSHIP -> membership(binary);
        case ADDITIVE, MULTIPLICATIVE, POWER, SHIFT, BITWISE, ORDER, SEQUENCE -> {}
      }
    }
  }

  /** A key of a kind that the keys of the Dict do not have. */
  private void key(Core.CallStatic call) {
    Core key = call.arguments().getFirst();
    Known known = values.of(key).ofAnySymbols();
    Known dict = values.of(call.arguments().getLast());
    Known keys = dict.elements();
    if (dict.kinds() == Known.DICT && known.differs(keys)) {
      warn(
          key.at(),
          "%s never equals %s, as each key of the Dict is"
              .formatted(capital(known.text()), keys.text()),
          hint(key, keys));
    }
  }

  private void equality(Core.Binary core) {
    Known left = values.of(core.left());
    Known right = values.of(core.right());
    if (areLiterals(core)) {
      left = left.ofAnySymbols();
      right = right.ofAnySymbols();
    }
    boolean differ =
        left.differs(right) || differs(core.left(), right) || differs(core.right(), left);
    if (!differ) {
      return;
    }
    String hint = hint(core.right(), left);
    if (hint == null) {
      hint = hint(core.left(), right);
    }
    String which = "";
    while (left.hasPartsAs(right)) {
      int part = left.firstDifference(right);
      if (left.parts().get(part).namesSymbols()) {
        break; // the texts of the tuples show it
      }
      left = left.parts().get(part);
      right = right.parts().get(part);
      which = ", as parts of these tuples would have to";
    }
    warn(
        core.at(),
        "%s never equals %s%s, so this is always %s"
            .formatted(
                capital(left.text()),
                right.text(),
                which,
                core.operator() == BinaryOperator.NOT_EQUAL),
        hint);
  }

  /** Nobody means to be told that the Symbol that he has written is not another one. */
  private static boolean areLiterals(Core.Binary core) {
    return isLiteral(core.left()) && isLiteral(core.right());
  }

  private static boolean isLiteral(Core core) {
    return core instanceof Core.Constant || core instanceof Core.MakeTuple;
  }

  private static boolean differs(Core literal, Known other) {
    return literal instanceof Core.Constant constant && other.differsFrom(constant.value());
  }

  private void membership(Core.Binary core) {
    Known element = values.of(core.left());
    Known collection = values.of(core.right());
    Known elements = collection.elements();
    if (areLiterals(core)) {
      element = element.ofAnySymbols();
    }
    // A string in a string is an error, which says what to write.
    boolean isError = collection.equals(Known.TEXT) && element.may(Known.SEQ);
    if (!isError && element.differs(elements)) {
      warn(
          core.at(),
          "%s never equals %s, as each element on the right is, so this is always false"
              .formatted(capital(element.text()), elements.text()),
          hint(core.left(), elements));
    }
  }

  private static String capital(String text) {
    return text.substring(0, 1).toUpperCase(Locale.ROOT) + text.substring(1);
  }

  private static @Nullable String hint(Core operand, Known other) {
    return operand instanceof Core.Constant constant
        ? ImpossibleMatches.hint(constant.value(), other)
        : WrongKinds.unitHint(operand);
  }

  private void warn(Range at, String message, @Nullable String hint) {
    unit.report(Diagnostic.warning(Code.NEVER_EQUAL, unit.source, at, message).withHint(hint));
  }
}
