package yona.async;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The applications of a {@link Group#map} that run beside each other.
 *
 * <p>Each worker takes one element after the other. Before it applies the function it sees to it
 * that another one stands by, unless as many as may work do: if the application blocks, in
 * whatever, the carrier goes on with that one, and another carrier does if this one is kept busy.
 * Where nothing blocks, the first worker may be through with all elements before that has come to
 * pass, and no fiber is started (lazy task creation, as in {@link LazyMembers}).
 */
final class Workers<E, T extends @Nullable Object, X extends Throwable>
    implements Body<@Nullable Object, X> {

  /** An element, and what became of it. */
  static final class Work<E, T extends @Nullable Object> {
    private final E element;
    private T result;

    Work(E element) {
      this.element = element;
    }
  }

  private final Group<X> group;
  private final int limit;

  /** Gives the next piece of work, or null at the end. */
  private final Body<? extends @Nullable Work<E, T>, ? extends X> feed;

  private final SuspendingFunction<? super E, ? extends T, ? extends X> function;

  /** Held by who takes work, which may wait for it. */
  private final ReentrantLock taking = new ReentrantLock();

  /** All work, in the order of the elements. Guarded by {@link #taking}, as what follows. */
  private final List<Work<E, T>> all = new ArrayList<>();

  private int workers = 1;

  /** The worker that stands by, and has not come to take work yet. */
  private @Nullable Member<?> next;

  private boolean over;

  /** Work for whoever runs this: the first worker. */
  Workers(
      Group<X> group,
      int limit,
      Body<? extends @Nullable Work<E, T>, ? extends X> feed,
      SuspendingFunction<? super E, ? extends T, ? extends X> function) {
    this.group = group;
    this.limit = limit;
    this.feed = feed;
    this.function = function;
  }

  @Override
  public @Nullable Object run() throws X {
    for (Work<E, T> work = take(true); work != null; work = take(false)) {
      work.result = function.apply(work.element);
    }
    return null;
  }

  private @Nullable Work<E, T> take(boolean first) throws X {
    taking.lock();
    try {
      if (first) {
        next = null;
      }
      Work<E, T> work = over || group.level != Scope.OPEN ? null : feed.run();
      if (work == null) {
        over = true;
        if (next != null) {
          next.standDown();
        }
        return null;
      }
      all.add(work);
      if (next == null && workers < limit) {
        workers++;
        next = group.standBy(this);
      }
      return work;
    } finally {
      taking.unlock();
    }
  }

  /** The results, when all workers are done. */
  List<T> results() {
    List<T> results = new ArrayList<>(all.size());
    for (Work<E, T> work : all) {
      results.add(work.result);
    }
    return results;
  }
}
