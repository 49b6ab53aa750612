package yona.language.analysis;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;
import yona.language.core.Callees;
import yona.language.core.Core;
import yona.language.core.CoreWalk;
import yona.language.core.FunctionDefinition;
import yona.language.core.Suspension;
import yona.language.core.Variable;

/**
 * Finds which calls may have to wait: a summary per function, as a fixpoint over all functions of a
 * source.
 *
 * <p>An expression may wait because it calls something that may, whatever it is given, or because
 * of a function value: one that it applies or mentions, or hands to a function that may do so.
 * Function values that are variables are checked when the program runs, if they are bound outside
 * of the expression. Of one that is bound inside, or is the result of a call, nothing is known:
 * applying it may wait.
 *
 * <p>What is decided here is only what it costs to wait together; a group runs its members in place
 * until one of them really waits (language.md 11.2).
 */
public final class Suspensions {
  /** What is known of each function so far. */
  private final Map<FunctionDefinition, Dependence> summaries = new LinkedHashMap<>();

  private final Definitions definitions;
  private final SuspensionRules rules;

  /** What expressions depend on that were asked for, once all summaries are known. */
  private final IdentityHashMap<Core, Dependence> expressions = new IdentityHashMap<>();

  private Suspensions(Definitions definitions) {
    this.definitions = definitions;
    rules = new SuspensionRules(definitions, this::summary);
  }

  /** Sets the suspension of all functions. */
  static Suspensions run(
      List<FunctionDefinition> functions, Definitions definitions, Dependents dependents) {
    Suspensions suspensions = new Suspensions(definitions);
    dependents.updateAll(suspensions::update);
    if (suspensions.breakCircles()) {
      dependents.updateAll(suspensions::update);
    }
    for (FunctionDefinition function : functions) {
      function.setSuspension(suspensions.suspension(function));
    }
    return suspensions;
  }

  /**
   * Functions that are given one another are asked when the program runs whether they may wait, and
   * would ask one another without end: one of them may, whatever it is given.
   */
  private boolean breakCircles() {
    boolean broken = false;
    for (Map.Entry<FunctionDefinition, Dependence> entry : summaries.entrySet()) {
      if (!entry.getValue().always && asks(entry.getKey(), entry.getKey(), new HashSet<>())) {
        entry.getValue().always = true;
        broken = true;
      }
    }
    return broken;
  }

  /** Whether a function asks another one, itself or through those that it asks. */
  private boolean asks(
      FunctionDefinition function, FunctionDefinition other, Set<FunctionDefinition> seen) {
    Dependence summary = summaries.get(function);
    return summary != null
        && !summary.always
        && seen.add(function)
        && Stream.of(summary.applied, summary.mentioned, summary.walked)
            .flatMap(Set::stream)
            .map(definitions::function)
            .filter(Objects::nonNull)
            .anyMatch(asked -> asked.equals(other) || asks(asked, other, seen));
  }

  private boolean update(FunctionDefinition function) {
    Dependence summary = summary(function);
    int before = summary.size();
    rules.enter(function);
    Dependence dependence = of(function.body(), rules.boundOutside(function));
    summary.always |= dependence.always;
    Set<Variable> inside = definitions.boundIn(function);
    for (Variable variable : dependence.applied) {
      if (inside.contains(variable)) {
        summary.always = true;
      } else {
        summary.applied.add(variable);
      }
    }
    for (Variable variable : dependence.mentioned) {
      if (!inside.contains(variable)) {
        summary.mentioned.add(variable);
      }
    }
    for (Variable variable : dependence.walked) {
      if (!inside.contains(variable)) {
        summary.walked.add(variable);
      }
    }
    return summary.size() != before;
  }

  /** From now on the expressions of a function are asked for. */
  void enter(FunctionDefinition function) {
    rules.enter(function);
  }

  private Dependence summary(FunctionDefinition function) {
    return summaries.computeIfAbsent(function, f -> new Dependence());
  }

  private Suspension suspension(FunctionDefinition function) {
    Dependence summary = summary(function);
    if (summary.always) {
      return Suspension.ALWAYS;
    }
    return new Suspension(
        false,
        parameters(function, summary.applied),
        parameters(function, summary.mentioned),
        parameters(function, summary.walked),
        new Callees(
            captured(function, summary.applied),
            captured(function, summary.mentioned),
            captured(function, summary.walked)));
  }

  private static long parameters(FunctionDefinition function, Set<Variable> variables) {
    long bits = 0;
    for (int i = 0; i < function.parameters().size(); i++) {
      if (variables.contains(function.parameters().get(i))) {
        bits |= Suspension.bit(i);
      }
    }
    return bits;
  }

  private static List<Variable> captured(FunctionDefinition function, Set<Variable> variables) {
    return variables.stream().filter(each -> !function.parameters().contains(each)).toList();
  }

  /** Why an expression may wait; asked from inside out, each expression is walked once. */
  Dependence of(Core root) {
    Dependence known = expressions.get(root);
    if (known != null) {
      return known;
    }
    Dependence dependence = new Dependence();
    Deque<Core> pending = new ArrayDeque<>();
    pending.push(root);
    while (!pending.isEmpty()) {
      Core core = pending.pop();
      Dependence inner = expressions.get(core);
      if (inner != null) {
        dependence.add(inner);
      } else {
        rules.add(core, dependence, variable -> true);
        CoreWalk.children(core, pending::push);
      }
    }
    // Nobody outside can check these, and lets nest.
    dependence.mentioned.removeIf(
        variable ->
            definitions.value(variable) != null && root.at().contains(variable.at().start()));
    expressions.put(root, dependence);
    return dependence;
  }

  private Dependence of(Core root, Predicate<Variable> outside) {
    Dependence dependence = new Dependence();
    Definitions.forEach(root, core -> rules.add(core, dependence, outside));
    return dependence;
  }
}
