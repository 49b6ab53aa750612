package yona.language.analysis;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import yona.language.core.Core;
import yona.language.core.CoreWalk;
import yona.language.core.FunctionDefinition;
import yona.language.core.StaticFunction;
import yona.language.diagnostics.Code;
import yona.language.runtime.Grant;

/**
 * What functions touch of the world outside: the grants that the functions need which they name.
 * What is reached through values is found when the program runs.
 */
public final class GrantsNeeded {
  private final Map<FunctionDefinition, Set<Grant>> all;

  private GrantsNeeded(Map<FunctionDefinition, Set<Grant>> all) {
    this.all = all;
  }

  /**
   * Finds what the functions of a module need, with all that they call in it.
   *
   * @param functions those of the module
   */
  public static GrantsNeeded in(Collection<FunctionDefinition> functions) {
    Map<FunctionDefinition, Set<Grant>> needs = new LinkedHashMap<>();
    Map<FunctionDefinition, Set<FunctionDefinition>> named = new HashMap<>();
    Map<String, FunctionDefinition> linked = new HashMap<>();
    for (FunctionDefinition function : functions) {
      linked.put(function.name(), function);
    }
    List<FunctionDefinition> open = new ArrayList<>(functions);
    while (!open.isEmpty()) {
      FunctionDefinition function = open.removeLast();
      if (needs.containsKey(function)) {
        continue;
      }
      Set<Grant> own = EnumSet.noneOf(Grant.class);
      Set<FunctionDefinition> names = new HashSet<>();
      walk(function.body(), core -> collect(core, own, names, linked));
      needs.put(function, own);
      named.put(function, names);
      open.addAll(names);
    }
    boolean changed = true;
    while (changed) {
      changed = false;
      for (Map.Entry<FunctionDefinition, Set<Grant>> entry : needs.entrySet()) {
        for (FunctionDefinition other : named.get(entry.getKey())) {
          changed |= entry.getValue().addAll(needs.get(other));
        }
      }
    }
    return new GrantsNeeded(needs);
  }

  /** What a function of the module needs. */
  public Set<Grant> of(FunctionDefinition function) {
    return Set.copyOf(all.getOrDefault(function, Set.of()));
  }

  private static void collect(
      Core core,
      Set<Grant> needs,
      Set<FunctionDefinition> names,
      Map<String, FunctionDefinition> linked) {
    StaticFunction function = named(core);
    if (function != null) {
      needs.addAll(function.needs());
      FunctionDefinition here = linked.get(function.name());
      if (here != null && function.module().equals(here.module())) {
        names.add(here);
      }
    }
    CoreWalk.functions(core, names::add);
  }

  private static @Nullable StaticFunction named(Core core) {
    return switch (core) {
      case Core.CallStatic call -> call.function();
      case Core.StaticFunctionValue value -> value.function();
      default -> null;
    };
  }

  /** Visits an expression and all inside it; without recursion, as programs may be very long. */
  private static void walk(Core root, Consumer<Core> each) {
    ArrayDeque<Core> open = new ArrayDeque<>(List.of(root));
    while (!open.isEmpty()) {
      Core core = open.pop();
      each.accept(core);
      CoreWalk.children(core, open::push);
    }
  }

  /** Reports each mention of a function for which the program lacks a grant. */
  public static void check(Resolved resolved) {
    SourceUnit unit = resolved.unit;
    Set<Grant> granted = unit.modules.grants();
    if (granted.size() == Grant.values().length) {
      return;
    }
    for (FunctionDefinition function : unit.functions) {
      walk(
          function.body(),
          core -> {
            StaticFunction called = named(core);
            if (called != null) {
              check(unit, core, called, granted);
            }
          });
    }
  }

  private static void check(
      SourceUnit unit, Core mention, StaticFunction function, Set<Grant> granted) {
    Set<Grant> missing = new LinkedHashSet<>(EnumSet.allOf(Grant.class));
    missing.retainAll(function.needs());
    missing.removeAll(granted);
    if (!missing.isEmpty()) {
      unit.error(
          Code.NOT_GRANTED,
          mention.at(),
          shown(function)
              + " needs a grant for "
              + missing.stream().map(Grant::subject).collect(Collectors.joining(" and "))
              + " ("
              + missing.stream().map(each -> "Grant." + each).collect(Collectors.joining(", "))
              + "), which the host of this program has not given");
    }
  }

  private static String shown(StaticFunction function) {
    return function.module().equals("Builtins")
        ? function.name()
        : function.module() + "::" + function.name();
  }
}
