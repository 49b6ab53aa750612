package yona.async.channel;

import org.jspecify.annotations.Nullable;

/**
 * What a read of a channel gave: a value, or that the channel is closed. Immutable.
 *
 * @param <T> the values
 */
public sealed interface Read<T extends @Nullable Object> {

  /**
   * A value was read.
   *
   * @param value the value
   * @param <T> the values
   */
  record Value<T extends @Nullable Object>(T value) implements Read<T> {}

  /**
   * The channel is closed, and all that was sent has been read.
   *
   * @param <T> the values
   */
  record Closed<T extends @Nullable Object>() implements Read<T> {
    private static final Closed<?> CLOSED = new Closed<>();
  }

  /**
   * The read that found its channel closed.
   *
   * @param <T> the values
   * @return always the same object
   */
  @SuppressWarnings("unchecked") // it holds no value
  static <T extends @Nullable Object> Read<T> closed() {
    return (Read<T>) Closed.CLOSED;
  }

  /**
   * Whether the channel was closed.
   *
   * @return false if a value was read
   */
  default boolean isClosed() {
    return this instanceof Closed<?>;
  }

  /**
   * The value.
   *
   * @return the value that was read
   * @throws ChannelClosedException if the channel was closed
   */
  default T get() {
    if (this instanceof Value<T>(T value)) {
      return value;
    }
    throw new ChannelClosedException();
  }
}
