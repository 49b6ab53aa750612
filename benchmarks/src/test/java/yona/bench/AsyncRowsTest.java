package yona.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import yona.bench.Row.Case;

/** The rows of the concurrency library. */
@Tag("processes")
final class AsyncRowsTest {
  /** Their lines of code were counted, and the row failed when everybody had run. */
  @ParameterizedTest
  @ValueSource(strings = {"future", "rendezvous", "buffered-1", "buffered-64"})
  void whoHasNoProgramIsNamedAndStopsNobody(String name) throws Exception {
    var row =
        AsyncRows.all().stream().filter(each -> each.name().equals(name)).findFirst().orElseThrow();
    var gears =
        row.cases().getFirst().entrants().stream()
            .filter(each -> each.peer() == Peer.GEARS)
            .toList();
    var absent = Map.of(Peer.GEARS, Peer.GEARS.prepare(SmallRows.workspace()).orElseThrow());
    var of = new Case("-", 1, gears, List.of());
    var result = new Measurement(row, of, SmallRows.workspace(), 1, absent).run();
    assertThat(SmallRows.report(row, result))
        .contains("gears", "not run: it cannot be had from Maven Central; elsewhere");
  }
}
