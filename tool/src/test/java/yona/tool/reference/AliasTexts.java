package yona.tool.reference;

import java.util.ArrayList;
import java.util.List;
import yona.property.Choices;
import yona.tool.reference.Vocabulary.Kind;
import yona.tool.reference.Vocabulary.Known;

/** Writes {@code let}, {@code do} and {@code with}. */
final class AliasTexts {
  private final Choices choices;
  private final Programs programs;

  AliasTexts(Choices choices, Programs programs) {
    this.choices = choices;
    this.programs = programs;
  }

  String let(Kind kind, Vocabulary scope, int depth) {
    List<Known> bound = new ArrayList<>();
    String aliases = aliases(1 + choices.below(5), bound, scope, depth);
    return "(let " + aliases + " in " + programs.expression(kind, scope.with(bound), depth) + ")";
  }

  String steps(Kind kind, Vocabulary scope, int depth) {
    List<Known> bound = new ArrayList<>();
    String aliases = aliases(1 + choices.below(4), bound, scope, depth);
    Vocabulary inner = scope.with(bound);
    String step = choices.yes() ? "" : programs.any(inner, depth) + "; ";
    return "(do " + aliases + "; " + step + programs.expression(kind, inner, depth) + " end)";
  }

  /** Steps with a resource, whose release can be seen. */
  String with(Kind kind, Vocabulary scope, int depth) {
    String name = programs.name();
    Kind resource = programs.kind();
    Vocabulary inside = scope.with(List.of(new Known(name, resource)));
    List<Known> bound = new ArrayList<>();
    String aliases = aliases(1 + choices.below(2), bound, inside, depth);
    return "(with Context::manager "
        + programs.argument(resource, scope, depth)
        + " (\\p -> "
        + programs.effect()
        + "[p]) as "
        + name
        + "; "
        + aliases
        + "; "
        + programs.expression(kind, inside.with(bound), depth)
        + " end)";
  }

  /** Aliases; what they bind is added to all that is bound. */
  private String aliases(int count, List<Known> all, Vocabulary scope, int depth) {
    List<String> lefts = new ArrayList<>();
    List<List<Known>> bound = new ArrayList<>();
    List<Kind> kinds = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      List<Known> names = new ArrayList<>();
      Kind kind = choices.oneOf(Kind.values());
      kinds.add(kind);
      if (kind == Kind.PAIR || (kind == Kind.SEQ && choices.yes())) {
        lefts.add(programs.patterns().pattern(2, names, scope, false));
      } else {
        String name = programs.name();
        lefts.add(name);
        names.add(new Known(name, kind));
      }
      bound.add(names);
    }
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < count; i++) {
      Vocabulary here = scope;
      for (int k = 0; k < count; k++) {
        if (k < i) {
          here = here.with(bound.get(k));
        } else if (kinds.get(i) == Kind.FUNCTION && (k == i || choices.below(3) > 0)) {
          List<String> seen = here.simple();
          here =
              here.with(bound.get(k).stream().filter(each -> !seen.contains(each.name())).toList());
        }
      }
      text.append(i == 0 ? "" : "; ").append(lefts.get(i)).append(" = ");
      String name = lefts.get(i);
      text.append(
          switch (kinds.get(i)) {
            case FUNCTION -> programs.function(here, depth);
            case THUNK -> "\\-> " + programs.any(here, depth);
            default -> copy(here, kinds.get(i), name, depth);
          });
    }
    bound.forEach(all::addAll);
    return text.toString();
  }

  /** The value of an alias: often another name, or parts that fit its pattern. */
  private String copy(Vocabulary scope, Kind kind, String pattern, int depth) {
    if (!scope.names().isEmpty() && choices.below(3) == 0) {
      return scope.names().get(choices.below(scope.names().size())).name();
    }
    if (pattern.startsWith("(") && choices.below(4) > 0) {
      return "(" + programs.any(scope, depth) + ", " + programs.any(scope, depth) + ")";
    }
    return programs.expression(kind, scope, depth);
  }
}
