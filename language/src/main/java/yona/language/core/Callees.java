package yona.language.core;

import java.util.List;
import java.util.stream.Stream;

/**
 * Variables whose values a piece of code may call if they are functions, or walk or take apart if
 * they are Streams or hold functions.
 *
 * @param applied those that are applied, or handed to what may apply them
 * @param mentioned those that are mentioned, which calls a function without parameters (language.md
 *     6.2) and no other
 * @param walked those whose elements or parts are taken, and mentioned
 */
public record Callees(List<Variable> applied, List<Variable> mentioned, List<Variable> walked) {
  /** Calls nothing. */
  public static final Callees NONE = new Callees(List.of(), List.of(), List.of());

  public boolean isEmpty() {
    return applied.isEmpty() && mentioned.isEmpty() && walked.isEmpty();
  }

  public int size() {
    return applied.size() + mentioned.size() + walked.size();
  }

  /** All but one. */
  public Callees without(Variable variable) {
    return new Callees(
        without(applied, variable), without(mentioned, variable), without(walked, variable));
  }

  private static List<Variable> without(List<Variable> variables, Variable variable) {
    return variables.stream().filter(each -> !each.equals(variable)).toList();
  }

  /** All variables. */
  public Stream<Variable> all() {
    return Stream.of(applied, mentioned, walked).flatMap(List::stream);
  }
}
