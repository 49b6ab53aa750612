package yona.async;

import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * The listener of a fiber that waits for one item.
 *
 * <p>The cell holds nothing, then either the item or {@link #ABANDONED}; whoever gets there first
 * decides, so an item is never taken by a fiber that raises a cancellation instead of using it.
 */
final class Waiter<T> extends AtomicReference<@Nullable Object> implements Listener<T> {

  private static final long serialVersionUID = 1;
  private static final Object ABANDONED = new Object();

  private final transient Fiber fiber;

  Waiter(Fiber fiber) {
    this.fiber = fiber;
  }

  @Override
  public boolean complete(T item) {
    if (!compareAndSet(null, item)) {
      return false;
    }
    LockSupport.unpark(fiber.thread());
    return true;
  }

  /** Refuses all items from now on; false if one was there first. */
  @SuppressWarnings("ReferenceEquality") // there is one such object
  boolean abandon() {
    return compareAndSet(null, ABANDONED) || get() == ABANDONED;
  }

  /**
   * Waits on the fiber that made this; raises the cancellation unless an item was there first.
   *
   * @param giveUp takes this out of wherever it waits
   */
  @SuppressWarnings("unchecked")
  T await(Runnable giveUp) {
    fiber.startWaiting();
    try {
      Object item;
      while ((item = get()) == null) {
        if (fiber.isCancelled() && abandon()) {
          giveUp.run();
          throw fiber.cancellation();
        }
        fiber.park();
      }
      return (T) item;
    } finally {
      fiber.endWaiting();
    }
  }
}
