package yona.clojure;

import org.junit.jupiter.api.Tag;

/** The programs of docs/clojure.md. */
@Tag("processes")
class GuideTest extends ClojureTests {
  GuideTest() {
    super("yona.guide-test");
  }
}
