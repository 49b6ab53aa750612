package yona.bench.rows;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The rows of Yona in Clojure. */
@Tag("processes")
final class ClojureRowsTest {
  @ParameterizedTest
  @ValueSource(strings = {"clojure-pings", "clojure-sets", "clojure-go"})
  void everybodyDoesTheSameWork(String name) throws Exception {
    var row =
        SmallRows.with(
            Rows.of(name).getFirst(), 200, ClojureRows.CLOJURE, ClojureRows.JAVA, ClojureRows.GO);
    SmallRows.assertSameWork(SmallRows.run(row, ClojureRows.CLOJURE, ClojureRows.JAVA));
  }
}
