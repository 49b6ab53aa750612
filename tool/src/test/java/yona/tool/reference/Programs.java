package yona.tool.reference;

import java.util.ArrayList;
import java.util.List;
import yona.property.Choices;

/**
 * Writes programs whose names are all bound, most of them several times: few names for every
 * position that binds one, and for captures, copies, groups of aliases, walks over sequences,
 * accumulators and modules. Most expressions give a value of the kind that is wanted, some do not.
 */
final class Programs {
  /** What a value is wanted for. */
  enum Kind {
    NUMBER,
    TRUTH,
    SEQ,
    PAIR,
    SET,
    DICT,
    FUNCTION,
    THUNK,
    ANY
  }

  record Known(String name, Kind kind) {}

  private static final String[] NAMES = {"a", "b", "c", "d", "e", "f", "identity"};

  private final Choices choices;
  private final Patterns patterns;

  /** The call of what shows effects, or waits, and gives its argument: one kind a program. */
  private final String effect;

  private Programs(Choices choices) {
    this.choices = choices;
    this.patterns = new Patterns(choices, this);
    this.effect = choices.oneOf("", "log ", "pause ");
  }

  /** A program. */
  static String program(Choices choices) {
    Programs programs = new Programs(choices);
    return choices.below(30) == 29 ? programs.large() : programs.any(List.of(), 5);
  }

  // Names.

  String name() {
    return choices.oneOf(NAMES);
  }

  private static List<Known> with(List<Known> scope, List<Known> more) {
    List<Known> result = new ArrayList<>(scope);
    for (Known each : more) {
      result.removeIf(known -> known.name.equals(each.name));
      result.add(each);
    }
    return result;
  }

  Kind kind() {
    return choices.oneOf(Kind.values());
  }

  // Expressions.

  String any(List<Known> scope, int depth) {
    return expression(Kind.ANY, scope, depth);
  }

  private String expression(Kind wanted, List<Known> scope, int depth) {
    Kind kind = choices.below(40) == 39 ? kind() : wanted;
    List<Known> fitting =
        scope.stream().filter(each -> kind == Kind.ANY || each.kind == kind).toList();
    if (!fitting.isEmpty() && choices.below(depth <= 0 ? 4 : 2) > 0) {
      return fitting.get(choices.below(fitting.size())).name;
    }
    if (depth <= 0) {
      return leaf(kind);
    }
    return switch (choices.below(17)) {
      case 0 -> leaf(kind);
      case 1, 2, 3, 14 -> made(kind, scope, depth - 1);
      case 4, 5 -> let(kind, scope, depth - 1);
      case 6, 7 -> cases(kind, scope, depth - 1);
      case 8 -> steps(kind, scope, depth - 1);
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
      case 16 -> with(kind, scope, depth - 1);
      case 12 -> walk(kind, scope, depth - 1);
      default -> module(kind, scope, depth - 1);
    };
  }

  private String leaf(Kind kind) {
    return switch (kind) {
      case NUMBER -> String.valueOf(choices.below(4));
      case TRUTH -> choices.yes() ? "true" : "false";
      case SEQ -> choices.oneOf("[]", "[1]", "[1, 2, 3]", "\"ab\"", "[[1], [2, 0]]");
      case PAIR -> choices.oneOf("(1, 2)", "(:a, [1, 2])", "((0, 1), 2)");
      case SET -> choices.oneOf("Set::empty", "{1}", "{0, :a, [1]}");
      case DICT -> choices.oneOf("{}", "{:k = 1}", "{:k = [1], 1 = 2}");
      case FUNCTION -> choices.oneOf("identity", "(\\a -> a)", "(\\b -> [b])");
      case THUNK -> "(\\-> " + choices.below(3) + ")";
      case ANY -> choices.oneOf("0", "()", ":a", "\"\"", "[1, 2]", "(1, 2)");
    };
  }

  /** An expression of just this kind. */
  private String made(Kind kind, List<Known> scope, int depth) {
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
      case ANY -> choices.below(8) == 7 ? raised() : made(kind(), scope, depth);
    };
  }

  private String raised() {
    return "(raise " + choices.oneOf(":a", ":b") + " \"\")";
  }

  private String truth(List<Known> scope, int depth) {
    return switch (choices.below(5)) {
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

  private String set(List<Known> scope, int depth) {
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

  private String seq(List<Known> scope, int depth) {
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
  private String extracted(Kind kind, List<Known> scope, int depth, int element) {
    if (element == 0) {
      return patterns.pattern(1, new ArrayList<>(), scope, false) + " <- " + source(scope, depth);
    }
    List<Known> bound = new ArrayList<>();
    String pattern = patterns.pattern(1, bound, scope, false);
    List<Known> inner = with(scope, bound);
    String second = "";
    String source = source(scope, depth);
    if (choices.below(4) == 3) {
      List<Known> more = new ArrayList<>();
      second = ", " + patterns.pattern(1, more, inner, false) + " <- " + source(inner, depth);
      inner = with(inner, more);
    }
    String condition = choices.yes() ? "" : " if " + expression(Kind.TRUTH, inner, depth);
    return expression(kind, inner, depth) + " | " + pattern + " <- " + source + second + condition;
  }

  private String source(List<Known> scope, int depth) {
    return switch (choices.below(6)) {
      case 0, 1 -> "[0 .. " + choices.below(4) + "]";
      case 2 -> expression(choices.yes() ? Kind.SET : Kind.DICT, scope, depth);
      default -> expression(Kind.SEQ, scope, depth);
    };
  }

  private String function(List<Known> scope, int depth) {
    List<Known> bound = new ArrayList<>();
    return "(" + lambda(1 + choices.below(2), bound, scope, depth) + ")";
  }

  private String lambda(int parameters, List<Known> bound, List<Known> scope, int depth) {
    StringBuilder text = new StringBuilder("\\");
    for (int i = 0; i < parameters; i++) {
      text.append(patterns.pattern(choices.below(3) == 2 ? 2 : 0, bound, scope, false));
      text.append(' ');
    }
    return text + "-> " + any(with(scope, bound), depth);
  }

  private String called(Kind kind, List<Known> scope, int depth) {
    String callee =
        choices.yes() ? expression(Kind.FUNCTION, scope, depth) : function(scope, depth);
    if (!callee.matches("[a-su-z]\\w*") || callee.equals("false")) {
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

  // Aliases.

  private String let(Kind kind, List<Known> scope, int depth) {
    List<Known> inner = new ArrayList<>(scope);
    String aliases = aliases(1 + choices.below(5), inner, scope, depth);
    return "(let " + aliases + " in " + expression(kind, inner, depth) + ")";
  }

  private String steps(Kind kind, List<Known> scope, int depth) {
    List<Known> inner = new ArrayList<>(scope);
    String aliases = aliases(1 + choices.below(4), inner, scope, depth);
    String step = choices.yes() ? "" : any(inner, depth) + "; ";
    return "(do " + aliases + "; " + step + expression(kind, inner, depth) + " end)";
  }

  /** Steps with a resource, whose release can be seen. */
  private String with(Kind kind, List<Known> scope, int depth) {
    String name = name();
    Kind resource = kind();
    List<Known> inner = new ArrayList<>(with(scope, List.of(new Known(name, resource))));
    String aliases = aliases(1 + choices.below(2), inner, List.copyOf(inner), depth);
    return "(with Context::manager "
        + argument(resource, scope, depth)
        + " (\\p -> "
        + effect
        + "[p]) as "
        + name
        + "; "
        + aliases
        + "; "
        + expression(kind, inner, depth)
        + " end)";
  }

  /** An expression that stands where an argument does. */
  private String argument(Kind kind, List<Known> scope, int depth) {
    return "(" + expression(kind, scope, depth) + ")";
  }

  /** Aliases; what they bind is added to the scope. */
  private String aliases(int count, List<Known> inner, List<Known> scope, int depth) {
    List<String> lefts = new ArrayList<>();
    List<List<Known>> bound = new ArrayList<>();
    List<Kind> kinds = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      List<Known> names = new ArrayList<>();
      Kind kind = choices.oneOf(Kind.values());
      kinds.add(kind);
      if (kind == Kind.PAIR || (kind == Kind.SEQ && choices.yes())) {
        lefts.add(patterns.pattern(2, names, scope, false));
      } else {
        String name = name();
        lefts.add(name);
        names.add(new Known(name, kind));
      }
      bound.add(names);
    }
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < count; i++) {
      List<Known> here = scope;
      for (int k = 0; k < count; k++) {
        if (k < i) {
          here = with(here, bound.get(k));
        } else if (kinds.get(i) == Kind.FUNCTION && (k == i || choices.below(3) > 0)) {
          List<Known> seen = here;
          here =
              with(
                  here,
                  bound.get(k).stream()
                      .filter(each -> seen.stream().noneMatch(k2 -> k2.name.equals(each.name)))
                      .toList());
        }
      }
      text.append(i == 0 ? "" : "; ").append(lefts.get(i)).append(" = ");
      String name = lefts.get(i);
      text.append(
          switch (kinds.get(i)) {
            case FUNCTION -> function(here, depth);
            case THUNK -> "\\-> " + any(here, depth);
            default -> copy(here, kinds.get(i), name, depth);
          });
    }
    List<Known> all = scope;
    for (List<Known> names : bound) {
      all = with(all, names);
    }
    inner.clear();
    inner.addAll(all);
    return text.toString();
  }

  /** The value of an alias: often another name, or parts that fit its pattern. */
  private String copy(List<Known> scope, Kind kind, String pattern, int depth) {
    if (!scope.isEmpty() && choices.below(3) == 0) {
      return scope.get(choices.below(scope.size())).name;
    }
    if (pattern.startsWith("(") && choices.below(4) > 0) {
      return "(" + any(scope, depth) + ", " + any(scope, depth) + ")";
    }
    return expression(kind, scope, depth);
  }

  // Patterns and clauses.

  private String cases(Kind kind, List<Known> scope, int depth) {
    return "(case " + any(scope, depth) + " of " + clauses(kind, scope, depth) + " end)";
  }

  private String clauses(Kind kind, List<Known> scope, int depth) {
    StringBuilder text = new StringBuilder();
    int count = 1 + choices.below(3);
    for (int i = 0; i < count; i++) {
      List<Known> bound = new ArrayList<>();
      text.append(patterns.pattern(2, bound, scope, true));
      alternatives(text, kind, with(scope, bound), depth, "->");
      text.append("; ");
    }
    return text + "_ -> " + expression(kind, scope, depth);
  }

  private void alternatives(
      StringBuilder text, Kind kind, List<Known> scope, int depth, String arrow) {
    if (choices.below(3) < 2) {
      text.append(' ').append(arrow).append(' ').append(expression(kind, scope, depth));
      return;
    }
    for (int i = choices.below(2); i >= 0; i--) {
      text.append("\n | ").append(expression(Kind.TRUTH, scope, 1));
      text.append(' ').append(arrow).append(' ').append(expression(kind, scope, depth));
    }
  }

  private String attempt(Kind kind, List<Known> scope, int depth) {
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
        + expression(kind, with(scope, bound), depth)
        + (choices.yes() ? "" : "; _ -> " + expression(kind, scope, depth))
        + " end)";
  }

  // Loops and modules.

  /** A local function that walks a sequence or counts down, with an accumulator, and its call. */
  private String walk(Kind kind, List<Known> scope, int depth) {
    String loop = name();
    String left = name() + "1";
    String acc = name() + "2";
    List<Known> inner =
        with(
            scope,
            List.of(
                new Known(loop, Kind.ANY),
                new Known(left, Kind.SEQ),
                new Known(acc, kind == Kind.SEQ ? Kind.SEQ : Kind.ANY)));
    String head = name();
    String tail = choices.oneOf("g", "h", left + "x");
    List<Known> walked = with(inner, List.of(new Known(head, Kind.ANY), new Known(tail, Kind.SEQ)));
    String next =
        kind == Kind.SEQ
            ? "(" + acc + " |- " + expression(Kind.ANY, walked, 1) + ")"
            : expression(kind, walked, 1);
    String self = loop + " " + tail + " " + next;
    String step =
        choices.below(3) == 2
            ? "(if "
                + expression(Kind.TRUTH, walked, 1)
                + " then "
                + expression(kind, walked, depth)
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
        + expression(kind, inner, depth)
        + " end in "
        + loop
        + " "
        + source(scope, depth)
        + " "
        + expression(kind, scope, depth)
        + ")";
  }

  private String module(Kind kind, List<Known> scope, int depth) {
    String function = choices.oneOf("a", "b", "f");
    String other = choices.oneOf("c", "d");
    List<Known> inner =
        with(scope, List.of(new Known(function, Kind.FUNCTION), new Known(other, Kind.THUNK)));
    StringBuilder text = new StringBuilder("(let m = module M exports ");
    text.append(function).append(", ").append(other).append(" as\n");
    for (int i = choices.below(2); i >= 0; i--) {
      List<Known> bound = new ArrayList<>();
      text.append(function).append(' ').append(patterns.pattern(2, bound, inner, false));
      alternatives(text, kind, with(inner, bound), depth, "=");
      text.append('\n');
    }
    text.append(other).append(" = ").append(expression(kind, inner, depth)).append("\nend in ");
    text.append(
        choices.yes()
            ? "m::" + other
            : "(m::" + function + " " + any(with(scope, List.of()), depth) + ")");
    return text.append(')').toString();
  }

  /** A function of many aliases, most of which are used by a later one. */
  private String large() {
    List<Known> scope = List.of(new Known("k", Kind.NUMBER), new Known("s", Kind.SEQ));
    List<Known> inner = new ArrayList<>(scope);
    StringBuilder text = new StringBuilder("let large = \\k s -> let ");
    int count = 20 + choices.below(150);
    for (int i = 0; i < count; i++) {
      Kind kind = kind();
      String name = i % 3 == 0 ? name() : "n" + i;
      text.append(i == 0 ? "" : "; ").append(name).append(" = ");
      text.append(expression(kind, inner, 2));
      inner = with(inner, List.of(new Known(name, kind)));
    }
    text.append(" in ").append(any(inner, 3));
    return text.append(" in large 3 [1, 2, 3]").toString();
  }
}
