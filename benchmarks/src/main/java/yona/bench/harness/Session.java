package yona.bench.harness;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Runs rows and reports what came of them. Closing it ends the fixtures that have been started for
 * them.
 */
public final class Session implements AutoCloseable {
  private final Workspace workspace;
  private final PrintStream out;
  private final Report report;
  private final Map<Peer, String> absent = new LinkedHashMap<>();
  private final Map<Fixture.Starter, Fixture> fixtures = new HashMap<>();
  private Optional<HtmlReport> page = Optional.empty();

  /**
   * A session in which nothing has run.
   *
   * @param out where the tables are printed
   */
  public Session(Workspace workspace, PrintStream out) {
    this.workspace = workspace;
    this.out = out;
    this.report = new Report(out);
  }

  /** Makes ready what rows need: tools, peers and fixtures. */
  public void begin(List<Row> rows) throws IOException, InterruptedException {
    Tools.ensureTime();
    if (rows.stream().anyMatch(row -> row.kind() == Kind.REQUESTS)) {
      Tools.ensureLoad();
    }
    prepare(peers(rows));
    for (var row : rows) {
      fixture(row);
    }
  }

  /** Makes peers ready; tells which are not, and why. */
  public void prepare(Set<Peer> peers) throws IOException, InterruptedException {
    for (var peer : peers) {
      var missing = Tools.ensure(peer);
      var problem = missing.isPresent() ? missing : peer.prepare(workspace);
      problem.ifPresent(
          text -> {
            absent.put(peer, text);
            System.err.println("bench: WITHOUT " + peer.label() + ": " + text);
          });
    }
  }

  private static Set<Peer> peers(List<Row> rows) {
    var peers = new LinkedHashSet<Peer>();
    rows.stream()
        .flatMap(row -> row.cases().stream())
        .flatMap(of -> of.entrants().stream())
        .forEach(
            entrant -> {
              peers.add(entrant.peer());
              entrant.server().ifPresent(server -> peers.add(server.peer()));
            });
    return peers;
  }

  /** The fixture of a row, started unless it runs already. */
  private Optional<Fixture> fixture(Row row) throws IOException, InterruptedException {
    if (row.fixture().isEmpty()) {
      return Optional.empty();
    }
    var fixture = fixtures.get(row.fixture().get());
    if (fixture == null) {
      fixture = row.fixture().get().start();
      fixtures.put(row.fixture().get(), fixture);
      out.println("\n" + fixture.title());
    }
    return Optional.of(fixture);
  }

  /**
   * From now on also keeps what comes of rows, as a page and as JSON.
   *
   * @param folder gets a folder for each session
   * @return the page
   */
  public Path keep(Path folder) {
    var kept = HtmlReport.in(folder, absent);
    page = Optional.of(kept);
    return kept.index();
  }

  /**
   * Runs a row and prints its tables.
   *
   * @param rounds how often each entrant of a case runs
   * @return what each case gave
   */
  public List<Result> run(Row row, int rounds) throws IOException, InterruptedException {
    var fixture = fixture(row);
    report.title(row, rounds);
    var results = new ArrayList<Result>();
    for (var of : row.cases()) {
      var result = new Measurement(row, of, workspace, fixture, rounds, absent).run();
      report.result(row, result);
      results.add(result);
    }
    if (page.isPresent()) {
      page.get().add(row, rounds, results);
      page.get().write(report.json());
    }
    return results;
  }

  /** Prints Yona's ratios to some peers, a line for each case that has run. */
  public void ratios(List<Peer> peers) {
    report.ratios(peers);
  }

  /** Prints which targets were met. */
  public void summary() {
    report.summary();
  }

  /** The figures of all that has run, as one JSON array; times in nanoseconds, memory in MB. */
  public String json() {
    return report.json();
  }

  @Override
  public void close() {
    fixtures.values().forEach(Fixture::close);
  }
}
