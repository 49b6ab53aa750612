package yona.async.channel;

import org.jspecify.annotations.Nullable;
import yona.async.CancellationException;
import yona.async.Source;

/**
 * The end of a channel that values are sent to. Safe for use by any number of senders, fibers or
 * threads.
 *
 * <p>Only {@link Channel} is one: a select, a race and a {@link ChannelMultiplexer} rely on how it
 * hands a value to exactly one of those who want it. What is to look like a channel and is
 * something else, to count, convert or record what passes, has channels inside and its own methods,
 * or is a {@link yona.async.Source} of one's own, by {@link yona.async.OriginalSource}, which can
 * be raced and selected like this.
 *
 * @param <T> the values
 */
public sealed interface SendableChannel<T extends @Nullable Object> permits Channel {

  /**
   * Sends a value. Suspends until a reader or a place in the buffer takes it; counts as a wait for
   * the start rule of groups in any case, and keeps the order of the calls.
   *
   * @param value the value
   * @throws ChannelClosedException if the channel is closed, also while this waits; the value is
   *     then not delivered
   * @throws CancellationException if the computation is cancelled before the value was taken
   */
  void send(T value);

  /**
   * Sends a value if that can be done at once. Never suspends.
   *
   * @param value the value
   * @return whether it was sent
   * @throws ChannelClosedException if the channel is closed
   */
  boolean trySend(T value);

  /**
   * The sending of a value as a source, to be raced and selected: who takes its item has sent the
   * value, who does not has not. (Scala gears' {@code sendSource}, whose item says the same.)
   *
   * <p>A listener of one's own that has no claim is told of the sending and not asked: what it
   * returns does not matter.
   *
   * @param value the value, sent once for each item taken
   * @return a source of true when the value was sent, of false if the channel is closed
   */
  Source<Boolean> canSend(T value);

  /**
   * This end alone.
   *
   * @return the same channel, to be given to those who only send
   */
  default SendableChannel<T> asSendable() {
    return this;
  }
}
