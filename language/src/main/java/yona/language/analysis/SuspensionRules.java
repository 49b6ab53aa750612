package yona.language.analysis;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import yona.data.Unit;
import yona.language.core.Core;
import yona.language.core.CoreWalk;
import yona.language.core.FunctionDefinition;
import yona.language.core.StaticFunction;
import yona.language.core.Suspension;
import yona.language.core.Variable;

/**
 * Why each kind of expression may have to wait, by what is known of the functions so far: {@link
 * Suspensions} asks for the expressions of one function after the other.
 */
final class SuspensionRules {
  private final Definitions definitions;
  private final Function<FunctionDefinition, Dependence> summaries;

  /**
   * What handing on the value of a variable depends on, as long as no summary changes: values refer
   * to values, and following every path would take exponential time.
   */
  private final Map<Variable, Dependence> handedOn = new HashMap<>();

  /** The same for walking it. */
  private final Map<Variable, Dependence> walked = new HashMap<>();

  /** The same for calls as arguments: they nest, as in a long pipe. */
  private final IdentityHashMap<Core, Dependence> handedOnByCalls = new IdentityHashMap<>();

  /**
   * The functions whose captures are being looked at: a function may be given itself, directly or
   * by others.
   */
  private final Set<FunctionDefinition> followed = new HashSet<>();

  /** How often one of them was met again, so that what is found within it is not all there is. */
  private int circles;

  /** What the function is given from outside whose expressions are asked for. */
  private Set<Variable> captures = Set.of();

  /** What that function binds. */
  private Set<Variable> bound = Set.of();

  /**
   * The rules for the functions of a source.
   *
   * @param summaries what is known of a function; it may change from one {@link #enter} to the next
   */
  SuspensionRules(Definitions definitions, Function<FunctionDefinition, Dependence> summaries) {
    this.definitions = definitions;
    this.summaries = summaries;
  }

  /** From now on the expressions of a function are asked for: what they can look at changes. */
  void enter(FunctionDefinition function) {
    forget();
    captures = new HashSet<>(function.captures());
    bound = definitions.boundIn(function);
  }

  /** Forgets what follows from summaries that may have changed. */
  private void forget() {
    handedOn.clear();
    walked.clear();
    handedOnByCalls.clear();
  }

  /**
   * Adds what follows from what a variable stands for. A function that is given the variable from
   * outside is perhaps not given what that was made of: then it looks at the variable.
   *
   * @param use the set of a dependence that says how the variable is used
   */
  private void follow(
      Variable variable,
      Function<Dependence, Set<Variable>> use,
      Consumer<Dependence> known,
      Dependence dependence) {
    if (!captures.contains(variable)) {
      known.accept(dependence);
      return;
    }
    Dependence found = new Dependence();
    known.accept(found);
    if (found.remove(each -> !captures.contains(each) && !bound.contains(each))) {
      use.apply(dependence).add(variable);
    }
    dependence.add(found);
  }

  /** Which variables a function gets from outside. */
  Predicate<Variable> boundOutside(FunctionDefinition function) {
    Set<Variable> inside = definitions.boundIn(function);
    return variable -> !inside.contains(variable) && !function.parameters().contains(variable);
  }

  /** Adds why an expression may wait, not counting those inside of it. */
  void add(Core core, Dependence dependence, Predicate<Variable> outside) {
    switch (core) {
      case Core.CallKnown call -> callKnown(call.function(), call.arguments(), dependence);
      case Core.CallStatic call -> callStatic(call.function(), call.arguments(), dependence);
      case Core.Apply apply -> apply(apply, dependence);
      case Core.CallMember call -> callMember(call, dependence);
      case Core.Mention mention -> dependence.always = true;
      case Core.With with -> dependence.always = true;
      case Core.Get get when get.mention() -> mention(get.variable(), dependence, outside);
      case Core.Group group when group.whenSuspending() == null -> dependence.always = true;
      case Core.Group group -> dependence.add(group.whenSuspending());
      case Core.EachTogether each when each.whenSuspending() == null -> dependence.always = true;
      case Core.EachTogether each -> {
        dependence.add(each.whenSuspending());
        walk(each.source(), dependence);
      }
      case Core.Each each -> walk(each.source(), dependence);
      case Core.Match match -> match.subjects().forEach(subject -> takeApart(subject, dependence));
      case Core.LetAliases let -> {
        for (Core.AliasBinding alias : let.aliases()) {
          if (alias instanceof Core.PatternAlias pattern) {
            nullary(List.of(pattern.value()), dependence);
          }
        }
      }
      default -> {}
    }
  }

  /**
   * A comprehension waits for the elements of a Stream, and calls those that are functions without
   * parameters if it mentions them. Whether a call gives such is not known: it may come from its
   * arguments.
   */
  private void walk(Core source, Dependence dependence) {
    switch (source) {
      case Core.Get get -> walk(get.variable(), dependence);
      case Core.CallStatic call when Effects.isPure(call.function()) ->
          walkAll(call.arguments(), dependence);
      case Core.CallStatic call -> dependence.add(handedOnByCall(call));
      case Core.CallKnown call -> walkAll(call.arguments(), dependence);
      case Core.Apply call -> walkAll(call.arguments(), dependence);
      case Core.GetField field -> walk(field.value(), dependence);
      default -> nullary(List.of(source), dependence);
    }
  }

  /** Functions that a pattern names, or takes out of a collection that is made here. */
  private void takeApart(Variable subject, Dependence dependence) {
    Core value = definitions.value(subject);
    if (value != null) {
      follow(subject, by -> by.walked, by -> takeApart(subject, value, by), dependence);
    }
  }

  private void takeApart(Variable subject, Core value, Dependence dependence) {
    if (value instanceof Core.Get get && !get.variable().equals(subject)) {
      takeApart(get.variable(), dependence);
    } else {
      nullary(List.of(value), dependence);
    }
  }

  private void walkAll(List<Core> sources, Dependence dependence) {
    sources.forEach(source -> walk(source, dependence));
  }

  private void walk(Variable variable, Dependence dependence) {
    Core value = definitions.value(variable);
    if (value instanceof Core.CallStatic || (value != null && isConstructor(value))) {
      follow(variable, by -> by.walked, by -> by.add(walked(variable, value)), dependence);
    } else if (definitions.function(variable) == null
        && !(value instanceof Core.Constant || value instanceof Core.MakeRange)) {
      dependence.walked.add(variable);
    }
  }

  private Dependence walked(Variable variable, Core value) {
    Dependence known = walked.get(variable);
    if (known == null) {
      known = new Dependence();
      walk(value, known);
      if (known.remove(boundIn(value))) {
        known.walked.add(variable);
      }
      walked.put(variable, known);
    }
    return known;
  }

  private static boolean isConstructor(Core core) {
    return switch (core) {
      case Core.MakeTuple _,
          Core.MakeSeq _,
          Core.MakeSet _,
          Core.MakeDict _,
          Core.MakeRecord _,
          Core.UpdateRecord _ ->
          true;
      default -> false;
    };
  }

  private void passMentioned(List<Core> arguments, Dependence dependence) {
    arguments.forEach(argument -> passMentioned(argument, dependence));
  }

  /**
   * A mention calls a function without parameters; parameters that hold one are the caller's
   * affair.
   */
  private void mention(Variable variable, Dependence dependence, Predicate<Variable> outside) {
    Core value = definitions.value(variable);
    if (value instanceof Core.Closure closure && closure.function().arity() == 0) {
      follow(variable, by -> by.mentioned, by -> addFunction(closure.function(), by), dependence);
    } else if ((value == null || mayBeFunction(value)) && outside.test(variable)) {
      dependence.mentioned.add(variable);
    }
  }

  /** Whether an expression may give a function without parameters that is made elsewhere. */
  private static boolean mayBeFunction(Core value) {
    return switch (value) {
      case Core.Get _,
          Core.GetField _,
          Core.CallKnown _,
          Core.CallStatic _,
          Core.Apply _,
          Core.CallMember _,
          Core.CallJava _,
          Core.Mention _,
          Core.If _,
          Core.Match _,
          Core.Try _,
          Core.With _,
          Core.Let _,
          Core.LetFunctions _,
          Core.LetAliases _,
          Core.Sequence _ ->
          true;
      default -> false;
    };
  }

  private void callKnown(FunctionDefinition function, List<Core> arguments, Dependence dependence) {
    Dependence summary = summaries.apply(function);
    dependence.always |= summary.always;
    for (Variable variable : summary.applied) {
      int index = function.parameters().indexOf(variable);
      if (index >= 0) {
        pass(arguments.get(index), dependence);
      } else {
        outer(variable, dependence, true);
      }
    }
    for (Variable variable : summary.mentioned) {
      int index = function.parameters().indexOf(variable);
      if (index >= 0) {
        passMentioned(arguments.get(index), dependence);
      } else {
        outer(variable, dependence, false);
      }
    }
    for (Variable variable : summary.walked) {
      int index = function.parameters().indexOf(variable);
      if (index >= 0) {
        walk(arguments.get(index), dependence);
      } else {
        walk(variable, dependence);
      }
    }
    nullary(arguments, dependence);
  }

  /** A captured variable of a function, seen from where the function is called. */
  private void outer(Variable variable, Dependence dependence, boolean applied) {
    Function<Dependence, Set<Variable>> use = by -> applied ? by.applied : by.mentioned;
    if (definitions.isUnknown(variable)) {
      use.apply(dependence).add(variable);
    } else {
      follow(variable, use, by -> handOn(variable, by), dependence);
    }
  }

  private void callStatic(StaticFunction function, List<Core> arguments, Dependence dependence) {
    if (function.equals(RuntimeFunctions.DELAY)) {
      return;
    }
    Suspension suspension = function.suspension();
    dependence.always |= suspension.always();
    passAll(arguments, suspension, dependence);
    nullary(arguments, dependence);
  }

  private void passAll(List<Core> arguments, Suspension suspension, Dependence dependence) {
    for (int i = 0; i < arguments.size(); i++) {
      if (suspension.applies(i)) {
        pass(arguments.get(i), dependence);
      }
      if (suspension.mentions(i)) {
        passMentioned(arguments.get(i), dependence);
      }
      if (suspension.walks(i)) {
        walk(arguments.get(i), dependence);
      }
    }
  }

  /** A function that applies its arguments may wait if its value is applied, whatever they are. */
  private void apply(Core.Apply apply, Dependence dependence) {
    if (definitions.isPartial(apply)) {
      return;
    }
    if (apply.function() instanceof Core.Get get && definitions.function(get.variable()) == null) {
      applied(get.variable(), dependence);
      passMentioned(apply.arguments(), dependence);
      walkAll(apply.arguments(), dependence);
      nullary(apply.arguments(), dependence);
    } else {
      dependence.always = true;
    }
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
    Core value = definitions.value(variable);
    follow(variable, by -> by.applied, by -> applied(variable, value, by), dependence);
  }

  private void applied(Variable variable, @Nullable Core value, Dependence dependence) {
    switch (value) {
      case null -> dependence.applied.add(variable);
      case Core.Closure c -> pass(value, dependence);
      case Core.StaticFunctionValue s -> pass(value, dependence);
      case Core.Apply call -> dependence.add(handedOn(variable, call));
      case Core.MakeModule _, Core.ModuleValue _ -> dependence.always = true;
      case Core.JavaType _, Core.JavaFunction _ -> {}
      case Core.Get get when !get.variable().equals(variable) ->
          applied(get.variable(), dependence);
      default -> dependence.applied.add(variable);
    }
  }

  /**
   * A function without parameters that is given away, by itself or in a collection, may be called
   * by a mention.
   */
  private void nullary(List<Core> arguments, Dependence dependence) {
    for (Core argument : arguments) {
      if (argument instanceof Core.Closure closure) {
        if (closure.function().arity() == 0) {
          addFunction(closure.function(), dependence);
        }
      } else if (isConstructor(argument)) {
        CoreWalk.children(argument, each -> nullary(List.of(each), dependence));
      }
    }
  }

  private void handOn(Variable variable, Dependence dependence) {
    FunctionDefinition function = definitions.function(variable);
    Core value = definitions.value(variable);
    if (function != null) {
      addFunction(function, dependence);
    } else if (value != null) {
      dependence.add(handedOn(variable, value));
    } else {
      dependence.applied.add(variable);
    }
  }

  private Dependence handedOn(Variable variable, Core value) {
    Dependence known = handedOn.get(variable);
    if (known == null) {
      int before = circles;
      known = new Dependence();
      pass(value, known);
      // What a call gives that may wait may be something to wait for: a Stream.
      if (known.remove(boundIn(value)) || (isCall(value) && own(value).always)) {
        known.applied.add(variable);
      }
      if (circles == before) {
        handedOn.put(variable, known);
      }
    }
    return known;
  }

  /** Whether an expression binds a variable. */
  private static Predicate<Variable> boundIn(Core core) {
    return variable -> core.at().contains(variable.at().start());
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

  /** An argument that the callee applies, or hands to what may apply it. */
  private void pass(Core argument, Dependence dependence) {
    switch (argument) {
      case Core.Closure closure -> addFunction(closure.function(), dependence);
      case Core.StaticFunctionValue value ->
          dependence.always |=
              value.function().suspension().always()
                  || value.function().suspension().applied() != 0;
      case Core.Get get ->
          follow(get.variable(), by -> by.applied, by -> handOn(get.variable(), by), dependence);
      case Core.Apply _, Core.CallKnown _, Core.CallStatic _ ->
          dependence.add(handedOnByCall(argument));
      // Its functions are called by who gets it.
      case Core.MakeModule _, Core.ModuleValue _, Core.Mention _, Core.CallMember _ ->
          dependence.always = true;
      // A reducer or a context manager, streams, or what a function is taken out of.
      case Core _ when isConstructor(argument) ->
          CoreWalk.children(argument, each -> pass(each, dependence));
      case Core.GetField field -> pass(field.value(), dependence);
      default -> CoreWalk.results(argument, result -> pass(result, dependence));
    }
  }

  /** An argument that the callee mentions. */
  private void passMentioned(Core argument, Dependence dependence) {
    if (argument instanceof Core.Get get && definitions.isUnknown(get.variable())) {
      dependence.mentioned.add(get.variable());
    } else if (argument instanceof Core.Get get
        && definitions.value(get.variable()) instanceof Core.Closure closure) {
      follow(get.variable(), by -> by.mentioned, by -> nullary(List.of(closure), by), dependence);
    }
  }

  /** What it depends on to apply the result of a call. */
  private Dependence handedOnByCall(Core call) {
    Dependence known = handedOnByCalls.get(call);
    if (known == null) {
      int before = circles;
      Dependence found = new Dependence();
      switch (call) {
        case Core.Apply apply when definitions.isPartial(apply) -> passPartial(apply, found);
        // A function made of functions, an element of a collection, a Stream over a Stream.
        case Core.CallStatic made -> made.arguments().forEach(each -> pass(each, found));
        case Core.CallKnown made -> passResult(made, made.function().body(), found);
        default -> found.always = true;
      }
      if (circles == before) {
        handedOnByCalls.put(call, found);
      }
      known = found;
    }
    return known;
  }

  private void passPartial(Core.Apply apply, Dependence dependence) {
    Core function = apply.function();
    FunctionDefinition known =
        switch (function) {
          case Core.Closure closure -> closure.function();
          case Core.Get get -> definitions.function(get.variable());
          default -> null;
        };
    if (known == null) {
      Suspension suspension = ((Core.StaticFunctionValue) function).function().suspension();
      dependence.always |=
          suspension.always() || suspension.applied() >> apply.arguments().size() != 0;
      passAll(apply.arguments(), suspension, dependence);
      return;
    }
    List<Core> arguments = apply.arguments();
    List<Variable> later = known.parameters().subList(arguments.size(), known.arity());
    Dependence summary = summaries.apply(known);
    if (summary.applied.stream().anyMatch(later::contains)) {
      dependence.always = true;
    } else {
      List<Core> all = new ArrayList<>(arguments);
      later.forEach(parameter -> all.add(new Core.Constant(apply.at(), Unit.UNIT)));
      callKnown(known, all, dependence);
    }
  }

  /** What a call of a known function gives: a closure made for it, or something unknown. */
  private void passResult(Core.CallKnown call, Core result, Dependence dependence) {
    switch (result) {
      case Core.Closure closure -> {
        Dependence summary = summaries.apply(closure.function());
        dependence.always |= summary.always;
        for (Variable variable : summary.applied) {
          int index = call.function().parameters().indexOf(variable);
          if (index >= 0) {
            pass(call.arguments().get(index), dependence);
          } else if (closure.function().parameters().contains(variable)
              || definitions.isUnknown(variable)) {
            dependence.always = true;
          } else {
            Dependence found = new Dependence();
            outer(variable, found, true);
            dependence.always |= found.remove(boundOutside(call.function()).negate());
            dependence.add(found);
          }
        }
      }
      case Core.StaticFunctionValue value -> pass(value, dependence);
      case Core.Get get when call.function().parameters().contains(get.variable()) ->
          pass(
              call.arguments().get(call.function().parameters().indexOf(get.variable())),
              dependence);
      case Core.Get _,
          Core.Apply _,
          Core.CallKnown _,
          Core.CallStatic _,
          Core.CallMember _,
          Core.Mention _,
          Core.GetField _,
          Core.MakeModule _,
          Core.ModuleValue _,
          Core.MakeTuple _,
          Core.MakeSeq _,
          Core.MakeSet _,
          Core.MakeDict _,
          Core.MakeRecord _,
          Core.UpdateRecord _ ->
          dependence.always = true;
      default -> CoreWalk.results(result, each -> passResult(call, each, dependence));
    }
  }

  private void addFunction(FunctionDefinition function, Dependence dependence) {
    Dependence summary = summaries.apply(function);
    dependence.always |= summary.always;
    if (!followed.add(function)) {
      circles++;
      return;
    }
    for (Variable variable : summary.applied) {
      if (function.parameters().contains(variable)) {
        dependence.always = true;
      } else {
        outer(variable, dependence, true);
      }
    }
    for (Variable variable : summary.mentioned) {
      if (!function.parameters().contains(variable)) {
        outer(variable, dependence, false);
      }
    }
    for (Variable variable : summary.walked) {
      if (!function.parameters().contains(variable)) {
        walk(variable, dependence);
      }
    }
    followed.remove(function);
  }
}
