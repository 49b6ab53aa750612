package yona.async.channel;

import org.jspecify.annotations.Nullable;
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
 * <p>How the values pass is the matter of {@link Exchange}; here are the operations.
 *
 * @param <T> the values
 */
public abstract sealed class Channel<T extends @Nullable Object> extends Exchange<T>
    implements SendableChannel<T>, ReadableChannel<T>, CloseableChannel
    permits SyncChannel, BufferedChannel, UnboundedChannel {

  /** A channel that holds so many values. */
  Channel(int capacity) {
    super(capacity);
  }

  // ---- sending

  @Override
  public final void send(T value) {
    // Before anything: classes that fail to be initialized for want of stack are lost for good.
    StackRoom.require();
    Fiber.beforeWait();
    ChannelWait.ToSend sender = null;
    lock();
    try {
      if (closed) {
        throw new ChannelClosedException();
      }
      if (!accept(value)) {
        sender = new ChannelWait.ToSend(this);
        waitToSend(sender, value);
      }
    } finally {
      unlock();
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
    Boolean sent = SendSource.poll(this, value);
    if (Boolean.FALSE.equals(sent)) {
      throw new ChannelClosedException();
    }
    return sent != null;
  }

  @Override
  public final Source<Boolean> canSend(T value) {
    return new SendSource<>(this, value);
  }

  // ---- reading

  @Override
  public final Read<T> read() {
    // Before anything: classes that fail to be initialized for want of stack are lost for good.
    StackRoom.require();
    Fiber.beforeWait();
    ChannelWait.ToRead<T> reader = null;
    Read<T> read;
    lock();
    try {
      read = takeHead();
      if (read == null) {
        reader = new ChannelWait.ToRead<>(this);
        waitToRead(reader);
      }
    } finally {
      unlock();
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
    return ReadSource.poll(this);
  }

  @Override
  public final Source<Read<T>> canRead() {
    return new ReadSource<>(this);
  }

  // ---- closing

  @Override
  public final void close() {
    StackRoom.require();
    Fiber.beforeEffect("Channel.close");
    end();
  }

  @Override
  public final boolean isClosed() {
    StackRoom.require();
    lock();
    try {
      return closed;
    } finally {
      unlock();
    }
  }

  /**
   * How many values are buffered at this moment.
   *
   * @return at most the {@link #capacity}
   */
  public final int size() {
    StackRoom.require();
    return buffered();
  }

  /**
   * How many values can be buffered.
   *
   * @return 0 for a rendezvous, {@link Integer#MAX_VALUE} if there is no bound
   */
  public abstract int capacity();

  /**
   * What this is and how full, at a glance that takes no lock.
   *
   * @return the label of {@link Names}, and the numbers of values and of those who wait
   */
  @Override
  public final String toString() {
    return Names.label(this) + " " + glance();
  }
}
