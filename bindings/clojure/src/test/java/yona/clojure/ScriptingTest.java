package yona.clojure;

import org.junit.jupiter.api.Tag;

/** Scripts. */
@Tag("processes")
class ScriptingTest extends ClojureTests {
  ScriptingTest() {
    super("yona.redis.scripting-test");
  }
}
