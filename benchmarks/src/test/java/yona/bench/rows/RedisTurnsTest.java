package yona.bench.rows;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import yona.bench.harness.Entrant;
import yona.bench.inside.Inside;

/** Rows of Redis whose entrants take turns, each in a process of its own. */
@Tag("processes")
final class RedisTurnsTest {
  @ParameterizedTest
  @ValueSource(strings = {"redis-batch", "redis-fibers", "redis-lone", "redis-callback"})
  void everybodyDoesTheSameWork(String name) throws Exception {
    SmallRows.assertSameWork(name);
  }

  /** A shell that gives the expected check stands beside each. */
  @ParameterizedTest
  @ValueSource(strings = {"redis-gets", "redis-loop"})
  void yonaProgramsTakeTurns(String program) throws Exception {
    var yona =
        new Entrant("yona", Peers.YONA, program)
            .startedBy(
                workspace ->
                    List.of(
                        workspace.java("java"),
                        "-cp",
                        workspace.classPath(),
                        Inside.class.getName(),
                        Peers.YONA.source(workspace, program).orElseThrow().toString()));
    var turns = "echo ready; while read -r turn; do echo 1; done; echo check 10";
    var shell =
        new Entrant("shell", RedisPeers.JEDIS, program).startedBy(_ -> List.of("sh", "-c", turns));
    var row = SmallRows.with(Rows.of("redis-program").getFirst(), yona, shell);
    var outcomes = SmallRows.run(row).results().getFirst().outcomes();
    assertThat(outcomes)
        .allSatisfy((entrant, outcome) -> assertThat(outcome.complaint()).isEmpty());
    assertThat(outcomes.get(yona).nanos().orElseThrow().median()).isGreaterThan(1);
  }

  @Test
  void aProgramThatFailsIsNamedAndStopsNobody() throws Exception {
    var row = SmallRows.redis("redis-batch");
    var runs = row.cases().getFirst().entrants().getFirst();
    var fails = new Entrant("fails", RedisPeers.LETTUCE, "redis-no-such-row");
    var outcomes = SmallRows.run(SmallRows.with(row, runs, fails)).results().getFirst().outcomes();
    assertThat(outcomes.get(runs).complaint()).isEmpty();
    assertThat(outcomes.get(fails).complaint().orElseThrow())
        .contains("no such row: redis-no-such-row");
  }
}
