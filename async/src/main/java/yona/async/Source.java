package yona.async;

import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Something that can be awaited.
 *
 * <p>A source that is ready answers {@link #poll()} at once; otherwise a listener can be left with
 * it. Sources can be mapped, filtered, raced and selected from; one that loses a race keeps its
 * item. Sources of one's own extend {@link OriginalSource}. Safe for use by any number of threads.
 *
 * @param <T> the items it gives; never null
 */
public interface Source<T> {

  /**
   * Offers the item to the listener if one is there. Never blocks and never keeps the listener.
   *
   * @param listener who wants the item
   * @return whether the listener took an item
   */
  boolean poll(Listener<? super T> listener);

  /**
   * Takes the item if one is there. Never blocks.
   *
   * @return the item, or null
   */
  @Nullable T poll();

  /**
   * Calls the listener with the item: at once if the source is ready (and does not keep the
   * listener), otherwise when it becomes ready. A listener that takes an item has left; one that
   * refuses stays.
   *
   * @param listener who wants the item
   */
  void onComplete(Listener<? super T> listener);

  /**
   * Forgets a listener. It may still be called if an item is on its way to it. Does nothing if the
   * listener is not there.
   *
   * @param listener one that equals the one given to {@link #onComplete}
   */
  void dropListener(Listener<? super T> listener);

  /**
   * Waits for the item. Suspends; counts as a wait for the start rule of groups unless the item is
   * there already.
   *
   * @return the item
   * @throws CancellationException if the computation is cancelled, also when the item is there
   */
  default T await() {
    Fiber fiber = Fiber.current();
    fiber.checkCancelled();
    T item = poll();
    if (item != null) {
      return item;
    }
    Fiber.reachedWait();
    return SourceWaiter.await(fiber, this);
  }

  /**
   * Waits like {@link #await} without counting for the start rule of groups: for operations whose
   * waiting a program must not be able to notice, like a log whose reader is slow.
   *
   * @return the item
   * @throws CancellationException if the computation is cancelled
   */
  default T awaitUncounted() {
    Fiber fiber = Fiber.current();
    fiber.checkCancelled();
    T item = poll();
    return item != null ? item : SourceWaiter.await(fiber, this);
  }

  /**
   * A source of what a function makes of this one's items. Who awaits it, or selects from it, also
   * in a race, applies the function itself; for a {@link Listener}, or if the result is filtered
   * again, whoever completes the source does.
   *
   * <p>If the function throws, who awaits, polls or selects gets the error, and has taken the item:
   * it is gone, unless it is a {@link Loan}, like a permit, which is given back. A listener has not
   * taken it.
   *
   * @param function applied to the item; gives no null; must be short and must not wait
   * @param <U> its results
   * @return a source that reads from this one
   */
  default <U> Source<U> map(Function<? super T, ? extends U> function) {
    return new DerivedSource.Mapped<>(this, function);
  }

  /**
   * A source of those items of this one that a predicate accepts. The others are left where they
   * are, for those who want them.
   *
   * <p>If the predicate throws, who awaits, polls or selects, also in a race, gets the error, and
   * has taken the item: it is gone, unless it is a {@link Loan}, which is given back. A {@link
   * Listener} has not taken it.
   *
   * @param predicate asked for each item, perhaps several times, by whoever completes the source;
   *     must be short and must not wait or use the source
   * @return a source that reads from this one
   */
  default Source<T> filter(Predicate<? super T> predicate) {
    return new DerivedSource.Filtered<>(this, predicate);
  }

  /**
   * This source as a case of a {@link Async#select select}.
   *
   * @param handler applied to the item, on the fiber that selects, if this case is the one that
   *     happens; may suspend
   * @param <R> its result
   * @param <X> what it may raise
   * @return the case
   */
  default <R extends @Nullable Object, X extends Throwable> Case<R, X> handle(
      SuspendingFunction<? super T, ? extends R, ? extends X> handler) {
    return new Case<>(this, this, handler);
  }

  /**
   * The first of several sources to be ready. The others keep their items. If several are ready at
   * once, {@link #poll} takes the first of them in the order given.
   *
   * @param sources what is raced; of none the race never ends, of one it is that source; the same
   *     one may be there twice
   * @param <T> their items
   * @return a source of the winner's item
   */
  @SafeVarargs
  @SuppressWarnings("varargs")
  static <T> Source<T> race(Source<? extends T>... sources) {
    Objects.requireNonNull(sources, "sources");
    return DerivedSource.raced(sources.clone());
  }

  /**
   * {@link #race(Source[])} of a list.
   *
   * @param sources what is raced
   * @param <T> their items
   * @return a source of the winner's item
   */
  @SuppressWarnings("unchecked") // a source only gives items
  static <T> Source<T> race(List<? extends Source<? extends T>> sources) {
    Objects.requireNonNull(sources, "sources");
    return DerivedSource.raced((Source<T>[]) sources.toArray(Source<?>[]::new));
  }

  /**
   * The first of two sources to be ready, telling which one it was.
   *
   * @param left one source
   * @param right another source
   * @param <A> the items of the one
   * @param <B> the items of the other
   * @return a source of the winner's item
   */
  static <A, B> Source<Either<A, B>> either(Source<? extends A> left, Source<? extends B> right) {
    Objects.requireNonNull(left, "left");
    Objects.requireNonNull(right, "right");
    return race(left.map(Either.Left<A, B>::new), right.map(Either.Right<A, B>::new));
  }
}
