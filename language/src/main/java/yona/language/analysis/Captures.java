package yona.language.analysis;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import yona.language.core.Core;
import yona.language.core.CoreWalk;
import yona.language.core.FunctionDefinition;
import yona.language.core.Variable;

/**
 * Finds the outer variables that each function needs, those of the functions that it calls included
 * (lambda lifting; Johnsson 1985), as a fixpoint over all functions of a source.
 */
final class Captures {
  private Captures() {}

  /** Sets the captures of all functions. */
  static void run(List<FunctionDefinition> functions) {
    Map<FunctionDefinition, Free> all = new LinkedHashMap<>();
    for (FunctionDefinition function : functions) {
      Free free = new Free();
      free.bound.addAll(function.parameters());
      free.add(function.body());
      free.variables.removeAll(free.bound);
      all.put(function, free);
    }
    new Dependents(functions).updateAll(function -> addNeeded(function, all));
    all.forEach((function, free) -> function.setCaptures(new ArrayList<>(free.variables)));
  }

  private static boolean addNeeded(FunctionDefinition function, Map<FunctionDefinition, Free> all) {
    Free free = all.get(function);
    boolean changed = false;
    for (FunctionDefinition needed : free.functions) {
      Free other = all.get(needed);
      if (other == null) {
        continue;
      }
      for (Variable variable : other.variables) {
        if (!free.bound.contains(variable)) {
          changed |= free.variables.add(variable);
        }
      }
    }
    return changed;
  }

  /** The variables that an expression needs from outside, by the captures that are known. */
  static Set<Variable> of(Core core) {
    Free free = new Free();
    free.add(core);
    for (FunctionDefinition function : free.functions) {
      free.variables.addAll(function.captures());
    }
    free.variables.removeAll(free.bound);
    return free.variables;
  }

  /** The variables that an expression binds somewhere inside. */
  static Set<Variable> boundIn(Core core) {
    Free free = new Free();
    free.add(core);
    return free.bound;
  }

  /** Sets the captures of a function that was made from parts of analysed ones. */
  static void set(FunctionDefinition function) {
    Set<Variable> variables = of(function.body());
    function.parameters().forEach(variables::remove);
    function.setCaptures(new ArrayList<>(variables));
  }

  private static final class Free {
    final Set<Variable> variables = new LinkedHashSet<>();
    final Set<Variable> bound = new LinkedHashSet<>();
    final Set<FunctionDefinition> functions = new LinkedHashSet<>();

    /** Walks without recursion: programs may be deep. */
    void add(Core root) {
      Deque<Core> pending = new ArrayDeque<>();
      pending.push(root);
      while (!pending.isEmpty()) {
        Core core = pending.pop();
        CoreWalk.reads(core, variables::add);
        CoreWalk.bound(core, bound::add);
        CoreWalk.functions(core, functions::add);
        CoreWalk.children(core, pending::push);
      }
    }
  }
}
