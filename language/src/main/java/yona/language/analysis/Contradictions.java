package yona.language.analysis;

import java.util.ArrayList;
import java.util.List;
import yona.language.core.Core;
import yona.language.core.FunctionDefinition;

/** Warns of what stands in a program and can be of no use in it, as other parts rule it out. */
final class Contradictions {
  /** An expression and the function that it stands in. */
  private record Place(Core core, FunctionDefinition around) {}

  private Contradictions() {}

  /** Looks at all of a source, before what waits together is put together. */
  static void report(SourceUnit unit, Definitions definitions, Effects effects) {
    DeadClauses clauses = new DeadClauses(unit);
    RepeatedKeys keys = new RepeatedKeys(unit);
    KnownValues values = new KnownValues(definitions);
    ImpossibleMatches matches = new ImpossibleMatches(unit, values);
    ImpossibleComparisons comparisons = new ImpossibleComparisons(unit, values);
    MisreadTexts texts = new MisreadTexts(unit, definitions, values);
    SetOperands sets = new SetOperands(unit, values);
    ResourceTexts resources = new ResourceTexts(unit, values);
    WrongKinds kinds = new WrongKinds(unit, values);
    ExchangedArguments arguments = new ExchangedArguments(unit);
    RepeatedExpressions repeated = new RepeatedExpressions(unit, values, effects);
    NeverEnding neverEnding = new NeverEnding(unit, effects);
    TimePatterns times = new TimePatterns(unit);
    boolean checking = unit.modules.checking();
    List<Place> all = new ArrayList<>();
    for (FunctionDefinition function : unit.functions) {
      Definitions.forEach(
          function.body(),
          core -> {
            clauses.check(core);
            keys.check(core);
            values.note(core);
            kinds.note(core);
            all.add(new Place(core, function));
          });
    }
    for (Place place : all) {
      Core core = place.core;
      matches.check(core);
      comparisons.check(core);
      texts.check(core);
      sets.check(core);
      if (checking || WrongKinds.hasUnitOperand(core)) {
        kinds.check(core);
      }
      if (checking) {
        resources.check(core);
        arguments.check(core, place.around);
        repeated.check(core);
        neverEnding.check(core);
        times.check(core);
      }
    }
    if (checking) {
      unit.functions.forEach(neverEnding::check);
    }
  }
}
