package yona.bench;

import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import yona.bench.Row.Case;
import yona.bench.Row.Entrant;

/**
 * What a case gave.
 *
 * @param of the case
 * @param outcomes of every entrant, in the case's order
 */
record Result(Case of, Map<Entrant, Outcome> outcomes) {

  /**
   * What an entrant gave.
   *
   * @param nanos its time, unless it could not run
   * @param megabytes its peak resident memory, where that was measured
   * @param allocated bytes allocated by one call, where the program told
   * @param fibers fibers started by one call, where the program told
   * @param complaint why it could not run
   */
  record Outcome(
      Optional<Statistics> nanos,
      OptionalDouble megabytes,
      OptionalDouble allocated,
      OptionalDouble fibers,
      Optional<String> complaint) {
    static Outcome failed(String complaint) {
      return new Outcome(
          Optional.empty(),
          OptionalDouble.empty(),
          OptionalDouble.empty(),
          OptionalDouble.empty(),
          Optional.of(complaint));
    }
  }

  /** Yona's outcome: the first entrant's. */
  Outcome yona() {
    return outcomes.get(of.entrants().getFirst());
  }

  /** The peak memory of Yona over that of the entrant; empty if either is missing. */
  OptionalDouble memoryRatio(Entrant entrant) {
    var mine = yona().megabytes();
    var theirs = outcomes.get(entrant).megabytes();
    return mine.isPresent() && theirs.isPresent()
        ? OptionalDouble.of(mine.getAsDouble() / theirs.getAsDouble())
        : OptionalDouble.empty();
  }

  /** The median of Yona over that of the entrant; empty if either is missing. */
  OptionalDouble ratio(Entrant entrant) {
    var mine = yona().nanos();
    var theirs = outcomes.get(entrant).nanos();
    return mine.isPresent() && theirs.isPresent()
        ? OptionalDouble.of(mine.get().median() / theirs.get().median())
        : OptionalDouble.empty();
  }
}
