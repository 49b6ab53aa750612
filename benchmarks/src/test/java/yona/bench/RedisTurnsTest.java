package yona.bench;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Rows of Redis whose entrants take turns, each in a process of its own. */
@Tag("processes")
final class RedisTurnsTest {
  @ParameterizedTest
  @ValueSource(strings = {"redis-batch", "redis-fibers", "redis-lone", "redis-callback"})
  void everybodyDoesTheSameWork(String name) throws Exception {
    SmallRows.assertSameWork(name);
  }
}
