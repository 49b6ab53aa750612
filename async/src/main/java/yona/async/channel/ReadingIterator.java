package yona.async.channel;

import java.util.Iterator;
import java.util.NoSuchElementException;
import org.jspecify.annotations.Nullable;

/** Reads a channel until it is closed. */
final class ReadingIterator<T extends @Nullable Object> implements Iterator<T> {

  private final ReadableChannel<T> channel;
  private @Nullable Read<T> next;

  ReadingIterator(ReadableChannel<T> channel) {
    this.channel = channel;
  }

  @Override
  public boolean hasNext() {
    if (next == null) {
      next = channel.read();
    }
    return !next.isClosed();
  }

  @Override
  public T next() {
    if (!hasNext()) {
      throw new NoSuchElementException("the channel is closed");
    }
    Read<T> read = next;
    next = null;
    return read.get();
  }
}
