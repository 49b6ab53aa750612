package yona.bench.harness;

import java.util.List;
import java.util.Optional;

/**
 * One size or variant of a row.
 *
 * @param label what the report calls it
 * @param size the size that every entrant gets
 * @param entrants who takes part; the first is Yona
 * @param targets how fast Yona has to be, and how small
 * @param input the file that every entrant gets, if it reads or writes one
 */
public record Case(
    String label, long size, List<Entrant> entrants, List<Target> targets, Optional<Input> input) {
  /** A case whose programs need no file. */
  public Case(String label, long size, List<Entrant> entrants, List<Target> targets) {
    this(label, size, entrants, targets, Optional.empty());
  }

  /** The same, with a file for every entrant. */
  public Case with(Input file) {
    return new Case(label, size, entrants, targets, Optional.of(file));
  }
}
