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
   * Gets the mutex. Suspends while others have it or have asked before.
   *
   * @throws CancellationException if the computation is cancelled; the mutex is then not held
   */
  public void acquire() {
    Fiber fiber = Fiber.current();
    fiber.checkCancelled();
    Waiter<Mutex> waiter;
    synchronized (this) {
      if (!held) {
        held = true;
        return;
      }
      waiter = new Waiter<>(fiber);
      if (queue == null) {
        queue = new ArrayDeque<>();
      }
      queue.add(waiter);
    }
    Fiber.reachedWait();
    waiter.await(() -> drop(waiter));
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
