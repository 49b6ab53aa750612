package yona.language.analysis;

import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import yona.language.core.Core;
import yona.language.core.FunctionDefinition;
import yona.language.diagnostics.Code;
import yona.language.diagnostics.Diagnostic;

/**
 * Finds steps behind one that always raises or goes on for ever, and functions that call themselves
 * whatever happens. {@code yona check} says so.
 */
final class NeverEnding {
  /** How many expressions of a function are looked at, so that each takes constant time. */
  private static final int FARTHEST = 1000;

  private final SourceUnit unit;
  private final Effects effects;
  private int left;

  NeverEnding(SourceUnit unit, Effects effects) {
    this.unit = unit;
    this.effects = effects;
  }

  /** Looks at the steps of a sequence. */
  void check(Core core) {
    if (!(core instanceof Core.Sequence sequence)) {
      return;
    }
    List<Core> steps = sequence.steps();
    for (int i = 0; i + 1 < steps.size(); i++) {
      if (neverEnds(steps.get(i))) {
        unit.defer(
            Diagnostic.warning(
                    Code.STEP_NEVER_REACHED,
                    unit.source,
                    steps.get(i + 1).at(),
                    "This step is never reached")
                .withNote(steps.get(i).at(), "this step always raises, or goes on for ever"));
        return;
      }
    }
  }

  private static boolean neverEnds(Core step) {
    return switch (step) {
      case Core.Raise _ -> true;
      case Core.CallStatic call ->
          call.function().module().equals("Builtins")
              && (call.function().name().equals("infi") || call.function().name().equals("never"));
      case Core.If choice ->
          neverEnds(choice.otherwise())
              && choice.branches().stream().allMatch(branch -> neverEnds(branch.body()));
      default -> false;
    };
  }

  /** Looks at a function: at one without an effect that calls itself on every path. */
  void check(FunctionDefinition function) {
    left = FARTHEST;
    Core call = call(function.body(), function);
    if (call != null && !effects.hasEffect(function)) {
      unit.defer(
          Diagnostic.warning(
                  Code.ENDLESS_CALLS,
                  unit.source,
                  call.at(),
                  function.name()
                      + " calls itself here whatever happens, so it never gives a value")
              .withNote(function.at(), "it is defined here")
              .withHint("A clause, a guard or an `if` without a call ends it"));
    }
  }

  /** The call of a function that evaluating an expression reaches in any case, or null. */
  private @Nullable Core call(Core core, FunctionDefinition function) {
    if (left-- <= 0) {
      return null;
    }
    return switch (core) {
      case Core.CallKnown c ->
          c.function().equals(function) ? c : any(c.arguments().stream(), function);
      case Core.CallStatic c -> any(c.arguments().stream(), function);
      case Core.Apply c ->
          any(Stream.concat(Stream.of(c.function()), c.arguments().stream()), function);
      case Core.Let c -> any(Stream.of(c.value(), c.body()), function);
      case Core.LetAliases c -> aliases(c, function);
      case Core.LetFunctions c -> call(c.body(), function);
      case Core.Sequence c -> any(c.steps().stream(), function);
      case Core.If c -> conditional(c, function);
      case Core.Logical c -> call(c.operands().getFirst(), function);
      case Core.Unary c -> call(c.operand(), function);
      case Core.Binary c -> any(Stream.of(c.left(), c.right()), function);
      case Core.LeftChain c ->
          any(
              Stream.concat(Stream.of(c.first()), c.links().stream().map(Core.Link::operand)),
              function);
      case Core.RightChain c ->
          any(
              Stream.concat(c.links().stream().map(Core.Link::operand), Stream.of(c.last())),
              function);
      case Core.MakeTuple c -> any(c.elements().stream(), function);
      case Core.MakeSeq c -> any(c.elements().stream(), function);
      case Core.Match c -> clauses(c, function);
      default -> null;
    };
  }

  private @Nullable Core aliases(Core.LetAliases core, FunctionDefinition function) {
    for (Core.AliasBinding alias : core.aliases()) {
      Core value =
          switch (alias) {
            case Core.NameAlias a -> a.value();
            case Core.PatternAlias a -> a.value();
            case Core.FunctionAlias _ -> null;
          };
      Core call = value == null ? null : call(value, function);
      if (call != null) {
        return call;
      }
    }
    return call(core.body(), function);
  }

  private @Nullable Core conditional(Core.If core, FunctionDefinition function) {
    Core asked = call(core.branches().getFirst().condition(), function);
    return asked != null
        ? asked
        : each(
            Stream.concat(
                core.branches().stream().map(Core.Branch::body), Stream.of(core.otherwise())),
            function);
  }

  /** Where no clause takes all values, a value of another form ends the calls by an error. */
  private @Nullable Core clauses(Core.Match core, FunctionDefinition function) {
    Core.MatchClause last = core.clauses().getLast();
    boolean takesAll =
        last.patterns().stream().allMatch(PatternCover::isAnything)
            && last.bodies().getLast().guard() == null;
    return takesAll
        ? each(
            core.clauses().stream()
                .flatMap(clause -> clause.bodies().stream())
                .map(Core.Guarded::body),
            function)
        : null;
  }

  /** The call in one of some expressions, of which all are evaluated. */
  private @Nullable Core any(Stream<Core> expressions, FunctionDefinition function) {
    for (Core expression : expressions.toList()) {
      Core call = call(expression, function);
      if (call != null) {
        return call;
      }
    }
    return null;
  }

  /** The call in the first of some expressions, of which one is evaluated, if each has one. */
  private @Nullable Core each(Stream<Core> expressions, FunctionDefinition function) {
    Core first = null;
    for (Core expression : expressions.toList()) {
      Core call = call(expression, function);
      if (call == null) {
        return null;
      }
      first = first == null ? call : first;
    }
    return first;
  }
}
