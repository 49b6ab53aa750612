package yona.http.client;

import java.io.IOException;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Refuses requests to a server that fails. Safe for use by any number of threads. */
final class CircuitBreaker {

  private final BreakerOptions options;
  private final String server;

  // ---- guarded by this

  private int failures;
  private long openedAt;
  private boolean trying;

  CircuitBreaker(BreakerOptions options, String server) {
    this.options = options;
    this.server = server;
  }

  /** Asks a server. */
  @FunctionalInterface
  interface Call<T> {
    T run() throws IOException;
  }

  /**
   * Makes a call, if the server is not left alone, and notes how it goes. Suspends as the call.
   *
   * @param breaker that of the server, or null
   * @param isFailure whether the server has failed though the call has a result
   */
  static <T> T guard(@Nullable CircuitBreaker breaker, Predicate<T> isFailure, Call<T> call)
      throws IOException {
    if (breaker == null) {
      return call.run();
    }
    breaker.enter();
    boolean isKnown = false;
    try {
      T result = call.run();
      breaker.leave(isFailure.test(result));
      isKnown = true;
      return result;
    } catch (IOException failed) {
      breaker.leave(true);
      isKnown = true;
      throw failed;
    } finally {
      if (!isKnown) {
        breaker.forget();
      }
    }
  }

  /** Lets a request pass, or refuses it. */
  private synchronized void enter() throws IOException {
    if (failures < options.failures()) {
      return;
    }
    if (trying || System.nanoTime() - openedAt < options.pause().toNanos()) {
      throw new IOException(
          server + ": it is not asked, as " + failures + " requests in a row have failed");
    }
    trying = true;
  }

  /** A request has ended. */
  private synchronized void leave(boolean failed) {
    trying = false;
    if (failed) {
      failures++;
      openedAt = System.nanoTime();
    } else {
      failures = 0;
    }
  }

  /** A request has been cancelled: nothing is known of the server. */
  private synchronized void forget() {
    trying = false;
  }
}
