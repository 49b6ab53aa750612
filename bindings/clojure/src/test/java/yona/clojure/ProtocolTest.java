package yona.clojure;

/** Raw replies, and what they are made to and from. */
class ProtocolTest extends ClojureTests {
  ProtocolTest() {
    super("yona.redis.protocol-test");
  }
}
