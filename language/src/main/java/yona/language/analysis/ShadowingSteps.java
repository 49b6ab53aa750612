package yona.language.analysis;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import yona.language.core.Core;
import yona.language.core.CoreWalk;
import yona.language.core.FunctionDefinition;
import yona.language.core.Variable;
import yona.language.diagnostics.Code;
import yona.language.diagnostics.Diagnostic;
import yona.language.diagnostics.Range;

/**
 * Finds aliases among inner steps that look like assignments: they bear the name of an outer
 * variable, which is used after the steps and has still its old value there. {@code yona check}
 * tells of them.
 */
final class ShadowingSteps {
  /**
   * An alias among steps.
   *
   * @param steps all of the steps
   */
  record Step(Variable variable, Range value, Range steps) {}

  private final SourceUnit unit;
  private final Map<String, List<Core.Get>> uses = new HashMap<>();

  /** Where the values of aliases stand, in which their own names are not known yet. */
  private final Map<Variable, Range> values = new HashMap<>();

  /**
   * Functions without parameters that are run again and again: what they see is always the same.
   */
  private final List<Range> repeated = new ArrayList<>();

  /** The branches of each choice. */
  private final List<List<Range>> alternatives = new ArrayList<>();

  private ShadowingSteps(SourceUnit unit) {
    this.unit = unit;
  }

  static void check(SourceUnit unit) {
    ShadowingSteps found = new ShadowingSteps(unit);
    Set<String> names = new HashSet<>();
    unit.aliasesAmongSteps().forEach(step -> names.add(step.variable.name()));
    for (FunctionDefinition function : unit.functions) {
      Definitions.forEach(
          function.body(),
          core -> {
            found.note(core);
            if (core instanceof Core.Get get && names.contains(get.variable().name())) {
              found.uses.computeIfAbsent(get.variable().name(), n -> new ArrayList<>()).add(get);
            }
          });
    }
    unit.aliasesAmongSteps().forEach(found::check);
  }

  private void note(Core core) {
    switch (core) {
      case Core.CallStatic call when Runners.repeats(call.function()) ->
          repeated.add(call.arguments().getLast().at());
      case Core.If choice -> {
        List<Range> branches = new ArrayList<>();
        choice.branches().forEach(branch -> branches.add(branch.body().at()));
        branches.add(choice.otherwise().at());
        alternatives.add(branches);
      }
      case Core.Match match ->
          alternatives.add(
              match.clauses().stream()
                  .flatMap(clause -> clause.bodies().stream())
                  .map(body -> body.body().at())
                  .toList());
      case Core.Let(Range _, Variable variable, Core value, Core body) -> {
        values.put(variable, value.at());
        if (body instanceof Core.Match match && match.subjects().contains(variable)) {
          match
              .clauses()
              .forEach(
                  clause ->
                      clause
                          .patterns()
                          .forEach(
                              pattern ->
                                  CoreWalk.bound(pattern, part -> values.put(part, value.at()))));
        }
      }
      case Core.LetAliases let -> {
        for (Core.AliasBinding alias : let.aliases()) {
          switch (alias) {
            case Core.NameAlias a -> values.put(a.variable(), a.value().at());
            case Core.PatternAlias a -> a.bound().forEach(part -> values.put(part, a.value().at()));
            case Core.FunctionAlias _ -> {}
          }
        }
      }
      default -> {}
    }
  }

  private void check(Step step) {
    List<Core.Get> all = uses.getOrDefault(step.variable.name(), List.of());
    boolean read = all.stream().anyMatch(use -> use.variable().equals(step.variable));
    for (Core.Get use : all) {
      Variable outer = use.variable();
      // The scope of a name is one piece of text: it reaches over all between binding and use.
      if (outer.at().start() < step.steps.start()
          && !isInOwnValue(step, outer)
          && use.at().start() >= step.steps.end()
          && !areAlternatives(step.steps, use.at())
          && (!read || !isInLambda(step, outer) || mentions(step.value, outer, all))) {
        warn(step, outer, use);
        return;
      }
      if (holds(step.value, use.at())
          && repeated.stream()
              .anyMatch(body -> holds(body, step.steps) && !holds(body, outer.at()))) {
        warn(step, outer, use);
        return;
      }
    }
  }

  private void warn(Step step, Variable outer, Core.Get use) {
    String name = outer.name();
    if (unit.unused != null) {
      unit.unused.hide(step.variable.at());
    }
    unit.defer(
        Diagnostic.warning(
                Code.NO_ASSIGNMENT,
                unit.source,
                step.variable.at(),
                "This is a new %s, for these steps only".formatted(name))
            .withNote(outer.at(), "another one is bound here, and never changes")
            .withNote(use.at(), "it is used here")
            .withHint(
                "Give the new value another name, or bind %s to what the whole expression gives"
                    .formatted(name)));
  }

  /** Whether only one of the two is evaluated. */
  private boolean areAlternatives(Range steps, Range use) {
    for (List<Range> branches : alternatives) {
      if (branches.stream().anyMatch(branch -> isAround(branch, steps))
          && branches.stream().anyMatch(branch -> holds(branch, use) && !isAround(branch, steps))) {
        return true;
      }
    }
    return false;
  }

  /** Whether steps stand in an expression, which may be all of them without their keywords. */
  private static boolean isAround(Range expression, Range steps) {
    return holds(expression, steps) || holds(steps, expression);
  }

  private boolean isInOwnValue(Step step, Variable outer) {
    Range value = values.get(outer);
    return value != null && isAround(value, step.steps);
  }

  /** Whether a function stands between an alias and an outer variable. */
  private boolean isInLambda(Step step, Variable outer) {
    for (FunctionDefinition function : unit.functions) {
      boolean separate =
          function.role() == FunctionDefinition.Role.LAMBDA
              || function.role() == FunctionDefinition.Role.MODULE;
      if (separate
          && holds(function.at(), step.variable.at())
          && !holds(function.at(), outer.at())) {
        return true;
      }
    }
    return false;
  }

  private static boolean mentions(Range value, Variable outer, List<Core.Get> uses) {
    for (Core.Get use : uses) {
      if (use.variable().equals(outer) && holds(value, use.at())) {
        return true;
      }
    }
    return false;
  }

  private static boolean holds(Range whole, Range part) {
    return whole.start() <= part.start() && part.end() <= whole.end();
  }
}
