package yona.language.analysis;

/**
 * What is known of the functions of a source, once all names are resolved: what each captures and
 * does, whether it may wait, and whether it reads standard input.
 *
 * @param definitions which function a variable holds
 * @param dependents which functions depend on which
 * @param effects what calls do besides giving a value
 * @param readings what may read standard input
 * @param suspensions what may wait
 */
public record FunctionFacts(
    Definitions definitions,
    Dependents dependents,
    Effects effects,
    InputReadings readings,
    Suspensions suspensions) {
  /** Finds it, and tells the functions their captures, suspension and readings. */
  public static FunctionFacts find(Resolved resolved) {
    SourceUnit unit = resolved.unit;
    Captures.run(unit.functions);
    Definitions definitions = new Definitions(unit.functions);
    Dependents dependents = new Dependents(unit.functions);
    return new FunctionFacts(
        definitions,
        dependents,
        new Effects(definitions, dependents),
        InputReadings.run(unit.functions, definitions, dependents),
        Suspensions.run(unit.functions, definitions, dependents));
  }
}
