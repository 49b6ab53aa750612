package yona.http.websocket;

import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * How a side speaks WebSocket. Immutable.
 *
 * @param message bytes of a message that comes, at most, also when it was compressed; a larger one
 *     ends the connection with code 1009
 * @param frame bytes of a part of a message, at most
 * @param subprotocols what this side speaks over it, the preferred one first; empty if that is not
 *     negotiated. A server serves a client that offers none of them without one; a client accepts a
 *     server that chooses none
 * @param origins for servers: the sites whose pages may connect, like {@code https://example.org},
 *     or {@link #ANY}; empty for pages of the host that the request names. Clients that are no
 *     browsers tell no site, and are served
 * @param isCompressed whether messages are compressed where the other side can (permessage-deflate,
 *     RFC 7692): takes 300 KB of memory for each connection
 * @param ping how often the other side is asked whether it is there; null for never
 * @param answer how long the other side may take to answer that, to take a message, and to end its
 *     side; and how long the session of a server may go on when the client is gone
 */
public record WebSocketOptions(
    int message,
    int frame,
    List<String> subprotocols,
    Set<String> origins,
    boolean isCompressed,
    @Nullable Duration ping,
    Duration answer) {

  /** Stands for all sites. */
  public static final String ANY = "*";

  /** The limits where none are set. */
  public static final WebSocketOptions DEFAULT =
      new WebSocketOptions(
          1 << 20,
          1 << 20,
          List.of(),
          Set.of(),
          false,
          Duration.ofSeconds(30),
          Duration.ofSeconds(20));

  /**
   * Makes options.
   *
   * @throws IllegalArgumentException if a limit is not positive, or a subprotocol's name is no
   *     token
   */
  public WebSocketOptions {
    subprotocols = List.copyOf(subprotocols);
    origins = Set.copyOf(origins);
    Objects.requireNonNull(answer, "answer");
    if (message <= 0 || frame <= 0 || !answer.isPositive()) {
      throw new IllegalArgumentException("limits are positive");
    }
    if (ping != null && !ping.isPositive()) {
      throw new IllegalArgumentException("the time between two pings is positive");
    }
    for (String name : subprotocols) {
      if (!name.matches("[!#$%&'*+.^_`|~0-9A-Za-z-]+")) {
        throw new IllegalArgumentException("not the name of a subprotocol: " + name);
      }
    }
  }

  /**
   * The same with other limits of size.
   *
   * @param ofMessage bytes of a message
   * @param ofFrame bytes of a part of one
   * @return new options
   */
  public WebSocketOptions withLimits(int ofMessage, int ofFrame) {
    return new WebSocketOptions(
        ofMessage, ofFrame, subprotocols, origins, isCompressed, ping, answer);
  }

  /**
   * The same with other subprotocols.
   *
   * @param names their names, the preferred one first
   * @return new options
   */
  public WebSocketOptions withSubprotocols(String... names) {
    return new WebSocketOptions(
        message, frame, List.of(names), origins, isCompressed, ping, answer);
  }

  /**
   * The same for pages of other sites.
   *
   * @param sites the sites, like {@code https://example.org}, or {@link #ANY}; none for pages of
   *     the host that the request names
   * @return new options
   */
  public WebSocketOptions withOrigins(String... sites) {
    return new WebSocketOptions(
        message, frame, subprotocols, Set.of(sites), isCompressed, ping, answer);
  }

  /**
   * The same with another choice on compression.
   *
   * @param compressed whether messages are compressed where the other side can
   * @return new options
   */
  public WebSocketOptions withCompression(boolean compressed) {
    return new WebSocketOptions(message, frame, subprotocols, origins, compressed, ping, answer);
  }

  /**
   * The same with other times.
   *
   * @param between how often the other side is asked whether it is there; null for never
   * @param forAnswer how long it may take for what is asked of it
   * @return new options
   */
  public WebSocketOptions withTimes(@Nullable Duration between, Duration forAnswer) {
    return new WebSocketOptions(
        message, frame, subprotocols, origins, isCompressed, between, forAnswer);
  }
}
