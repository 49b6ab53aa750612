package yona.language.analysis;

import java.util.ArrayList;
import java.util.List;
import yona.language.core.Core;
import yona.language.core.FunctionDefinition;

/** Warns of what stands in a program and can be of no use in it, as other parts rule it out. */
final class Contradictions {
  private Contradictions() {}

  /** Looks at all of a source, before what waits together is put together. */
  static void report(SourceUnit unit, Definitions definitions) {
    DeadClauses clauses = new DeadClauses(unit);
    RepeatedKeys keys = new RepeatedKeys(unit);
    KnownValues values = new KnownValues(definitions);
    List<Core> compared = new ArrayList<>();
    for (FunctionDefinition function : unit.functions) {
      Definitions.forEach(
          function.body(),
          core -> {
            clauses.check(core);
            keys.check(core);
            values.note(core);
            if (core instanceof Core.Match
                || core instanceof Core.LetAliases
                || core instanceof Core.Binary) {
              compared.add(core);
            }
          });
    }
    ImpossibleMatches matches = new ImpossibleMatches(unit, values);
    ImpossibleComparisons comparisons = new ImpossibleComparisons(unit, values);
    for (Core core : compared) {
      matches.check(core);
      comparisons.check(core);
    }
  }
}
