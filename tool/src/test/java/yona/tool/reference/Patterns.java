package yona.tool.reference;

import java.util.List;
import yona.property.Choices;
import yona.tool.reference.Programs.Kind;
import yona.tool.reference.Programs.Known;

/** Writes the patterns of programs. */
final class Patterns {
  private final Choices choices;
  private final Programs programs;

  Patterns(Choices choices, Programs programs) {
    this.choices = choices;
    this.programs = programs;
  }

  /**
   * A pattern, whose names are added to what is bound.
   *
   * @param depth 0 for a name only
   */
  String pattern(int depth, List<Known> bound, List<Known> scope, boolean refutable) {
    if (depth == 0 || choices.below(3) == 0) {
      String name = programs.name();
      bound.add(new Known(name, refutable ? Kind.ANY : programs.kind()));
      return name;
    }
    return switch (choices.below(11)) {
      case 0, 1, 2 ->
          "("
              + pattern(depth - 1, bound, scope, refutable)
              + ", "
              + pattern(depth - 1, bound, scope, refutable)
              + ")";
      case 3 -> "_";
      case 4 ->
          "["
              + pattern(depth - 1, bound, scope, refutable)
              + ", "
              + pattern(depth - 1, bound, scope, refutable)
              + "]";
      case 5 -> {
        String head = pattern(depth - 1, bound, scope, refutable);
        String tail = programs.name();
        bound.add(new Known(tail, Kind.SEQ));
        yield choices.yes() ? "(" + head + " -| " + tail + ")" : "(" + tail + " |- " + head + ")";
      }
      case 6 -> {
        String name = programs.name();
        bound.add(new Known(name, Kind.ANY));
        yield name + "@(" + pattern(depth - 1, bound, scope, refutable) + ")";
      }
      case 7 -> {
        String key =
            scope.isEmpty() || choices.yes() ? ":k" : scope.get(choices.below(scope.size())).name();
        yield "{" + key + " = " + pattern(depth - 1, bound, scope, refutable) + "}";
      }
      case 8 -> affix(bound, scope);
      case 9 -> refutable ? pin(scope) : "(" + pin(scope) + ")";
      default -> choices.oneOf("0", "1", "()", ":a", "[]", "{}", "\"ab\"");
    };
  }

  /** What is equal to a value from outside of the clause. */
  private String pin(List<Known> scope) {
    return scope.isEmpty() || choices.below(3) == 2
        ? "^(" + programs.any(scope, 1) + ")"
        : "^" + scope.get(choices.below(scope.size())).name();
  }

  /** A prefix or suffix and the rest. */
  private String affix(List<Known> bound, List<Known> scope) {
    String rest = programs.name();
    bound.add(new Known(rest, Kind.SEQ));
    return switch (choices.below(5)) {
      case 0 -> "(\"a\" ++ " + rest + ")";
      case 1 -> "([1] ++ " + rest + ")";
      case 2 -> "(" + rest + " ++ \"b\")";
      case 3 -> "(" + rest + " ++ [" + pin(scope) + "])";
      default ->
          scope.isEmpty()
              ? "(\"t1\" ++ " + rest + ")"
              : "(\"t{" + scope.get(choices.below(scope.size())).name() + "}\" ++ " + rest + ")";
    };
  }
}
