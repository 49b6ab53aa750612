package yona.http.client;

import java.io.IOException;

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

  /** Lets a request pass, or refuses it. */
  synchronized void enter() throws IOException {
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
  synchronized void leave(boolean failed) {
    trying = false;
    if (failed) {
      failures++;
      openedAt = System.nanoTime();
    } else {
      failures = 0;
    }
  }

  /** A request has been cancelled: nothing is known of the server. */
  synchronized void forget() {
    trying = false;
  }
}
