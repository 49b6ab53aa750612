package yona.async;

import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/**
 * A lock that fibers get in the order in which they asked for it.
 *
 * <p>Not reentrant, and not bound to a fiber: whoever holds it may hand the duty to release it on.
 */
public final class Mutex {

  private boolean held;
  private @Nullable ArrayDeque<Waiter<Mutex>> queue;

  /** Makes a free mutex. */
  public Mutex() {}

  /**
   * Gets the mutex. Suspends while others have it or have asked before. Counts as a wait for the
   * start rule of groups, also if it is free.
   *
   * @throws CancellationException if the computation is cancelled; the mutex is then not held
   */
  public void acquire() {
    Waiter<Mutex> waiter = enter();
    try {
      // Not before this has its place: the next member of a group may ask for the same mutex.
      Fiber.reachedWait();
    } catch (Throwable error) {
      leave(waiter);
      throw error;
    }
    if (waiter != null) {
      waiter.await(() -> drop(waiter));
    }
  }

  /**
   * Gets the mutex like {@link #acquire}; counts as a wait for the start rule of groups only if
   * others have it or have asked before.
   *
   * @throws CancellationException if the computation is cancelled; the mutex is then not held
   */
  public void acquireUncounted() {
    Waiter<Mutex> waiter = enter();
    if (waiter != null) {
      try {
        Fiber.reachedWait();
      } catch (Throwable error) {
        leave(waiter);
        throw error;
      }
      waiter.await(() -> drop(waiter));
    }
  }

  /** Takes the mutex if it is free, else a place in the queue; null if it was free. */
  private @Nullable Waiter<Mutex> enter() {
    Fiber fiber = Fiber.current();
    fiber.checkCancelled();
    synchronized (this) {
      if (!held) {
        held = true;
        return null;
      }
      Waiter<Mutex> waiter = new Waiter<>(fiber);
      if (queue == null) {
        queue = new ArrayDeque<>();
      }
      queue.add(waiter);
      return waiter;
    }
  }

  /** Undoes {@link #enter}. */
  private void leave(@Nullable Waiter<Mutex> waiter) {
    if (waiter == null || !waiter.abandon()) {
      release();
    } else {
      drop(waiter);
    }
  }

  private synchronized void drop(Waiter<Mutex> waiter) {
    queue.remove(waiter);
  }

  /** Gives the mutex to the one who has waited longest. Never suspends. */
  public void release() {
    synchronized (this) {
      for (Waiter<Mutex> next = poll(); next != null; next = poll()) {
        if (next.complete(this)) {
          return;
        }
      }
      held = false;
    }
  }

  private @Nullable Waiter<Mutex> poll() {
    return queue == null ? null : queue.poll();
  }
}
