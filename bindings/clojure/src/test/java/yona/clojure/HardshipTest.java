package yona.clojure;

import org.junit.jupiter.api.Tag;

/** What is too much, too large, too deep or closed. */
@Tag("processes")
class HardshipTest extends ClojureTests {
  HardshipTest() {
    super("yona.redis.hardship-test");
  }
}
