package yona.clojure;

import org.junit.jupiter.api.Tag;

/** Go blocks as fibers, in a JVM of their own. */
@Tag("processes")
class FactoryTest extends ClojureTests {
  FactoryTest() {
    super("yona.async.factory-test");
  }
}
