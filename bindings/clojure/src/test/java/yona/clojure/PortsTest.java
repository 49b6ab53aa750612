package yona.clojure;

/** What is awaited with both libraries. */
class PortsTest extends ClojureTests {
  PortsTest() {
    super("yona.async.ports-test");
  }
}
