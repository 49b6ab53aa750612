package yona.async.channel;

import org.jspecify.annotations.Nullable;
import yona.async.AmongFibers;
import yona.async.Fiber;
import yona.async.Names;
import yona.async.Waiter;
import yona.async.events.Events;

/**
 * The wait of a fiber that has its place at a channel.
 *
 * @param <I> the items
 */
abstract sealed class ChannelWait<I> extends Waiter<I> implements Names.Labelled, AmongFibers {
  final Channel<?> channel;

  private ChannelWait(Channel<?> channel) {
    this.channel = channel;
  }

  /** Waits, and counts as a wait. */
  final I awaitTurn() {
    try {
      Fiber.reachedWait();
      if (Events.on()) {
        report();
      }
    } catch (Throwable error) {
      // It may be too late to leave. What others raised here is raised, but not for want of stack
      // what has been served.
      boolean left = abandon();
      if (left) {
        abandoned();
      }
      if (left || !(error instanceof StackOverflowError)) {
        throw error;
      }
    }
    return await(this);
  }

  /** Tells recordings that somebody has to wait. */
  abstract void report();

  /** The wait of a fiber that sends. */
  static final class ToSend extends ChannelWait<Boolean> {
    ToSend(Channel<?> channel) {
      super(channel);
    }

    @Override
    void report() {
      Events.full(channel, channel.capacity());
    }

    @Override
    protected void abandoned() {
      SendSource.drop(channel, this);
    }

    @Override
    public String label() {
      return SendSource.label(channel);
    }

    @Override
    public String toString() {
      return "send to " + channel;
    }
  }

  /** The wait of a fiber that reads. */
  static final class ToRead<T extends @Nullable Object> extends ChannelWait<Read<T>> {
    ToRead(Channel<T> channel) {
      super(channel);
    }

    @Override
    void report() {
      Events.empty(channel);
    }

    @Override
    protected void abandoned() {
      ReadSource.drop(channel, this);
    }

    @Override
    public String label() {
      return ReadSource.label(channel);
    }

    @Override
    public String toString() {
      return "read from " + channel;
    }
  }
}
