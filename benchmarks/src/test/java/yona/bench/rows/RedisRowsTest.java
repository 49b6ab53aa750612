package yona.bench.rows;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import yona.bench.harness.Kind;

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
    var row = Rows.of("redis-batch").getFirst();
    var carmine =
        row.cases().getFirst().entrants().stream()
            .filter(each -> each.peer().equals(RedisPeers.CARMINE))
            .findFirst()
            .orElseThrow();
    assertThat(SmallRows.run(SmallRows.with(row, carmine), RedisPeers.CARMINE).printed())
        .contains("carmine", "not run: it cannot be had from Maven Central; elsewhere 3.40 ms");
  }

  @Test
  void theServerIsThatOfTheEmbeddedArtifactOrNewer() throws Exception {
    try (var server = RedisServer.start()) {
      assertThat(server.title()).matches("server: (Redis|Valkey) [0-9.]+ on 127\\.0\\.0\\.1, .*");
      server.observe(Kind.CALLERS);
      assertThat(server.observed(Kind.CALLERS, true).values())
          .singleElement()
          .satisfies(commandsARead -> assertThat(commandsARead).isPositive());
    }
  }
}
