package yona.language.analysis;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import yona.language.core.Callees;
import yona.language.core.Variable;

/** Why an expression, or a call of a function, may wait. */
final class Dependence {
  /** Whether it may wait whatever variables hold. */
  boolean always;

  /** What is applied, or handed to what may apply it. */
  final Set<Variable> applied = new LinkedHashSet<>();

  /** What is mentioned, or handed to what mentions it. */
  final Set<Variable> mentioned = new LinkedHashSet<>();

  /** What is walked, or handed to what walks it. */
  final Set<Variable> walked = new LinkedHashSet<>();

  /** How much is known; grows only, while a fixpoint is sought. */
  int size() {
    return (always ? 1 : 0) + applied.size() + mentioned.size() + walked.size();
  }

  void add(Dependence other) {
    always |= other.always;
    applied.addAll(other.applied);
    mentioned.addAll(other.mentioned);
    walked.addAll(other.walked);
  }

  void add(Callees callees) {
    applied.addAll(callees.applied());
    mentioned.addAll(callees.mentioned());
    walked.addAll(callees.walked());
  }

  /**
   * Removes variables, which nobody outside of what binds them can check.
   *
   * @return whether there were any
   */
  boolean remove(Predicate<Variable> bound) {
    boolean wasApplied = applied.removeIf(bound);
    boolean wasMentioned = mentioned.removeIf(bound);
    boolean wasWalked = walked.removeIf(bound);
    return wasApplied || wasMentioned || wasWalked;
  }

  /** Whether it certainly never waits. */
  boolean never() {
    return !always && applied.isEmpty() && mentioned.isEmpty() && walked.isEmpty();
  }

  /**
   * The variables on whose values it depends, or null if it may wait whatever they hold.
   *
   * @param inside the variables that the expression itself binds: they cannot be checked
   *     beforehand. One that is mentioned or walked is taken for a value, unless it is taken from
   *     what a variable from outside holds
   */
  @Nullable Callees callees(Predicate<Variable> inside, Definitions definitions) {
    return always || applied.stream().anyMatch(inside) ? null : captured(inside, definitions);
  }

  /** Whether it certainly never waits, or that depends on nothing that can be checked. */
  boolean never(Predicate<Variable> inside, Definitions definitions) {
    return !always && applied.isEmpty() && captured(inside, definitions).isEmpty();
  }

  /** The variables from outside on whose values it depends. */
  Callees captured(Predicate<Variable> inside, Definitions definitions) {
    if (mentioned.isEmpty() && walked.isEmpty()) {
      return new Callees(without(applied, inside), List.of(), List.of());
    }
    Set<Variable> walkedOutside = new LinkedHashSet<>(without(walked, inside));
    addOrigins(mentioned, inside, definitions, walkedOutside);
    addOrigins(walked, inside, definitions, walkedOutside);
    return new Callees(
        without(applied, inside), without(mentioned, inside), List.copyOf(walkedOutside));
  }

  private static void addOrigins(
      Set<Variable> taken,
      Predicate<Variable> inside,
      Definitions definitions,
      Set<Variable> outside) {
    for (Variable variable : taken) {
      Variable origin = variable;
      while (origin != null && inside.test(origin)) {
        origin = definitions.origin(origin);
      }
      if (origin != null && !origin.equals(variable)) {
        outside.add(origin);
      }
    }
  }

  private static List<Variable> without(Set<Variable> variables, Predicate<Variable> inside) {
    return variables.stream().filter(inside.negate()).toList();
  }
}
