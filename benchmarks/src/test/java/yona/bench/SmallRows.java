package yona.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import yona.bench.Row.Case;
import yona.bench.Row.Kind;

/** The rows of Redis, small and with those peers that need no installation. */
final class SmallRows {
  private static final int MILLIS = 20;

  private static final Set<Peer> PEERS =
      Bench.Tools.onPath("redis-benchmark")
          ? EnumSet.of(Peer.REDIS_PLAIN, Peer.JEDIS, Peer.LETTUCE, Peer.REDIS_BENCHMARK)
          : EnumSet.of(Peer.REDIS_PLAIN, Peer.JEDIS, Peer.LETTUCE);

  private SmallRows() {}

  /** Runs a row, and fails unless all entrants of each case gave the same. */
  static void assertSameWork(String name) throws Exception {
    var row = small(name);
    try (var server = RedisServer.start()) {
      for (var of : row.cases()) {
        var result = new Measurement(row, of, workspace().with(server), 1, Map.of()).run();
        assertThat(result.outcomes())
            .allSatisfy(
                (entrant, outcome) -> {
                  assertThat(outcome.complaint()).as(entrant.label()).isEmpty();
                  assertThat(outcome.nanos().orElseThrow().median()).isPositive();
                });
        assertThat(report(row, result)).contains(of.label(), "jedis");
      }
    }
  }

  /** A row as short as possible. */
  static Row small(String name) {
    var row =
        RedisRows.all().stream().filter(each -> each.name().equals(name)).findFirst().orElseThrow();
    var cases = row.cases().stream().map(of -> small(row.kind(), of)).toList();
    // JMH starts a JVM for each.
    var some = row.kind() == Kind.WARM ? List.of(cases.getFirst(), cases.getLast()) : cases;
    return new Row(name, row.title(), row.kind(), some, 1, MILLIS, MILLIS);
  }

  private static Case small(Kind kind, Case of) {
    long size =
        switch (kind) {
          case TURNS, CALLERS, MESSAGES -> Math.min(of.size(), 4);
          case LOAD -> 200_000;
          default -> of.size();
        };
    var entrants =
        of.entrants().stream().filter(entrant -> PEERS.contains(entrant.peer())).toList();
    return new Case(of.label(), size, entrants, List.of());
  }

  static String report(Row row, Result result) {
    var printed = new ByteArrayOutputStream();
    new Report(new PrintStream(printed, true, StandardCharsets.UTF_8)).result(row, result);
    return printed.toString(StandardCharsets.UTF_8);
  }

  static Workspace workspace() throws IOException, InterruptedException {
    var root = Path.of("").toAbsolutePath();
    var repository =
        Optional.of(root).filter(folder -> folder.endsWith("benchmarks")).map(Path::getParent);
    return new Workspace(
        repository.orElse(root), System.getProperty("java.class.path"), Bench.Tools.python());
  }
}
