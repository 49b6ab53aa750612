package yona.async.channel;

import org.jspecify.annotations.Nullable;
import yona.async.Claim;
import yona.async.Fiber;
import yona.async.Names;
import yona.async.Source;
import yona.async.stack.StackRoom;

/**
 * Values handed from senders to readers: each to exactly one reader, in the order in which they
 * were sent. Any number of fibers and threads may send, read and close at the same time.
 *
 * <p>The kinds differ in how many values they hold for readers to come: a {@link SyncChannel} none,
 * a {@link BufferedChannel} some, an {@link UnboundedChannel} as many as are sent.
 *
 * <p><b>How it works.</b> A channel holds {@link ChannelQueues}, a buffer, a queue of senders and a
 * queue of readers, and a lock that guards them. The lock is held for some ten nanoseconds. The
 * <em>head</em> is the value that is read next: the first of the buffer, else that of the first
 * sender. Between operations:
 *
 * <ul>
 *   <li>senders wait only if the buffer is full;
 *   <li>readers wait only if there is no head, or if all of them have refused it.
 * </ul>
 *
 * <p>A fiber that sends or reads and finds its partner waiting completes the partner's {@link
 * Claim} and goes on: it waits nowhere else, so one claim decides. Where a waiting reader meets a
 * waiting sender, both perhaps selects with places at other channels too, both claims are held
 * before either is completed; {@link Claim} says why that ends. A select never meets itself.
 *
 * <p>The lock is a spin lock, since what it guards is shorter than a parking; the thread that has
 * it may lose its processor, so those who wait for it give theirs away after some looks. It knows
 * its holder, so that a listener that uses the channel that calls it gets an error and no deadlock.
 *
 * <p><b>Compared with others.</b> Unlike Kotlin's channels (Koval, Alistarh &amp; Elizarov, Fast
 * and Scalable Channels in Kotlin Coroutines, PPoPP 2023) and jox, whose readers and senders meet
 * in cells without a lock, readers here may refuse a value and leave it, which a cell that is
 * handed out in advance cannot do; and on a scheduler that keeps fibers that wake each other on one
 * carrier the lock is nearly always free. From Scala gears come the sources and listeners, and that
 * sends are sources too ({@code sendSource} there); unlike there, what is buffered at the close can
 * still be read: whoever sent it was told that it was sent.
 *
 * <p><b>Stack.</b> A stack overflow leaves neither the lock held nor a value half way, since the
 * channel's operations first make sure that there is room on the stack for all that they do here.
 * What runs under the lock does not do so again: it would be too late.
 *
 * @param <T> the values
 */
public abstract sealed class Channel<T extends @Nullable Object>
    implements SendableChannel<T>, ReadableChannel<T>, CloseableChannel
    permits SyncChannel, BufferedChannel, UnboundedChannel {

  /** The values that are held, those who wait, and the lock that guards them. */
  final ChannelQueues<T> queues;

  /** A channel that holds so many values. */
  Channel(int capacity) {
    queues = new ChannelQueues<>(this, capacity);
  }

  // ---- sending

  @Override
  public final void send(T value) {
    // Before anything: classes that fail to be initialized for want of stack are lost for good.
    StackRoom.require();
    Fiber.beforeWait();
    ChannelQueues<T> queues = this.queues;
    ChannelWait.ToSend sender = null;
    queues.lock();
    try {
      if (queues.closed) {
        throw new ChannelClosedException();
      }
      if (!queues.accept(value)) {
        sender = new ChannelWait.ToSend(queues);
        queues.waitToSend(sender, value);
      }
    } finally {
      queues.unlock();
    }
    if (sender == null) {
      Fiber.reachedWait();
    } else if (!sender.awaitTurn()) {
      throw new ChannelClosedException();
    }
  }

  @Override
  public final boolean trySend(T value) {
    StackRoom.require();
    Fiber.beforeEffect("Channel.trySend");
    Boolean sent = SendSource.poll(queues, value);
    if (Boolean.FALSE.equals(sent)) {
      throw new ChannelClosedException();
    }
    return sent != null;
  }

  @Override
  public final Source<Boolean> canSend(T value) {
    return new SendSource<>(queues, value);
  }

  // ---- reading

  @Override
  public final Read<T> read() {
    // Before anything: classes that fail to be initialized for want of stack are lost for good.
    StackRoom.require();
    Fiber.beforeWait();
    ChannelQueues<T> queues = this.queues;
    ChannelWait.ToRead<T> reader = null;
    Read<T> read;
    queues.lock();
    try {
      read = queues.takeHead();
      if (read == null) {
        reader = new ChannelWait.ToRead<>(queues);
        queues.waitToRead(reader);
      }
    } finally {
      queues.unlock();
    }
    if (reader != null) {
      return reader.awaitTurn();
    }
    Fiber.reachedWait();
    return read;
  }

  @Override
  public final @Nullable Read<T> tryRead() {
    StackRoom.require();
    Fiber.beforeEffect("Channel.tryRead");
    return ReadSource.poll(queues);
  }

  @Override
  public final Source<Read<T>> canRead() {
    return new ReadSource<>(queues);
  }

  // ---- closing

  @Override
  public final void close() {
    StackRoom.require();
    Fiber.beforeEffect("Channel.close");
    end();
  }

  /** Closes; does nothing the second time. */
  final void end() {
    queues.lock();
    try {
      queues.close();
    } finally {
      queues.unlock();
    }
  }

  @Override
  public final boolean isClosed() {
    StackRoom.require();
    queues.lock();
    try {
      return queues.closed;
    } finally {
      queues.unlock();
    }
  }

  /**
   * How many values are buffered at this moment.
   *
   * @return at most the {@link #capacity}
   */
  public final int size() {
    StackRoom.require();
    queues.lock();
    try {
      return queues.size();
    } finally {
      queues.unlock();
    }
  }

  /**
   * How many values can be buffered.
   *
   * @return 0 for a rendezvous, {@link Integer#MAX_VALUE} if there is no bound
   */
  public final int capacity() {
    return queues.capacity();
  }

  /** How many wait at this moment, also those whose wait is over and who have not left. */
  final int waiting() {
    queues.lock();
    try {
      return queues.readers.size() + queues.senders.size();
    } finally {
      queues.unlock();
    }
  }

  /**
   * What this is and how full, at a glance that takes no lock.
   *
   * @return the label of {@link Names}, and the numbers of values and of those who wait
   */
  @Override
  public final String toString() {
    return Names.label(this) + " " + queues.glance();
  }
}
