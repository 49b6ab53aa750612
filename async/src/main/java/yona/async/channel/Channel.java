package yona.async.channel;

import org.jspecify.annotations.Nullable;
import yona.async.AmongFibers;
import yona.async.Fiber;
import yona.async.Listener;
import yona.async.Names;
import yona.async.Source;
import yona.async.Waiter;
import yona.async.events.Events;
import yona.async.stack.StackRoom;

/**
 * Values handed from senders to readers: each to exactly one reader, in the order in which they
 * were sent. Any number of fibers and threads may send, read and close at the same time.
 *
 * <p>The kinds differ in how many values they hold for readers to come: a {@link SyncChannel} none,
 * a {@link BufferedChannel} some, an {@link UnboundedChannel} as many as are sent.
 *
 * <p>How the values pass is the matter of {@link Exchange}; here is who suspends for it.
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

  /** The wait of a fiber that has its place here. */
  private abstract static class Waiting<I> extends Waiter<I>
      implements Names.Labelled, AmongFibers {

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
  }

  /** The wait of a fiber that sends. */
  private final class Sender extends Waiting<Boolean> {
    @Override
    void report() {
      Events.full(Channel.this, capacity());
    }

    @Override
    protected void abandoned() {
      dropSender(this);
    }

    @Override
    public String label() {
      return sendLabel();
    }

    @Override
    public String toString() {
      return "send to " + Channel.this;
    }
  }

  @Override
  public final void send(T value) {
    // Before anything: classes that fail to be initialized for want of stack are lost for good.
    StackRoom.require();
    Fiber.beforeWait();
    Sender sender = null;
    lock();
    try {
      if (closed) {
        throw new ChannelClosedException();
      }
      if (!accept(value)) {
        sender = new Sender();
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
    Boolean sent = pollSend(value);
    if (Boolean.FALSE.equals(sent)) {
      throw new ChannelClosedException();
    }
    return sent != null;
  }

  @Override
  public final Source<Boolean> canSend(T value) {
    return new Sending(value);
  }

  /** The sending of one value. */
  private final class Sending implements Source<Boolean>, Names.Labelled, AmongFibers {
    private final T value;

    Sending(T value) {
      this.value = value;
    }

    @Override
    public @Nullable Boolean poll() {
      StackRoom.require();
      Fiber.beforeEffect("Channel.trySend");
      return pollSend(value);
    }

    @Override
    public boolean poll(Listener<? super Boolean> listener) {
      StackRoom.require();
      return pollSend(listener, value);
    }

    @Override
    public void onComplete(Listener<? super Boolean> listener) {
      StackRoom.require();
      if (stayToSend(listener, value) && Events.on()) {
        Events.full(Channel.this, capacity());
      }
    }

    @Override
    public void dropListener(Listener<? super Boolean> listener) {
      StackRoom.require();
      dropSender(listener);
    }

    @Override
    public String label() {
      return sendLabel();
    }

    @Override
    public String toString() {
      return "send to " + Channel.this;
    }
  }

  // ---- reading

  /** The wait of a fiber that reads. */
  private final class Reader extends Waiting<Read<T>> {
    @Override
    void report() {
      Events.empty(Channel.this);
    }

    @Override
    protected void abandoned() {
      dropReader(this);
    }

    @Override
    public String label() {
      return readLabel();
    }

    @Override
    public String toString() {
      return "read from " + Channel.this;
    }
  }

  @Override
  public final Read<T> read() {
    // Before anything: classes that fail to be initialized for want of stack are lost for good.
    StackRoom.require();
    Fiber.beforeWait();
    Reader reader = null;
    Read<T> read;
    lock();
    try {
      read = takeHead();
      if (read == null) {
        reader = new Reader();
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
    return pollRead();
  }

  @Override
  public final Source<Read<T>> canRead() {
    return new Reading();
  }

  /** Reading as a source. */
  private final class Reading implements Source<Read<T>>, Names.Labelled, AmongFibers {

    @Override
    public @Nullable Read<T> poll() {
      return tryRead();
    }

    @Override
    public boolean poll(Listener<? super Read<T>> listener) {
      StackRoom.require();
      return pollRead(listener);
    }

    @Override
    public void onComplete(Listener<? super Read<T>> listener) {
      StackRoom.require();
      if (stayToRead(listener) && Events.on()) {
        Events.empty(Channel.this);
      }
    }

    @Override
    public void dropListener(Listener<? super Read<T>> listener) {
      StackRoom.require();
      dropReader(listener);
    }

    @Override
    public String label() {
      return readLabel();
    }

    @Override
    public String toString() {
      return "read from " + Channel.this;
    }
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

  private String sendLabel() {
    return "send to " + Names.label(this);
  }

  private String readLabel() {
    return "read from " + Names.label(this);
  }

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
