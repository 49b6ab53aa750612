package yona.language.analysis;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import yona.language.core.Core;
import yona.language.core.CoreWalk;
import yona.language.core.FunctionDefinition;
import yona.language.core.StaticFunction;
import yona.language.core.Suspension;
import yona.language.core.Variable;

/**
 * Finds which calls may have to wait, and which may have an effect that others can see: a summary
 * per function, as a fixpoint over all functions of a source.
 *
 * <p>An expression may wait because it calls something that may, whatever it is given, or because
 * of a function value: one that it applies, or one that it hands to a function that may apply it.
 * Function values that are variables are checked when the program runs. Of a function value that is
 * an element of a collection or the result of a call nothing is known: applying it may wait.
 *
 * <p>What is decided here is only what it costs to wait together; a group runs its members in place
 * until one of them really waits (language.md 11.2).
 */
final class Suspensions {
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

  /** The module whose functions take values that may have to be waited for: Streams. */
  private static final String STREAM = "Stream";

  /** Why an expression may wait. */
  static final class Dependence {
    private boolean always;

    /** Function values that are applied. */
    private final Set<Variable> applied = new LinkedHashSet<>();

    /** Function values that are handed on. */
    private final Set<Variable> passed = new LinkedHashSet<>();

    private void add(Dependence other) {
      always |= other.always;
      applied.addAll(other.applied);
      passed.addAll(other.passed);
    }

    /** Whether it certainly never waits. */
    boolean never() {
      return !always && applied.isEmpty() && passed.isEmpty();
    }

    /**
     * The variables on whose function values it depends, or null if it may wait whatever they hold.
     *
     * @param inside the variables that the expression itself binds: they cannot be checked
     *     beforehand
     */
    @Nullable Set<Variable> variables(Set<Variable> inside) {
      if (always) {
        return null;
      }
      Set<Variable> result = new LinkedHashSet<>();
      for (Variable variable : applied) {
        if (inside.contains(variable)) {
          return null;
        }
        result.add(variable);
      }
      for (Variable variable : passed) {
        if (!inside.contains(variable)) {
          result.add(variable);
        }
      }
      return result;
    }
  }

  /** What is known of a function so far. */
  private static final class Summary {
    boolean always;
    boolean effect;
    final Set<Variable> applied = new LinkedHashSet<>();
    final Set<Variable> passed = new LinkedHashSet<>();

    int size() {
      return (always ? 1 : 0) + (effect ? 1 : 0) + applied.size() + passed.size();
    }
  }

  private final Map<FunctionDefinition, Summary> summaries = new LinkedHashMap<>();
  private final Map<FunctionDefinition, Set<Variable>> boundIn = new HashMap<>();
  private final Map<Variable, Core> values = new HashMap<>();
  private final Map<Variable, FunctionDefinition> closures = new HashMap<>();

  /**
   * What handing on the value of a variable depends on, as long as no summary changes: values refer
   * to values, and following every path would take exponential time.
   */
  private final Map<Variable, Dependence> handedOn = new HashMap<>();

  /** The same for calls as arguments: they nest, as in a long pipe. */
  private final IdentityHashMap<Core, Dependence> handedOnByCalls = new IdentityHashMap<>();

  /** Whether what a call gives may have an effect when it is applied, likewise. */
  private final IdentityHashMap<Core, Boolean> effectsOfResults = new IdentityHashMap<>();

  /** What expressions depend on that were asked for, once all summaries are known. */
  private final IdentityHashMap<Core, Dependence> expressions = new IdentityHashMap<>();

  /** Whether expressions have an effect of which that was asked, likewise. */
  private final IdentityHashMap<Core, Boolean> effects = new IdentityHashMap<>();

  /** Sets the suspension of all functions. */
  static Suspensions run(List<FunctionDefinition> functions) {
    Suspensions suspensions = new Suspensions();
    for (FunctionDefinition function : functions) {
      suspensions.collect(function);
    }
    Dependents dependents = new Dependents(functions);
    dependents.updateAll(suspensions::update);
    suspensions.forget();
    for (FunctionDefinition function : functions) {
      function.setSuspension(suspensions.suspension(function));
    }
    return suspensions;
  }

  private void collect(FunctionDefinition function) {
    summaries.put(function, new Summary());
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
                if (alias instanceof Core.NameAlias name) {
                  values.put(name.variable(), name.value());
                }
              }
            }
            default -> {}
          }
        });
    boundIn.put(function, bound);
  }

  private static void forEach(Core root, java.util.function.Consumer<Core> each) {
    Deque<Core> pending = new ArrayDeque<>();
    pending.push(root);
    while (!pending.isEmpty()) {
      Core core = pending.pop();
      each.accept(core);
      CoreWalk.children(core, pending::push);
    }
  }

  private boolean update(FunctionDefinition function) {
    Summary summary = summary(function);
    int before = summary.size();
    forget();
    Dependence dependence = of(function.body(), boundOutside(function));
    summary.always |= dependence.always;
    summary.effect = summary.effect || findEffect(function.body());
    Set<Variable> inside = boundIn.getOrDefault(function, Set.of());
    for (Variable variable : dependence.applied) {
      if (inside.contains(variable)) {
        summary.always = true;
      } else {
        summary.applied.add(variable);
      }
    }
    for (Variable variable : dependence.passed) {
      if (!inside.contains(variable)) {
        summary.passed.add(variable);
      }
    }
    return summary.size() != before;
  }

  /** Forgets what follows from summaries that may have changed. */
  private void forget() {
    handedOn.clear();
    handedOnByCalls.clear();
    effectsOfResults.clear();
  }

  private java.util.function.Predicate<Variable> boundOutside(FunctionDefinition function) {
    Set<Variable> inside = boundIn.getOrDefault(function, Set.of());
    return variable -> !inside.contains(variable) && !function.parameters().contains(variable);
  }

  private Summary summary(FunctionDefinition function) {
    return summaries.computeIfAbsent(function, f -> new Summary());
  }

  private Suspension suspension(FunctionDefinition function) {
    Summary summary = summary(function);
    if (summary.always) {
      return Suspension.ALWAYS;
    }
    Set<Variable> variables = new LinkedHashSet<>(summary.applied);
    variables.addAll(summary.passed);
    boolean arguments = false;
    List<Variable> captures = new ArrayList<>();
    for (Variable variable : variables) {
      if (function.parameters().contains(variable)) {
        arguments = true;
      } else {
        captures.add(variable);
      }
    }
    return new Suspension(false, arguments, captures);
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
        add(core, dependence, variable -> true);
        CoreWalk.children(core, pending::push);
      }
    }
    expressions.put(root, dependence);
    return dependence;
  }

  private Dependence of(Core root, java.util.function.Predicate<Variable> outside) {
    Dependence dependence = new Dependence();
    forEach(root, core -> add(core, dependence, outside));
    return dependence;
  }

  private void add(
      Core core, Dependence dependence, java.util.function.Predicate<Variable> outside) {
    switch (core) {
      case Core.CallKnown call -> callKnown(call.function(), call.arguments(), dependence);
      case Core.CallStatic call -> callStatic(call.function(), call.arguments(), dependence);
      case Core.Apply apply -> apply(apply, dependence);
      case Core.CallMember call -> callMember(call, dependence);
      case Core.Mention mention -> dependence.always = true;
      case Core.With with -> dependence.always = true;
      case Core.Get get when get.mention() -> mention(get.variable(), dependence, outside);
      case Core.Group group when group.whenSuspending() == null -> dependence.always = true;
      case Core.Group group -> dependence.applied.addAll(group.whenSuspending());
      case Core.EachTogether each when each.whenSuspending() == null -> dependence.always = true;
      case Core.EachTogether each -> dependence.applied.addAll(each.whenSuspending());
      case Core.Collect collect -> walk(collect.loop(), dependence);
      default -> {}
    }
  }

  /**
   * A comprehension waits for the elements of a Stream. A later source that is a variable is walked
   * again and again, so it is none.
   */
  private void walk(Core loop, Dependence dependence) {
    switch (loop) {
      case Core.Each each -> pass(each.source(), dependence);
      case Core.EachTogether each -> pass(each.source(), dependence);
      default -> {}
    }
  }

  /**
   * A mention calls a function without parameters; parameters that hold one are the caller's
   * affair.
   */
  private void mention(
      Variable variable, Dependence dependence, java.util.function.Predicate<Variable> outside) {
    Core value = values.get(variable);
    if (value instanceof Core.Closure closure && closure.function().arity() == 0) {
      addFunction(closure.function(), dependence);
    } else if (value == null && outside.test(variable)) {
      dependence.passed.add(variable);
    }
  }

  private void callKnown(FunctionDefinition function, List<Core> arguments, Dependence dependence) {
    Summary summary = summary(function);
    dependence.always |= summary.always;
    addVariables(function, summary.applied, arguments, dependence, true);
    addVariables(function, summary.passed, arguments, dependence, false);
    nullary(arguments, dependence);
  }

  private void addVariables(
      FunctionDefinition function,
      Set<Variable> variables,
      List<Core> arguments,
      Dependence dependence,
      boolean applied) {
    for (Variable variable : variables) {
      int index = function.parameters().indexOf(variable);
      if (index >= 0) {
        pass(arguments.get(index), dependence);
      } else {
        outer(variable, dependence, applied);
      }
    }
  }

  /** A captured variable of a function, seen from where the function is called. */
  private void outer(Variable variable, Dependence dependence, boolean applied) {
    FunctionDefinition closure = closures.get(variable);
    Core value = values.get(variable);
    if (closure != null) {
      addFunction(closure, dependence);
    } else if (value != null) {
      dependence.add(handedOn(variable, value));
    } else if (applied) {
      dependence.applied.add(variable);
    } else {
      dependence.passed.add(variable);
    }
  }

  private void callStatic(StaticFunction function, List<Core> arguments, Dependence dependence) {
    if (function.equals(RuntimeFunctions.DELAY)) {
      return;
    }
    dependence.always |= function.suspension().always();
    if (function.suspension().arguments()) {
      arguments.forEach(argument -> pass(function, argument, dependence));
    }
    nullary(arguments, dependence);
  }

  /**
   * An argument of a static function that waits if it is given what waits. Functions of Streams are
   * given them in variables of which nothing is known, and several in a Seq.
   */
  private void pass(StaticFunction function, Core argument, Dependence dependence) {
    boolean ofStreams = function.module().equals(STREAM);
    switch (argument) {
      case Core.Get get when ofStreams && isUnknown(get.variable()) ->
          dependence.applied.add(get.variable());
      case Core.MakeSeq seq when ofStreams ->
          seq.elements().forEach(each -> pass(function, each, dependence));
      default -> pass(argument, dependence);
    }
  }

  private boolean isUnknown(Variable variable) {
    return !closures.containsKey(variable) && !values.containsKey(variable);
  }

  private void apply(Core.Apply apply, Dependence dependence) {
    int given = apply.arguments().size();
    switch (apply.function()) {
      case Core.StaticFunctionValue value -> {
        if (given < value.function().arity()) {
          return;
        }
        dependence.always = true;
      }
      case Core.Closure closure -> {
        if (given < closure.function().arity()) {
          return;
        }
        dependence.always = true;
      }
      case Core.Get get -> {
        FunctionDefinition function = closures.get(get.variable());
        if (function != null && given < function.arity()) {
          return;
        }
        if (function != null) {
          dependence.always = true;
        } else {
          applied(get.variable(), dependence);
        }
      }
      default -> dependence.always = true;
    }
    apply.arguments().forEach(argument -> pass(argument, dependence));
  }

  /** A function of a module may wait, a method of a Java object does not count (language.md 13). */
  private void callMember(Core.CallMember call, Dependence dependence) {
    if (call.receiver() instanceof Core.Get get) {
      applied(get.variable(), dependence);
    } else if (!isJava(call.receiver())) {
      dependence.always = true;
    }
  }

  private static boolean isJava(Core receiver) {
    return receiver instanceof Core.JavaType;
  }

  private void applied(Variable variable, Dependence dependence) {
    Core value = values.get(variable);
    switch (value) {
      case null -> dependence.applied.add(variable);
      case Core.Closure c -> pass(value, dependence);
      case Core.StaticFunctionValue s -> pass(value, dependence);
      case Core.Apply partial -> pass(value, dependence);
      case Core.MakeModule _, Core.ModuleValue _ -> dependence.always = true;
      case Core.JavaType _, Core.JavaFunction _ -> {}
      case Core.Get get when !get.variable().equals(variable) ->
          applied(get.variable(), dependence);
      default -> dependence.applied.add(variable);
    }
  }

  /** A function without parameters that is given away may be called by a mention. */
  private void nullary(List<Core> arguments, Dependence dependence) {
    for (Core argument : arguments) {
      if (argument instanceof Core.Closure closure && closure.function().arity() == 0) {
        addFunction(closure.function(), dependence);
      }
    }
  }

  private Dependence handedOn(Variable variable, Core value) {
    Dependence known = handedOn.get(variable);
    if (known == null) {
      known = new Dependence();
      pass(value, known);
      if (isCall(value) && own(value).always) {
        // What a call gives that may wait may be something to wait for: a Stream.
        known.passed.add(variable);
      }
      handedOn.put(variable, known);
    }
    return known;
  }

  private static boolean isCall(Core core) {
    return core instanceof Core.CallStatic
        || core instanceof Core.CallKnown
        || core instanceof Core.Apply;
  }

  /** Why a call may wait, not counting its arguments. */
  private Dependence own(Core call) {
    Dependence own = new Dependence();
    add(call, own, variable -> true);
    return own;
  }

  /** An argument that may be a function which the callee applies. */
  private void pass(Core argument, Dependence dependence) {
    switch (argument) {
      case Core.Closure closure -> addFunction(closure.function(), dependence);
      case Core.StaticFunctionValue value ->
          dependence.always |= value.function().suspension().always();
      case Core.Get get -> {
        FunctionDefinition function = closures.get(get.variable());
        Core value = values.get(get.variable());
        if (function != null) {
          addFunction(function, dependence);
        } else if (value != null) {
          dependence.add(handedOn(get.variable(), value));
        } else {
          dependence.passed.add(get.variable());
        }
      }
      case Core.Apply _, Core.CallKnown _, Core.CallStatic _ ->
          dependence.add(handedOnByCall(argument));
      // Its functions are called by who gets it.
      case Core.MakeModule _, Core.ModuleValue _ -> dependence.always = true;
      // A reducer or a context manager: its functions are applied by who gets it.
      case Core.MakeTuple tuple -> tuple.elements().forEach(each -> pass(each, dependence));
      default -> {}
    }
  }

  private Dependence handedOnByCall(Core call) {
    Dependence known = handedOnByCalls.get(call);
    if (known == null) {
      Dependence found = new Dependence();
      if (call instanceof Core.CallStatic made) {
        made.arguments().forEach(each -> pass(made.function(), each, found));
      } else {
        CoreWalk.children(call, each -> pass(each, found));
      }
      handedOnByCalls.put(call, found);
      known = found;
    }
    return known;
  }

  private void addFunction(FunctionDefinition function, Dependence dependence) {
    Summary summary = summary(function);
    dependence.always |= summary.always;
    for (Variable variable : summary.applied) {
      if (function.parameters().contains(variable)) {
        dependence.always = true;
      } else {
        outer(variable, dependence, true);
      }
    }
    for (Variable variable : summary.passed) {
      if (!function.parameters().contains(variable)) {
        outer(variable, dependence, false);
      }
    }
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
      case Core.CallKnown call -> summary(call.function()).effect;
      case Core.CallStatic call ->
          !call.function().equals(RuntimeFunctions.DELAY) && hasEffect(call);
      case Core.Apply apply -> !isPartial(apply);
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
        Core value = values.get(get.variable());
        yield value == null || value instanceof Core.Get || mayBeStream(value);
      }
      case Core.CallStatic call -> !PURE.contains(call.function().module());
      case Core.CallKnown _, Core.Apply _, Core.CallMember _, Core.Mention _, Core.GetField _ ->
          true;
      default -> false;
    };
  }

  private boolean hasEffect(Core.CallStatic call) {
    if (!PURE.contains(call.function().module())) {
      return true;
    }
    if (!call.function().suspension().arguments()) {
      return false;
    }
    return anyHasEffect(call.arguments(), true);
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
      case Core.Closure closure -> summary(closure.function()).effect;
      case Core.StaticFunctionValue value -> !PURE.contains(value.function().module());
      case Core.Get get -> {
        FunctionDefinition function = closures.get(get.variable());
        yield function == null ? unknown : summary(function).effect;
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

  private boolean isPartial(Core.Apply apply) {
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
