package yona.clojure;

import org.junit.jupiter.api.Tag;

/** Many commands, large values, deep nesting, and closed pools. */
@Tag("processes")
class HardshipTest extends ClojureTests {
  HardshipTest() {
    super("yona.redis.hardship-test");
  }
}
