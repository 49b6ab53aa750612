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
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import yona.bench.Row.Case;
import yona.bench.Row.Entrant;
import yona.bench.Row.Kind;

/** The rows of Redis, small and with those peers that need no installation. */
@Tag("processes")
final class RedisRowsTest {
  private static final int MILLIS = 20;

  private static final Set<Peer> PEERS =
      Bench.Tools.onPath("redis-benchmark")
          ? EnumSet.of(Peer.REDIS_PLAIN, Peer.JEDIS, Peer.LETTUCE, Peer.REDIS_BENCHMARK)
          : EnumSet.of(Peer.REDIS_PLAIN, Peer.JEDIS, Peer.LETTUCE);

  @ParameterizedTest
  @ValueSource(
      strings = {
        "redis-batch",
        "redis-fibers",
        "redis-callers",
        "redis-lone",
        "redis-callback",
        "redis-codec",
        "redis-value",
        "redis-messages"
      })
  void everybodyDoesTheSameWork(String name) throws Exception {
    var row = small(name);
    try (var server = RedisServer.start()) {
      for (var of : row.cases()) {
        var result = new Measurement(row, of, place().with(server), 1, Map.of()).run();
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
  private static Row small(String name) {
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

  private static String report(Row row, Result result) {
    var printed = new ByteArrayOutputStream();
    new Report(new PrintStream(printed, true, StandardCharsets.UTF_8)).result(row, result);
    return printed.toString(StandardCharsets.UTF_8);
  }

  @ParameterizedTest
  @ValueSource(strings = {"redis-gets", "redis-loop"})
  void yonaProgramsTakeTurns(String program) throws Exception {
    try (var server = RedisServer.start();
        var taker =
            new TurnTaker(
                List.of(
                    place().java("java"),
                    "-cp",
                    place().classPath(),
                    "yona.bench.inside.Inside",
                    place().program(program),
                    "turns",
                    "10",
                    "1",
                    "1",
                    String.valueOf(server.port())),
                place().root())) {
      taker.ready();
      assertThat(taker.turn()).isPositive();
      assertThat(taker.turn()).isPositive();
      assertThat(taker.end()).contains("check 55");
    }
  }

  @Test
  void aProgramThatFailsIsNamedAndStopsNobody() throws Exception {
    var row = small("redis-batch");
    var fails = new Entrant("fails", Peer.LETTUCE, "redis-no-such-row");
    var entrants = List.of(row.cases().getFirst().entrants().getFirst(), fails);
    try (var server = RedisServer.start()) {
      var of = new Case("PINGs", 4, entrants, List.of());
      var outcomes = new Measurement(row, of, place().with(server), 1, Map.of()).run().outcomes();
      assertThat(outcomes.get(entrants.getFirst()).complaint()).isEmpty();
      assertThat(outcomes.get(fails).complaint().orElseThrow())
          .contains("no such row: redis-no-such-row");
    }
  }

  @Test
  void whoCannotRunIsNamedWithTheFigureFromElsewhere() throws Exception {
    var row = small("redis-batch");
    var all = RedisRows.all().getFirst().cases().getFirst().entrants();
    var carmine = all.stream().filter(each -> each.peer() == Peer.CARMINE).toList();
    var absent = Map.of(Peer.CARMINE, Peer.CARMINE.prepare(place()).orElseThrow());
    try (var server = RedisServer.start()) {
      var result =
          new Measurement(
                  row, new Case("-", 4, carmine, List.of()), place().with(server), 1, absent)
              .run();
      assertThat(report(row, result))
          .contains("carmine", "not run: it cannot be had from Maven Central; elsewhere 3.40 ms");
    }
  }

  @Test
  void theServerIsThatOfTheEmbeddedArtifactOrNewer() throws Exception {
    try (var server = RedisServer.start()) {
      assertThat(server.title()).matches("(Redis|Valkey) [0-9.]+ on 127\\.0\\.0\\.1, .*");
      server.count();
      assertThat(server.pipelining()).isPositive();
    }
  }

  private static Place place() throws IOException, InterruptedException {
    var root = Path.of("").toAbsolutePath();
    var repository =
        Optional.of(root).filter(folder -> folder.endsWith("benchmarks")).map(Path::getParent);
    return new Place(
        repository.orElse(root), System.getProperty("java.class.path"), Bench.Tools.python());
  }
}
