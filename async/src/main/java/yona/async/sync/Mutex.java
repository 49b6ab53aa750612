package yona.async.sync;

import yona.async.CancellationException;
import yona.async.Names;

/**
 * A lock that fibers get in the order in which they asked for it.
 *
 * <pre>{@code
 * try (Permit permit = mutex.acquire()) {
 *   ...
 * }
 * }</pre>
 *
 * <p>Not reentrant: who acquires it again without having closed the permit waits for itself. Not
 * bound to a fiber: whoever has the permit may hand the duty to close it on. As a {@link Permits
 * source} it can be raced and selected from.
 *
 * <p>A computation that runs out of stack or memory on its way into the mutex leaves it as it was.
 */
public final class Mutex extends Permits {

  /** Makes a free mutex. */
  public Mutex() {
    super(new PermitPool("mutex", 1), 1);
  }

  /**
   * Gets the mutex like {@link #acquire()}; counts as a wait for the start rule of groups only if
   * others have it or have asked before.
   *
   * @return the permit
   * @throws CancellationException if the computation is cancelled; the mutex is then not held
   */
  public Permit acquireUncounted() {
    return acquire(Counted.IF_NOT_FREE);
  }

  /**
   * Whether somebody has the mutex; outdated as soon as somebody else acquires or closes it.
   *
   * @return true from {@link #acquire()} until the permit is closed
   */
  public boolean isHeld() {
    return pool.free() == 0;
  }

  @Override
  public String toString() {
    return Names.label(this) + pool.withWaiting(pool.freeAtAGlance() == 0 ? "held" : "free");
  }
}
