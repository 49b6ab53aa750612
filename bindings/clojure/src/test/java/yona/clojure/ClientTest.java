package yona.clojure;

import org.junit.jupiter.api.Tag;

/** Reading replies, forgetting them, and what arguments may be. */
@Tag("processes")
class ClientTest extends ClojureTests {
  ClientTest() {
    super("yona.redis.client-test");
  }
}
