package yona.async.sync;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import yona.async.Loan;

/**
 * What was acquired of a {@link Semaphore}, a {@link Mutex} or an {@link RwLock}, to be given back
 * by {@link #close}.
 *
 * <p>Not bound to a fiber: whoever has it may hand on the duty to close it. Safe for use by any
 * number of threads.
 */
public final class Permit implements Loan {

  private static final VarHandle COUNT;

  static {
    try {
      COUNT = MethodHandles.lookup().findVarHandle(Permit.class, "count", int.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private final PermitPool pool;

  /** How many are held; 0 once they have been given back. */
  private volatile int count;

  Permit(PermitPool pool, int count) {
    this.pool = pool;
    COUNT.set(this, count); // whoever hands this to another thread publishes it
  }

  /**
   * Whether this is still held.
   *
   * @return false after {@link #close}
   */
  public boolean isHeld() {
    return count != 0;
  }

  /**
   * Gives back what was acquired, and so wakes those who have waited longest for it. Only the first
   * call does. Never suspends.
   */
  @Override
  public void close() {
    int held = count;
    if (held != 0 && COUNT.compareAndSet(this, held, 0)) {
      pool.give(held);
    }
  }

  /** Makes this worth nothing, because it was refused; false if it has been closed. */
  boolean revoke() {
    int held = count;
    return held != 0 && COUNT.compareAndSet(this, held, 0);
  }

  @Override
  public String toString() {
    return isHeld() ? "permit of " + pool : "permit, given back";
  }
}
