package yona.bench.harness;

import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * One size or variant of a row.
 *
 * @param label what the report calls it
 * @param size the size that every entrant gets
 * @param entrants who takes part; the first is Yona
 * @param targets how fast Yona has to be, and how small
 * @param input the file that every entrant gets, if it reads or writes one
 * @param request what web servers are asked
 */
public record Case(
    String label,
    long size,
    List<Entrant> entrants,
    List<Target> targets,
    Optional<Input> input,
    Optional<WebRequest> request) {
  /** A case whose programs need no file. */
  public Case(String label, long size, List<Entrant> entrants, List<Target> targets) {
    this(label, size, entrants, targets, Optional.empty(), Optional.empty());
  }

  /** The same, with a file for every entrant. */
  public Case with(Input file) {
    return new Case(label, size, entrants, targets, Optional.of(file), request);
  }

  /** The same of another size, with some of its entrants and without targets. */
  public Case with(long otherSize, Predicate<Entrant> some) {
    var chosen = entrants.stream().filter(some).toList();
    return new Case(label, otherSize, chosen, List.of(), input, request);
  }

  /** The same, with what web servers are asked. */
  public Case asking(WebRequest asked) {
    return new Case(label, size, entrants, targets, input, Optional.of(asked));
  }
}
