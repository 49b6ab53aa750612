package yona.bench.rows;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The rows of GraalVM's languages. */
@Tag("processes")
final class GraalRowsTest {
  @ParameterizedTest
  @ValueSource(strings = {"graal-calls", "graal-programs", "graal-start"})
  void everybodyDoesTheSameWork(String name) throws Exception {
    var row =
        SmallRows.with(Rows.of(name).getFirst(), 20, GraalRows.INTERPRETED, GraalRows.COMPILED);
    SmallRows.assertSameWork(SmallRows.run(row, GraalRows.INTERPRETED, GraalRows.COMPILED));
  }
}
