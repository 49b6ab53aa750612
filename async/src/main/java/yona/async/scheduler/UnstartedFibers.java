package yona.async.scheduler;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * Fibers that have been asked for on one carrier and have not started.
 *
 * <p>A fiber that is awaited before it has started need not be one: whoever awaits it runs its body
 * itself (lazy task creation: Mohr, Kranz &amp; Halstead 1990; helping joins, as in Cilk: Frigo,
 * Leiserson &amp; Randall 1998). So a fiber that is asked for stays here until it is awaited, or
 * until a carrier has nothing else at hand; who takes its entry out is the one who runs it.
 *
 * <p>A doubly linked list under a spin lock, held for a few instructions.
 */
@SuppressWarnings("NonAtomicVolatileUpdate") // the size is written under the lock
final class UnstartedFibers {

  private static final VarHandle LOCKED;

  static {
    try {
      LOCKED = MethodHandles.lookup().findVarHandle(UnstartedFibers.class, "locked", boolean.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  @SuppressWarnings("UnusedVariable") // by LOCKED
  private volatile boolean locked;

  private Fibers.@Nullable Unstarted oldest;
  private Fibers.@Nullable Unstarted newest;
  private volatile int size;

  private void lock() {
    for (int looks = 0; !LOCKED.compareAndSet(this, false, true); looks++) {
      Backoff.pause(looks);
    }
  }

  private void unlock() {
    LOCKED.setRelease(this, false);
  }

  Fibers.Unstarted add(Runnable start) {
    Fibers.Unstarted entry = new Fibers.Unstarted(this, start);
    lock();
    entry.older = newest;
    if (newest == null) {
      oldest = entry;
    } else {
      newest.newer = entry;
    }
    newest = entry;
    size++;
    unlock();
    return entry;
  }

  /** Takes an entry out; false if somebody did before. */
  boolean take(Fibers.Unstarted entry) {
    lock();
    boolean taken = entry.listed;
    if (taken) {
      unlink(entry);
    }
    unlock();
    return taken;
  }

  /** Takes out the oldest, and gives what starts it; null if there is none. */
  @Nullable Runnable poll() {
    if (size == 0) {
      return null;
    }
    lock();
    Fibers.Unstarted entry = oldest;
    if (entry != null) {
      unlink(entry);
    }
    unlock();
    return entry == null ? null : entry.start;
  }

  private void unlink(Fibers.Unstarted entry) {
    entry.listed = false;
    if (entry.older == null) {
      oldest = entry.newer;
    } else {
      entry.older.newer = entry.newer;
    }
    if (entry.newer == null) {
      newest = entry.older;
    } else {
      entry.newer.older = entry.older;
    }
    size--;
  }

  /** How many there are; a glance that may be outdated at once. */
  int size() {
    return size;
  }
}
