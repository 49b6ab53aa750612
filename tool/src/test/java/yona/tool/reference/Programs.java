package yona.tool.reference;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import yona.property.Choices;
import yona.tool.reference.Vocabulary.Kind;
import yona.tool.reference.Vocabulary.Known;

/**
 * Writes programs whose names are all bound, most of them several times: few names for every
 * position that binds one, and for captures, copies, groups of aliases, walks over sequences,
 * accumulators and modules. Most expressions give a value of the kind that is wanted, some do not.
 */
final class Programs {
  private static final String[] NAMES = {"a", "b", "c", "d", "e", "f", "identity"};
  private static final String[] FIELDS = {"a", "b", "c"};

  private final Choices choices;
  private final Patterns patterns;

  /** The call of what shows effects, or waits, and gives its argument: one kind a program. */
  private final String effect;

  private final AliasTexts aliases;
  private final Walks walks;
  private final Loops loops;
  private final Modules modules;

  private Programs(Choices choices, String effect) {
    this.choices = choices;
    this.patterns = new Patterns(choices, this);
    this.aliases = new AliasTexts(choices, this);
    this.walks = new Walks(choices, this);
    this.loops = new Loops(choices, this);
    this.modules = new Modules(choices, this);
    this.effect = effect;
  }

  /** A program. */
  static Program program(Choices choices) {
    Programs programs = new Programs(choices, choices.oneOf("", "log ", "pause "));
    return switch (choices.below(30)) {
      case 29 -> Program.of(programs.walks.large());
      case 23 -> Program.of(new Programs(choices, "").loops.often());
      case 24, 25, 26, 27, 28 -> programs.withModules(1 + choices.below(3));
      default -> Program.of(programs.any(Vocabulary.NOTHING, 5));
    };
  }

  /** A program with some modules in files of their own, in which no effects are seen. */
  private Program withModules(int count) {
    Modules writer = new Programs(choices, "").modules;
    List<Vocabulary.Exports> all = new ArrayList<>();
    Vocabulary scope = Vocabulary.NOTHING;
    for (int i = 0; i < count; i++) {
      all.add(writer.exports(i));
      scope = scope.withModule(all.get(i));
    }
    Program program = Program.of(modules.imported(Kind.ANY, scope, 4));
    for (int i = 0; i < count; i++) {
      List<Vocabulary.Exports> before = all.subList(0, i);
      String text = writer.file(all.get(i), before, choices.below(4) == 3 ? all : before);
      program = program.with(all.get(i).module(), text);
    }
    return program;
  }

  /** What shows effects, or waits, and gives its argument. */
  String effect() {
    return effect;
  }

  Patterns patterns() {
    return patterns;
  }

  // Names.

  String name() {
    return choices.oneOf(NAMES);
  }

  Kind kind() {
    return choices.oneOf(Kind.values());
  }

  // Expressions.

  String any(Vocabulary scope, int depth) {
    return expression(Kind.ANY, scope, depth);
  }

  String expression(Kind wanted, Vocabulary scope, int depth) {
    Kind kind = choices.below(40) == 39 ? kind() : wanted;
    List<Known> fitting = scope.of(kind);
    if (!fitting.isEmpty() && choices.below(depth <= 0 ? 4 : 2) > 0) {
      return fitting.get(choices.below(fitting.size())).name();
    }
    if (depth <= 0) {
      return leaf(kind);
    }
    return switch (choices.below(20)) {
      case 0 -> leaf(kind);
      case 1, 2, 3, 14 -> made(kind, scope, depth - 1);
      case 4, 5 -> aliases.let(kind, scope, depth - 1);
      case 6, 7 -> cases(kind, scope, depth - 1);
      case 8 -> aliases.steps(kind, scope, depth - 1);
      case 9 -> attempt(kind, scope, depth - 1);
      case 10 -> called(kind, scope, depth - 1);
      case 11 ->
          "(if "
              + expression(Kind.TRUTH, scope, depth - 1)
              + " then "
              + expression(kind, scope, depth - 1)
              + " else "
              + expression(kind, scope, depth - 1)
              + ")";
      case 15 -> "(" + effect + argument(kind, scope, depth - 1) + ")";
      case 16 -> aliases.with(kind, scope, depth - 1);
      case 12 -> walks.walk(kind, scope, depth - 1);
      case 19 -> loops.loop(kind, scope, depth - 1);
      case 17 -> field(kind, scope, depth - 1);
      case 18 -> modules.imported(kind, scope, depth - 1);
      default -> modules.module(kind, scope, depth - 1);
    };
  }

  private String leaf(Kind kind) {
    return switch (kind) {
      case NUMBER -> choices.oneOf("0", "1", "2", "3", "0.5", "2.0");
      case TRUTH -> choices.yes() ? "true" : "false";
      case SEQ -> choices.oneOf("[]", "[1]", "[1, 2, 3]", "\"ab\"", "[[1], [2, 0]]");
      case PAIR -> choices.oneOf("(1, 2)", "(:a, [1, 2])", "((0, 1), 2)");
      case SET -> choices.oneOf("Set::empty", "{1}", "{0, :a, [1]}");
      case DICT -> choices.oneOf("{}", "{:k = 1}", "{:k = [1], 1 = 2}");
      case FUNCTION -> choices.oneOf("identity", "(\\a -> a)", "(\\b -> [b])");
      case THUNK -> "(\\-> " + choices.below(3) + ")";
      case RECORD -> choices.oneOf("(:P, 1)", "(:P, 1, 2)", "(:Q, 0, 1)");
      case ANY -> choices.oneOf("0", "()", ":a", "\"\"", "[1, 2]", "(1, 2)");
    };
  }

  /** An expression of just this kind. */
  private String made(Kind kind, Vocabulary scope, int depth) {
    return switch (kind) {
      case NUMBER ->
          "("
              + expression(Kind.NUMBER, scope, depth)
              + choices.oneOf(" + ", " - ", " * ", " / ")
              + expression(Kind.NUMBER, scope, depth)
              + ")";
      case TRUTH -> truth(scope, depth);
      case SEQ -> seq(scope, depth);
      case PAIR -> "(" + any(scope, depth) + ", " + any(scope, depth) + ")";
      case SET -> set(scope, depth);
      case DICT ->
          choices.yes()
              ? "{:k = " + any(scope, depth) + ", 1 = " + any(scope, depth) + "}"
              : "{" + name() + " = 1 | " + extracted(Kind.NUMBER, scope, depth, 0) + "}";
      case FUNCTION -> function(scope, depth);
      case THUNK -> "(\\-> " + any(scope, depth) + ")";
      case RECORD -> record(scope, depth);
      case ANY -> choices.below(8) == 7 ? raised() : made(kind(), scope, depth);
    };
  }

  String raised() {
    return "(raise " + choices.oneOf(":a", ":b") + " \"\")";
  }

  private String truth(Vocabulary scope, int depth) {
    return switch (choices.below(6)) {
      case 5 ->
          "("
              + expression(Kind.RECORD, scope, depth)
              + " == "
              + expression(Kind.RECORD, scope, depth)
              + ")";
      case 4 -> "(" + any(scope, depth) + " in " + source(scope, depth) + ")";
      case 0 -> "(" + any(scope, depth) + choices.oneOf(" == ", " != ") + any(scope, depth) + ")";
      case 1 ->
          "("
              + expression(Kind.NUMBER, scope, depth)
              + " < "
              + expression(Kind.NUMBER, scope, depth)
              + ")";
      case 2 -> "(!" + expression(Kind.TRUTH, scope, depth) + ")";
      default ->
          "("
              + expression(Kind.TRUTH, scope, depth)
              + choices.oneOf(" && ", " || ")
              + expression(Kind.TRUTH, scope, depth)
              + ")";
    };
  }

  private String record(Vocabulary scope, int depth) {
    if (scope.types().isEmpty() || choices.below(4) == 3) {
      String second = choices.yes() ? "" : ", " + any(scope, depth);
      return "(" + choices.oneOf(":P", ":Q") + ", " + any(scope, depth) + second + ")";
    }
    List<Known> records = scope.of(Kind.RECORD).stream().filter(Known::isSimple).toList();
    if (!records.isEmpty() && choices.yes()) {
      return records.get(choices.below(records.size())).name()
          + fields(List.of(choices.oneOf(FIELDS)), scope, depth);
    }
    String type = scope.type(choices);
    return type + fields(Objects.requireNonNull(scope.types().get(type)), scope, depth);
  }

  /** Values for the first of some fields, or all. */
  private String fields(List<String> fields, Vocabulary scope, int depth) {
    StringBuilder text = new StringBuilder("(");
    int count = choices.below(3) == 2 ? 1 : fields.size();
    for (int i = 0; i < count; i++) {
      text.append(i == 0 ? "" : ", ").append(fields.get(i)).append(" = ");
      text.append(any(scope, depth));
    }
    return text.append(')').toString();
  }

  /** A field, where anything may have one. */
  private String field(Kind kind, Vocabulary scope, int depth) {
    return scope.hasRecords()
        ? "(" + argument(Kind.RECORD, scope, depth) + "." + choices.oneOf(FIELDS) + ")"
        : made(kind, scope, depth);
  }

  private String set(Vocabulary scope, int depth) {
    return switch (choices.below(3)) {
      case 0 -> "{" + any(scope, depth) + ", " + any(scope, depth) + "}";
      case 1 -> "{" + extracted(Kind.ANY, scope, depth, 1) + "}";
      default ->
          "("
              + expression(Kind.SET, scope, depth)
              + choices.oneOf(" + ", " - ")
              + any(scope, depth)
              + ")";
    };
  }

  private String seq(Vocabulary scope, int depth) {
    return switch (choices.below(7)) {
      case 0 -> "[" + any(scope, depth) + ", " + any(scope, depth) + "]";
      case 1 -> "(" + any(scope, depth) + " -| " + expression(Kind.SEQ, scope, depth) + ")";
      case 2 -> "(" + expression(Kind.SEQ, scope, depth) + " |- " + any(scope, depth) + ")";
      case 3 ->
          "("
              + expression(Kind.SEQ, scope, depth)
              + " ++ "
              + expression(Kind.SEQ, scope, depth)
              + ")";
      case 4 ->
          "(Seq::map " + function(scope, depth) + " " + expression(Kind.SEQ, scope, depth) + ")";
      case 5 -> "\"t{(" + any(scope, depth) + ")}\"";
      default -> "[" + extracted(Kind.ANY, scope, depth, 1) + "]";
    };
  }

  /** The inside of a comprehension; of that for a dict the part behind the bar. */
  private String extracted(Kind kind, Vocabulary scope, int depth, int element) {
    if (element == 0) {
      return patterns.pattern(1, new ArrayList<>(), scope, false) + " <- " + source(scope, depth);
    }
    List<Known> bound = new ArrayList<>();
    String pattern = patterns.pattern(1, bound, scope, false);
    Vocabulary inner = scope.with(bound);
    String second = "";
    String source = source(scope, depth);
    if (choices.below(4) == 3) {
      List<Known> more = new ArrayList<>();
      second = ", " + patterns.pattern(1, more, inner, false) + " <- " + source(inner, depth);
      inner = inner.with(more);
    }
    String condition = choices.yes() ? "" : " if " + expression(Kind.TRUTH, inner, depth);
    return expression(kind, inner, depth) + " | " + pattern + " <- " + source + second + condition;
  }

  String source(Vocabulary scope, int depth) {
    return switch (choices.below(6)) {
      case 0, 1 -> "[0 .. " + choices.below(4) + "]";
      case 2 -> expression(choices.yes() ? Kind.SET : Kind.DICT, scope, depth);
      default -> expression(Kind.SEQ, scope, depth);
    };
  }

  String function(Vocabulary scope, int depth) {
    List<Known> bound = new ArrayList<>();
    return "(" + lambda(1 + choices.below(2), bound, scope, depth) + ")";
  }

  String lambda(int parameters, List<Known> bound, Vocabulary scope, int depth) {
    StringBuilder text = new StringBuilder("\\");
    for (int i = 0; i < parameters; i++) {
      text.append(patterns.pattern(choices.below(3) == 2 ? 2 : 0, bound, scope, false));
      text.append(' ');
    }
    return text + "-> " + any(scope.with(bound), depth);
  }

  private String called(Kind kind, Vocabulary scope, int depth) {
    String callee =
        choices.yes() ? expression(Kind.FUNCTION, scope, depth) : function(scope, depth);
    if (!callee.matches("([A-Z]\\w*::)?[a-su-z]\\w*") || callee.equals("false")) {
      callee = "(" + callee + ")";
    } else if (choices.below(4) == 3) {
      return "(" + any(scope, depth) + " `" + callee + "` " + expression(kind, scope, depth) + ")";
    }
    switch (choices.below(6)) {
      case 4 -> {
        return "(" + expression(kind, scope, depth) + " |> " + callee + ")";
      }
      case 5 -> {
        return "(" + callee + " <| " + expression(kind, scope, depth) + ")";
      }
      default -> {}
    }
    String more = choices.below(3) == 2 ? " " + expression(kind, scope, depth) : "";
    return "(" + callee + " " + expression(kind, scope, depth) + more + ")";
  }

  /** An expression that stands where an argument does. */
  String argument(Kind kind, Vocabulary scope, int depth) {
    return "(" + expression(kind, scope, depth) + ")";
  }

  // Clauses.

  private String cases(Kind kind, Vocabulary scope, int depth) {
    Kind chosen = scope.types().isEmpty() || choices.yes() ? Kind.ANY : Kind.RECORD;
    return "(case "
        + expression(chosen, scope, depth)
        + " of "
        + clauses(kind, scope, depth)
        + " end)";
  }

  private String clauses(Kind kind, Vocabulary scope, int depth) {
    StringBuilder text = new StringBuilder();
    int count = 1 + choices.below(3);
    for (int i = 0; i < count; i++) {
      List<Known> bound = new ArrayList<>();
      text.append(patterns.pattern(2, bound, scope, true));
      alternatives(text, kind, scope.with(bound), depth, "->");
      text.append("; ");
    }
    return text + "_ -> " + expression(kind, scope, depth);
  }

  void alternatives(StringBuilder text, Kind kind, Vocabulary scope, int depth, String arrow) {
    if (choices.below(3) < 2) {
      text.append(' ').append(arrow).append(' ').append(expression(kind, scope, depth));
      return;
    }
    for (int i = choices.below(2); i >= 0; i--) {
      text.append("\n | ").append(expression(Kind.TRUTH, scope, 1));
      text.append(' ').append(arrow).append(' ').append(expression(kind, scope, depth));
    }
  }

  private String attempt(Kind kind, Vocabulary scope, int depth) {
    List<Known> bound = new ArrayList<>();
    String symbol =
        choices.yes()
            ? choices.oneOf(":a", ":b", ":nomatch", ":typeerror", ":badcall")
            : patterns.pattern(0, bound, scope, true);
    return "(try "
        + (choices.below(3) == 2 ? raised() : expression(kind, scope, depth))
        + " catch ("
        + symbol
        + ", _, _) -> "
        + expression(kind, scope.with(bound), depth)
        + (choices.yes() ? "" : "; _ -> " + expression(kind, scope, depth))
        + " end)";
  }
}
