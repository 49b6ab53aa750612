package yona.language.analysis;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import yona.data.Unit;
import yona.language.core.BinaryOperator;
import yona.language.core.Core;
import yona.language.core.CorePattern;
import yona.language.core.CoreWalk;
import yona.language.core.FunctionDefinition;
import yona.language.diagnostics.Code;
import yona.language.diagnostics.Diagnostic;
import yona.language.diagnostics.OtherLanguages;
import yona.language.diagnostics.Range;
import yona.language.diagnostics.Source;

/**
 * Warns of steps whose value is dropped and that do nothing else. A step may be meant to raise: a
 * function that takes only some values, or anything that can raise at all in a {@code try}.
 */
final class DroppedSteps {
  /** Modules that only give values, beside those that a group takes for pure. */
  private static final Set<String> QUIET = Set.of("Encoding", "string\\Regex");

  private final SourceUnit unit;
  private final Definitions definitions;
  private final Dependents dependents;
  private final Effects effects;
  private final Results results;

  /** The functions that take only some values, or call such; null before somebody has asked. */
  private @Nullable Set<FunctionDefinition> choosy;

  private DroppedSteps(
      SourceUnit unit, Definitions definitions, Dependents dependents, Effects effects) {
    this.unit = unit;
    this.definitions = definitions;
    this.dependents = dependents;
    this.effects = effects;
    this.results = new Results(definitions);
  }

  static void report(
      SourceUnit unit, Definitions definitions, Dependents dependents, Effects effects) {
    DroppedSteps steps = new DroppedSteps(unit, definitions, dependents, effects);
    DroppedResults results = new DroppedResults(unit);
    for (SourceUnit.Dropped dropped : unit.dropped()) {
      Core step = dropped.step();
      boolean isTold = DroppedResults.use(step) != null;
      if (!isTold && !steps.does(step, dropped.tried())) {
        steps.warn(step);
      } else {
        steps.branches(step, dropped.tried());
      }
      results.check(step);
    }
  }

  /** What the branches of a step give is dropped with it, whatever other branches do. */
  private void branches(Core step, boolean tried) {
    switch (step) {
      case Core.If c -> {
        List<Core> bodies = new ArrayList<>();
        c.branches().forEach(branch -> bodies.add(branch.body()));
        bodies.add(c.otherwise());
        branches(bodies, tried);
      }
      case Core.Match c ->
          branches(
              c.clauses().stream()
                  .flatMap(clause -> clause.bodies().stream())
                  .map(Core.Guarded::body)
                  .toList(),
              tried);
      case Core.Let c -> branches(c.body(), tried);
      case Core.With c -> end(c.body().body(), tried);
      case Core.Try c -> {
        end(c.body(), true);
        end(c.handler(), tried);
      }
      default -> {}
    }
  }

  /** Literals are told of where no branch does anything, as in an early return. */
  private void branches(List<Core> bodies, boolean tried) {
    boolean any = bodies.stream().anyMatch(effects::hasEffect);
    for (Core body : bodies) {
      if (!any && isLiteral(body)) {
        warn(body);
      } else {
        end(body, tried);
      }
    }
  }

  private static boolean isLiteral(Core body) {
    return switch (body) {
      case Core.Constant constant -> !constant.value().equals(Unit.UNIT);
      case Core.MakeTuple tuple ->
          tuple.elements().stream().allMatch(part -> part instanceof Core.Constant);
      default -> false;
    };
  }

  private void end(Core body, boolean tried) {
    results.forEach(
        body,
        result -> {
          if (isComputed(result) && !does(result, tried)) {
            warn(result);
          }
        });
  }

  /** Whether a value is more than a name or a literal, which may stand for nothing. */
  static boolean isComputed(Core result) {
    return result instanceof Core.CallStatic
        || result instanceof Core.Apply
        || result instanceof Core.Binary
        || result instanceof Core.RightChain;
  }

  private void warn(Core step) {
    Suspicions.Partial partial = Suspicions.partial(step, definitions);
    if (partial != null) {
      Diagnostic warning =
          Diagnostic.warning(
              Code.STEP_WITHOUT_EFFECT,
              unit.source,
              step.at(),
              partial.text() + ", so nothing is called, and this step is dropped");
      Diagnostic explained = Suspicions.explained(warning, partial, unit);
      unit.report(isBeforeArgument(step) ? explained.withHint(OtherLanguages.ARGUMENT) : explained);
      return;
    }
    Diagnostic warning =
        Diagnostic.warning(
            Code.STEP_WITHOUT_EFFECT,
            unit.source,
            step.at(),
            "This step has no effect, and its value is dropped");
    boolean computed = !(step instanceof Core.Constant) && !(step instanceof Core.Closure);
    if (isBeforeArgument(step)) {
      unit.report(warning.withHint(OtherLanguages.ARGUMENT));
      return;
    }
    unit.report(
        computed
            ? warning.withHint("Values never change: bind what the step gives to a name")
            : warning);
  }

  /** Whether the next line stands further to the right, as if it went on with the step. */
  private boolean isBeforeArgument(Core step) {
    Source source = unit.source;
    String text = source.text();
    int next = step.at().end();
    while (next < text.length() && Character.isWhitespace(text.charAt(next))) {
      next++;
    }
    return next < text.length()
        && source.line(next) > source.line(step.at().end())
        && source.column(next) > source.column(step.at().start())
        && mayBeginArgument(text.charAt(next));
  }

  private static boolean mayBeginArgument(char first) {
    return Character.isLetterOrDigit(first) || "\"'([{:\\".indexOf(first) >= 0;
  }

  /** Whether a step does something, or may do, besides giving a value. */
  private boolean does(Core step, boolean tried) {
    if (hasEffect(step)) {
      return true;
    }
    if (Suspicions.partial(step, definitions) != null) {
      return false;
    }
    boolean[] calls = new boolean[1];
    results.forEach(step, result -> calls[0] |= mayCall(result));
    return calls[0] || anyRefuses(step, tried);
  }

  private boolean hasEffect(Core step) {
    if (step instanceof Core.CallStatic call && QUIET.contains(call.function().module())) {
      return call.arguments().stream().anyMatch(effects::hasEffect);
    }
    return effects.hasEffect(step);
  }

  /** Whether an expression mentions, or holds mentions of, what may be without parameters. */
  private boolean mayCall(Core result) {
    return switch (result) {
      case Core.Get get when definitions.function(get.variable()) == null -> {
        Core value = definitions.value(get.variable());
        yield value == null
            || (results.mayBeFunction(value) && Suspicions.partial(value, definitions) == null);
      }
      case Core.MakeTuple tuple -> tuple.elements().stream().anyMatch(this::mayCall);
      case Core.MakeSeq seq -> seq.elements().stream().anyMatch(this::mayCall);
      case Core.MakeSet set -> set.elements().stream().anyMatch(this::mayCall);
      case Core.MakeDict dict -> dict.keysAndValues().stream().anyMatch(this::mayCall);
      default -> false;
    };
  }

  /** Whether evaluating may be meant to raise. */
  @SuppressWarnings("ReferenceEquality") // expressions are told apart by identity
  private boolean anyRefuses(Core root, boolean tried) {
    Deque<Core> pending = new ArrayDeque<>(List.of(root));
    while (!pending.isEmpty()) {
      Core core = pending.pop();
      if ((core != root && passesEffect(core))
          || isChoosy(core)
          || mentionsAny(core, choosy())
          || (tried && mayRaise(core))) {
        return true;
      }
      CoreWalk.children(core, pending::push);
    }
    return false;
  }

  /** Whether it is a function with an effect: whoever is given it may call it by a mention. */
  private boolean passesEffect(Core core) {
    return switch (core) {
      case Core.Closure closure -> effects.hasEffect(closure.function());
      case Core.StaticFunctionValue value -> !Effects.isPure(value.function());
      case Core.Get get -> {
        FunctionDefinition function = definitions.function(get.variable());
        yield function != null && effects.hasEffect(function);
      }
      case Core.CallStatic call -> call.function().equals(RuntimeFunctions.DELAY);
      default -> false;
    };
  }

  private Set<FunctionDefinition> choosy() {
    Set<FunctionDefinition> known = choosy;
    if (known == null) {
      Set<FunctionDefinition> found = new HashSet<>();
      dependents.updateAll(
          function ->
              !found.contains(function) && isChoosy(function, found) && found.add(function));
      choosy = found;
      known = found;
    }
    return known;
  }

  private boolean isChoosy(FunctionDefinition function, Set<FunctionDefinition> others) {
    Deque<Core> pending = new ArrayDeque<>(List.of(function.body()));
    while (!pending.isEmpty()) {
      Core core = pending.pop();
      if (isChoosy(core) || mentionsAny(core, others)) {
        return true;
      }
      CoreWalk.children(core, pending::push);
    }
    return false;
  }

  private boolean mentionsAny(Core core, Set<FunctionDefinition> functions) {
    if (functions.isEmpty()) {
      return false;
    }
    boolean[] any = new boolean[1];
    CoreWalk.functions(core, function -> any[0] |= functions.contains(function));
    CoreWalk.reads(
        core,
        variable -> {
          FunctionDefinition function = definitions.function(variable);
          any[0] |= function != null && functions.contains(function);
        });
    return any[0];
  }

  /** Whether it asks for certain values and raises for others, as an assertion does. */
  private static boolean isChoosy(Core core) {
    return switch (core) {
      case Core.RaiseAlways _ -> true;
      case Core.Binary binary ->
          (binary.operator() == BinaryOperator.DIVIDE
                  || binary.operator() == BinaryOperator.REMAINDER)
              && binary.right() instanceof Core.Constant(Range _, Long divisor)
              && divisor == 0;
      case Core.Match match when match.failure() instanceof Core.MatchFailure.Raise ->
          match.clauses().stream().noneMatch(DroppedSteps::takesShapes);
      default -> false;
    };
  }

  /** Whether a clause takes all values of a shape, whatever their parts are. */
  private static boolean takesShapes(Core.MatchClause clause) {
    return clause.bodies().getLast().guard() == null
        && clause.patterns().stream().allMatch(DroppedSteps::isShape);
  }

  private static boolean isShape(CorePattern pattern) {
    return switch (pattern) {
      case CorePattern.Wildcard _, CorePattern.Bind _ -> true;
      case CorePattern.As as -> isShape(as.pattern());
      case CorePattern.TuplePattern tuple ->
          tuple.elements().stream().allMatch(DroppedSteps::isShape);
      default -> false;
    };
  }

  private static boolean mayRaise(Core core) {
    return switch (core) {
      case Core.Constant _,
          Core.Get _,
          Core.Closure _,
          Core.StaticFunctionValue _,
          Core.MakeTuple _,
          Core.MakeSeq _,
          Core.MakeSet _,
          Core.MakeDict _,
          Core.MakeRecord _,
          Core.Interpolation _,
          Core.Let _,
          Core.LetAliases _,
          Core.LetFunctions _,
          Core.Sequence _ ->
          false;
      case Core.Binary binary ->
          binary.operator() != BinaryOperator.EQUAL
              && binary.operator() != BinaryOperator.NOT_EQUAL;
      default -> true;
    };
  }
}
