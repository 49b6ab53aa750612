package yona.async;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The wait of a fiber for one item.
 *
 * <p>To be made by the fiber that waits, put where the item will come from, and then {@link
 * #await}ed by it. This is what operations that suspend are made of; to wait at a {@link Source},
 * {@link Source#await} is all it takes.
 *
 * @param <T> the items
 */
@SuppressWarnings("ReferenceEquality") // threads are compared by identity
public class Waiter<T> extends Claim<T> {

  /**
   * How often a thread that called in looks again before it sleeps, and how long it spins between
   * two looks, some 10 us in all: what a fiber answers at once comes sooner than the system puts a
   * thread to sleep and wakes it.
   */
  private static final int LOOKS = Runtime.getRuntime().availableProcessors() > 1 ? 30 : 0;

  private static final int SPINS = 8;

  private final Fiber fiber;

  /** Makes a wait of the calling fiber, which has not begun. */
  public Waiter() {
    this(Fiber.current());
  }

  Waiter(Fiber fiber) {
    this.fiber = fiber;
  }

  @Override
  protected final void completed() {
    // Whoever completes its own wait is about to see that.
    if (fiber.thread() != Thread.currentThread()) {
      fiber.unpark();
    }
  }

  /** Called on the fiber that gives up its wait: leaves the place where this stands. */
  protected void abandoned() {}

  /**
   * Waits for the item, on the fiber that made this. Suspends; does not count for the start rule of
   * groups by itself.
   *
   * @param where what is waited at, for those who look at the fiber from outside
   * @return the item
   * @throws CancellationException if the computation is cancelled before the item is there; {@link
   *     #abandoned} has then been called
   */
  public final T await(Object where) {
    Objects.requireNonNull(where, "where");
    try {
      fiber.startWaiting(where);
      @Nullable T item;
      if (!fiber.own) {
        lookAgain();
      }
      while ((item = item()) == null) {
        if (fiber.isCancelled() && abandon()) {
          throw fiber.cancellation();
        }
        fiber.park();
      }
      fiber.goOn();
      return item;
    } catch (Throwable error) {
      // Also parking raises: the stack may be too deep to be copied to the heap.
      boolean given = !abandon();
      try {
        if (!given) {
          abandoned();
        }
      } finally {
        fiber.endWaiting();
      }
      if (given) {
        return Objects.requireNonNull(item());
      }
      throw error;
    } finally {
      leaveRaces();
    }
  }

  private void lookAgain() {
    for (int looks = 0; looks < LOOKS && item() == null; looks++) {
      for (int spins = 0; spins < SPINS; spins++) {
        Thread.onSpinWait();
      }
    }
  }
}
