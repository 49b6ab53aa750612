package yona.property;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import yona.property.WaitingProgram.Wait;

/** A form of a {@link WaitingProgram}: its text, and what the language says of when it ends. */
sealed interface WaitingForm {

  /**
   * What comes of a form.
   *
   * @param value its value
   * @param end when it has that
   */
  record Outcome(long value, long end) {}

  /** A function that an alias binds, with the names that it sees. */
  record Closure(String parameter, WaitingForm body, Map<String, Object> names) {}

  /** The waits of a run, and the outcomes of several forms that start together. */
  final class Timeline {
    private final List<Wait> waits = new ArrayList<>();

    List<Wait> waits() {
      return waits;
    }

    /** A group: all members start at once. */
    List<Outcome> together(List<WaitingForm> members, Map<String, Object> names, long start) {
      return members.stream().map(member -> member.outcome(names, start, this)).toList();
    }
  }

  /** The source text, safe as an argument. */
  String text(WaitingProgram.Leaf leaf);

  /** The names that the text mentions, also those that it binds itself. */
  Set<String> mentioned();

  /**
   * What comes of it.
   *
   * @param names what the names around it stand for: a Long or a {@link Closure}
   * @param start when it starts
   */
  Outcome outcome(Map<String, Object> names, long start, Timeline timeline);

  private static Set<String> mentioned(Stream<WaitingForm> forms) {
    return forms.flatMap(form -> form.mentioned().stream()).collect(Collectors.toSet());
  }

  private static String texts(List<WaitingForm> forms, String separator, WaitingProgram.Leaf leaf) {
    return forms.stream().map(form -> form.text(leaf)).collect(Collectors.joining(separator));
  }

  private static long latest(List<Outcome> outcomes, long start) {
    return outcomes.stream().mapToLong(Outcome::end).reduce(start, Math::max);
  }

  private static Map<String, Object> with(
      Map<String, Object> names, List<String> bound, List<Outcome> outcomes) {
    var all = new HashMap<>(names);
    for (int i = 0; i < bound.size(); i++) {
      all.put(bound.get(i), outcomes.get(i).value);
    }
    return all;
  }

  /** A number. */
  record Constant(long value) implements WaitingForm {
    @Override
    public String text(WaitingProgram.Leaf leaf) {
      return String.valueOf(value);
    }

    @Override
    public Set<String> mentioned() {
      return Set.of();
    }

    @Override
    public Outcome outcome(Map<String, Object> names, long start, Timeline timeline) {
      return new Outcome(value, start);
    }
  }

  /** A name that stands for a number. */
  record Name(String name) implements WaitingForm {
    @Override
    public String text(WaitingProgram.Leaf leaf) {
      return name;
    }

    @Override
    public Set<String> mentioned() {
      return Set.of(name);
    }

    @Override
    public Outcome outcome(Map<String, Object> names, long start, Timeline timeline) {
      return new Outcome((Long) names.get(name), start);
    }
  }

  /** What waits. */
  record Leaf(int id, int millis, boolean plain) implements WaitingForm {
    @Override
    public String text(WaitingProgram.Leaf leaf) {
      return "(" + leaf.text(id, millis, plain) + ")";
    }

    @Override
    public Set<String> mentioned() {
      return Set.of();
    }

    @Override
    public Outcome outcome(Map<String, Object> names, long start, Timeline timeline) {
      timeline.waits.add(new Wait(start, id, millis));
      return new Outcome(id, start + millis);
    }
  }

  /** A call of a function that an alias binds. */
  record Apply(String function, WaitingForm argument) implements WaitingForm {
    @Override
    public String text(WaitingProgram.Leaf leaf) {
      return "(" + function + " " + argument.text(leaf) + ")";
    }

    @Override
    public Set<String> mentioned() {
      var all = new HashSet<>(argument.mentioned());
      all.add(function);
      return all;
    }

    @Override
    public Outcome outcome(Map<String, Object> names, long start, Timeline timeline) {
      var given = argument.outcome(names, start, timeline);
      var closure = (Closure) names.get(function);
      var inside = with(closure.names, List.of(closure.parameter), List.of(given));
      return closure.body.outcome(inside, given.end, timeline);
    }
  }

  /** The sum of the elements of a sequence. */
  record Sum(List<WaitingForm> members) implements WaitingForm {
    @Override
    public String text(WaitingProgram.Leaf leaf) {
      return "(Seq::sum [" + texts(members, ", ", leaf) + "])";
    }

    @Override
    public Set<String> mentioned() {
      return WaitingForm.mentioned(members.stream());
    }

    @Override
    public Outcome outcome(Map<String, Object> names, long start, Timeline timeline) {
      var outcomes = timeline.together(members, names, start);
      long sum = outcomes.stream().mapToLong(Outcome::value).sum();
      return new Outcome(sum, latest(outcomes, start));
    }
  }

  /** An operator. */
  record Plus(WaitingForm left, WaitingForm right) implements WaitingForm {
    @Override
    public String text(WaitingProgram.Leaf leaf) {
      return "(" + left.text(leaf) + " + " + right.text(leaf) + ")";
    }

    @Override
    public Set<String> mentioned() {
      return WaitingForm.mentioned(Stream.of(left, right));
    }

    @Override
    public Outcome outcome(Map<String, Object> names, long start, Timeline timeline) {
      return new Sum(List.of(left, right)).outcome(names, start, timeline);
    }
  }

  /** A condition of two parts: the second is not evaluated unless the first holds. */
  record Both(WaitingForm left, WaitingForm right, long least) implements WaitingForm {
    @Override
    public String text(WaitingProgram.Leaf leaf) {
      return "(if %s > %d && %s > %d then 1 else 0)"
          .formatted(left.text(leaf), least, right.text(leaf), least);
    }

    @Override
    public Set<String> mentioned() {
      return WaitingForm.mentioned(Stream.of(left, right));
    }

    @Override
    public Outcome outcome(Map<String, Object> names, long start, Timeline timeline) {
      var first = left.outcome(names, start, timeline);
      if (first.value <= least) {
        return new Outcome(0, first.end);
      }
      var second = right.outcome(names, first.end, timeline);
      return new Outcome(second.value > least ? 1 : 0, second.end);
    }
  }

  /** A call of a lambda: arguments together, then the body. */
  record Call(List<String> parameters, List<WaitingForm> arguments, WaitingForm body)
      implements WaitingForm {
    @Override
    public String text(WaitingProgram.Leaf leaf) {
      return "((\\%s -> %s) %s)"
          .formatted(String.join(" ", parameters), body.text(leaf), texts(arguments, " ", leaf));
    }

    @Override
    public Set<String> mentioned() {
      return WaitingForm.mentioned(Stream.concat(arguments.stream(), Stream.of(body)));
    }

    @Override
    public Outcome outcome(Map<String, Object> names, long start, Timeline timeline) {
      var given = timeline.together(arguments, names, start);
      return body.outcome(with(names, parameters, given), latest(given, start), timeline);
    }
  }

  /** A tuple that is taken apart. */
  record Tuple(List<String> parts, List<WaitingForm> members, WaitingForm body)
      implements WaitingForm {
    @Override
    public String text(WaitingProgram.Leaf leaf) {
      return "(case (%s) of (%s) -> %s end)"
          .formatted(texts(members, ", ", leaf), String.join(", ", parts), body.text(leaf));
    }

    @Override
    public Set<String> mentioned() {
      return WaitingForm.mentioned(Stream.concat(members.stream(), Stream.of(body)));
    }

    @Override
    public Outcome outcome(Map<String, Object> names, long start, Timeline timeline) {
      return new Call(parts, members, body).outcome(names, start, timeline);
    }
  }

  /** Functions without parameters, whose names are mentioned together. */
  record Delayed(List<String> names, List<WaitingForm> members, Way way) implements WaitingForm {
    /** How they come by their names. */
    enum Way {
      ELEMENTS,
      PARTS,
      PARAMETERS
    }

    @Override
    public String text(WaitingProgram.Leaf leaf) {
      var functions = members.stream().map(member -> "(\\-> " + member.text(leaf) + ")").toList();
      var all = String.join(", ", functions);
      var named = String.join(", ", names);
      return switch (way) {
        case ELEMENTS -> "(Seq::sum [%1$s | %1$s <- [%2$s]])".formatted(names.getFirst(), all);
        case PARTS -> "(case (%s) of (%s) -> Seq::sum [%s] end)".formatted(all, named, named);
        case PARAMETERS ->
            "((\\%s -> Seq::sum [%s]) %s)"
                .formatted(String.join(" ", names), named, String.join(" ", functions));
      };
    }

    @Override
    public Set<String> mentioned() {
      return WaitingForm.mentioned(members.stream());
    }

    @Override
    public Outcome outcome(Map<String, Object> names, long start, Timeline timeline) {
      return new Sum(members).outcome(names, start, timeline);
    }
  }

  /** A comprehension over 0, 1, ... */
  record Comprehension(String element, int length, WaitingForm body) implements WaitingForm {
    @Override
    public String text(WaitingProgram.Leaf leaf) {
      return "(Seq::sum [%s | %s <- [0 .. %d]])".formatted(body.text(leaf), element, length);
    }

    @Override
    public Set<String> mentioned() {
      return body.mentioned();
    }

    @Override
    public Outcome outcome(Map<String, Object> names, long start, Timeline timeline) {
      var outcomes =
          IntStream.range(0, length)
              .mapToObj(
                  i -> {
                    var inside = with(names, List.of(element), List.of(new Outcome(i, start)));
                    return body.outcome(inside, start, timeline);
                  })
              .toList();
      long sum = outcomes.stream().mapToLong(Outcome::value).sum();
      return new Outcome(sum, latest(outcomes, start));
    }
  }

  /** A condition, then a branch. */
  record If(WaitingForm condition, WaitingForm yes, WaitingForm no) implements WaitingForm {
    @Override
    public String text(WaitingProgram.Leaf leaf) {
      return "(if %s %% 2 == 0 then %s else %s)"
          .formatted(condition.text(leaf), yes.text(leaf), no.text(leaf));
    }

    @Override
    public Set<String> mentioned() {
      return WaitingForm.mentioned(Stream.of(condition, yes, no));
    }

    @Override
    public Outcome outcome(Map<String, Object> names, long start, Timeline timeline) {
      var decided = condition.outcome(names, start, timeline);
      return (decided.value % 2 == 0 ? yes : no).outcome(names, decided.end, timeline);
    }
  }

  /** A value, then the branch that it chooses. */
  record Case(WaitingForm value, List<WaitingForm> branches) implements WaitingForm {
    @Override
    public String text(WaitingProgram.Leaf leaf) {
      int last = branches.size() - 1;
      return IntStream.rangeClosed(0, last)
          .mapToObj(i -> (i == last ? "_" : i) + " -> " + branches.get(i).text(leaf))
          .collect(
              Collectors.joining(
                  "; ",
                  "(case %s %% %d of ".formatted(value.text(leaf), branches.size()),
                  " end)"));
    }

    @Override
    public Set<String> mentioned() {
      return WaitingForm.mentioned(Stream.concat(Stream.of(value), branches.stream()));
    }

    @Override
    public Outcome outcome(Map<String, Object> names, long start, Timeline timeline) {
      var decided = value.outcome(names, start, timeline);
      return branches
          .get((int) (decided.value % branches.size()))
          .outcome(names, decided.end, timeline);
    }
  }

  /**
   * An alias of a let, or a step.
   *
   * @param name what it binds, or nothing
   * @param parameter of the function that it is, if it is one
   * @param form what it is bound to, or the function's body
   */
  record Alias(@Nullable String name, @Nullable String parameter, WaitingForm form) {
    String text(WaitingProgram.Leaf leaf) {
      return (name == null ? "_" : name)
          + " = "
          + (parameter == null ? "" : "\\" + parameter + " -> ")
          + form.text(leaf);
    }
  }

  /** Steps, one after the other. */
  record Do(List<Alias> steps, WaitingForm last) implements WaitingForm {
    @Override
    public String text(WaitingProgram.Leaf leaf) {
      return steps.stream()
          .map(step -> step.text(leaf))
          .collect(Collectors.joining("; ", "(do ", "; " + last.text(leaf) + " end)"));
    }

    @Override
    public Set<String> mentioned() {
      return WaitingForm.mentioned(Stream.concat(steps.stream().map(Alias::form), Stream.of(last)));
    }

    @Override
    public Outcome outcome(Map<String, Object> names, long start, Timeline timeline) {
      var inside = new HashMap<>(names);
      long end = start;
      for (var step : steps) {
        var outcome = step.form.outcome(inside, end, timeline);
        end = outcome.end;
        if (step.name != null) {
          inside.put(step.name, outcome.value);
        }
      }
      return last.outcome(inside, end, timeline);
    }
  }

  /** Aliases, each as soon as those that it mentions are done; one without a name after all. */
  record Let(List<Alias> aliases, WaitingForm body) implements WaitingForm {
    @Override
    public String text(WaitingProgram.Leaf leaf) {
      return aliases.stream()
          .map(alias -> alias.text(leaf))
          .collect(Collectors.joining("; ", "(let ", " in " + body.text(leaf) + ")"));
    }

    @Override
    public Set<String> mentioned() {
      var all = new HashSet<>(body.mentioned());
      for (var alias : aliases) {
        all.addAll(alias.form.mentioned());
      }
      return all;
    }

    @Override
    public Outcome outcome(Map<String, Object> names, long start, Timeline timeline) {
      var inside = new HashMap<>(names);
      var ends = new HashMap<String, Long>();
      long allDone = start;
      long effectDone = start;
      for (var alias : aliases) {
        long from = effectDone;
        if (alias.name == null) {
          from = allDone;
        } else {
          for (var mentioned : alias.form.mentioned()) {
            from = Math.max(from, ends.getOrDefault(mentioned, start));
          }
        }
        long end = from;
        if (alias.parameter != null && alias.name != null) {
          inside.put(alias.name, new Closure(alias.parameter, alias.form, Map.copyOf(inside)));
        } else {
          var outcome = alias.form.outcome(inside, from, timeline);
          end = outcome.end;
          if (alias.name != null) {
            inside.put(alias.name, outcome.value);
          }
        }
        allDone = Math.max(allDone, end);
        if (alias.name == null) {
          effectDone = allDone;
        } else {
          ends.put(alias.name, end);
        }
      }
      return body.outcome(inside, allDone, timeline);
    }
  }
}
