package yona.language.analysis;

import java.util.List;
import org.jspecify.annotations.Nullable;
import yona.data.Dict;
import yona.data.Seq;
import yona.data.Tuple;
import yona.language.core.Core;
import yona.language.core.CorePattern;
import yona.language.core.CoreWalk;
import yona.language.diagnostics.Code;
import yona.language.diagnostics.Diagnostic;
import yona.language.diagnostics.Range;

/** Warns of a key or an element that a literal Dict or Set, or the pattern of a Dict, has twice. */
final class RepeatedKeys {
  /** A longer key is not shown in a message. */
  private static final int SHOWN = 40;

  private final SourceUnit unit;

  RepeatedKeys(SourceUnit unit) {
    this.unit = unit;
  }

  void check(Core core) {
    switch (core) {
      case Core.MakeSet set ->
          check(set.elements(), 1, "The element%s stands twice in this Set, which has it once");
      case Core.MakeDict dict ->
          check(
              dict.keysAndValues(),
              2,
              "The key%s stands twice in this Dict, which has its last value only");
      case Core.Match match ->
          match.clauses().forEach(clause -> clause.patterns().forEach(this::check));
      case Core.LetAliases let -> {
        for (Core.AliasBinding alias : let.aliases()) {
          if (alias instanceof Core.PatternAlias pattern) {
            check(pattern.pattern());
          }
        }
      }
      default -> {}
    }
  }

  private void check(CorePattern pattern) {
    if (pattern instanceof CorePattern.DictPattern dict) {
      check(dict.keys(), 1, "The key%s stands twice in this pattern, both for the same value");
    }
    CoreWalk.parts(pattern).forEach(this::check);
  }

  /**
   * Looks for values that stand twice.
   *
   * @param step how far one is from the next
   * @param message what to say of them, with a place for the text of the second one
   */
  private void check(List<Core> expressions, int step, String message) {
    Dict.Builder places = Dict.builder();
    for (int i = 0; i < expressions.size(); i += step) {
      Core expression = expressions.get(i);
      Object value = value(expression);
      if (value == null) {
        continue;
      }
      if (places.get(value) instanceof Range first) {
        unit.report(
            Diagnostic.warning(
                    Code.KEY_TWICE,
                    unit.source,
                    expression.at(),
                    message.formatted(shown(expression.at())))
                .withNote(first, "it stands here first"));
      } else {
        places.put(value, expression.at());
      }
    }
  }

  private String shown(Range at) {
    String text = at.length() > SHOWN ? "" : unit.source.text(at);
    return text.isEmpty() || text.contains("\n") ? "" : " " + text;
  }

  /** The value that an expression certainly has; null if it is computed. */
  private static @Nullable Object value(Core core) {
    return switch (core) {
      case Core.Constant constant -> constant.value();
      case Core.MakeTuple tuple -> {
        Object[] values = values(tuple.elements());
        yield values == null ? null : Tuple.of(values);
      }
      case Core.MakeSeq seq -> {
        Object[] values = values(seq.elements());
        yield values == null ? null : Seq.of(values);
      }
      default -> null;
    };
  }

  private static Object @Nullable [] values(List<Core> expressions) {
    Object[] values = new Object[expressions.size()];
    for (int i = 0; i < values.length; i++) {
      Object value = value(expressions.get(i));
      if (value == null) {
        return null;
      }
      values[i] = value;
    }
    return values;
  }
}
