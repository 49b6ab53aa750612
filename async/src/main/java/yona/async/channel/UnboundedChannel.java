package yona.async.channel;

import org.jspecify.annotations.Nullable;

/**
 * A channel that holds as many values as are sent: senders never wait, so only memory bounds how
 * far they get ahead of the readers. Safe for use by any number of threads.
 *
 * @param <T> the values
 */
public final class UnboundedChannel<T extends @Nullable Object> extends Channel<T> {

  /** Makes an open channel. */
  public UnboundedChannel() {
    super(Integer.MAX_VALUE);
  }
}
