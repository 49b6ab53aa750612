package yona.http.client;

import java.time.Duration;

/**
 * When a client stops asking a server that fails (M. Nygard, "Release It!", 2007: circuit breaker).
 * A failure is a connection that cannot be made or breaks, a time limit, or a status from 500 on,
 * of a WebSocket's handshake too. Immutable.
 *
 * @param failures after so many failures in a row the server is asked no more
 * @param pause for so long; then one request tries whether it is better
 */
public record BreakerOptions(int failures, Duration pause) {

  /**
   * Makes options.
   *
   * @throws IllegalArgumentException if one of them is not positive
   */
  public BreakerOptions {
    if (failures < 1 || !pause.isPositive()) {
      throw new IllegalArgumentException("failures and pause are positive");
    }
  }
}
