package yona.tool.reference;

import java.util.List;
import yona.property.Choices;
import yona.tool.reference.Vocabulary.Kind;
import yona.tool.reference.Vocabulary.Known;

/** Writes loops with accumulators, and large functions. */
final class Walks {
  private final Choices choices;
  private final Programs programs;

  Walks(Choices choices, Programs programs) {
    this.choices = choices;
    this.programs = programs;
  }

  /** A local function that walks a sequence or counts down, with an accumulator, and its call. */
  String walk(Kind kind, Vocabulary scope, int depth) {
    String loop = programs.name();
    String left = programs.name() + "1";
    String acc = programs.name() + "2";
    Vocabulary inner =
        scope.with(
            List.of(
                new Known(loop, Kind.ANY),
                new Known(left, Kind.SEQ),
                new Known(acc, kind == Kind.SEQ ? Kind.SEQ : Kind.ANY)));
    String head = programs.name();
    String tail = choices.oneOf("g", "h", left + "x");
    Vocabulary walked = inner.with(List.of(new Known(head, Kind.ANY), new Known(tail, Kind.SEQ)));
    String next =
        kind == Kind.SEQ
            ? "(" + acc + " |- " + programs.expression(Kind.ANY, walked, 1) + ")"
            : programs.expression(kind, walked, 1);
    String self = loop + " " + tail + " " + next;
    String step =
        choices.below(3) == 2
            ? "(if "
                + programs.expression(Kind.TRUTH, walked, 1)
                + " then "
                + programs.expression(kind, walked, depth)
                + " else "
                + self
                + ")"
            : self;
    return "(let "
        + loop
        + " = \\"
        + left
        + " "
        + acc
        + " -> case "
        + left
        + " of "
        + head
        + " -| "
        + tail
        + " -> "
        + step
        + "; _ -> "
        + programs.expression(kind, inner, depth)
        + " end in "
        + loop
        + " "
        + programs.source(scope, depth)
        + " "
        + programs.expression(kind, scope, depth)
        + ")";
  }

  /** A function of many aliases, most of which are used by a later one. */
  String large() {
    Vocabulary inner =
        Vocabulary.NOTHING.with(List.of(new Known("k", Kind.NUMBER), new Known("s", Kind.SEQ)));
    StringBuilder text = new StringBuilder("let large = \\k s -> let ");
    int count = 20 + choices.below(150);
    for (int i = 0; i < count; i++) {
      Kind kind = programs.kind();
      String name = i % 3 == 0 ? programs.name() : "n" + i;
      text.append(i == 0 ? "" : "; ").append(name).append(" = ");
      text.append(programs.expression(kind, inner, 2));
      inner = inner.with(List.of(new Known(name, kind)));
    }
    text.append(" in ").append(programs.any(inner, 3));
    return text.append(" in large 3 [1, 2, 3]").toString();
  }
}
