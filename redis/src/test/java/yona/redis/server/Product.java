package yona.redis.server;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Assumptions;
import yona.redis.embedded.Options;

/** The servers that the client is tested with. */
public enum Product {
  /** The one of {@code redis-embedded}, which is always there. */
  REDIS_7,

  /**
   * A newer one of others, whose program is named by {@code -Dyona.valkey=FILE}, as {@code ./check}
   * does. It does not encrypt as {@code ./check} gets it.
   */
  VALKEY_9;

  private static final @Nullable String VALKEY = System.getProperty("yona.valkey");

  /** Whether it can be started here. */
  public boolean isHere() {
    return this == REDIS_7 || VALKEY != null;
  }

  /** Skips the test if it cannot be. */
  public void assumeHere() {
    Assumptions.assumeTrue(isHere(), "no server of Valkey: -Dyona.valkey=FILE names one");
  }

  /** How it is started. The test is skipped if it cannot be. */
  public Options options() {
    assumeHere();
    return this == REDIS_7 ? Options.DEFAULT : Options.DEFAULT.withServer(Path.of(VALKEY));
  }

  /** The same with lines of its configuration. */
  public Options options(String... configuration) {
    return options().withConfiguration(configuration);
  }
}
