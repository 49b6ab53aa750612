package yona.language.analysis;

import java.util.ArrayList;
import java.util.List;
import yona.data.Char;
import yona.data.Seq;
import yona.language.core.BinaryOperator;
import yona.language.core.Core;
import yona.language.diagnostics.Code;
import yona.language.diagnostics.Diagnostic;

/**
 * Warns where it matters that a text is a Seq of its characters: {@code ["a"] ++ "cd"} adds two
 * elements, and {@code "a" -| "bc"} is no text. {@code yona check} also tells of a {@code $} before
 * braces, as other languages have it.
 */
final class MisreadTexts {
  private static final Known SEQ = new Known(Known.SEQ);

  private final SourceUnit unit;
  private final Definitions definitions;
  private final KnownValues values;

  MisreadTexts(SourceUnit unit, Definitions definitions, KnownValues values) {
    this.unit = unit;
    this.definitions = definitions;
    this.values = values;
  }

  void check(Core core) {
    switch (core) {
      case Core.Binary c when c.operator() == BinaryOperator.CONCATENATE ->
          joined(List.of(c.left(), c.right()));
      case Core.Binary c when c.operator() == BinaryOperator.PREPEND ->
          element(c.left(), c.right());
      case Core.Binary c when c.operator() == BinaryOperator.APPEND -> element(c.right(), c.left());
      case Core.RightChain c -> {
        if (c.links().getFirst().operator() == BinaryOperator.CONCATENATE) {
          List<Core> operands = new ArrayList<>();
          c.links().forEach(link -> operands.add(link.operand()));
          operands.add(c.last());
          joined(operands);
        } else {
          element(c.links().getLast().operand(), c.last());
        }
      }
      case Core.LeftChain c -> {
        if (c.links().getFirst().operator() == BinaryOperator.APPEND) {
          element(c.links().getFirst().operand(), c.first());
        }
      }
      case Core.Interpolation c -> signs(c);
      default -> {}
    }
  }

  private void joined(List<Core> operands) {
    Core other = null;
    for (Core operand : operands) {
      Known known = values.of(operand);
      Known elements = known.elements();
      if (known.isOnly(SEQ)
          && !known.isNever()
          && !elements.isNever()
          && !elements.may(Known.CHAR.kinds())) {
        other = operand;
      }
    }
    for (Core operand : operands) {
      if (other != null && isText(operand)) {
        unit.report(
            Diagnostic.warning(
                    Code.TEXT_AMONG_OTHERS,
                    unit.source,
                    operand.at(),
                    "++ joins the characters of this text to the elements of another Seq")
                .withNote(other.at(), "its elements are no Chars")
                .withHint("To add the text as one element: seq |- text, or text -| seq"));
        return;
      }
    }
  }

  private void element(Core element, Core seq) {
    if (isText(element) && isText(seq)) {
      unit.report(
          Diagnostic.warning(
                  Code.TEXT_AMONG_OTHERS,
                  unit.source,
                  element.at(),
                  "This puts one text as an element beside the characters of another")
              .withHint("++ joins texts"));
    }
  }

  /** Whether it is a text, and not known to be an empty one. */
  private boolean isText(Core core) {
    return values.of(core).equals(Known.TEXT)
        && !(core instanceof Core.Constant constant
            && constant.value() instanceof Seq seq
            && seq.isEmpty());
  }

  /** A {@code $} before anything but a name for a literal text may be meant, as money. */
  private void signs(Core.Interpolation core) {
    if (!unit.modules.checking()) {
      return;
    }
    for (int i = 1; i < core.parts().size(); i++) {
      if (core.parts().get(i - 1) instanceof Core.TextPart before
          && core.parts().get(i) instanceof Core.ValuePart part
          && before.text().get(before.text().length() - 1) instanceof Char last
          && last.codePoint() == '$'
          && isNameOfText(part.value())) {
        unit.defer(
            Diagnostic.warning(
                    Code.SIGN_BEFORE_BRACES,
                    unit.source,
                    part.value().at(),
                    "The $ before these braces is part of the text")
                .withHint("Braces alone put a value into a text: {name}"));
      }
    }
  }

  private boolean isNameOfText(Core value) {
    return value instanceof Core.Get get
        && definitions.value(get.variable()) instanceof Core.Constant constant
        && constant.value() instanceof Seq text
        && text.isKnownText()
        && !text.isEmpty()
        && !(text.get(0) instanceof Char first && Character.isDigit(first.codePoint()));
  }
}
