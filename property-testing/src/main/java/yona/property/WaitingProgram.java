package yona.property;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import yona.property.WaitingForm.Alias;

/**
 * A random Yona program whose leaves do nothing but wait, with its critical path: what the rules of
 * the language for groups and sequences (language.md, 11.2) leave as the least time that it takes,
 * and when each of its waits then begins. Its value is an Int.
 */
public final class WaitingProgram {
  private static final List<WaitingForm.Delayed.Way> WAYS =
      List.of(WaitingForm.Delayed.Way.values());

  /** More forms than this are not made, so that no program takes long. */
  private static final int FORMS = 60;

  private static final int LEAST_MILLIS = 20;
  private static final int MOST_MILLIS = 100;

  private final Choices choices;
  private final List<String> visible = new ArrayList<>();
  private final List<String> functions = new ArrayList<>();
  private final WaitingForm form;
  private final WaitingForm.Timeline timeline = new WaitingForm.Timeline();
  private final WaitingForm.Outcome outcome;
  private int forms;
  private int names;
  private int waits;

  private WaitingProgram(Choices choices, int depth) {
    this.choices = choices;
    this.form = form(depth);
    this.outcome = form.outcome(Map.of(), 0, timeline);
  }

  /**
   * Makes a program.
   *
   * @param choices what it is made of
   * @param depth how deep its forms may be nested
   */
  public static WaitingProgram of(Choices choices, int depth) {
    return new WaitingProgram(choices, depth);
  }

  /** The program of a seed, always the same. */
  public static WaitingProgram ofSeed(long seed, int depth) {
    return of(Choices.from(seed), depth);
  }

  /**
   * One wait of the program as it should run.
   *
   * @param start when it begins, in milliseconds from the start of the program
   * @param id which leaf waits; its value
   * @param millis how long it waits
   */
  public record Wait(long start, int id, int millis) {}

  /** How a leaf is written. */
  @FunctionalInterface
  public interface Leaf {
    /**
     * An expression that waits.
     *
     * @param id its value
     * @param millis how long it waits
     * @param plain whether it shall be seen from the text that it waits
     */
    String text(int id, int millis, boolean plain);
  }

  /** The source of the program, an expression in one line. */
  public String text(Leaf leaf) {
    return form.text(leaf);
  }

  /** Every wait, in no particular order. */
  public List<Wait> waits() {
    return List.copyOf(timeline.waits());
  }

  /** The least time that it takes, in milliseconds. */
  public long criticalPath() {
    return outcome.end();
  }

  /** The program's value. */
  public long value() {
    return outcome.value();
  }

  private WaitingForm form(int depth) {
    forms++;
    if (depth == 0 || forms > FORMS) {
      return simple(choices.below(6));
    }
    return switch (choices.below(15)) {
      case 0 -> simple(choices.below(6));
      case 1 -> new WaitingForm.Sum(members(depth));
      case 2 -> new WaitingForm.Plus(form(depth - 1), form(depth - 1));
      case 3 -> new WaitingForm.Both(form(depth - 1), form(depth - 1), choices.below(9));
      case 4 -> call(depth);
      case 5 -> tuple(depth);
      case 6 -> comprehension(depth);
      case 7, 8 -> sequence(depth);
      case 9 -> new WaitingForm.If(form(depth - 1), form(depth - 1), form(depth - 1));
      case 10 -> new WaitingForm.Case(form(depth - 1), members(depth));
      case 11 -> delayed(depth);
      default -> let(depth);
    };
  }

  private WaitingForm simple(int choice) {
    if (choice == 0) {
      return new WaitingForm.Constant(choices.below(3));
    }
    if (choice <= 2 && !visible.isEmpty()) {
      return new WaitingForm.Name(visible.get(choices.below(visible.size())));
    }
    if (choice == 3 && !functions.isEmpty()) {
      var function = functions.get(choices.below(functions.size()));
      return new WaitingForm.Apply(function, simple(choices.below(3)));
    }
    int millis = LEAST_MILLIS + choices.below(MOST_MILLIS - LEAST_MILLIS + 1);
    return new WaitingForm.Leaf(++waits, millis, !choices.yes());
  }

  private List<WaitingForm> members(int depth) {
    var members = new ArrayList<WaitingForm>();
    for (int n = 2 + choices.below(2); n > 0; n--) {
      members.add(form(depth - 1));
    }
    return members;
  }

  private WaitingForm call(int depth) {
    var arguments = members(depth);
    var parameters = fresh(arguments.size());
    return new WaitingForm.Call(parameters, arguments, seeing(parameters, depth));
  }

  private WaitingForm tuple(int depth) {
    var members = members(depth);
    var parts = fresh(members.size());
    return new WaitingForm.Tuple(parts, members, seeing(parts, depth));
  }

  private WaitingForm comprehension(int depth) {
    var element = fresh(1);
    int length = choices.below(4);
    return new WaitingForm.Comprehension(element.getFirst(), length, seeing(element, depth));
  }

  private WaitingForm delayed(int depth) {
    var members = members(depth);
    var way = WAYS.get(choices.below(WAYS.size()));
    return new WaitingForm.Delayed(fresh(members.size()), members, way);
  }

  private List<String> fresh(int count) {
    var fresh = new ArrayList<String>();
    for (int i = 0; i < count; i++) {
      fresh.add("x" + ++names);
    }
    return fresh;
  }

  /** A form that may use these names. */
  private WaitingForm seeing(List<String> bound, int depth) {
    visible.addAll(bound);
    var seeing = form(depth - 1);
    visible.removeAll(bound);
    return seeing;
  }

  private WaitingForm sequence(int depth) {
    var steps = new ArrayList<Alias>();
    int before = visible.size();
    for (int n = 1 + choices.below(2); n > 0; n--) {
      steps.add(alias(depth, false));
    }
    var last = form(depth - 1);
    visible.subList(before, visible.size()).clear();
    return new WaitingForm.Do(steps, last);
  }

  private WaitingForm let(int depth) {
    var aliases = new ArrayList<Alias>();
    int before = visible.size();
    int functionsBefore = functions.size();
    for (int n = 1 + choices.below(4); n > 0; n--) {
      aliases.add(alias(depth, true));
    }
    var body = form(depth - 1);
    visible.subList(before, visible.size()).clear();
    functions.subList(functionsBefore, functions.size()).clear();
    return new WaitingForm.Let(aliases, body);
  }

  /** A value, one that is dropped, or a function. */
  private Alias alias(int depth, boolean mayBeFunction) {
    int choice = choices.below(6);
    var name = fresh(1).getFirst();
    if (choice == 5) {
      return new Alias(null, null, form(depth - 1));
    }
    if (choice == 4 && mayBeFunction) {
      var parameter = fresh(1);
      var function = new Alias("f" + name, parameter.getFirst(), seeing(parameter, depth));
      functions.add("f" + name);
      return function;
    }
    var value = new Alias(name, null, form(depth - 1));
    visible.add(name);
    return value;
  }
}
