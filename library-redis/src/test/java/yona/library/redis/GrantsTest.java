package yona.library.redis;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import yona.language.embedding.Engine;
import yona.language.runtime.Grant;

/** Grants that an option needs, beside those of the function that takes it. */
final class GrantsTest {
  @Test
  void aLogOnStandardErrorIsOutput() {
    Engine engine = Engine.untrusted().grant(Grant.NETWORK).build();
    assertThatThrownBy(
            () ->
                engine.evaluate(
                    "redis\\Client::connect_with {:log = true} \"redis://127.0.0.1:1\""))
        .hasMessageContaining("needs a grant for standard output (Grant.OUTPUT)");
  }
}
