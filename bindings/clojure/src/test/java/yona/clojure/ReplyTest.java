package yona.clojure;

/** The channel of a single reply. */
class ReplyTest extends ClojureTests {
  ReplyTest() {
    super("yona.redis.reply-test");
  }
}
