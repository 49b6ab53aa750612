package yona.redis.server;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import yona.testrun.TestLimit;

/** Waits for what a server tells nobody by itself: asks again and again. */
final class Until {
  private static final Duration LIMIT = TestLimit.ofWait();

  private static final long BETWEEN_NANOS = 2_000_000;

  private Until() {}

  /** A question to a server, which may not answer yet. */
  @FunctionalInterface
  interface Question {
    boolean isSo() throws IOException;
  }

  /** Asks until it is so. */
  static void so(String what, Question question) {
    long deadline = System.nanoTime() + LIMIT.toNanos();
    IOException last = null;
    while (true) {
      try {
        if (question.isSo()) {
          return;
        }
      } catch (IOException e) {
        last = e;
      }
      if (System.nanoTime() > deadline) {
        throw failed(what, last);
      }
      LockSupport.parkNanos(BETWEEN_NANOS);
    }
  }

  private static AssertionError failed(String what, @Nullable IOException last) {
    return new AssertionError("still not so after " + LIMIT + ": " + what, last);
  }
}
