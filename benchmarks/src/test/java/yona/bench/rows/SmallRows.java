package yona.bench.rows;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import yona.bench.harness.Case;
import yona.bench.harness.Entrant;
import yona.bench.harness.Kind;
import yona.bench.harness.Peer;
import yona.bench.harness.Result;
import yona.bench.harness.Row;
import yona.bench.harness.Session;
import yona.bench.harness.Tools;
import yona.bench.harness.Workspace;

/** Rows as short as possible. */
final class SmallRows {
  private static final int MILLIS = 20;

  /** The clients of Redis that need no installation. */
  private static final Set<Peer> CLIENTS =
      Stream.of(
              RedisPeers.YONA_PLAIN,
              RedisPeers.JEDIS,
              RedisPeers.LETTUCE,
              RedisPeers.REDIS_BENCHMARK)
          .filter(
              peer -> !peer.equals(RedisPeers.REDIS_BENCHMARK) || Tools.onPath("redis-benchmark"))
          .collect(Collectors.toUnmodifiableSet());

  private SmallRows() {}

  /** What a row gave, and what was printed of it. */
  record Report(List<Result> results, String printed) {}

  /**
   * Runs a row, one round of it.
   *
   * @param prepared peers that are made ready before it
   */
  static Report run(Row row, Peer... prepared) throws Exception {
    var printed = new ByteArrayOutputStream();
    var out = new PrintStream(printed, true, StandardCharsets.UTF_8);
    try (var session = new Session(workspace(), out)) {
      session.prepare(Set.of(prepared));
      var results = session.run(row, 1);
      return new Report(results, printed.toString(StandardCharsets.UTF_8));
    }
  }

  /** Runs a row of Redis, and fails unless all entrants of each case gave the same. */
  static void assertSameWork(String name) throws Exception {
    var report = run(redis(name));
    assertSameWork(report);
    assertThat(report.printed).contains("jedis");
  }

  /** Fails unless all entrants of each case gave the same. */
  static void assertSameWork(Report report) {
    for (var result : report.results) {
      assertThat(result.outcomes()).isNotEmpty();
      assertThat(result.outcomes())
          .allSatisfy(
              (entrant, outcome) -> {
                assertThat(outcome.complaint()).as(entrant.label()).isEmpty();
                assertThat(outcome.nanos().orElseThrow().median()).isPositive();
              });
      assertThat(report.printed).contains(result.of().label());
    }
  }

  /** A row of Redis, with the clients that need no installation. */
  static Row redis(String name) {
    var row = Rows.of(name).getFirst();
    var cases = row.cases().stream().map(of -> small(row.kind(), of)).toList();
    // JMH starts a JVM for each.
    return with(row, row.kind() == Kind.WARM ? List.of(cases.getFirst(), cases.getLast()) : cases);
  }

  private static Case small(Kind kind, Case of) {
    long size =
        switch (kind) {
          case TURNS, CALLERS, MESSAGES -> Math.min(of.size(), 4);
          case LOAD -> 200_000;
          default -> of.size();
        };
    var entrants =
        of.entrants().stream().filter(entrant -> CLIENTS.contains(entrant.peer())).toList();
    return new Case(of.label(), size, entrants, List.of());
  }

  /** A row of another size, with the entrants of some peers. */
  static Row with(Row row, int size, Peer... peers) {
    var chosen = Set.of(peers);
    var cases =
        row.cases().stream()
            .map(of -> of.with(size, entrant -> chosen.contains(entrant.peer())))
            .toList();
    return with(row, cases);
  }

  /** A row with other entrants. */
  static Row with(Row row, Entrant... entrants) {
    return with(row, new Case("-", 4, List.of(entrants), List.of()));
  }

  /** A row with one other case. */
  static Row with(Row row, Case of) {
    return with(row, List.of(of));
  }

  private static Row with(Row row, List<Case> cases) {
    return new Row(row.name(), row.title(), row.kind(), cases, 1, MILLIS, MILLIS, row.fixture());
  }

  static Workspace workspace() {
    var root = Path.of("").toAbsolutePath();
    var repository =
        Optional.of(root).filter(folder -> folder.endsWith("benchmarks")).map(Path::getParent);
    return new Workspace(repository.orElse(root), System.getProperty("java.class.path"));
  }
}
