package yona.async;

import org.jspecify.annotations.Nullable;

/**
 * Something that can be awaited.
 *
 * <p>A source that is ready answers {@link #poll} at once; otherwise a listener can be left with
 * it. Safe for use by any number of threads.
 *
 * @param <T> the items it gives
 */
public interface Source<T> {

  /**
   * Offers the item to the listener if one is there. Never blocks and never keeps the listener.
   *
   * @param listener who wants the item
   * @return whether an item was there (also if the listener refused it)
   */
  boolean poll(Listener<? super T> listener);

  /**
   * The item if one is there. Never blocks.
   *
   * @return the item, or null
   */
  @Nullable T poll();

  /**
   * Calls the listener with the item: at once if the source is ready (and does not keep the
   * listener), otherwise when it becomes ready.
   *
   * @param listener who wants the item
   */
  void onComplete(Listener<? super T> listener);

  /**
   * Forgets a listener. It may still be called if an item is on its way to it.
   *
   * @param listener the one that was given to {@link #onComplete}
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
    T item = poll();
    if (item != null) {
      Fiber.current().checkCancelled();
      return item;
    }
    Fiber.reachedWait();
    return awaitUncounted();
  }

  /**
   * Waits like {@link #await} without counting for the start rule of groups: for operations whose
   * waiting a program must not be able to notice, like back-pressure of the console.
   *
   * @return the item
   * @throws CancellationException if the computation is cancelled
   */
  default T awaitUncounted() {
    Fiber fiber = Fiber.current();
    fiber.checkCancelled();
    T item = poll();
    if (item != null) {
      return item;
    }
    Waiter<T> waiter = new Waiter<>(fiber);
    onComplete(waiter);
    return waiter.await(() -> dropListener(waiter));
  }
}
