package yona.async.channel;

import org.jspecify.annotations.Nullable;

/**
 * The place of a multiplexer at a channel that it reads from or sends to: when the channel is to
 * wake it, what it saw there last, and how values pass.
 *
 * <p>Written under the channel's lock, except for what belongs to the multiplexer. The multiplexer
 * reads it without: what is outdated there was followed by an event that wakes it again.
 */
abstract class Relay {

  final ChannelMultiplexer<?> multiplexer;

  /**
   * From which event on the multiplexer is woken; back at {@link ChannelObserver#ALWAYS} when it
   * was.
   */
  int wakesAt = ChannelObserver.ALWAYS;

  /** Whether somebody waited at the channel: a reader where values are sent to, else a sender. */
  boolean awaited;

  /** How many values the channel would take, where values are sent to. */
  int room;

  /** Whether nothing more can come from, or go to, the channel. */
  boolean closed;

  Relay(ChannelMultiplexer<?> multiplexer) {
    this.multiplexer = multiplexer;
  }

  /** Where it stands. */
  abstract Channel<?> channel();

  /** Where values come from. */
  static final class Intake<T> extends Relay {
    final Channel<? extends T> channel;

    Intake(ChannelMultiplexer<T> multiplexer, Channel<? extends T> channel) {
      super(multiplexer);
      this.channel = channel;
    }

    @Override
    Channel<? extends T> channel() {
      return channel;
    }

    /** Takes as many values as there are, and has itself woken later if that is not enough. */
    void fill(Batch batch, int most, int event) {
      ChannelQueues<? extends T> queues = channel.queues;
      boolean fed;
      queues.lock();
      try {
        while (batch.size < most) {
          Read<? extends T> read = queues.takeHead();
          if (read == null || read.isClosed()) {
            closed = read != null;
            break;
          }
          batch.values[batch.size++] = read.get();
        }
        if (batch.size < most) {
          wakesAt = event;
        }
        awaited = !queues.senders.isEmpty();
        fed = Relays.isFed(queues);
      } finally {
        queues.unlock();
      }
      if (fed && batch.size == 0 && event == ChannelObserver.SOON && !closed) {
        // Another multiplexer that feeds the channel passes values on for a reader that waits.
        Read<? extends T> read = ReadSource.poll(queues);
        if (read != null && !read.isClosed()) {
          batch.values[batch.size++] = read.get();
        }
      }
    }

    /** Looks whether senders wait, and has itself woken later. */
    void look(int event) {
      ChannelQueues<? extends T> queues = channel.queues;
      queues.lock();
      try {
        wakesAt = event;
        awaited = !queues.senders.isEmpty();
      } finally {
        queues.unlock();
      }
    }
  }

  /** Where values go. */
  static final class Outlet extends Relay {
    final Channel<@Nullable Object> channel;

    /** Whether the channel is the multiplexer's own, for bare values. */
    final boolean own;

    /** How many of the values in the multiplexer's batch the channel has taken; belongs to that. */
    int given;

    /** Whether the value that is next has to wait for a place in a buffer; belongs to that. */
    boolean full;

    /** Whether the channel has been told of the multiplexer's close; belongs to that. */
    boolean told;

    Outlet(ChannelMultiplexer<?> multiplexer, Channel<@Nullable Object> channel, boolean own) {
      super(multiplexer);
      this.channel = channel;
      this.own = own;
    }

    @Override
    Channel<@Nullable Object> channel() {
      return channel;
    }

    private @Nullable Object item(@Nullable Object value) {
      return own ? value : new Read.Value<>(value);
    }

    /** Sends as many values as the channel takes. */
    void give(Batch batch) {
      ChannelQueues<@Nullable Object> queues = channel.queues;
      boolean wanted;
      queues.lock();
      try {
        while (!queues.closed && given < batch.size && queues.accept(item(batch.values[given]))) {
          given++;
        }
        wanted = queues.capacity() == 0 && Relays.isWanted(queues);
      } finally {
        queues.unlock();
      }
      // At a rendezvous, another multiplexer takes a value of a sender that waits.
      while (wanted
          && given < batch.size
          && Boolean.TRUE.equals(SendSource.poll(queues, item(batch.values[given])))) {
        given++;
      }
    }

    /** Has itself woken when there is room; true if there is some already. */
    boolean wakeWhenRoom() {
      ChannelQueues<?> queues = channel.queues;
      queues.lock();
      try {
        if (queues.closed || !queues.isFull()) {
          return true;
        }
        wakesAt = ChannelObserver.SOON;
        return false;
      } finally {
        queues.unlock();
      }
    }

    /**
     * Notes whether the buffer is full. Whoever acts on that goes by the note: a reader may make
     * room at any moment, and does not wake the multiplexer before that has asked for it.
     *
     * @return how many values the channel would take
     */
    int noteRoom(int held) {
      int room = this.room;
      full = (room == 0 || given < held) && channel.capacity() > 0;
      return room;
    }
  }
}
