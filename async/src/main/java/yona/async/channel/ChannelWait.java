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
  final ChannelQueues<?> queues;

  private ChannelWait(ChannelQueues<?> queues) {
    this.queues = queues;
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
    ToSend(ChannelQueues<?> queues) {
      super(queues);
    }

    @Override
    void report() {
      Events.full(queues.channel, queues.capacity());
    }

    @Override
    protected void abandoned() {
      SendSource.drop(queues, this);
    }

    @Override
    public String label() {
      return SendSource.label(queues);
    }

    @Override
    public String toString() {
      return "send to " + queues.channel;
    }
  }

  /** The wait of a fiber that reads. */
  static final class ToRead<T extends @Nullable Object> extends ChannelWait<Read<T>> {
    ToRead(ChannelQueues<T> queues) {
      super(queues);
    }

    @Override
    void report() {
      Events.empty(queues.channel);
    }

    @Override
    protected void abandoned() {
      ReadSource.drop(queues, this);
    }

    @Override
    public String label() {
      return ReadSource.label(queues);
    }

    @Override
    public String toString() {
      return "read from " + queues.channel;
    }
  }
}
