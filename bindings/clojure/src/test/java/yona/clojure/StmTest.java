package yona.clojure;

/** Transactions on variables. */
class StmTest extends ClojureTests {
  StmTest() {
    super("yona.async.stm-test");
  }
}
