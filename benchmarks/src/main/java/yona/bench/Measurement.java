package yona.bench;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;
import yona.bench.Result.Outcome;
import yona.bench.Row.Case;
import yona.bench.Row.Entrant;
import yona.bench.Row.Kind;

/**
 * Runs the entrants of a case in interleaved rounds: A B C, A B C, ... Whatever drifts on the
 * machine while a case runs meets every entrant alike.
 */
final class Measurement {
  /** No process may take longer. */
  private static final int SECONDS = 120;

  /** How often a whole process is run again to ask for its memory. */
  private static final int MEMORY_ROUNDS = 3;

  private final Row row;
  private final Case of;
  private final Place place;
  private final int rounds;
  private final Map<Peer, String> absent;

  /**
   * @param rounds how often each entrant runs
   * @param absent the peers that cannot run here, and why
   */
  Measurement(Row row, Case of, Place place, int rounds, Map<Peer, String> absent) {
    this.row = row;
    this.of = of;
    this.place = place;
    this.rounds = rounds;
    this.absent = absent;
  }

  /** What an entrant has given so far. */
  private static final class Tally {
    final List<Double> nanos = new ArrayList<>();
    final List<Double> megabytes = new ArrayList<>();
    OptionalDouble allocated = OptionalDouble.empty();
    OptionalDouble fibers = OptionalDouble.empty();
    Optional<String> check = Optional.empty();
    Optional<String> complaint = Optional.empty();

    Outcome outcome() {
      return complaint.isPresent()
          ? Outcome.failed(complaint.get())
          : new Outcome(
              Optional.of(Statistics.of(nanos)),
              megabytes.isEmpty()
                  ? OptionalDouble.empty()
                  : OptionalDouble.of(Statistics.of(megabytes).median()),
              allocated,
              fibers,
              Optional.empty());
    }
  }

  Result run() throws IOException, InterruptedException {
    var tallies = new LinkedHashMap<Entrant, Tally>();
    for (var entrant : of.entrants()) {
      var tally = new Tally();
      tally.complaint = Optional.ofNullable(absent.get(entrant.peer()));
      tallies.put(entrant, tally);
    }
    // The round before the first fills the caches of the disk and is not counted.
    for (int round = row.kind().isWarm() || row.kind() == Kind.LOAD ? 1 : 0;
        round <= rounds;
        round++) {
      for (var entry : tallies.entrySet()) {
        var tally = entry.getValue();
        if (tally.complaint.isEmpty()) {
          if (row.kind() == Kind.PROCESS) {
            process(entry.getKey(), tally, round > 0);
          } else {
            inside(entry.getKey(), tally, round > 0);
          }
        }
      }
    }
    if (row.kind() == Kind.PROCESS) {
      memory(tallies);
    }
    var outcomes = new LinkedHashMap<Entrant, Outcome>();
    for (var entrant : of.entrants()) {
      outcomes.put(entrant, agreed(tallies, entrant).outcome());
    }
    return new Result(of, outcomes);
  }

  private void process(Entrant entrant, Tally tally, boolean counts)
      throws IOException, InterruptedException {
    var run = Launch.run(command(entrant), folder(), SECONDS);
    if (run.status() != 0) {
      tally.complaint = Optional.of(run.complaint());
      return;
    }
    if (!entrant.program().equals("empty")) {
      tally.check = Optional.of(run.output().strip());
    }
    if (counts) {
      tally.nanos.add((double) run.nanos());
    }
  }

  private List<String> command(Entrant entrant) throws IOException {
    var program = entrant.program();
    if (ProjectRows.has(program)) {
      return ProjectRows.command(place.launcher(), place.project(program), program);
    }
    return entrant.program().equals("empty")
        ? entrant.peer().empty(place)
        : entrant.peer().lines(place);
  }

  /** Where the generated text is; the programs read it by its name. */
  private Path folder() {
    return place.text().toAbsolutePath().getParent();
  }

  private void memory(Map<Entrant, Tally> tallies) throws IOException, InterruptedException {
    for (int round = 0; round < MEMORY_ROUNDS; round++) {
      for (var entry : tallies.entrySet()) {
        if (entry.getValue().complaint.isEmpty()) {
          var entrant = entry.getKey();
          Launch.measured(command(entrant), folder(), SECONDS)
              .kilobytes()
              .ifPresent(kilobytes -> entry.getValue().megabytes.add(kilobytes * 1024 / 1e6));
        }
      }
    }
  }

  private void inside(Entrant entrant, Tally tally, boolean counts)
      throws IOException, InterruptedException {
    var command =
        entrant
            .peer()
            .inside(
                place,
                entrant,
                switch (row.kind()) {
                  case WARM, OPERATION -> "warm";
                  case LOAD -> "load";
                  case FIRST, PROCESS -> "first";
                },
                of.size(),
                row.warmMillis(),
                row.sampleMillis());
    var run =
        row.kind() == Kind.LOAD
            ? Launch.measured(command, place.root(), SECONDS)
            : Launch.run(command, place.root(), SECONDS);
    var told = new LinkedHashMap<String, String>();
    run.output()
        .lines()
        .filter(line -> line.contains(" "))
        .forEach(
            line ->
                told.put(
                    line.substring(0, line.indexOf(' ')), line.substring(line.indexOf(' ') + 1)));
    if (run.status() != 0 || !told.containsKey("check") || !told.containsKey("ns")) {
      tally.complaint = Optional.of(run.complaint());
      return;
    }
    tally.check = Optional.of(told.get("check").strip());
    double operations = row.kind() == Kind.OPERATION ? of.size() : 1;
    if (counts) {
      tally.nanos.add(
          Statistics.of(
                      List.of(told.get("ns").strip().split(" ")).stream()
                          .map(Double::valueOf)
                          .toList())
                  .median()
              / operations);
      run.kilobytes().ifPresent(kilobytes -> tally.megabytes.add(kilobytes * 1024 / 1e6));
    }
    var allocated = number(told.get("allocated"), OptionalDouble.empty());
    if (allocated.isPresent()) {
      tally.allocated = OptionalDouble.of(allocated.getAsDouble() / operations);
    }
    tally.fibers = number(told.get("fibers"), tally.fibers);
  }

  private static OptionalDouble number(@Nullable String text, OptionalDouble otherwise) {
    return text == null ? otherwise : OptionalDouble.of(Double.parseDouble(text));
  }

  /** An entrant whose answer differs from that of most has not done the same work. */
  private static Tally agreed(Map<Entrant, Tally> tallies, Entrant entrant) {
    var tally = tallies.get(entrant);
    if (tally.complaint.isPresent() || tally.check.isEmpty()) {
      return tally;
    }
    var votes = new LinkedHashMap<String, Integer>();
    for (var other : tallies.values()) {
      other.check.ifPresent(check -> votes.merge(check, 1, Integer::sum));
    }
    var winner = votes.entrySet().stream().max(Map.Entry.comparingByValue()).orElseThrow().getKey();
    if (!tally.check.get().equals(winner)) {
      tally.complaint = Optional.of("gave " + tally.check.get() + " where others give " + winner);
    }
    return tally;
  }
}
