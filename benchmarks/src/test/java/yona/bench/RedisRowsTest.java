package yona.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import yona.bench.Row.Case;

/** The rows of Redis whose entrants take no turns, and what is said of who cannot run. */
@Tag("processes")
final class RedisRowsTest {
  @ParameterizedTest
  @ValueSource(strings = {"redis-callers", "redis-codec", "redis-value", "redis-messages"})
  void everybodyDoesTheSameWork(String name) throws Exception {
    SmallRows.assertSameWork(name);
  }

  @Test
  void whoCannotRunIsNamedWithTheFigureFromElsewhere() throws Exception {
    var row = SmallRows.small("redis-batch");
    var all = RedisRows.all().getFirst().cases().getFirst().entrants();
    var carmine = all.stream().filter(each -> each.peer() == Peer.CARMINE).toList();
    var absent = Map.of(Peer.CARMINE, Peer.CARMINE.prepare(SmallRows.workspace()).orElseThrow());
    try (var server = RedisServer.start()) {
      var result =
          new Measurement(
                  row,
                  new Case("-", 4, carmine, List.of()),
                  SmallRows.workspace().with(server),
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
