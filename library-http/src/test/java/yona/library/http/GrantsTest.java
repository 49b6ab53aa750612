package yona.library.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import yona.language.embedding.Engine;
import yona.language.runtime.Grant;

/** Grants that an option needs, beside those of the function that takes it. */
final class GrantsTest {
  private static final String ENVIRONMENT = "http\\Client::session {:proxy = :environment}";

  @Test
  void theProxiesOfTheEnvironmentAreOfTheEnvironment() throws InterruptedException {
    Engine engine = Engine.untrusted().grant(Grant.NETWORK).build();
    assertThatThrownBy(() -> engine.evaluate(ENVIRONMENT))
        .hasMessageContaining("needs a grant for the environment (Grant.ENVIRONMENT)");
    assertThat(engine.evaluate("http\\Client::session {:proxy = \"http://proxy:3128\"}").toString())
        .isEqualTo("<HTTP session>");
  }
}
