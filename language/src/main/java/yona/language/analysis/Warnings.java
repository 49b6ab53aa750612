package yona.language.analysis;

/** What is told of a source that can be compiled, but hardly means what it says. */
public final class Warnings {
  private Warnings() {}

  /** Reports them. */
  public static void report(Resolved resolved, FunctionFacts facts) {
    SourceUnit unit = resolved.unit;
    Definitions definitions = facts.definitions();
    Effects effects = facts.effects();
    Suspicions.report(unit, definitions);
    Contradictions.report(unit, definitions, effects);
    DroppedSteps.report(unit, definitions, facts.dependents(), effects);
    UnorderedWrites.check(unit, facts.suspensions());
    ShadowingSteps.check(unit);
    if (unit.unused != null) {
      unit.unused.report(definitions, effects);
    }
  }
}
