package yona.language.analysis;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import yona.language.core.Core;
import yona.language.core.CoreWalk;
import yona.language.core.FunctionDefinition;
import yona.language.core.Variable;

/**
 * What is known of the variables of a source: the functions and expressions that they stand for.
 */
public final class Definitions {
  private final Map<FunctionDefinition, Set<Variable>> boundIn = new HashMap<>();
  private final Map<Variable, Core> values = new HashMap<>();
  private final Map<Variable, Variable> origins = new HashMap<>();
  private final Map<Variable, FunctionDefinition> closures = new HashMap<>();

  Definitions(List<FunctionDefinition> functions) {
    functions.forEach(this::collect);
  }

  private void collect(FunctionDefinition function) {
    Variable variable = function.variable();
    if (variable != null) {
      closures.put(variable, function);
    }
    Set<Variable> bound = new HashSet<>();
    forEach(
        function.body(),
        core -> {
          CoreWalk.bound(core, bound::add);
          switch (core) {
            case Core.Let let -> values.put(let.variable(), let.value());
            case Core.LetAliases let -> {
              for (Core.AliasBinding alias : let.aliases()) {
                switch (alias) {
                  case Core.NameAlias a -> values.put(a.variable(), a.value());
                  case Core.PatternAlias a when a.value() instanceof Core.Get get ->
                      a.bound().forEach(part -> origins.put(part, get.variable()));
                  default -> {}
                }
              }
            }
            case Core.Match match -> collect(match);
            case Core.Each each when each.source() instanceof Core.Get get ->
                origins.put(each.element(), get.variable());
            default -> {}
          }
        });
    boundIn.put(function, bound);
  }

  private void collect(Core.Match match) {
    for (Core.MatchClause clause : match.clauses()) {
      for (int i = 0; i < match.subjects().size(); i++) {
        Variable subject = match.subjects().get(i);
        CoreWalk.bound(clause.patterns().get(i), part -> origins.put(part, subject));
      }
    }
  }

  /** Visits an expression and all inside it. */
  static void forEach(Core root, Consumer<Core> each) {
    Deque<Core> pending = new ArrayDeque<>();
    pending.push(root);
    while (!pending.isEmpty()) {
      Core core = pending.pop();
      each.accept(core);
      CoreWalk.children(core, pending::push);
    }
  }

  /** The local function that a variable names, or null. */
  @Nullable FunctionDefinition function(Variable variable) {
    return closures.get(variable);
  }

  /** The expression whose value a variable names, or null. */
  @Nullable Core value(Variable variable) {
    return values.get(variable);
  }

  /**
   * The variable that holds what the value of this one is part of, or is: what a pattern takes
   * apart, the source of a comprehension. Null if it is the result of anything else.
   */
  @Nullable Variable origin(Variable variable) {
    Variable taken = origins.get(variable);
    if (taken != null) {
      return taken;
    }
    Core value = values.get(variable);
    if (value instanceof Core.GetField field) {
      value = field.value();
    }
    return value instanceof Core.Get get && !get.variable().equals(variable)
        ? get.variable()
        : null;
  }

  /** Whether neither is known. */
  boolean isUnknown(Variable variable) {
    return !closures.containsKey(variable) && !values.containsKey(variable);
  }

  /** The variables that are bound in the body of a function. */
  Set<Variable> boundIn(FunctionDefinition function) {
    return boundIn.getOrDefault(function, Set.of());
  }

  /** Whether a call gives too few arguments, as far as is known, and thus a function. */
  boolean isPartial(Core.Apply apply) {
    int given = apply.arguments().size();
    return switch (apply.function()) {
      case Core.StaticFunctionValue value -> given < value.function().arity();
      case Core.Closure closure -> given < closure.function().arity();
      case Core.Get get -> {
        FunctionDefinition function = closures.get(get.variable());
        yield function != null && given < function.arity();
      }
      default -> false;
    };
  }
}
