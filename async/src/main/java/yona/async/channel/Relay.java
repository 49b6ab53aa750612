package yona.async.channel;

/**
 * The place of a multiplexer at a channel that it reads from or sends to: when the channel is to
 * wake it, and what it saw there last.
 *
 * <p>Written under the channel's lock, except for what belongs to the multiplexer. The multiplexer
 * reads it without: what is outdated there was followed by an event that wakes it again.
 */
abstract class Relay {

  /** A value has come, or there is room for one. */
  static final int SOON = 1;

  /** A sender has to wait. */
  static final int WHEN_STUCK = 2;

  /** The channel has been closed, or a reader has to wait: never passed over. */
  static final int ALWAYS = 3;

  final ChannelMultiplexer<?> multiplexer;

  /** From which event on the multiplexer is woken; back at {@link #ALWAYS} when it was. */
  int wakesAt = ALWAYS;

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
  }

  /** Where values go. */
  static final class Outlet extends Relay {
    final Channel<Object> channel;

    /** Whether the channel is the multiplexer's own, for bare values. */
    final boolean own;

    /** How many of the values in the multiplexer's hand the channel has taken; belongs to that. */
    int given;

    /** Whether the channel has been told of the multiplexer's close; belongs to that. */
    boolean told;

    Outlet(ChannelMultiplexer<?> multiplexer, Channel<Object> channel, boolean own) {
      super(multiplexer);
      this.channel = channel;
      this.own = own;
    }

    @Override
    Channel<Object> channel() {
      return channel;
    }

    /** What the channel is sent for a value. */
    Object item(Object value) {
      return own ? value : new Read.Value<>(value);
    }

    /** Whether the value that is next would have to wait for a place in a buffer. */
    boolean isFull(int held) {
      return (room == 0 || given < held) && channel.capacity() > 0;
    }
  }
}
