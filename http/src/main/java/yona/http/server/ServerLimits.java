package yona.http.server;

import java.time.Duration;
import java.util.Objects;

/**
 * The bounds of what a server takes from its clients. Immutable.
 *
 * @param line bytes of the first line of a request
 * @param headers bytes of all header fields of a request
 * @param body bytes of the body of a request that are kept in memory
 * @param contents bytes of the bodies of all requests that are kept in memory at a time; a body for
 *     which there is no room is answered with status 503
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
    long contents,
    int connections,
    int requests,
    Duration headTime,
    Duration idleTime) {

  /**
   * The bounds of a server that sets none; an eighth of the heap for the bodies of all requests.
   */
  public static final ServerLimits DEFAULT =
      new ServerLimits(
          8 << 10,
          32 << 10,
          10 << 20,
          Math.max(10 << 20, Runtime.getRuntime().maxMemory() / 8),
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
    if (body < 0) {
      throw new IllegalArgumentException("body: a limit is not negative");
    }
    requirePositive("contents", contents);
    requirePositive("connections", connections);
    requirePositive("requests", requests);
    requirePositive("headTime", Objects.requireNonNull(headTime, "headTime").toMillis());
    requirePositive("idleTime", Objects.requireNonNull(idleTime, "idleTime").toMillis());
  }

  /**
   * The same with another bound of the first line.
   *
   * @param most bytes
   * @return new limits
   */
  public ServerLimits withLine(int most) {
    return new ServerLimits(
        most, headers, body, contents, connections, requests, headTime, idleTime);
  }

  /**
   * The same with another bound of the header fields.
   *
   * @param most bytes
   * @return new limits
   */
  public ServerLimits withHeaders(int most) {
    return new ServerLimits(line, most, body, contents, connections, requests, headTime, idleTime);
  }

  /**
   * The same with another bound of bodies.
   *
   * @param most bytes
   * @return new limits
   */
  public ServerLimits withBody(long most) {
    return new ServerLimits(
        line, headers, most, contents, connections, requests, headTime, idleTime);
  }

  /**
   * The same with another bound of the bodies of all requests.
   *
   * @param most bytes that are kept in memory at a time
   * @return new limits
   */
  public ServerLimits withContents(long most) {
    return new ServerLimits(line, headers, body, most, connections, requests, headTime, idleTime);
  }

  /**
   * The same with another number of connections.
   *
   * @param most how many at once
   * @return new limits
   */
  public ServerLimits withConnections(int most) {
    return new ServerLimits(line, headers, body, contents, most, requests, headTime, idleTime);
  }

  /**
   * The same with another number of requests.
   *
   * @param most how many at once
   * @return new limits
   */
  public ServerLimits withRequests(int most) {
    return new ServerLimits(line, headers, body, contents, connections, most, headTime, idleTime);
  }

  /**
   * The same with another time for the head of a request.
   *
   * @param most the time
   * @return new limits
   */
  public ServerLimits withHeadTime(Duration most) {
    return new ServerLimits(line, headers, body, contents, connections, requests, most, idleTime);
  }

  /**
   * The same with another time for connections that say nothing.
   *
   * @param most the time
   * @return new limits
   */
  public ServerLimits withIdleTime(Duration most) {
    return new ServerLimits(line, headers, body, contents, connections, requests, headTime, most);
  }

  private static void requirePositive(String name, long value) {
    if (value <= 0) {
      throw new IllegalArgumentException(name + ": a limit is positive");
    }
  }
}
