package yona.language.analysis;

import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import yona.language.core.Core;
import yona.language.core.CoreWalk;
import yona.language.core.FunctionDefinition;
import yona.language.core.Variable;

/**
 * Which functions depend on which, to compute a summary of each as a fixpoint: a function is looked
 * at again only when one that it mentions has changed.
 */
public final class Dependents {
  private final List<FunctionDefinition> functions;
  private final Map<FunctionDefinition, Set<FunctionDefinition>> mentionedBy = new HashMap<>();

  Dependents(List<FunctionDefinition> functions) {
    this.functions = functions;
    Map<Variable, FunctionDefinition> closures = new HashMap<>();
    for (FunctionDefinition function : functions) {
      if (function.variable() != null) {
        closures.put(function.variable(), function);
      }
    }
    for (FunctionDefinition function : functions) {
      Deque<Core> pending = new ArrayDeque<>();
      pending.push(function.body());
      while (!pending.isEmpty()) {
        Core core = pending.pop();
        CoreWalk.functions(core, mentioned -> add(mentioned, function));
        CoreWalk.reads(
            core,
            variable -> {
              FunctionDefinition mentioned = closures.get(variable);
              if (mentioned != null) {
                add(mentioned, function);
              }
            });
        CoreWalk.children(core, pending::push);
      }
    }
  }

  private void add(FunctionDefinition mentioned, FunctionDefinition by) {
    mentionedBy.computeIfAbsent(mentioned, f -> new LinkedHashSet<>()).add(by);
  }

  /**
   * Updates the summaries of all functions until none changes.
   *
   * @param update updates one summary and says whether it changed
   */
  void updateAll(Predicate<FunctionDefinition> update) {
    // Inner and later functions first, always: they are mentioned more often than they mention, and
    // what holds all the others is looked at again when all of them are known.
    Map<FunctionDefinition, Integer> places = new HashMap<>();
    TreeSet<Integer> pending = new TreeSet<>(Comparator.reverseOrder());
    for (int i = 0; i < functions.size(); i++) {
      places.put(functions.get(i), i);
      pending.add(i);
    }
    while (!pending.isEmpty()) {
      FunctionDefinition function = functions.get(pending.removeFirst());
      if (update.test(function)) {
        for (FunctionDefinition dependent : mentionedBy.getOrDefault(function, Set.of())) {
          pending.add(places.get(dependent));
        }
      }
    }
  }
}
