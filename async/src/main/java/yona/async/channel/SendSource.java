package yona.async.channel;

import org.jspecify.annotations.Nullable;
import yona.async.AmongFibers;
import yona.async.Fiber;
import yona.async.Listener;
import yona.async.Names;
import yona.async.Source;
import yona.async.channel.ChannelQueues.Meeting;
import yona.async.events.Events;
import yona.async.stack.StackRoom;

/**
 * The sending of one value to a channel, as a source. Nothing here suspends; who has to wait leaves
 * a listener.
 *
 * <p>The static methods are for callers that have made sure of room on the stack, and do not have
 * the channel's lock.
 *
 * @param <T> the values
 */
final class SendSource<T extends @Nullable Object>
    implements Source<Boolean>, Names.Labelled, AmongFibers {
  private final ChannelQueues<T> queues;
  private final T value;

  SendSource(ChannelQueues<T> queues, T value) {
    this.queues = queues;
    this.value = value;
  }

  @Override
  public @Nullable Boolean poll() {
    StackRoom.require();
    Fiber.beforeEffect("Channel.trySend");
    return poll(queues, value);
  }

  @Override
  public boolean poll(Listener<? super Boolean> listener) {
    StackRoom.require();
    return poll(queues, listener, value);
  }

  @Override
  public void onComplete(Listener<? super Boolean> listener) {
    StackRoom.require();
    if (stay(queues, listener, value) && Events.on()) {
      Events.full(queues.channel, queues.capacity());
    }
  }

  @Override
  public void dropListener(Listener<? super Boolean> listener) {
    StackRoom.require();
    drop(queues, listener);
  }

  @Override
  public String label() {
    return label(queues);
  }

  @Override
  public String toString() {
    return "send to " + queues.channel;
  }

  /** What sending to a channel is called where somebody waits for it. */
  static String label(ChannelQueues<?> queues) {
    return "send to " + Names.label(queues.channel);
  }

  /** Sends a value if that can be done at once; false if the channel is closed. */
  static <T extends @Nullable Object> @Nullable Boolean poll(ChannelQueues<T> queues, T value) {
    queues.lock();
    try {
      if (queues.closed) {
        return false;
      }
      if (queues.accept(value)) {
        return true;
      }
      if (queues.observer == null) {
        return null;
      }
    } finally {
      queues.unlock();
    }
    Attempt<Boolean> attempt = new Attempt<>(null);
    attempt(queues, attempt, value);
    return attempt.item;
  }

  /** Sends a value if that can be done at once and the listener takes that. */
  private static <T extends @Nullable Object> boolean poll(
      ChannelQueues<T> queues, Listener<? super Boolean> listener, T value) {
    queues.lock();
    try {
      Meeting meeting = queues.sendFor(listener, value);
      if (meeting != Meeting.NONE || queues.observer == null) {
        return meeting == Meeting.MET;
      }
    } finally {
      queues.unlock();
    }
    Attempt<Boolean> attempt = new Attempt<>(listener);
    attempt(queues, attempt, value);
    return attempt.met;
  }

  /** Waits, to send, just for what the observer does about it at once. */
  private static <T extends @Nullable Object> void attempt(
      ChannelQueues<T> queues, Attempt<Boolean> attempt, T value) {
    queues.lock();
    try {
      if (queues.sendFor(attempt, value) != Meeting.NONE) {
        return;
      }
      queues.waitToSend(attempt, value);
    } finally {
      queues.unlock();
    }
    queues.lock();
    try {
      if (queues.senders.remove(attempt)) {
        queues.offerHead();
      }
    } finally {
      queues.unlock();
    }
  }

  /** Sends a value, or stays until it is taken: whether it does that. */
  static <T extends @Nullable Object> boolean stay(
      ChannelQueues<T> queues, Listener<? super Boolean> sender, T value) {
    queues.lock();
    try {
      boolean waits = queues.sendFor(sender, value) == Meeting.NONE;
      if (waits) {
        queues.waitToSend(sender, value);
      }
      return waits;
    } finally {
      queues.unlock();
    }
  }

  /** Takes out a sender that gives up. */
  static void drop(ChannelQueues<?> queues, Listener<?> sender) {
    queues.lock();
    try {
      queues.senders.drop(sender);
      // Also if somebody has taken its place away in passing, since its wait was over: those who
      // have refused its value have not been offered the one behind it.
      queues.offerHead();
    } finally {
      queues.unlock();
    }
  }
}
