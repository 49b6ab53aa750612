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

/** Rows of Redis whose entrants take turns, each in a process of its own. */
@Tag("processes")
final class RedisTurnsTest {
  @ParameterizedTest
  @ValueSource(strings = {"redis-batch", "redis-fibers", "redis-lone", "redis-callback"})
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
                    SmallRows.workspace().java("java"),
                    "-cp",
                    SmallRows.workspace().classPath(),
                    "yona.bench.inside.Inside",
                    SmallRows.workspace().program(program),
                    "turns",
                    "10",
                    "1",
                    "1",
                    String.valueOf(server.port())),
                SmallRows.workspace().root())) {
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
          new Measurement(row, of, SmallRows.workspace().with(server), 1, Map.of())
              .run()
              .outcomes();
      assertThat(outcomes.get(entrants.getFirst()).complaint()).isEmpty();
      assertThat(outcomes.get(fails).complaint().orElseThrow())
          .contains("no such row: redis-no-such-row");
    }
  }
}
