package yona.http.server;

import java.time.Duration;
import java.util.Objects;

/**
 * What a server takes from its clients, at most. Immutable.
 *
 * @param line bytes of the first line of a request
 * @param headers bytes of all header fields of a request
 * @param body bytes of the body of a request
 * @param connections how many are open at once; more are closed at once
 * @param requests how many are handled at once; more are answered with status 503
 * @param headTime how long the head of a request may take from its first byte on
 * @param idleTime how long a connection may say nothing: between two requests, in the middle of a
 *     body, while it does not take an answer
 */
public record ServerLimits(
    int line,
    int headers,
    long body,
    int connections,
    int requests,
    Duration headTime,
    Duration idleTime) {

  /** What servers have that say nothing of it. */
  public static final ServerLimits DEFAULT =
      new ServerLimits(
          8 << 10,
          32 << 10,
          10 << 20,
          16_384,
          4_096,
          Duration.ofSeconds(10),
          Duration.ofSeconds(60));

  /**
   * Makes limits.
   *
   * @throws IllegalArgumentException if one is not positive; the body's may be 0
   */
  public ServerLimits {
    requirePositive("line", line);
    requirePositive("headers", headers);
    requirePositive("body", body + 1);
    requirePositive("connections", connections);
    requirePositive("requests", requests);
    requirePositive("headTime", Objects.requireNonNull(headTime, "headTime").toMillis());
    requirePositive("idleTime", Objects.requireNonNull(idleTime, "idleTime").toMillis());
  }

  private static void requirePositive(String name, long value) {
    if (value <= 0) {
      throw new IllegalArgumentException(name + ": a limit is positive");
    }
  }
}
