package yona.language.analysis;

import yona.language.core.FunctionDefinition;

/** Warns of what stands in a program and can be of no use in it, as other parts rule it out. */
final class Contradictions {
  private Contradictions() {}

  /** Looks at all of a source, before what waits together is put together. */
  static void report(SourceUnit unit) {
    DeadClauses clauses = new DeadClauses(unit);
    RepeatedKeys keys = new RepeatedKeys(unit);
    for (FunctionDefinition function : unit.functions) {
      Definitions.forEach(
          function.body(),
          core -> {
            clauses.check(core);
            keys.check(core);
          });
    }
  }
}
