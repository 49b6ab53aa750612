package yona.async;

import org.jspecify.annotations.Nullable;

/**
 * A lock that fibers get in the order in which they asked for it.
 *
 * <p>Not reentrant, and not bound to a fiber: whoever holds it may hand the duty to release it on.
 *
 * <p>A computation that runs out of stack or memory on its way into the mutex leaves it as it was:
 * what may need memory is made, and the stack that waiting and waking need is tried out, before
 * anything is taken.
 */
public final class Mutex {

  /**
   * Frames that have to fit, more than waiting and waking use. They cost 25 ns; an overflow between
   * taking a mutex and releasing it would lock out everybody else.
   */
  private static final int RESERVED_FRAMES = 32;

  /** The wait of a fiber, and its place in the queue. */
  private final class Place extends Waiter<Mutex> {
    @Override
    protected void abandoned() {
      drop(this);
    }
  }

  private boolean held;

  private final WaitQueue<Mutex> waiting = new WaitQueue<>();

  /** Makes a free mutex. */
  public Mutex() {}

  /**
   * Gets the mutex. Suspends while others have it or have asked before. Counts as a wait for the
   * start rule of groups, also if it is free.
   *
   * @throws CancellationException if the computation is cancelled; the mutex is then not held
   */
  public void acquire() {
    Fiber.beforeWait();
    Place place = enter();
    try {
      // Not before this has its place: the next member of a group may ask for the same mutex.
      Fiber.reachedWait();
      await(place);
    } catch (Throwable error) {
      leave(place);
      throw error;
    }
  }

  /**
   * Gets the mutex like {@link #acquire}; counts as a wait for the start rule of groups only if
   * others have it or have asked before.
   *
   * @throws CancellationException if the computation is cancelled; the mutex is then not held
   */
  public void acquireUncounted() {
    Fiber.beforeWait();
    Place place = enter();
    if (place != null) {
      try {
        Fiber.reachedWait();
        await(place);
      } catch (Throwable error) {
        leave(place);
        throw error;
      }
    }
  }

  /** Takes the mutex if it is free, else a place in the queue; null if it was free. */
  private @Nullable Place enter() {
    tryStack(RESERVED_FRAMES);
    synchronized (this) {
      if (!held) {
        held = true;
        return null;
      }
      Place place = new Place();
      waiting.add(place);
      return place;
    }
  }

  /** Overflows if so many frames do not fit. */
  private static int tryStack(int frames) {
    return frames == 0 ? 0 : 1 + tryStack(frames - 1);
  }

  private void await(@Nullable Place place) {
    if (place != null) {
      place.await(this);
    }
  }

  /** Undoes {@link #enter}. */
  private void leave(@Nullable Place place) {
    if (place == null || !place.abandon()) {
      release();
    } else {
      drop(place);
    }
  }

  private synchronized void drop(Place place) {
    waiting.remove(place);
  }

  /** Gives the mutex to the one who has waited longest. Never suspends. */
  public synchronized void release() {
    held = waiting.offer(this);
  }
}
