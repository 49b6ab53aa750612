package yona.bench.harness;

import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;

/**
 * What a case gave.
 *
 * @param of the case
 * @param outcomes of every entrant, in the case's order
 */
public record Result(Case of, Map<Entrant, Outcome> outcomes) {

  /**
   * What an entrant gave.
   *
   * @param nanos its time, unless it could not run
   * @param megabytes its peak resident memory, where that was measured
   * @param allocated bytes allocated by one call, where the program told
   * @param fibers fibers started by one call, where the program told
   * @param metrics what the program or the row's fixture told beside
   * @param lines lines of code of the program, where it stands in a file of its own
   * @param complaint why it could not run
   */
  public record Outcome(
      Optional<Statistics> nanos,
      OptionalDouble megabytes,
      OptionalDouble allocated,
      OptionalDouble fibers,
      Map<Metric, Double> metrics,
      OptionalInt lines,
      Optional<String> complaint) {
    static Outcome failed(String complaint) {
      return new Outcome(
          Optional.empty(),
          OptionalDouble.empty(),
          OptionalDouble.empty(),
          OptionalDouble.empty(),
          Map.of(),
          OptionalInt.empty(),
          Optional.of(complaint));
    }
  }

  /** Yona's outcome: the first entrant's. */
  Outcome yona() {
    return outcomes.get(of.entrants().getFirst());
  }

  /** The outcome of the entrant that a target is about: the case's first, unless it says so. */
  Outcome subject(Target target) {
    return target.by().map(label -> outcomes.get(named(label))).orElseGet(this::yona);
  }

  /** The entrant of a label. */
  Entrant named(String label) {
    return of.entrants().stream()
        .filter(entrant -> entrant.label().equals(label))
        .findFirst()
        .orElseThrow();
  }

  /** The median of Yona over that of the entrant; empty if either is missing. */
  OptionalDouble ratio(Entrant entrant) {
    return ratio(yona(), outcomes.get(entrant));
  }

  private static OptionalDouble ratio(Outcome mine, Outcome theirs) {
    return mine.nanos().isPresent() && theirs.nanos().isPresent()
        ? OptionalDouble.of(mine.nanos().get().median() / theirs.nanos().get().median())
        : OptionalDouble.empty();
  }

  /** What the time of an entrant, which has been measured, adds to that of the one before it. */
  double part(Entrant entrant) {
    int place = of.entrants().indexOf(entrant);
    return median(entrant) - (place == 0 ? 0 : median(of.entrants().get(place - 1)));
  }

  private double median(Entrant entrant) {
    return outcomes.get(entrant).nanos().map(Statistics::median).orElse(0.0);
  }

  /** The peak memory of Yona over that of the entrant; empty if either is missing. */
  OptionalDouble memoryRatio(Entrant entrant) {
    return memoryRatio(yona(), outcomes.get(entrant));
  }

  private static OptionalDouble memoryRatio(Outcome mine, Outcome theirs) {
    return mine.megabytes().isPresent() && theirs.megabytes().isPresent()
        ? OptionalDouble.of(mine.megabytes().getAsDouble() / theirs.megabytes().getAsDouble())
        : OptionalDouble.empty();
  }

  private static OptionalDouble processorRatio(Outcome mine, Outcome theirs) {
    Double own = mine.metrics().get(Metric.PROCESSOR);
    Double other = theirs.metrics().get(Metric.PROCESSOR);
    return own != null && other != null && other > 0
        ? OptionalDouble.of(own / other)
        : OptionalDouble.empty();
  }

  /** What a target is measured by: a ratio, nanoseconds or MB; empty if it was not measured. */
  OptionalDouble reached(Target target) {
    var mine = subject(target);
    if (target.against().isEmpty()) {
      return target.measure() == Target.Measure.MEMORY
          ? mine.megabytes()
          : mine.nanos().stream().mapToDouble(Statistics::median).findFirst();
    }
    var theirs = outcomes.get(named(target.against().get()));
    return switch (target.measure()) {
      case TIME -> ratio(mine, theirs);
      case PROCESSOR -> processorRatio(mine, theirs);
      case MEMORY -> memoryRatio(mine, theirs);
      case MORE_MEMORY ->
          mine.megabytes().isPresent() && theirs.megabytes().isPresent()
              ? OptionalDouble.of(mine.megabytes().getAsDouble() - theirs.megabytes().getAsDouble())
              : OptionalDouble.empty();
    };
  }
}
