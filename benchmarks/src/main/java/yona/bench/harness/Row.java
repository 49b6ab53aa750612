package yona.bench.harness;

import java.util.List;
import java.util.Optional;

/**
 * One row of the Speed table.
 *
 * @param name what {@code ./bench NAME} calls it
 * @param title one line that says what is measured
 * @param kind where the clock stands
 * @param cases its sizes, or its variants
 * @param rounds how often every entrant of a case runs, unless the command says otherwise
 * @param warmMillis how long each process warms up, where it measures itself
 * @param sampleMillis how long it then measures; of {@link Kind#TURNS} in each turn
 * @param fixture what all its programs ask, if they ask anything
 */
public record Row(
    String name,
    String title,
    Kind kind,
    List<Case> cases,
    int rounds,
    int warmMillis,
    int sampleMillis,
    Optional<Fixture.Starter> fixture) {
  /** A row whose programs need nothing beside themselves. */
  public Row(
      String name,
      String title,
      Kind kind,
      List<Case> cases,
      int rounds,
      int warmMillis,
      int sampleMillis) {
    this(name, title, kind, cases, rounds, warmMillis, sampleMillis, Optional.empty());
  }

  /**
   * The same, with a fixture that runs beside its programs.
   *
   * @param starter starts it; rows with the same starter share the fixture
   */
  public Row beside(Fixture.Starter starter) {
    return new Row(
        name, title, kind, cases, rounds, warmMillis, sampleMillis, Optional.of(starter));
  }
}
