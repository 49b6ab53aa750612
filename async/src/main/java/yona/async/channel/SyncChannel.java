package yona.async.channel;

import org.jspecify.annotations.Nullable;

/**
 * A rendezvous: a send and a read wait for each other. Safe for use by any number of threads.
 *
 * @param <T> the values
 */
public final class SyncChannel<T extends @Nullable Object> extends Channel<T> {

  /** Makes an open channel. */
  public SyncChannel() {
    super(0);
  }
}
