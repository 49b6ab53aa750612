package yona.language.analysis;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import yona.language.core.Core;
import yona.language.core.CoreWalk;
import yona.language.core.FunctionDefinition;
import yona.language.core.StaticFunction;

/**
 * Finds which expressions may have an effect that others can see: a summary per function, as a
 * fixpoint over all functions of a source.
 */
public final class Effects {
  /** Modules whose functions have no effect but for those that their function arguments have. */
  private static final Set<String> PURE =
      Set.of(
          "Seq",
          "Set",
          "Dict",
          "Tuple",
          "Opt",
          "Types",
          "String",
          "Char",
          "Math",
          "Transducers",
          "Reducers",
          "Path");

  private final Definitions definitions;

  /** The functions that may have one. */
  private final Set<FunctionDefinition> functions = new HashSet<>();

  /**
   * Whether what a call gives may have an effect when it is applied, as long as nothing changes.
   */
  private final IdentityHashMap<Core, Boolean> effectsOfResults = new IdentityHashMap<>();

  /** Whether expressions have an effect of which that was asked, once all functions are known. */
  private final IdentityHashMap<Core, Boolean> effects = new IdentityHashMap<>();

  Effects(Definitions definitions, Dependents dependents) {
    this.definitions = definitions;
    dependents.updateAll(this::update);
    effectsOfResults.clear();
  }

  /** Whether a function has no effect but for those that its function arguments have. */
  static boolean isPure(StaticFunction function) {
    return PURE.contains(function.module());
  }

  private boolean update(FunctionDefinition function) {
    effectsOfResults.clear();
    return !functions.contains(function) && findEffect(function.body()) && functions.add(function);
  }

  /**
   * Whether evaluating an expression may have an effect besides its value. An error that the
   * program raises is one: it ends a wait beside it. Those of the language (a division by 0) are
   * not, or every operator would be.
   */
  boolean hasEffect(Core root) {
    Boolean known = effects.get(root);
    if (known == null) {
      known = findEffect(root);
      effects.put(root, known);
    }
    return known;
  }

  /** Whether a call of a function may have an effect. */
  boolean hasEffect(FunctionDefinition function) {
    return functions.contains(function);
  }

  private boolean findEffect(Core root) {
    Deque<Core> pending = new ArrayDeque<>();
    pending.push(root);
    while (!pending.isEmpty()) {
      Core core = pending.pop();
      Boolean known = effects.get(core);
      if (known == null) {
        if (hasOwnEffect(core)) {
          return true;
        }
        CoreWalk.children(core, pending::push);
      } else if (known) {
        return true;
      }
    }
    return false;
  }

  private boolean hasOwnEffect(Core core) {
    return switch (core) {
      case Core.CallKnown call -> functions.contains(call.function());
      case Core.CallStatic call ->
          !call.function().equals(RuntimeFunctions.DELAY) && hasEffect(call);
      case Core.Apply apply -> !definitions.isPartial(apply);
      case Core.CallMember _, Core.CallJava _ -> true;
      case Core.Mention _, Core.Raise _, Core.With _, Core.Group _, Core.EachTogether _ -> true;
      case Core.Collect collect ->
          collect.loop() instanceof Core.Each each && mayBeStream(each.source());
      default -> false;
    };
  }

  /**
   * Whether walking a source of a comprehension may have effects: those of a Stream's functions.
   */
  private boolean mayBeStream(Core source) {
    return switch (source) {
      case Core.Get get -> {
        Core value = definitions.value(get.variable());
        yield value == null || value instanceof Core.Get || mayBeStream(value);
      }
      case Core.CallStatic call -> !isPure(call.function());
      case Core.CallKnown _, Core.Apply _, Core.CallMember _, Core.Mention _, Core.GetField _ ->
          true;
      default -> false;
    };
  }

  private boolean hasEffect(Core.CallStatic call) {
    if (!isPure(call.function())) {
      return true;
    }
    for (int i = 0; i < call.arguments().size(); i++) {
      if (call.function().suspension().applies(i)
          && appliedHasEffect(call.arguments().get(i), true)) {
        return true;
      }
    }
    return false;
  }

  private boolean anyHasEffect(List<Core> arguments, boolean unknown) {
    for (Core argument : arguments) {
      if (appliedHasEffect(argument, unknown)) {
        return true;
      }
    }
    return false;
  }

  /**
   * Whether an argument may be, or hold, a function whose application has an effect.
   *
   * @param unknown what is said of a variable of which nothing is known
   */
  private boolean appliedHasEffect(Core argument, boolean unknown) {
    return switch (argument) {
      case Core.Closure closure -> functions.contains(closure.function());
      case Core.StaticFunctionValue value -> !isPure(value.function());
      case Core.Get get -> {
        FunctionDefinition function = definitions.function(get.variable());
        yield function == null ? unknown : functions.contains(function);
      }
      case Core.Apply apply ->
          appliedHasEffect(apply.function(), unknown) || anyHasEffect(apply.arguments(), false);
      case Core.CallStatic call -> {
        Boolean known = effectsOfResults.get(call);
        if (known == null) {
          known = anyHasEffect(call.arguments(), false);
          effectsOfResults.put(call, known);
        }
        yield known;
      }
      case Core.MakeTuple tuple -> anyHasEffect(tuple.elements(), unknown);
      default -> false;
    };
  }
}
