package yona.language.runtime;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The thread that looks after all runs with limits: after what is due, and after the heap if one of
 * them bounds it. It lives while there are such runs and a few seconds more, and survives what the
 * runs do to the memory.
 */
final class Watch {
  /** How long the thread waits for the next run before it ends. */
  private static final long IDLE = TimeUnit.SECONDS.toNanos(5);

  /** How often it looks at the heap. */
  private static final long HEAP_PERIOD = TimeUnit.MILLISECONDS.toNanos(10);

  /** When it tries again what could not be done because there was no memory for it. */
  private static final long AGAIN = TimeUnit.MILLISECONDS.toNanos(10);

  /**
   * So many times as long as the last full collection took it asks for none unless memory is short.
   */
  private static final int COLLECTION_PAUSE = 4;

  /** How long until what is never due. */
  static final long NEVER = Long.MAX_VALUE / 4;

  /** Those that are under way. Guards itself, and when something of theirs is due. */
  private static final Set<Supervision> RUNS = new LinkedHashSet<>();

  /** Guarded by {@link #RUNS}. */
  private static @Nullable Thread thread;

  /** When the thread wakes by itself, a value of nanoTime. Guarded by {@link #RUNS}. */
  private static long wakes;

  /** The smallest bound of the heap that a run has; 1 for none. Guarded by {@link #RUNS}. */
  private static double heap;

  /** The thread's own: when it looks at the heap next, values of nanoTime. */
  private static long nextLook = System.nanoTime();

  private static long nextCollection = nextLook;

  /** What {@link Heap#left} said before: where it says the same there was no collection since. */
  private static double leftBefore;

  /** A collection that nobody had asked for has left too much, and nobody was stopped for it. */
  private static boolean unheard;

  /** What the last full collection that this asked for has left. */
  private static double lastInUse;

  private Watch() {}

  /**
   * Looks after a run, from now on or as before.
   *
   * @param nanos how long until something is due, or {@link #NEVER}
   */
  static void over(Supervision run, long nanos) {
    synchronized (RUNS) {
      long now = System.nanoTime();
      run.due = now + nanos;
      RUNS.add(run);
      if (thread == null) {
        thread = Thread.ofPlatform().daemon().name("yona-limits").start(Watch::watch);
      } else if (run.due - wakes < 0
          || (run.limits().heap() > 0 && now + HEAP_PERIOD - wakes < 0)) {
        RUNS.notifyAll();
      }
    }
  }

  /** Looks after a run no more. */
  static void end(Supervision run) {
    synchronized (RUNS) {
      RUNS.remove(run);
    }
  }

  private static void watch() {
    while (true) {
      try {
        Supervision due = awaitDue();
        if (due != null) {
          due.expire();
        } else if (isOver()) {
          return;
        } else {
          lookAtHeap();
        }
      } catch (OutOfMemoryError again) {
        // Those who took it are to be stopped, so this has to go on.
      }
    }
  }

  /** Waits until something is due of a run, which is given, or else for a while. */
  private static @Nullable Supervision awaitDue() {
    synchronized (RUNS) {
      long now = System.nanoTime();
      long next = now + IDLE;
      double smallest = 1;
      for (Supervision each : RUNS) {
        if (each.due - now <= 0) {
          each.due = now + AGAIN;
          return each;
        }
        next = each.due - next < 0 ? each.due : next;
        if (each.limits().heap() > 0) {
          smallest = Math.min(smallest, each.limits().heap());
        }
      }
      heap = smallest;
      if (smallest < 1 && nextLook - next < 0) {
        next = nextLook;
      }
      if (next - now > 0) {
        wakes = next;
        try {
          TimeUnit.NANOSECONDS.timedWait(RUNS, next - now);
        } catch (InterruptedException nobodysBusiness) {
          // It looks again.
        }
      }
      return null;
    }
  }

  /** Whether the thread may end, and then has to: nobody has come while it waited. */
  private static boolean isOver() {
    synchronized (RUNS) {
      boolean over = RUNS.isEmpty() && System.nanoTime() - wakes >= 0;
      if (over) {
        thread = null;
      }
      return over;
    }
  }

  // ---- the heap --------------------------------------------------------------------------------

  private static void lookAtHeap() {
    long now = System.nanoTime();
    double bound;
    synchronized (RUNS) {
      bound = heap;
    }
    if (bound == 1 || nextLook - now > 0) {
      return;
    }
    nextLook = now + HEAP_PERIOD;
    double taken = Heap.taken();
    double left = Heap.left();
    boolean isNew = left != leftBefore;
    leftBefore = left;
    if (taken <= bound) {
      return;
    }
    boolean isShort = (isNew && left > bound) || 1 - taken < (1 - lastInUse) / 2;
    if (isShort || nextCollection - now <= 0) {
      double inUse = Heap.inUse();
      long took = System.nanoTime() - now;
      nextCollection = now + took + COLLECTION_PAUSE * took;
      if (inUse < 0) {
        // Nobody may ask for collections here. Those of the process have to do; one may have come
        // when the last run that was stopped still held what it had.
        inUse = isNew && unheard ? left : 0;
        unheard |= isNew && left > bound;
      }
      lastInUse = inUse;
      leftBefore = Heap.left();
      if (inUse > bound) {
        unheard = false;
        relieve(inUse);
      }
    }
  }

  /**
   * Stops runs for what is in use: those that compute, since it is they who take more, or else
   * those that wait. Where runs are on their way out already, it is their releases that are broken
   * off.
   */
  private static void relieve(double inUse) {
    List<Supervision> bounded = new ArrayList<>();
    List<Supervision> computing = new ArrayList<>();
    boolean leaving = false;
    synchronized (RUNS) {
      for (Supervision each : RUNS) {
        if (each.limits().heap() > 0 && each.limits().heap() < inUse) {
          bounded.add(each);
        }
      }
    }
    for (Supervision each : bounded) {
      leaving |= each.isStopped();
      if (each.isComputing()) {
        computing.add(each);
      }
    }
    for (Supervision each : leaving || !computing.isEmpty() ? computing : bounded) {
      if (each.isStopped()) {
        each.expire();
      } else {
        var _ = each.stop(ProgramStop.Reason.MEMORY);
      }
    }
  }
}
