package yona.bench.harness;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import yona.bench.harness.Result.Outcome;
import yona.bench.load.Load;
import yona.bench.load.WebLoad;

/**
 * Runs the entrants of a case in interleaved rounds: A B C, A B C, ... Whatever drifts on the
 * machine while a case runs meets every entrant alike.
 */
final class Measurement {
  /** No process may take longer. */
  private static final int SECONDS = 120;

  /** How many turns each program takes in a round. */
  private static final int TURNS = 20;

  /** How often a whole process is run again to ask for its memory. */
  private static final int USE_ROUNDS = 3;

  private final Row row;
  private final Case of;
  private final Workspace workspace;
  private final Optional<Fixture> fixture;
  private final int rounds;
  private final Map<Peer, String> absent;

  /**
   * A measurement of one case.
   *
   * @param fixture what the row's programs ask, if they ask anything
   * @param rounds how often each entrant runs
   * @param absent the peers that cannot run here, and why
   */
  Measurement(
      Row row,
      Case of,
      Workspace workspace,
      Optional<Fixture> fixture,
      int rounds,
      Map<Peer, String> absent) {
    this.row = row;
    this.of = of;
    this.workspace = workspace;
    this.fixture = fixture;
    this.rounds = rounds;
    this.absent = absent;
  }

  /** What an entrant has given so far. */
  private static final class Tally {
    final List<Double> nanos = new ArrayList<>();
    final List<Double> megabytes = new ArrayList<>();
    OptionalDouble allocated = OptionalDouble.empty();
    OptionalDouble fibers = OptionalDouble.empty();
    final Map<Metric, List<Double>> metrics = new LinkedHashMap<>();
    Optional<String> check = Optional.empty();
    Optional<String> complaint = Optional.empty();

    void add(Metric metric, double value) {
      metrics.computeIfAbsent(metric, _ -> new ArrayList<>()).add(value);
    }

    Outcome outcome(OptionalInt lines) {
      return new Outcome(
          Optional.of(Statistics.of(nanos)),
          megabytes.isEmpty()
              ? OptionalDouble.empty()
              : OptionalDouble.of(Statistics.of(megabytes).median()),
          allocated,
          fibers,
          medians(),
          lines,
          Optional.empty());
    }

    private Map<Metric, Double> medians() {
      var medians = new LinkedHashMap<Metric, Double>();
      metrics.forEach((metric, each) -> medians.put(metric, Statistics.of(each).median()));
      return medians;
    }
  }

  Result run() throws IOException, InterruptedException {
    var tallies = new LinkedHashMap<Entrant, Tally>();
    for (var entrant : of.entrants()) {
      var tally = new Tally();
      tally.complaint =
          Stream.concat(Stream.of(entrant.peer()), entrant.server().stream().map(Server::peer))
              .filter(absent::containsKey)
              .map(absent::get)
              .findFirst();
      tallies.put(entrant, tally);
    }
    if (fixture.isPresent()) {
      fixture.get().reset();
    }
    // The round before the first fills the caches of the disk and is not counted.
    for (int round = row.kind().isFresh() ? 0 : 1; round <= rounds; round++) {
      if (row.kind() == Kind.TURNS) {
        turns(tallies);
        continue;
      }
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
      use(tallies);
    }
    var outcomes = new LinkedHashMap<Entrant, Outcome>();
    for (var entrant : of.entrants()) {
      outcomes.put(entrant, outcome(entrant, agreed(tallies, entrant)));
    }
    return new Result(of, outcomes);
  }

  // ---- whole processes -------------------------------------------------------------------------

  private void process(Entrant entrant, Tally tally, boolean counts)
      throws IOException, InterruptedException {
    var run =
        served(
            entrant,
            (port, pid) -> Subprocess.run(command(entrant, port), workspace.target(), SECONDS));
    if (run.status() != 0) {
      tally.complaint = Optional.of(run.complaint());
      return;
    }
    // What a command of the row's own prints is the row's affair.
    if (entrant.command().isEmpty()) {
      tally.check = Optional.of(run.output().strip());
    }
    if (counts) {
      tally.nanos.add((double) run.nanos());
    }
  }

  private List<String> command(Entrant entrant, int port) throws IOException, InterruptedException {
    if (entrant.command().isPresent()) {
      return entrant.command().get().words(workspace);
    }
    return Peer.joined(
        entrant.peer().process(workspace, entrant.program()), arguments(entrant, port));
  }

  /** The arguments of a whole process: the port of its server, and either its file or its size. */
  private List<String> arguments(Entrant entrant, int port) throws IOException {
    var arguments = new ArrayList<String>();
    if (entrant.server().isPresent()) {
      arguments.add(String.valueOf(port));
    }
    fixture.ifPresent(asked -> arguments.add(asked.address()));
    arguments.add(
        of.input().isPresent()
            ? workspace.target().relativize(of.input().get().file(workspace)).toString()
            : String.valueOf(of.size()));
    return arguments;
  }

  private void use(Map<Entrant, Tally> tallies) throws IOException, InterruptedException {
    for (int round = 0; round < USE_ROUNDS; round++) {
      for (var entry : tallies.entrySet()) {
        if (entry.getValue().complaint.isEmpty()) {
          var entrant = entry.getKey();
          served(
                  entrant,
                  (port, pid) ->
                      Subprocess.measured(command(entrant, port), workspace.target(), SECONDS))
              .use()
              .ifPresent(
                  use -> {
                    entry.getValue().megabytes.add(use.megabytes());
                    entry.getValue().add(Metric.PROCESSOR, use.processorNanos());
                  });
        }
      }
    }
  }

  // ---- servers ---------------------------------------------------------------------------------

  /** What runs beside a server, if it needs one. */
  private interface Client {
    Subprocess.Run run(int port, long pid) throws IOException, InterruptedException;
  }

  /** Runs a client while its server runs, or what needs no server without. */
  private Subprocess.Run served(Entrant entrant, Client client)
      throws IOException, InterruptedException {
    var command = server(entrant);
    if (command.isEmpty()) {
      return client.run(0, 0);
    }
    Subprocess.Run run;
    try (var server = ServerProcess.start(command, workspace.root())) {
      run =
          server.port().isPresent()
              ? client.run(server.port().get(), server.pid())
              : new Subprocess.Run(1, 0, "", "", Optional.empty());
      var complaint = server.complaint();
      if (complaint.isPresent()) {
        return run.failed(complaint.get());
      }
    }
    if (run.status() != 0 || entrant.server().isEmpty()) {
      return run;
    }
    return entrant.server().get().complaint(workspace).map(run::failed).orElse(run);
  }

  /** The command of the server that an entrant needs, or is; empty if there is none. */
  private List<String> server(Entrant entrant) throws IOException, InterruptedException {
    if (row.kind() == Kind.ANSWER) {
      // The clock stands before its start.
      return List.of();
    }
    if (row.kind().isOfWeb()) {
      return Peer.joined(pinned("0"), webServer(entrant));
    }
    if (row.kind().isOfServers()) {
      return entrant.peer().process(workspace, entrant.program());
    }
    if (entrant.server().isEmpty()) {
      return List.of();
    }
    var server = entrant.server().get();
    return Peer.joined(
        server.peer().process(workspace, server.program()), server.arguments(workspace));
  }

  /** Of a web server: any free port, and the address of what it asks. */
  private List<String> webServer(Entrant entrant) throws IOException, InterruptedException {
    return Peer.joined(
        Peer.joined(entrant.peer().process(workspace, entrant.program()), List.of("0")),
        fixture.map(Fixture::address).stream().toList());
  }

  /** The start of a command that runs on one processor, if there is another one for the others. */
  private List<String> pinned(String processor) {
    return row.kind() == Kind.REQUESTS && Runtime.getRuntime().availableProcessors() > 1
        ? List.of("taskset", "-c", processor)
        : List.of();
  }

  /** The command of the clients of an entrant that is a server. */
  private List<String> load(Entrant entrant, int port, long pid)
      throws IOException, InterruptedException {
    var java = List.of(workspace.java("java"), "-cp", workspace.target() + "/classes");
    if (row.kind() == Kind.ANSWER) {
      return Peer.joined(
          Peer.joined(java, List.of(WebLoad.class.getName(), "answer", request().path())),
          webServer(entrant));
    }
    var counts =
        List.of(
            row.kind().mode(),
            String.valueOf(port),
            String.valueOf(pid),
            String.valueOf(of.size()),
            String.valueOf(row.warmMillis()),
            String.valueOf(row.sampleMillis()));
    if (!row.kind().isOfWeb()) {
      return Peer.joined(Peer.joined(java, List.of(Load.class.getName())), counts);
    }
    var asked =
        List.of(
            request().path(), String.valueOf(request().ahead()), request().http2() ? "h2" : "h1");
    return Peer.joined(
        Peer.joined(
            Peer.joined(pinned("1"), Peer.joined(java, List.of(WebLoad.class.getName()))), counts),
        asked);
  }

  private WebRequest request() {
    return of.request().orElseThrow();
  }

  // ---- programs that measure themselves --------------------------------------------------------

  /** What a program says: lines with a name and what it is told. */
  private static Map<String, String> told(Stream<String> lines) {
    var told = new LinkedHashMap<String, String>();
    lines
        .filter(line -> line.contains(" "))
        .forEach(
            line ->
                told.put(
                    line.substring(0, line.indexOf(' ')), line.substring(line.indexOf(' ') + 1)));
    return told;
  }

  private void inside(Entrant entrant, Tally tally, boolean counts)
      throws IOException, InterruptedException {
    if (fixture.isPresent()) {
      fixture.get().observe(row.kind());
    }
    var run = served(entrant, (port, pid) -> inside(entrant, port, pid));
    var observed =
        fixture.isPresent()
            ? fixture.get().observed(row.kind(), entrant.equals(of.entrants().getFirst()))
            : Map.<Metric, Double>of();
    var told = told(run.output().lines());
    if (run.status() != 0 || !told.containsKey("check") || !told.containsKey("ns")) {
      tally.complaint = Optional.of(run.complaint());
      return;
    }
    tally.check = Optional.of(told.get("check").strip());
    double operations = row.kind().isOfOperations() ? of.size() : 1;
    var allocated = number(told.get("allocated"), OptionalDouble.empty());
    if (allocated.isPresent()) {
      tally.allocated = OptionalDouble.of(allocated.getAsDouble() / operations);
    }
    tally.fibers = number(told.get("fibers"), tally.fibers);
    if (!counts) {
      return;
    }
    tally.nanos.add(
        Statistics.of(
                    List.of(told.get("ns").strip().split(" ")).stream()
                        .map(Double::valueOf)
                        .toList())
                .median()
            / operations);
    run.use().ifPresent(use -> tally.megabytes.add(use.megabytes()));
    if (told.containsKey("rss")) {
      tally.megabytes.add(Double.parseDouble(told.get("rss")) * 1024 / 1e6);
    }
    for (var metric : Metric.OF_PROGRAMS) {
      if (told.containsKey(metric.name())) {
        tally.add(metric, Double.parseDouble(told.get(metric.name())));
      }
    }
    observed.forEach(tally::add);
  }

  private Subprocess.Run inside(Entrant entrant, int port, long pid)
      throws IOException, InterruptedException {
    if (row.kind().isOfServers()) {
      return Subprocess.run(load(entrant, port, pid), workspace.root(), SECONDS);
    }
    var command = inside(entrant, entrant.server().isPresent() ? port : of.size());
    return row.kind().hasMemory()
        ? Subprocess.measured(command, workspace.root(), SECONDS)
        : Subprocess.run(command, workspace.root(), SECONDS);
  }

  private List<String> inside(Entrant entrant, long size) throws IOException, InterruptedException {
    return Peer.joined(
        entrant.command().isPresent()
            ? entrant.command().get().words(workspace)
            : entrant.peer().inside(workspace, entrant),
        List.of(
            row.kind().mode(),
            String.valueOf(size),
            String.valueOf(row.warmMillis()),
            String.valueOf(row.sampleMillis()),
            input()));
  }

  /** The input of programs that measure themselves. */
  private String input() throws IOException {
    if (of.input().isPresent()) {
      return of.input().get().file(workspace).toString();
    }
    return fixture.map(Fixture::address).orElse("-");
  }

  /** A round of all entrants at the same time: each is warm before the next one starts. */
  private void turns(Map<Entrant, Tally> tallies) throws IOException, InterruptedException {
    var takers = new LinkedHashMap<Entrant, TurnTaker>();
    try {
      for (var entrant : of.entrants()) {
        if (tallies.get(entrant).complaint.isEmpty()) {
          var taker = new TurnTaker(inside(entrant, of.size()), workspace.root());
          takers.put(entrant, taker);
          attempt(taker, tallies.get(entrant), taker::ready);
        }
      }
      for (int turn = 0; turn < TURNS; turn++) {
        for (var each : takers.entrySet()) {
          var tally = tallies.get(each.getKey());
          attempt(each.getValue(), tally, () -> tally.nanos.add(each.getValue().turn()));
        }
      }
      for (var each : takers.entrySet()) {
        var tally = tallies.get(each.getKey());
        attempt(
            each.getValue(),
            tally,
            () -> {
              var told = told(each.getValue().end().stream());
              tally.check = Optional.ofNullable(told.get("check"));
              tally.allocated = number(told.get("allocated"), tally.allocated);
              tally.fibers = number(told.get("fibers"), tally.fibers);
            });
      }
    } finally {
      for (var taker : takers.values()) {
        taker.close();
      }
    }
  }

  /** What a program that takes turns may fail at. */
  private interface Step {
    void run() throws IOException, InterruptedException;
  }

  private static void attempt(TurnTaker taker, Tally tally, Step step)
      throws IOException, InterruptedException {
    if (tally.complaint.isEmpty()) {
      try {
        step.run();
      } catch (IOException error) {
        tally.complaint = Optional.of(taker.complaint(error));
      }
    }
  }

  private static OptionalDouble number(@Nullable String text, OptionalDouble otherwise) {
    return text == null ? otherwise : OptionalDouble.of(Double.parseDouble(text));
  }

  // ---- outcomes --------------------------------------------------------------------------------

  /** The lines of code are counted for programs that ran: others may have no source. */
  private Outcome outcome(Entrant entrant, Tally tally) throws IOException {
    return tally.complaint.isPresent()
        ? Outcome.failed(tally.complaint.get())
        : tally.outcome(lines(entrant));
  }

  /** The lines of code of an entrant's program, and of its server's. */
  private OptionalInt lines(Entrant entrant) throws IOException {
    var lines = LinesOfCode.count(entrant.peer().source(workspace, entrant.program()));
    if (lines.isEmpty() || entrant.server().isEmpty()) {
      return lines;
    }
    var server = entrant.server().get();
    var served = LinesOfCode.count(server.peer().source(workspace, server.program()));
    return served.isEmpty() ? served : OptionalInt.of(lines.getAsInt() + served.getAsInt());
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
