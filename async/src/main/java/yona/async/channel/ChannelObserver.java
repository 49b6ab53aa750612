package yona.async.channel;

/**
 * Who is told of what happens at a channel, which has at most one: {@link Relays}, by which
 * multiplexers follow it.
 *
 * <p>The channel's lock guards the observer too, and everything here is called by its holder. An
 * operation first says what it has changed, once for each event, and at its end leaves it to the
 * observer to release the lock. What takes long, or uses a channel, is done after that.
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

  /** Those who read from the channel may find more there than before, or its end. */
  abstract void onReadable(int event);

  /** Those who send to the channel may find more room there than before, or its end. */
  abstract void onSendable(int event);

  /**
   * An operation is over, whether or not it has changed anything.
   *
   * @param channel where; its lock is {@link Channel#release released} in here
   */
  abstract void unlock(Channel<?> channel);
}
