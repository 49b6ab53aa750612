package yona.language.analysis;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import yona.language.core.Core;
import yona.language.core.CoreWalk;
import yona.language.core.FunctionDefinition;
import yona.language.core.InputReading;
import yona.language.core.StaticFunction;
import yona.language.core.Suspension;
import yona.language.core.Variable;

/**
 * Finds which functions may read standard input, so that members of a group which do come one after
 * the other (language.md 11.2): a summary per function, as a fixpoint over all functions of a
 * source.
 *
 * <p>A function does if its code calls one that does, or hands one to what may call it. Functions
 * that are held by variables from outside, or by values in them that patterns take apart, are asked
 * when the program runs. Of what else is not known it is taken that it does not: a member that
 * waits for no reason may wait for ever. Nor does what runs beside its caller count: the body of an
 * {@code async}, a task, a daemon.
 */
public final class InputReadings {
  /** Functions of the library that run what they are given beside their caller. */
  private static final Map<String, Set<String>> ASIDE =
      Map.of("Builtins", Set.of("async", "drop"), "Task", Set.of("spawn", "every"));

  /** What is known of a function or an expression so far. */
  private static final class Summary {
    boolean always;

    /** What it calls, or hands to what may call it. */
    final Set<Variable> called = new LinkedHashSet<>();

    /** The variables whose values have been looked at. */
    final Set<Variable> resolved = new HashSet<>();

    int size() {
      return (always ? 1 : 0) + called.size();
    }
  }

  private final Definitions definitions;
  private final Map<FunctionDefinition, Summary> summaries = new HashMap<>();

  /** What was found in expressions that were asked for, once all summaries are known. */
  private final IdentityHashMap<Core, Summary> expressions = new IdentityHashMap<>();

  private InputReadings(Definitions definitions) {
    this.definitions = definitions;
  }

  /** Finds it for all functions, and tells them. */
  static InputReadings run(
      List<FunctionDefinition> functions, Definitions definitions, Dependents dependents) {
    InputReadings readings = new InputReadings(definitions);
    dependents.updateAll(readings::update);
    for (FunctionDefinition function : functions) {
      Summary summary = readings.summary(function);
      function.setInputReading(reading(summary, function));
    }
    return readings;
  }

  private Summary summary(FunctionDefinition function) {
    return summaries.computeIfAbsent(function, _ -> new Summary());
  }

  private boolean update(FunctionDefinition function) {
    Summary summary = summary(function);
    int before = summary.size();
    Summary found = new Summary();
    Definitions.forEach(function.body(), core -> add(core, found));
    summary.always |= found.always;
    Set<Variable> inside = definitions.boundIn(function);
    found.called.stream().filter(each -> !inside.contains(each)).forEach(summary.called::add);
    return summary.size() != before;
  }

  private static InputReading reading(Summary summary, FunctionDefinition function) {
    if (summary.always) {
      return InputReading.ALWAYS;
    }
    if (summary.called.isEmpty()) {
      return InputReading.NEVER;
    }
    long parameters = 0;
    for (int i = 0; i < function.parameters().size(); i++) {
      if (summary.called.contains(function.parameters().get(i))) {
        parameters |= Suspension.bit(i);
      }
    }
    List<Variable> captures = new ArrayList<>(summary.called);
    captures.retainAll(function.captures());
    return new InputReading(false, parameters, captures);
  }

  /** Tells a part of a function, which was made of some of its code; asked from inside out. */
  void tell(FunctionDefinition part) {
    part.setInputReading(reading(of(part.body()), part));
  }

  private Summary of(Core root) {
    Summary known = expressions.get(root);
    if (known != null) {
      return known;
    }
    Summary summary = new Summary();
    List<Core> pending = new ArrayList<>(List.of(root));
    while (!pending.isEmpty()) {
      Core core = pending.removeLast();
      Summary inner = expressions.get(core);
      if (inner != null) {
        summary.always |= inner.always;
        summary.called.addAll(inner.called);
      } else {
        add(core, summary);
        CoreWalk.children(core, pending::add);
      }
    }
    expressions.put(root, summary);
    return summary;
  }

  /** What an expression does by itself. */
  private void add(Core core, Summary summary) {
    switch (core) {
      case Core.CallStatic call -> callStatic(call.function(), call.arguments(), summary);
      case Core.CallKnown call -> callKnown(call.function(), call.arguments(), summary);
      case Core.Apply call when !definitions.isPartial(call) -> {
        pass(call.function(), summary);
        passAll(call.arguments(), summary);
      }
      case Core.CallMember call -> passAll(call.arguments(), summary);
      case Core.Get get when get.mention() -> mention(get.variable(), summary);
      case Core.Mention mention -> pass(mention.value(), summary);
      case Core.With with when !with.daemon() -> run(with.body(), summary);
      case Core.Group group -> group.members().forEach(member -> run(member.function(), summary));
      case Core.EachTogether each -> run(each.body(), summary);
      default -> {}
    }
  }

  private void callStatic(StaticFunction function, List<Core> arguments, Summary summary) {
    summary.always |= function.readsInput();
    if (function.equals(RuntimeFunctions.DELAY)
        || ASIDE.getOrDefault(function.module(), Set.of()).contains(function.name())) {
      return;
    }
    Suspension suspension = function.suspension();
    for (int i = 0; i < arguments.size(); i++) {
      if (suspension.always() || suspension.applies(i) || suspension.mentions(i)) {
        pass(arguments.get(i), summary);
      }
    }
  }

  private void callKnown(FunctionDefinition function, List<Core> arguments, Summary summary) {
    Summary callee = summary(function);
    summary.always |= callee.always;
    for (Variable variable : List.copyOf(callee.called)) {
      int index = function.parameters().indexOf(variable);
      if (index >= 0) {
        pass(arguments.get(index), summary);
      } else {
        call(variable, summary);
      }
    }
  }

  /** A part that became a function of its own, or a function that gets what is unknown. */
  private void run(FunctionDefinition function, Summary summary) {
    Summary known = summaries.get(function);
    if (known == null) {
      InputReading reading = function.inputReading();
      summary.always |= reading.always();
      reading.captures().forEach(variable -> call(variable, summary));
      return;
    }
    summary.always |= known.always;
    for (Variable variable : List.copyOf(known.called)) {
      if (!function.parameters().contains(variable)) {
        call(variable, summary);
      }
    }
  }

  /** The value of a variable is called. */
  private void call(Variable variable, Summary summary) {
    if (!summary.resolved.add(variable)) {
      return;
    }
    FunctionDefinition function = definitions.function(variable);
    Core value = definitions.value(variable);
    if (function != null) {
      run(function, summary);
      return;
    }
    if (!(value instanceof Core.Closure || value instanceof Core.StaticFunctionValue)) {
      summary.called.add(variable);
    }
    if (value != null) {
      pass(value, summary);
    }
    // What holds it is asked in its place, where the pattern that takes it out is inside.
    Variable origin = definitions.origin(variable);
    if (origin != null) {
      call(origin, summary);
    }
  }

  private void mention(Variable variable, Summary summary) {
    FunctionDefinition function = definitions.function(variable);
    if (function == null || function.arity() == 0) {
      call(variable, summary);
    }
  }

  private void passAll(List<Core> arguments, Summary summary) {
    arguments.forEach(argument -> pass(argument, summary));
  }

  /** An expression whose value is called, or given to what may call it, or what is in it. */
  private void pass(Core root, Summary summary) {
    List<Core> pending = new ArrayList<>(List.of(root));
    while (!pending.isEmpty()) {
      Core core = pending.removeLast();
      switch (core) {
        case Core.Closure closure -> run(closure.function(), summary);
        case Core.StaticFunctionValue value -> summary.always |= value.function().readsInput();
        case Core.Get get -> call(get.variable(), summary);
        case Core.Apply call when definitions.isPartial(call) -> {
          pending.add(call.function());
          pending.addAll(call.arguments());
        }
        // A function made of functions.
        case Core.CallStatic call when Effects.isPure(call.function()) ->
            pending.addAll(call.arguments());
        case Core.MakeTuple tuple -> pending.addAll(tuple.elements());
        case Core.MakeSeq seq -> pending.addAll(seq.elements());
        default -> CoreWalk.results(core, pending::add);
      }
    }
  }
}
