package yona.bench.rows;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The rows of the concurrency library. */
@Tag("processes")
final class AsyncRowsTest {
  /** Their lines of code were counted, and the row failed when everybody had run. */
  @ParameterizedTest
  @ValueSource(strings = {"future", "rendezvous", "buffered-1", "buffered-64"})
  void whoHasNoProgramIsNamedAndStopsNobody(String name) throws Exception {
    var row = Rows.of(name).getFirst();
    var gears =
        row.cases().getFirst().entrants().stream()
            .filter(each -> each.label().equals("gears"))
            .findFirst()
            .orElseThrow();
    assertThat(SmallRows.run(SmallRows.with(row, gears), gears.peer()).printed())
        .contains("gears", "not run: it cannot be had from Maven Central; elsewhere");
  }
}
