package yona.async.sync;

/** What tests outside of this package know of what permits are of, and of gates. */
public final class Locks {

  private Locks() {}

  /** How many wait for any permit of the same semaphore, mutex or read/write lock. */
  public static int waitingAt(Permits permits) {
    return permits.pool.waiting();
  }

  /** How many wait at a gate. */
  public static int waitingAt(Gate gate) {
    return gate.waiting();
  }
}
