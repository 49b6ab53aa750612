package yona.clojure;

/** Futures, races, scopes and cancellation. */
class AsyncTest extends ClojureTests {
  AsyncTest() {
    super("yona.async.core-test");
  }
}
