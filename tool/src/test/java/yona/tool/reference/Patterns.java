package yona.tool.reference;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import yona.property.Choices;
import yona.tool.reference.Vocabulary.Kind;
import yona.tool.reference.Vocabulary.Known;

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
  String pattern(int depth, List<Known> bound, Vocabulary scope, boolean refutable) {
    if (depth == 0 || choices.below(3) == 0) {
      String name = programs.name();
      bound.add(new Known(name, refutable ? Kind.ANY : programs.kind()));
      return name;
    }
    if (!scope.types().isEmpty() && choices.below(3) == 2) {
      return record(depth, bound, scope, refutable);
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
        String key = scope.simple().isEmpty() || choices.yes() ? ":k" : simple(scope);
        yield "{" + key + " = " + pattern(depth - 1, bound, scope, refutable) + "}";
      }
      case 8 -> affix(bound, scope);
      case 9 -> refutable ? pin(scope) : "(" + pin(scope) + ")";
      default -> choices.oneOf("0", "1", "()", ":a", "[]", "{}", "\"ab\"");
    };
  }

  /** A record, with some of its fields or none. */
  private String record(int depth, List<Known> bound, Vocabulary scope, boolean refutable) {
    String type = scope.type(choices);
    List<String> fields = Objects.requireNonNull(scope.types().get(type));
    List<String> parts = new ArrayList<>();
    for (int i = fields.size() - choices.below(fields.size() + 1); i > 0; i--) {
      parts.add(fields.get(i - 1) + " = " + pattern(depth - 1, bound, scope, refutable));
    }
    return parts.isEmpty() ? type : type + "(" + String.join(", ", parts) + ")";
  }

  private String simple(Vocabulary scope) {
    return choices.oneOf(scope.simple().toArray(String[]::new));
  }

  /** What is equal to a value from outside of the clause. */
  private String pin(Vocabulary scope) {
    return scope.simple().isEmpty() || choices.below(3) == 2
        ? "^(" + programs.any(scope, 1) + ")"
        : "^" + simple(scope);
  }

  /** A prefix or suffix and the rest. */
  private String affix(List<Known> bound, Vocabulary scope) {
    String rest = programs.name();
    bound.add(new Known(rest, Kind.SEQ));
    return switch (choices.below(5)) {
      case 0 -> "(\"a\" ++ " + rest + ")";
      case 1 -> "([1] ++ " + rest + ")";
      case 2 -> "(" + rest + " ++ \"b\")";
      case 3 -> "(" + rest + " ++ [" + pin(scope) + "])";
      default ->
          scope.simple().isEmpty()
              ? "(\"t1\" ++ " + rest + ")"
              : "(\"t{" + simple(scope) + "}\" ++ " + rest + ")";
    };
  }
}
