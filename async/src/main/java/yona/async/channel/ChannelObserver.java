package yona.async.channel;

/**
 * Observes a channel, which has at most one observer. {@link Relays} is the only kind: multiplexers
 * follow their channels by it.
 *
 * <p>The channel's lock guards the observer too, and its holder calls the methods here. An
 * operation first reports each event that it has caused, and at its end the observer releases the
 * lock. The observer does long work, and work on channels, after that.
 *
 * <p>The events have an order, so that an observer can pass over the lesser ones.
 */
abstract class ChannelObserver {

  /** A value has come, or there is room for one. */
  static final int SOON = 1;

  /** A sender has to wait. */
  static final int WHEN_STUCK = 2;

  /** The channel has been closed, or a reader has to wait: never passed over. */
  static final int ALWAYS = 3;

  /** Readers of the channel may find more values than before, or its end. */
  abstract void onReadable(int event);

  /** Senders to the channel may find more room than before, or its end. */
  abstract void onSendable(int event);

  /**
   * An operation is over, whether or not it has changed anything.
   *
   * @param queues where; their lock is {@link ChannelQueues#release released} in here
   */
  abstract void unlock(ChannelQueues<?> queues);
}
