package yona.language.interop;

import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import yona.language.runtime.Function;
import yona.language.runtime.Shown;
import yona.language.runtime.YonaError;

/**
 * The methods of one name, or the constructors, of a class, and which of them a call means (D45):
 * candidates are those that take the number of arguments; of those that fit, the one that is most
 * specific. As in Java there are three phases, each of which looks at all candidates: arguments
 * that keep their kind; arguments that are boxed or taken as something general; loose arguments
 * that go into an array. Thread-safe.
 */
public final class Overloads {
  private final String name;
  private final List<Candidate> candidates;
  private final Map<Integer, Function> functions = new ConcurrentHashMap<>();

  Overloads(String name, List<Candidate> candidates) {
    this.name = name;
    // Reflection promises no order, and messages list them.
    this.candidates =
        candidates.stream()
            .sorted(
                Comparator.<Candidate>comparingInt(each -> each.parameters().length)
                    .thenComparing(Candidate::toString))
            .toList();
  }

  /** A candidate, and whether the last arguments go into its array. */
  record Choice(Candidate candidate, boolean expanded) {}

  /** The name as programs write it: {@code java.lang.Math::max}. */
  public String name() {
    return name;
  }

  /** The candidates that take so many arguments. */
  List<Candidate> taking(int arguments) {
    return candidates.stream().filter(each -> each.takes(arguments)).toList();
  }

  /** The parameters of each, {@code (int, int)}. */
  List<String> parameters() {
    return candidates.stream().map(Candidate::parameterList).toList();
  }

  /** Whether a call may have so many arguments. */
  public boolean takes(int arguments) {
    for (Candidate each : candidates) {
      if (each.takes(arguments)) {
        return true;
      }
    }
    return false;
  }

  /** Whether a mention without arguments is a call. */
  public boolean hasNullary() {
    for (Candidate each : candidates) {
      if (each.parameters().length == 0) {
        return true;
      }
    }
    return false;
  }

  /** The number of parameters if all have the same, else -1. */
  public int arity() {
    int arity = -1;
    for (Candidate each : candidates) {
      int own = each.parameters().length;
      if (arity >= 0 && own != arity) {
        return -1;
      }
      arity = own;
    }
    return arity;
  }

  /** The types of the results of those that take so many arguments. */
  public List<Class<?>> results(int arguments) {
    return taking(arguments).stream().<Class<?>>map(Candidate::result).toList();
  }

  /**
   * The method that has exactly these parameters.
   *
   * @return null if there is none
   */
  public @Nullable Method exactly(List<Class<?>> parameters) {
    for (Candidate each : candidates) {
      if (List.of(each.parameters()).equals(parameters)) {
        return each.method();
      }
    }
    return null;
  }

  /**
   * The candidate that a call means.
   *
   * @throws YonaError {@code :polyglot} if there is none, or several are as near
   */
  Choice choose(Object[] arguments) {
    List<Candidate> taking = taking(arguments.length);
    Choice choice = choose(taking, arguments, false, ToJava.BOXED);
    if (choice == null) {
      choice = choose(taking, arguments, false, ToJava.NEVER);
    }
    if (choice == null) {
      choice = choose(taking, arguments, true, ToJava.NEVER);
    }
    if (choice == null) {
      throw doesNotFit(arguments);
    }
    return choice;
  }

  private @Nullable Choice choose(
      List<Candidate> taking, Object[] arguments, boolean expanded, int limit) {
    List<Candidate> fitting = new ArrayList<>();
    List<int[]> costs = new ArrayList<>();
    for (Candidate each : taking) {
      int[] cost =
          expanded
              ? each.varargs() ? costs(each, arguments, true, limit) : null
              : each.parameters().length == arguments.length
                  ? costs(each, arguments, false, limit)
                  : null;
      if (cost != null) {
        fitting.add(each);
        costs.add(cost);
      }
    }
    if (fitting.isEmpty()) {
      return null;
    }
    for (int i = 0; i < fitting.size(); i++) {
      boolean best = true;
      for (int k = 0; k < fitting.size() && best; k++) {
        best = k == i || isNearer(fitting, costs, i, k, arguments.length, expanded);
      }
      if (best) {
        return new Choice(fitting.get(i), expanded);
      }
    }
    throw JavaErrors.polyglot(
        name
            + " is ambiguous for "
            + shown(arguments)
            + ": as near are "
            + listed(fitting)
            + "; java\\Types makes an argument of a certain type");
  }

  private static int @Nullable [] costs(
      Candidate candidate, Object[] arguments, boolean expanded, int limit) {
    int[] costs = new int[arguments.length];
    for (int i = 0; i < costs.length; i++) {
      costs[i] = ToJava.cost(arguments[i], candidate.parameter(i, expanded));
      if (costs[i] >= limit) {
        return null;
      }
    }
    return costs;
  }

  /** Whether no argument of the one is further than of the other; types decide between equals. */
  private static boolean isNearer(
      List<Candidate> fitting, List<int[]> costs, int one, int other, int count, boolean expanded) {
    for (int i = 0; i < count; i++) {
      int mine = costs.get(one)[i];
      int its = costs.get(other)[i];
      if (mine > its
          || (mine == its
              && !fitting
                  .get(other)
                  .parameter(i, expanded)
                  .isAssignableFrom(fitting.get(one).parameter(i, expanded)))) {
        return false;
      }
    }
    return true;
  }

  private YonaError doesNotFit(Object[] arguments) {
    return JavaErrors.polyglot(
        "no candidate of "
            + name
            + " fits "
            + shown(arguments)
            + (candidates.isEmpty()
                ? "; there is none to call"
                : "; there is " + listed(candidates)));
  }

  private static String shown(Object[] arguments) {
    if (arguments.length == 0) {
      return "a call without arguments";
    }
    StringBuilder text = new StringBuilder();
    for (Object argument : arguments) {
      text.append(text.isEmpty() ? "" : ", ").append(Shown.withKind(argument));
    }
    return text.toString();
  }

  /** How many candidates a message names. */
  private static final int MOST_LISTED = 12;

  private static String listed(List<Candidate> candidates) {
    String text =
        candidates.stream()
            .limit(MOST_LISTED)
            .map(Candidate::toString)
            .collect(Collectors.joining(", "));
    return candidates.size() > MOST_LISTED
        ? text + " and " + (candidates.size() - MOST_LISTED) + " more"
        : text;
  }

  /**
   * Calls the candidate that the arguments mean.
   *
   * @param receiver null for what is static
   */
  Object call(@Nullable Object receiver, Object[] arguments) {
    Choice choice = choose(arguments);
    return choice.candidate.call(receiver, arguments, choice.expanded);
  }

  /**
   * What is wrong with a call, or a mention (0), of methods that take other numbers of arguments.
   */
  public String differentArities(int given) {
    return name
        + " takes other numbers of arguments than "
        + given
        + "; there is "
        + listed(candidates)
        + (given == 0 ? ". Java::method makes a function of one" : "");
  }

  /**
   * Static methods as a function.
   *
   * @param arity how many arguments it takes
   */
  Function function(int arity) {
    return functions.computeIfAbsent(arity, n -> function(null, n));
  }

  /** Methods of an object as a function. */
  Function function(@Nullable Object receiver, int arity) {
    String shown = name.substring(name.lastIndexOf(':') + 1);
    return Function.of(shown, arity, arguments -> call(receiver, arguments));
  }
}
