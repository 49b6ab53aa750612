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
 * Reading from a channel, as a source. Nothing here suspends; who has to wait leaves a listener.
 *
 * <p>The static methods are for callers that have made sure of room on the stack, and do not have
 * the channel's lock.
 *
 * @param <T> the values
 */
final class ReadSource<T extends @Nullable Object>
    implements Source<Read<T>>, Names.Labelled, AmongFibers {
  private final ChannelQueues<T> queues;

  ReadSource(ChannelQueues<T> queues) {
    this.queues = queues;
  }

  @Override
  public @Nullable Read<T> poll() {
    StackRoom.require();
    Fiber.beforeEffect("Channel.tryRead");
    return poll(queues);
  }

  @Override
  public boolean poll(Listener<? super Read<T>> listener) {
    StackRoom.require();
    return poll(queues, listener);
  }

  @Override
  public void onComplete(Listener<? super Read<T>> listener) {
    StackRoom.require();
    if (stay(queues, listener) && Events.on()) {
      Events.empty(queues.channel);
    }
  }

  @Override
  public void dropListener(Listener<? super Read<T>> listener) {
    StackRoom.require();
    drop(queues, listener);
  }

  @Override
  public String label() {
    return label(queues);
  }

  @Override
  public String toString() {
    return "read from " + queues.channel;
  }

  /** What reading from a channel is called where somebody waits for it. */
  static String label(ChannelQueues<?> queues) {
    return "read from " + Names.label(queues.channel);
  }

  /** Reads a value if there is one. */
  static <T extends @Nullable Object> @Nullable Read<T> poll(ChannelQueues<T> queues) {
    queues.lock();
    try {
      Read<T> read = queues.takeHead();
      if (read != null || queues.observer == null) {
        return read;
      }
    } finally {
      queues.unlock();
    }
    Attempt<Read<T>> attempt = new Attempt<>(null);
    attempt(queues, attempt);
    return attempt.item;
  }

  /** Reads a value if there is one and the listener takes it. */
  private static <T extends @Nullable Object> boolean poll(
      ChannelQueues<T> queues, Listener<? super Read<T>> listener) {
    queues.lock();
    try {
      Meeting meeting = queues.comeToRead(listener);
      if (meeting != Meeting.NONE || queues.observer == null) {
        return meeting == Meeting.MET;
      }
    } finally {
      queues.unlock();
    }
    Attempt<Read<T>> attempt = new Attempt<>(listener);
    attempt(queues, attempt);
    return attempt.met;
  }

  /** Waits, to read, just for what the observer does about it at once. */
  private static <T extends @Nullable Object> void attempt(
      ChannelQueues<T> queues, Attempt<Read<T>> attempt) {
    queues.lock();
    try {
      if (queues.comeToRead(attempt) != Meeting.NONE) {
        return;
      }
      queues.waitToRead(attempt);
    } finally {
      queues.unlock();
    }
    queues.lock();
    try {
      queues.readers.remove(attempt);
    } finally {
      queues.unlock();
    }
  }

  /** Reads a value, or stays until there is one: whether it does that. */
  private static <T extends @Nullable Object> boolean stay(
      ChannelQueues<T> queues, Listener<? super Read<T>> listener) {
    queues.lock();
    try {
      boolean waits = queues.comeToRead(listener) == Meeting.NONE;
      if (waits) {
        queues.waitToRead(listener);
      }
      return waits;
    } finally {
      queues.unlock();
    }
  }

  /** Takes out a reader that gives up. */
  static void drop(ChannelQueues<?> queues, Listener<?> reader) {
    queues.lock();
    try {
      queues.readers.drop(reader);
    } finally {
      queues.unlock();
    }
  }
}
