package yona.http.client;

import java.time.Duration;
import java.util.Objects;

/**
 * How a client reads an event stream. Immutable.
 *
 * @param size bytes of an event, at most
 * @param reconnects how often in a row the client comes back when the stream ends or its connection
 *     breaks, counted anew when an event has come; 0 for never
 * @param delay after which time it comes back, if the server has told none
 * @param lastId the id of the last event that came before, which the server is told; empty for none
 */
public record EventOptions(int size, int reconnects, Duration delay, String lastId) {

  /** Up to 1 MiB for an event; a stream that ends is over. */
  public static final EventOptions DEFAULT =
      new EventOptions(1 << 20, 0, Duration.ofSeconds(3), "");

  /**
   * Makes options.
   *
   * @throws IllegalArgumentException if a number is not positive, where it has to be
   */
  public EventOptions {
    Objects.requireNonNull(lastId, "lastId");
    if (size < 1 || reconnects < 0 || delay.isNegative()) {
      throw new IllegalArgumentException(
          "a size is positive, a number of reconnections and a delay are not negative");
    }
  }

  /**
   * The same with another limit of size.
   *
   * @param bytes of an event, at most
   * @return new options
   */
  public EventOptions withSize(int bytes) {
    return new EventOptions(bytes, reconnects, delay, lastId);
  }

  /**
   * The same with reconnections.
   *
   * @param most how often in a row; 0 for never
   * @param after the time before each, if the server has told none
   * @return new options
   */
  public EventOptions withReconnects(int most, Duration after) {
    return new EventOptions(size, most, after, lastId);
  }

  /**
   * The same that goes on behind an event.
   *
   * @param id its id
   * @return new options
   */
  public EventOptions withLastId(String id) {
    return new EventOptions(size, reconnects, delay, id);
  }
}
