package yona.language.analysis;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import yona.language.core.Callees;
import yona.language.core.Variable;

/** Why an expression may wait. */
final class Dependence {
  /** Whether it may wait whatever variables hold. */
  boolean always;

  /** What is applied, or handed to what may apply it. */
  final Set<Variable> applied = new LinkedHashSet<>();

  /** What is mentioned, or handed to what mentions it. */
  final Set<Variable> mentioned = new LinkedHashSet<>();

  void add(Dependence other) {
    always |= other.always;
    applied.addAll(other.applied);
    mentioned.addAll(other.mentioned);
  }

  void add(Callees callees) {
    applied.addAll(callees.applied());
    mentioned.addAll(callees.mentioned());
  }

  /** Whether it certainly never waits. */
  boolean never() {
    return !always && applied.isEmpty() && mentioned.isEmpty();
  }

  /**
   * The variables on whose values it depends, or null if it may wait whatever they hold.
   *
   * @param inside the variables that the expression itself binds: they cannot be checked
   *     beforehand. A mention of one is taken for that of a value
   */
  @Nullable Callees callees(Set<Variable> inside) {
    return always || applied.stream().anyMatch(inside::contains) ? null : captured(inside);
  }

  /** The variables from outside on whose values it depends. */
  Callees captured(Set<Variable> inside) {
    return new Callees(without(applied, inside), without(mentioned, inside));
  }

  private static List<Variable> without(Set<Variable> variables, Set<Variable> inside) {
    return variables.stream().filter(variable -> !inside.contains(variable)).toList();
  }
}
