package yona.http.client;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * How long the parts of a request may take. Immutable.
 *
 * @param connect connecting, with the handshake of TLS and the wait for a free connection
 * @param head the time from the end of the request to the beginning of the response
 * @param idle a silence in the middle of a response, and a wait until the server takes more of a
 *     request; a connection that is not in use is kept for as long
 * @param all all of it, to the last byte of the response; null for as long as it takes
 */
public record ClientTimes(Duration connect, Duration head, Duration idle, @Nullable Duration all) {

  /** The times of clients that set none: 10, 30 and 30 seconds, and no limit for all. */
  public static final ClientTimes DEFAULT =
      new ClientTimes(Duration.ofSeconds(10), Duration.ofSeconds(30), Duration.ofSeconds(30), null);

  /**
   * Makes times.
   *
   * @throws IllegalArgumentException if one is not positive
   */
  public ClientTimes {
    requirePositive("connect", connect);
    requirePositive("head", head);
    requirePositive("idle", idle);
    if (all != null) {
      requirePositive("all", all);
    }
  }

  private static void requirePositive(String name, Duration time) {
    if (!time.isPositive()) {
      throw new IllegalArgumentException(name + ": a time is positive");
    }
  }

  /**
   * The same with another time for connecting.
   *
   * @param time the time
   * @return new times
   */
  public ClientTimes withConnect(Duration time) {
    return new ClientTimes(time, head, idle, all);
  }

  /**
   * The same with another time for the beginning of the response.
   *
   * @param time the time
   * @return new times
   */
  public ClientTimes withHead(Duration time) {
    return new ClientTimes(connect, time, idle, all);
  }

  /**
   * The same with another time for silence.
   *
   * @param time the time
   * @return new times
   */
  public ClientTimes withIdle(Duration time) {
    return new ClientTimes(connect, head, time, all);
  }

  /**
   * The same with another time for all of it.
   *
   * @param time the time; null for as long as it takes
   * @return new times
   */
  public ClientTimes withAll(@Nullable Duration time) {
    return new ClientTimes(connect, head, idle, time);
  }
}
