package yona.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import yona.bench.Row.Case;
import yona.bench.Row.Entrant;

/** The rows of Redis whose entrants take no turns, and what is said of who cannot run. */
@Tag("processes")
final class RedisRowsTest {
  @ParameterizedTest
  @ValueSource(strings = {"redis-callers", "redis-codec", "redis-value", "redis-messages"})
  void everybodyDoesTheSameWork(String name) throws Exception {
    SmallRows.assertSameWork(name);
  }

  @ParameterizedTest
  @ValueSource(strings = {"redis-gets", "redis-loop"})
  void yonaProgramsTakeTurns(String program) throws Exception {
    try (var server = RedisServer.start();
        var taker =
            new TurnTaker(
                List.of(
                    SmallRows.place().java("java"),
                    "-cp",
                    SmallRows.place().classPath(),
                    "yona.bench.inside.Inside",
                    SmallRows.place().program(program),
                    "turns",
                    "10",
                    "1",
                    "1",
                    String.valueOf(server.port())),
                SmallRows.place().root())) {
      taker.ready();
      assertThat(taker.turn()).isPositive();
      assertThat(taker.turn()).isPositive();
      assertThat(taker.end()).contains("check 55");
    }
  }

  @Test
  void aProgramThatFailsIsNamedAndStopsNobody() throws Exception {
    var row = SmallRows.small("redis-batch");
    var fails = new Entrant("fails", Peer.LETTUCE, "redis-no-such-row");
    var entrants = List.of(row.cases().getFirst().entrants().getFirst(), fails);
    try (var server = RedisServer.start()) {
      var of = new Case("PINGs", 4, entrants, List.of());
      var outcomes =
          new Measurement(row, of, SmallRows.place().with(server), 1, Map.of()).run().outcomes();
      assertThat(outcomes.get(entrants.getFirst()).complaint()).isEmpty();
      assertThat(outcomes.get(fails).complaint().orElseThrow())
          .contains("no such row: redis-no-such-row");
    }
  }

  @Test
  void whoCannotRunIsNamedWithTheFigureFromElsewhere() throws Exception {
    var row = SmallRows.small("redis-batch");
    var all = RedisRows.all().getFirst().cases().getFirst().entrants();
    var carmine = all.stream().filter(each -> each.peer() == Peer.CARMINE).toList();
    var absent = Map.of(Peer.CARMINE, Peer.CARMINE.prepare(SmallRows.place()).orElseThrow());
    try (var server = RedisServer.start()) {
      var result =
          new Measurement(
                  row,
                  new Case("-", 4, carmine, List.of()),
                  SmallRows.place().with(server),
                  1,
                  absent)
              .run();
      assertThat(SmallRows.report(row, result))
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
}
