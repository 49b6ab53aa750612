package yona.async.channel;

import org.jspecify.annotations.Nullable;

/**
 * A channel that holds some values for readers to come; senders wait while it is full. Safe for use
 * by any number of threads.
 *
 * @param <T> the values
 */
public final class BufferedChannel<T extends @Nullable Object> extends Channel<T> {

  /**
   * Makes an open channel.
   *
   * @param capacity how many values it holds, at least 1; memory is taken as it fills
   */
  public BufferedChannel(int capacity) {
    if (capacity < 1) {
      throw new IllegalArgumentException("a buffer of at least 1 value, not " + capacity);
    }
    super(capacity);
  }
}
