package yona.redis.command;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import yona.redis.resp.BulkString;

/**
 * What can be given to a command beside what has to be: the classes made from the table, one for
 * each command that has options, add a method for each. Not thread-safe.
 */
public abstract class CommandOptions {
  private final Map<String, Object> values = new LinkedHashMap<>();

  /** What stands for all of it if it is a choice without a name; else null. */
  private @Nullable Object choice;

  CommandOptions() {}

  /** Gives an option, as {@link Command#of} takes it. */
  final void give(String key, Object value) {
    values.put(key, Objects.requireNonNull(value, key));
  }

  /** Gives an option once more. */
  final void add(String key, Object value) {
    List<Object> several = new ArrayList<>();
    if (values.get(key) instanceof List<?> before) {
      several.addAll(before);
    }
    several.add(Objects.requireNonNull(value, key));
    values.put(key, several);
  }

  /** Chooses what has no name. */
  final void choose(Object value) {
    choice = value;
  }

  /** The options, as {@link Command#of} takes them. */
  final Map<String, Object> values() {
    return values;
  }

  /** What was chosen, as {@link Command#of} takes it. */
  final Object chosen() {
    return choice == null ? values : choice;
  }

  /**
   * The parameter of a method as {@link Command#of} takes it.
   *
   * @param name of the parameter
   * @param inPairs whether those that stand in turn are pairs
   */
  static Object value(CommandSpec spec, String name, boolean inPairs, @Nullable Object value) {
    if (value == null
        || (value instanceof Object[] several && Arrays.asList(several).contains(null))) {
      throw new NullPointerException(spec.name() + ": " + name + " is null");
    }
    return switch (value) {
      case CommandOptions made -> made.chosen();
      case CommandOptions[] choices -> list(choices);
      case ScoredMember[] members -> list(members);
      case GeoMember[] members -> list(members);
      case BulkString[] turns when inPairs -> pairs(turns);
      case Object[] several -> Arrays.asList(several);
      case long[] numbers -> inPairs ? pairs(numbers) : list(numbers);
      case double[] numbers -> inPairs ? pairs(numbers) : list(numbers);
      default -> value;
    };
  }

  static List<Object> list(long... numbers) {
    List<Object> list = new ArrayList<>(numbers.length);
    for (long number : numbers) {
      list.add(number);
    }
    return list;
  }

  static List<Object> list(double... numbers) {
    List<Object> list = new ArrayList<>(numbers.length);
    for (double number : numbers) {
      list.add(number);
    }
    return list;
  }

  static List<Object> list(ScoredMember... members) {
    List<Object> list = new ArrayList<>(members.length);
    for (ScoredMember member : members) {
      list.add(List.of(member.score(), member.member()));
    }
    return list;
  }

  static List<Object> list(GeoMember... members) {
    List<Object> list = new ArrayList<>(members.length);
    for (GeoMember member : members) {
      list.add(List.of(member.longitude(), member.latitude(), member.member()));
    }
    return list;
  }

  static List<Object> list(CommandOptions... choices) {
    List<Object> list = new ArrayList<>(choices.length);
    for (CommandOptions each : choices) {
      list.add(each.chosen());
    }
    return list;
  }

  /** Pairs of what stands in turn. */
  static List<Object> pairs(BulkString... turns) {
    if (turns.length % 2 != 0) {
      throw new IllegalArgumentException(
          "expected pairs of values, found an odd number of values: " + turns.length);
    }
    List<Object> list = new ArrayList<>(turns.length / 2);
    for (int i = 0; i < turns.length; i += 2) {
      list.add(List.of(turns[i], turns[i + 1]));
    }
    return list;
  }

  /** Pairs of numbers that stand in turn. */
  static List<Object> pairs(long... turns) {
    if (turns.length % 2 != 0) {
      throw new IllegalArgumentException(
          "expected pairs of numbers, found an odd number of numbers: " + turns.length);
    }
    List<Object> list = new ArrayList<>(turns.length / 2);
    for (int i = 0; i < turns.length; i += 2) {
      list.add(List.of(turns[i], turns[i + 1]));
    }
    return list;
  }

  /** Pairs of numbers that stand in turn. */
  static List<Object> pairs(double... turns) {
    if (turns.length % 2 != 0) {
      throw new IllegalArgumentException(
          "expected pairs of numbers, found an odd number of numbers: " + turns.length);
    }
    List<Object> list = new ArrayList<>(turns.length / 2);
    for (int i = 0; i < turns.length; i += 2) {
      list.add(List.of(turns[i], turns[i + 1]));
    }
    return list;
  }

  /** The options, for people. */
  @Override
  public final String toString() {
    return chosen().toString();
  }
}
