package yona.clojure;

import org.junit.jupiter.api.Tag;

/** The functions of the commands, by family. */
@Tag("processes")
class CommandsTest extends ClojureTests {
  CommandsTest() {
    super("yona.redis.commands-test");
  }
}
