package yona.graal;

import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.locks.LockSupport;

/**
 * Places for threads in a context. A thread that is in the context, and waits there, gives its
 * place up; another one enters in its stead. So there are never more threads in it than have
 * entered by themselves, which is one where a language allows no more. Safe for use by many
 * threads.
 */
final class Places {
  private final Runnable wanted;

  /** Guarded by this. */
  private int free;

  /** First come, first served. Guarded by this. */
  private final Queue<Claim> claims = new ArrayDeque<>();

  /** How many claims there are. Written under the lock, read without. */
  private volatile int claimed;

  /**
   * No place yet.
   *
   * @param wanted run when a thread begins to wait for a place
   */
  Places(Runnable wanted) {
    this.wanted = wanted;
  }

  /** A thread that waits for a place. */
  private static final class Claim {
    private final Thread thread = Thread.currentThread();
    private volatile boolean granted;
  }

  /** Whether a thread waits for a place: those that can do without theirs give it up. */
  boolean areWanted() {
    return claimed > 0;
  }

  /** Gives a place up, which the calling thread has left. */
  void give() {
    Claim first;
    synchronized (this) {
      first = claims.poll();
      if (first == null) {
        free++;
        return;
      }
      claimed--;
    }
    first.granted = true;
    LockSupport.unpark(first.thread);
  }

  /** Takes a place if one is free. */
  synchronized boolean tryTake() {
    if (free == 0) {
      return false;
    }
    free--;
    return true;
  }

  /** Waits for a place. An interrupt does not end that, and is kept. */
  void take() {
    Claim claim = new Claim();
    synchronized (this) {
      if (tryTake()) {
        return;
      }
      claims.add(claim);
      claimed++;
    }
    wanted.run();
    boolean interrupted = false;
    while (!claim.granted) {
      LockSupport.park(this);
      interrupted |= Thread.interrupted();
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
