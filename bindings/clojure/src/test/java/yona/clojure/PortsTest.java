package yona.clojure;

/** Sources and channels of Yona as ports of core.async. */
class PortsTest extends ClojureTests {
  PortsTest() {
    super("yona.async.ports-test");
  }
}
