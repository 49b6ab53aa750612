package yona.bench.rows;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The rows of SQLite, with those on the JVM. */
@Tag("processes")
final class SqlRowsTest {
  @ParameterizedTest
  @ValueSource(strings = {"sqlite-inserts", "sqlite-batch", "sqlite-reads"})
  void everybodyDoesTheSameWork(String name) throws Exception {
    var row = SmallRows.with(Rows.of(name).getFirst(), 20, SqlRows.YONA_PLAIN, Peers.JAVA);
    SmallRows.assertSameWork(SmallRows.run(row, SqlRows.YONA_PLAIN, Peers.JAVA));
  }
}
