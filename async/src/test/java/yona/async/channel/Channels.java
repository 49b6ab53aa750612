package yona.async.channel;

import org.jspecify.annotations.Nullable;

/** What tests outside of this package know of channels. */
public final class Channels {

  private Channels() {}

  /** A channel of each kind: 0 for a rendezvous, -1 for no bound. */
  public static <T extends @Nullable Object> Channel<T> of(int capacity) {
    return switch (capacity) {
      case 0 -> new SyncChannel<>();
      case -1 -> new UnboundedChannel<>();
      default -> new BufferedChannel<>(capacity);
    };
  }

  /** How many wait at a channel. */
  public static int waitingAt(Channel<?> channel) {
    return channel.waiting();
  }
}
