package yona.clojure;

import org.junit.jupiter.api.Tag;

/** Subscriptions and the monitor. */
@Tag("processes")
class MessagesTest extends ClojureTests {
  MessagesTest() {
    super("yona.redis.messages-test");
  }
}
