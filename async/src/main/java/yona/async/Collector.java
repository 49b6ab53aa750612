package yona.async;

import java.util.ArrayDeque;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Futures in the order in which they end: a source of the next one that has ended.
 *
 * <pre>{@code
 * for (Future<Page> page : Future.collector(pages)) {
 *   show(page.value());
 * }
 * }</pre>
 *
 * <p>Made by {@link Future#collector}. Any number of fibers may take from it; each future is given
 * to one of them.
 *
 * @param <T> their values
 */
public final class Collector<T extends @Nullable Object> extends OriginalSource<Future<T>>
    implements Iterable<Future<T>> {

  private final ArrayDeque<Future<T>> ended = new ArrayDeque<>();

  /** Those that nobody has taken, ended or not. Guarded by this. */
  private int left;

  Collector(List<? extends Future<T>> futures) {
    Objects.requireNonNull(futures, "futures");
    futures.forEach(this::add);
  }

  /** Stands at a future without having seen how it ended: that is for those who take it. */
  private record Stand<T extends @Nullable Object>(Collector<T> collector, Future<T> future)
      implements Listener<Result<T>> {
    @Override
    public boolean complete(Result<T> result) {
      collector.ended(future);
      return false;
    }
  }

  /**
   * Adds a future; it may have ended.
   *
   * @param future the future, which is given once for each time that it is added
   */
  public void add(Future<T> future) {
    Objects.requireNonNull(future, "future");
    synchronized (this) {
      left++;
    }
    future.onComplete(new Stand<>(this, future));
  }

  private synchronized void ended(Future<T> future) {
    if (offer(future)) {
      left--;
    } else {
      ended.add(future);
    }
  }

  @Override
  public synchronized boolean poll(Listener<? super Future<T>> listener) {
    Objects.requireNonNull(listener, "listener");
    Future<T> first = ended.peek();
    if (first == null || !Listener.offer(listener, first)) {
      return false;
    }
    ended.remove();
    left--;
    return true;
  }

  /**
   * Whether a future is left that nobody has taken.
   *
   * @return false if {@link #await} would wait for ever
   */
  public synchronized boolean hasNext() {
    return left > 0;
  }

  /**
   * The futures that are left, for one fiber: {@code next} suspends until one has ended.
   *
   * @return an iterator
   */
  @Override
  public Iterator<Future<T>> iterator() {
    return new Iterator<>() {
      @Override
      public boolean hasNext() {
        return Collector.this.hasNext();
      }

      @Override
      public Future<T> next() {
        if (!hasNext()) {
          throw new NoSuchElementException("all futures have been taken");
        }
        return await();
      }
    };
  }
}
