package yona.async.sync;

import org.jspecify.annotations.Nullable;
import yona.async.Names;

/**
 * A number of permits that are lent out, one or several at a time.
 *
 * <pre>{@code
 * Semaphore connections = new Semaphore(10);
 * ...
 * try (Permit permit = connections.acquire()) {
 *   ...                                          // at most ten are here at a time
 * }
 * }</pre>
 *
 * <p>A source of single permits; {@link #together} is one of several at once. The number of permits
 * stays what it was: they are given back by closing them, which counts only once, so that there is
 * no release without an acquire. See {@link Permits} for the order in which they are given. Safe
 * for use by any number of threads.
 */
public final class Semaphore extends Permits {

  /**
   * Makes a semaphore whose permits are all free.
   *
   * @param permits how many; of none nobody ever gets one
   * @throws IllegalArgumentException if the number is negative
   */
  public Semaphore(int permits) {
    super(new PermitPool("semaphore of " + atLeastNone(permits), permits), 1);
  }

  private static int atLeastNone(int permits) {
    if (permits < 0) {
      throw new IllegalArgumentException("a semaphore cannot have " + permits + " permits");
    }
    return permits;
  }

  /**
   * Several permits that are acquired, and given back, at once.
   *
   * @param count how many
   * @return a source that gives so many as one {@link Permit}
   * @throws IllegalArgumentException if it is less than one, or more than there are in all
   */
  public Permits together(int count) {
    if (count < 1 || count > pool.total()) {
      throw new IllegalArgumentException(
          count + " permits cannot be had of a semaphore of " + pool.total());
    }
    return new Permits(pool, count);
  }

  /**
   * Acquires several permits at once. Suspends until so many are free and those who asked before
   * have theirs. Counts as a wait for the start rule of groups.
   *
   * @param count how many
   * @return the permits, which are given back together
   * @throws IllegalArgumentException if it is less than one, or more than there are in all
   * @throws yona.async.CancellationException if the computation is cancelled; nothing is acquired
   */
  public Permit acquire(int count) {
    return together(count).acquire();
  }

  /**
   * Acquires several permits at once if they are free and nobody waits. Never waits.
   *
   * @param count how many
   * @return the permits, which are given back together, or null
   * @throws IllegalArgumentException if it is less than one, or more than there are in all
   */
  public @Nullable Permit tryAcquire(int count) {
    return together(count).tryAcquire();
  }

  /**
   * How many permits are free; outdated as soon as somebody else acquires or closes one.
   *
   * @return from 0 to {@link #total}
   */
  public int free() {
    return pool.free();
  }

  /**
   * How many permits there are in all.
   *
   * @return as given to the constructor
   */
  public int total() {
    return pool.total();
  }

  @Override
  public String toString() {
    return Names.label(this)
        + pool.withWaiting(pool.freeAtAGlance() + " of " + pool.total() + " free");
  }
}
