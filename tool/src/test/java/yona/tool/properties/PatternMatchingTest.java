package yona.tool.properties;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import yona.data.Char;
import yona.data.Dict;
import yona.data.Equality;
import yona.data.Seq;
import yona.data.Symbol;
import yona.data.Text;
import yona.data.Tuple;
import yona.data.Unit;
import yona.property.Choices;
import yona.property.Property;

/**
 * The decision trees that patterns are compiled to choose the clause, and bind the values, that
 * trying one clause after the other does (language.md 7).
 */
final class PatternMatchingTest {
  private static final int RUNS = 1_500;
  private static final int VALUES = 8;

  private sealed interface Pattern {}

  private record Wildcard() implements Pattern {}

  private record Literal(Object value) implements Pattern {}

  private record Name(String name) implements Pattern {}

  private record TuplePattern(List<Pattern> elements) implements Pattern {}

  private record SeqPattern(List<Pattern> elements) implements Pattern {}

  private record Ends(List<Pattern> heads, Pattern middle, List<Pattern> lasts)
      implements Pattern {}

  /** A key is a literal or the name of a variable that is bound further left. */
  private record DictPattern(List<Object> keys, List<Pattern> values) implements Pattern {}

  /** The patterns of x and y in a record {@code P}, null where the field is not named. */
  private record RecordPattern(@Nullable Pattern x, @Nullable Pattern y) implements Pattern {}

  private record As(String name, Pattern pattern) implements Pattern {}

  /** A name of a key. */
  private record KeyName(String name) {}

  /** A guard that a variable is equal to a literal; always true without a variable. */
  private record Guard(@Nullable String name, Object literal, boolean negated) {}

  private record Clause(List<Pattern> patterns, List<Guard> guards) {}

  @Test
  void decisionTreesAgreeWithTryingEachClause() {
    Property.check(
        RUNS,
        choices -> {
          int arity = 1 + choices.below(2);
          Generation generation = new Generation(choices);
          List<Clause> clauses = generation.clauses(arity);
          List<List<Object>> arguments = new ArrayList<>();
          for (int i = 0; i < VALUES; i++) {
            List<Object> values = new ArrayList<>();
            for (int k = 0; k < arity; k++) {
              values.add(generation.value(clauses, k));
            }
            arguments.add(values);
          }
          boolean local = arity == 1 && choices.yes();
          String program = program(clauses, arguments, local);
          List<String> expected =
              arguments.stream().map(each -> source(chosen(clauses, each, local))).toList();
          choices.note(program + "\n  => " + expected);
          Seq results = (Seq) Evaluation.value(program);
          for (int i = 0; i < arguments.size(); i++) {
            assertThat(source(results.get(i)))
                .as(arguments.get(i).toString())
                .isEqualTo(expected.get(i));
          }
        });
  }

  /** Without the difference between the empty text and the empty Seq, which are equal. */
  private static String source(Object value) {
    return Text.source(value).replace("\"\"", "[]");
  }

  /** Found by the property: the paths behind the last decision each tried all clauses again. */
  @Test
  void manyDecisionsAboutLargePatternsFitAMethod() {
    assertThat(
            Evaluation.text(
                """
                let m = module M exports f as
                    record P = (x, y)
                    f ((a |- (a |- a |- a)) -| ((a, a, a), _ |- a) -| ((a |- a |- a) -| a -| _ |- a) |- a |- P(x = a, y = a |- a |- a)) = (:c0_0, a)
                    f ([[], (a, a)] -| ((a -| a -| _ |- a |- a) -| a -| a |- (a -| a |- a)) |- (a, (a, a), a) |- (a -| _ |- a, a))
                            | a == 0 = (:c1_0, a)
                    f a
                            | a == 0 = (:c2_0, a)
                    f (_ |- (a, a@(a), (a, a, a)) |- (_, a))
                            | a == 0 = (:c3_0, a)
                            | a == 0 = (:c3_1, a)
                    f _ = (:c4_0, ())
                end in [m::f 0, m::f 1, m::f [[[0, 0]], ((0, 0, 0), [0]), [0, 0]]]
                """))
        .isEqualTo("[(:c2_0, 0), (:c4_0, ()), (:c4_0, ())]");
  }

  // The program.

  /** As a function's clauses, or as a case inside a function with a parameter {@code k} = 1. */
  private static String program(List<Clause> clauses, List<List<Object>> arguments, boolean local) {
    StringBuilder text = new StringBuilder("let m = module M exports results as\n");
    text.append("    record P = (x, y)\n");
    if (local) {
      text.append("    f v = g v 1\n    g v k = case v of\n");
    }
    for (int i = 0; i < clauses.size(); i++) {
      Clause clause = clauses.get(i);
      String indent = local ? "        " : "    f ";
      String sign = local ? " -> " : " = ";
      text.append(indent)
          .append(
              clause.patterns.stream()
                  .map(pattern -> local ? text(pattern) : inParentheses(pattern))
                  .collect(Collectors.joining(" ")));
      String names = String.join(", ", new TreeSet<>(names(clause)));
      for (int g = 0; g < Math.max(1, clause.guards.size()); g++) {
        if (!clause.guards.isEmpty()) {
          text.append("\n            | ").append(text(clause.guards.get(g)));
        }
        text.append(sign).append("(:c").append(i).append('_').append(g);
        text.append(names.isEmpty() ? "" : ", ").append(names.isEmpty() ? ", ()" : names);
        text.append(")");
      }
      text.append('\n');
    }
    if (local) {
      text.append("    end\n");
    }
    text.append("    results = [\n");
    text.append(
        arguments.stream()
            .map(
                each ->
                    "        try f"
                        + each.stream()
                            .map(value -> " (" + Text.source(value) + ")")
                            .collect(Collectors.joining())
                        + " catch (symbol, _, _) -> symbol end")
            .collect(Collectors.joining(",\n")));
    return text.append("\n    ]\nend in m::results").toString();
  }

  private static String inParentheses(Pattern pattern) {
    String text = text(pattern);
    return pattern instanceof Ends ? "(" + text + ")" : text;
  }

  private static String list(List<Pattern> patterns, String before, String after) {
    return patterns.stream()
        .map(PatternMatchingTest::text)
        .collect(Collectors.joining(", ", before, after));
  }

  private static String text(Pattern pattern) {
    return switch (pattern) {
      case Wildcard _ -> "_";
      case Literal p -> Text.source(p.value);
      case Name p -> p.name;
      case TuplePattern p -> list(p.elements, "(", ")");
      case SeqPattern p -> list(p.elements, "[", "]");
      case Ends p -> {
        StringBuilder text = new StringBuilder();
        p.heads.forEach(head -> text.append(inParentheses(head)).append(" -| "));
        text.append(inParentheses(p.middle));
        p.lasts.forEach(last -> text.append(" |- ").append(inParentheses(last)));
        yield text.toString();
      }
      case DictPattern p -> {
        List<String> entries = new ArrayList<>();
        for (int i = 0; i < p.keys.size(); i++) {
          Object key = p.keys.get(i);
          entries.add(
              (key instanceof KeyName name ? name.name : Text.source(key))
                  + " = "
                  + text(p.values.get(i)));
        }
        yield "{" + String.join(", ", entries) + "}";
      }
      case RecordPattern p -> {
        List<String> fields = new ArrayList<>();
        if (p.x != null) {
          fields.add("x = " + text(p.x));
        }
        if (p.y != null) {
          fields.add("y = " + text(p.y));
        }
        yield fields.isEmpty() ? "P" : "P(" + String.join(", ", fields) + ")";
      }
      case As p -> p.name + "@(" + text(p.pattern) + ")";
    };
  }

  private static String text(Guard guard) {
    return guard.name == null
        ? String.valueOf(!guard.negated)
        : guard.name + (guard.negated ? " != " : " == ") + Text.source(guard.literal);
  }

  private static List<String> names(Clause clause) {
    List<String> names = new ArrayList<>();
    clause.patterns.forEach(pattern -> collect(pattern, names));
    return names;
  }

  private static void collect(@Nullable Pattern pattern, List<String> names) {
    switch (pattern) {
      case null -> {}
      case Wildcard _, Literal _ -> {}
      case Name p -> names.add(p.name);
      case TuplePattern p -> p.elements.forEach(each -> collect(each, names));
      case SeqPattern p -> p.elements.forEach(each -> collect(each, names));
      case Ends p -> {
        p.heads.forEach(each -> collect(each, names));
        collect(p.middle, names);
        p.lasts.forEach(each -> collect(each, names));
      }
      case DictPattern p -> p.values.forEach(each -> collect(each, names));
      case RecordPattern p -> {
        collect(p.x, names);
        collect(p.y, names);
      }
      case As p -> {
        names.add(p.name);
        collect(p.pattern, names);
      }
    }
  }

  // What it means.

  private static Object chosen(List<Clause> clauses, List<Object> arguments, boolean local) {
    for (int i = 0; i < clauses.size(); i++) {
      Clause clause = clauses.get(i);
      Map<String, Object> bound = new LinkedHashMap<>();
      if (local) {
        bound.put("k", 1L);
      }
      if (!matchAll(clause.patterns, arguments, bound)) {
        continue;
      }
      for (int g = 0; g < Math.max(1, clause.guards.size()); g++) {
        if (clause.guards.isEmpty() || holds(clause.guards.get(g), bound)) {
          List<Object> result = new ArrayList<>(List.of(Symbol.of("c" + i + "_" + g)));
          new TreeSet<>(names(clause)).forEach(name -> result.add(bound.get(name)));
          if (result.size() == 1) {
            result.add(Unit.UNIT);
          }
          return Tuple.of(result.toArray());
        }
      }
    }
    return Symbol.of("nomatch");
  }

  private static boolean holds(Guard guard, Map<String, Object> bound) {
    return (guard.name == null
            || Equality.equal(Objects.requireNonNull(bound.get(guard.name)), guard.literal))
        != guard.negated;
  }

  private static boolean matchAll(
      List<Pattern> patterns, List<Object> values, Map<String, Object> bound) {
    for (int i = 0; i < patterns.size(); i++) {
      if (!matches(patterns.get(i), values.get(i), bound)) {
        return false;
      }
    }
    return true;
  }

  private static boolean bind(String name, Object value, Map<String, Object> bound) {
    Object before = bound.putIfAbsent(name, value);
    return before == null || Equality.equal(before, value);
  }

  private static boolean matches(Pattern pattern, Object value, Map<String, Object> bound) {
    return switch (pattern) {
      case Wildcard _ -> true;
      case Literal p -> Equality.equal(p.value, value);
      case Name p -> bind(p.name, value, bound);
      case As p -> bind(p.name, value, bound) && matches(p.pattern, value, bound);
      case TuplePattern p ->
          value instanceof Tuple tuple
              && tuple.length() == p.elements.size()
              && matchAll(p.elements, List.of(tuple.toArray()), bound);
      case SeqPattern p ->
          value instanceof Seq seq
              && seq.length() == p.elements.size()
              && matchAll(p.elements, elements(seq), bound);
      case Ends p -> {
        if (!(value instanceof Seq seq) || seq.length() < (long) p.heads.size() + p.lasts.size()) {
          yield false;
        }
        List<Object> all = elements(seq);
        int end = all.size() - p.lasts.size();
        yield matchAll(p.heads, all.subList(0, p.heads.size()), bound)
            && matches(p.middle, Seq.of(all.subList(p.heads.size(), end).toArray()), bound)
            && matchAll(p.lasts, all.subList(end, all.size()), bound);
      }
      case DictPattern p -> {
        if (!(value instanceof Dict dict) || (p.keys.isEmpty() && !dict.isEmpty())) {
          yield false;
        }
        boolean all = true;
        for (int i = 0; i < p.keys.size() && all; i++) {
          Object key = p.keys.get(i) instanceof KeyName name ? bound.get(name.name) : p.keys.get(i);
          all =
              dict.contains(key)
                  && matches(p.values.get(i), Objects.requireNonNull(dict.get(key)), bound);
        }
        yield all;
      }
      case RecordPattern p ->
          value instanceof Tuple tuple
              && tuple.length() == 3
              && tuple.get(0).equals(Symbol.of("P"))
              && (p.x == null || matches(p.x, tuple.get(1), bound))
              && (p.y == null || matches(p.y, tuple.get(2), bound));
    };
  }

  private static List<Object> elements(Seq seq) {
    List<Object> elements = new ArrayList<>();
    seq.forEach(elements::add);
    return elements;
  }

  // Random clauses, and values of which some match.

  private static final class Generation {
    private final Choices choices;
    private final List<String> bound = new ArrayList<>();

    Generation(Choices choices) {
      this.choices = choices;
    }

    List<Clause> clauses(int arity) {
      List<Clause> clauses = new ArrayList<>();
      for (int i = choices.below(7); i >= 0; i--) {
        bound.clear();
        List<Pattern> patterns = new ArrayList<>();
        for (int k = 0; k < arity; k++) {
          patterns.add(pattern(3));
        }
        List<Guard> guards = new ArrayList<>();
        for (int g = choices.below(4) - 1; g > 0; g--) {
          guards.add(new Guard(bound.isEmpty() ? null : oneOf(bound), literal(), choices.yes()));
        }
        clauses.add(new Clause(patterns, guards));
      }
      return clauses;
    }

    private <T> T oneOf(List<T> list) {
      return list.get(choices.below(list.size()));
    }

    private String name() {
      String name = choices.oneOf("a", "b", "c", "d", "k");
      bound.add(name);
      return name;
    }

    private Object literal() {
      return choices.oneOf(
          0L,
          1L,
          2L,
          3L,
          4L,
          -1L,
          1.0,
          2.5,
          (byte) 1,
          true,
          false,
          Char.of('x'),
          Symbol.of("s"),
          Symbol.of("t"),
          Symbol.of("u"),
          Symbol.of("v"),
          Symbol.of("P"),
          Unit.UNIT,
          Seq.text("xy"),
          Seq.text("x"));
    }

    private Pattern pattern(int depth) {
      return switch (choices.below(depth > 0 ? 10 : 3)) {
        case 0 -> new Wildcard();
        case 1 -> new Name(name());
        case 2 -> new Literal(literal());
        case 3, 4 -> new TuplePattern(patterns(2, 3, depth));
        case 5 -> new SeqPattern(patterns(0, 3, depth));
        case 6, 7 -> {
          List<Pattern> heads = patterns(0, 2, depth);
          Pattern middle = pattern(depth - 1);
          yield new Ends(heads, middle, patterns(heads.isEmpty() ? 1 : 0, 2, depth));
        }
        case 8 -> choices.yes() ? dict(depth) : record(depth);
        default -> new As(name(), pattern(depth - 1));
      };
    }

    private List<Pattern> patterns(int least, int most, int depth) {
      List<Pattern> patterns = new ArrayList<>();
      for (int i = least + choices.below(most - least + 1); i > 0; i--) {
        patterns.add(pattern(depth - 1));
      }
      return patterns;
    }

    private Pattern record(int depth) {
      Pattern x = choices.yes() ? pattern(depth - 1) : null;
      return new RecordPattern(x, choices.yes() ? pattern(depth - 1) : null);
    }

    private Pattern dict(int depth) {
      List<Object> keys = new ArrayList<>();
      List<Pattern> values = new ArrayList<>();
      for (int i = choices.below(3); i > 0; i--) {
        keys.add(!bound.isEmpty() && choices.below(3) == 2 ? new KeyName(oneOf(bound)) : literal());
        values.add(pattern(depth - 1));
      }
      return new DictPattern(keys, values);
    }

    /** Mostly a value that one of the clauses nearly or wholly matches. */
    Object value(List<Clause> clauses, int parameter) {
      return choices.below(4) == 0
          ? value(2)
          : matching(clauses.get(choices.below(clauses.size())).patterns.get(parameter), 3);
    }

    private Object value(int depth) {
      return switch (choices.below(depth > 0 ? 6 : 2)) {
        case 2 -> Tuple.of(value(depth - 1), value(depth - 1));
        case 3 -> Tuple.of(value(depth - 1), value(depth - 1), value(depth - 1));
        case 4 -> Seq.of(values(depth).toArray());
        case 5 -> Dict.EMPTY.put(literal(), value(depth - 1)).put(literal(), value(depth - 1));
        default -> literal();
      };
    }

    private List<Object> values(int depth) {
      List<Object> values = new ArrayList<>();
      for (int i = choices.below(4); i > 0; i--) {
        values.add(value(depth - 1));
      }
      return values;
    }

    private Object matching(@Nullable Pattern pattern, int depth) {
      if (choices.below(24) == 23) {
        return value(1);
      }
      return switch (pattern) {
        case null -> value(0);
        case Wildcard _ -> value(1);
        case Name _ -> choices.yes() ? 1L : value(1);
        case Literal p -> p.value;
        case As p -> matching(p.pattern, depth);
        case TuplePattern p -> Tuple.of(all(p.elements, depth).toArray());
        case SeqPattern p -> Seq.of(all(p.elements, depth).toArray());
        case Ends p -> {
          List<Object> elements = new ArrayList<>(all(p.heads, depth));
          Object middle = matching(p.middle, depth);
          elements.addAll(middle instanceof Seq seq ? elements(seq) : values(1));
          elements.addAll(all(p.lasts, depth));
          yield Seq.of(elements.toArray());
        }
        case DictPattern p -> {
          Dict dict = Dict.EMPTY;
          for (int i = 0; i < p.keys.size(); i++) {
            Object key = p.keys.get(i) instanceof KeyName ? 1L : p.keys.get(i);
            dict = dict.put(key, matching(p.values.get(i), depth));
          }
          yield p.keys.isEmpty() || choices.yes() ? dict : dict.put(literal(), literal());
        }
        case RecordPattern p ->
            Tuple.of(Symbol.of("P"), matching(p.x, depth), matching(p.y, depth));
      };
    }

    private List<Object> all(List<Pattern> patterns, int depth) {
      return patterns.stream().map(each -> matching(each, depth)).toList();
    }
  }
}
