package yona.clojure;

import org.junit.jupiter.api.Tag;

/** Pools, their options, their connections, and what is lost. */
@Tag("processes")
class PoolTest extends ClojureTests {
  PoolTest() {
    super("yona.redis.pool-test");
  }
}
