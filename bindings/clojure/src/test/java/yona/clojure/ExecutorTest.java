package yona.clojure;

/** Go blocks as fibers. */
class ExecutorTest extends ClojureTests {
  ExecutorTest() {
    super("yona.async.executor-test");
  }
}
