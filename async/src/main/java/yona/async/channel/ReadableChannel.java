package yona.async.channel;

import java.util.Iterator;
import org.jspecify.annotations.Nullable;
import yona.async.CancellationException;
import yona.async.Source;

/**
 * The end of a channel that values are read from. Safe for use by any number of readers, fibers or
 * threads; each value goes to exactly one.
 *
 * <p>Only {@link Channel} is one: a select, a race and a {@link ChannelMultiplexer} rely on how it
 * hands a value to exactly one of those who want it. What is to look like a channel and is
 * something else, to count, convert or record what passes, has channels inside and its own methods,
 * or is a {@link yona.async.Source} of one's own, by {@link yona.async.OriginalSource}, which can
 * be raced and selected like this.
 *
 * @param <T> the values
 */
public sealed interface ReadableChannel<T extends @Nullable Object> extends Iterable<T>
    permits Channel {

  /**
   * Reads the next value. Suspends until there is one; counts as a wait for the start rule of
   * groups in any case.
   *
   * @return the value, or that the channel is closed and all that was sent has been read
   * @throws CancellationException if the computation is cancelled before there was a value
   */
  Read<T> read();

  /**
   * Reads the next value where a closed channel is an error. Suspends like {@link #read}.
   *
   * @return the value
   * @throws ChannelClosedException if the channel is closed and all that was sent has been read
   * @throws CancellationException if the computation is cancelled before there was a value
   */
  default T take() {
    return read().get();
  }

  /**
   * Reads the next value if there is one. Never suspends.
   *
   * @return the value, or that the channel is closed; null if there is neither
   */
  @Nullable Read<T> tryRead();

  /**
   * Reading as a source, to be raced and selected. A value that a listener refuses stays the next
   * one, and is offered to the listeners behind it and to whoever reads.
   *
   * @return a source of the values, which can be taken from again and again
   */
  Source<Read<T>> canRead();

  /**
   * The values until the channel is closed. {@code hasNext} reads, and suspends like {@link #read}:
   * who stops between {@code hasNext} and {@code next} drops a value.
   *
   * @return an iterator for one fiber
   */
  @Override
  default Iterator<T> iterator() {
    return new ReadingIterator<>(this);
  }

  /**
   * This end alone.
   *
   * @return the same channel, to be given to those who only read
   */
  default ReadableChannel<T> asReadable() {
    return this;
  }
}
