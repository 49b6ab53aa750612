package yona.testrun;

import java.time.Duration;

/**
 * How long a test may take. All limits of tests follow from one property, {@code yona.test.limit}
 * in seconds, which the build sets: whoever has a slow machine raises it alone.
 */
public final class TestLimit {
  private static final long SECONDS = Long.getLong("yona.test.limit", 300);

  private TestLimit() {}

  /** What a single test may take before it is taken to hang. */
  public static Duration ofTest() {
    return Duration.ofSeconds(SECONDS);
  }

  /**
   * What a test waits for one thing, such as a process or a text, before it fails by itself and
   * says what it has seen: less than the test may take.
   */
  public static Duration ofWait() {
    return ofTest().dividedBy(2);
  }
}
