package yona.language.runtime;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import yona.data.Checkpoint;

/**
 * The watchdog over all runs with limits: a thread that stops those whose time is over, and looks
 * after the heap if one of them bounds it. It lives while there are such runs and a few seconds
 * more, and survives what the runs do to the memory.
 */
final class Watchdog {
  /** How long the thread waits for the next run before it ends. */
  private static final long IDLE = TimeUnit.SECONDS.toNanos(5);

  /** How often it looks at the heap. */
  private static final long HEAP_PERIOD = TimeUnit.MILLISECONDS.toNanos(10);

  /** How often when memory is short. */
  private static final long SHORT_PERIOD = TimeUnit.MILLISECONDS.toNanos(1);

  /** When it tries again what could not be done because there was no memory for it. */
  private static final long AGAIN = TimeUnit.MILLISECONDS.toNanos(10);

  /** How much is left beside a large allocation. */
  private static final long MARGIN = 2 << 20;

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

  /** How many of them bound the heap. Guarded by {@link #RUNS}. */
  private static int bounding;

  /** The smallest bound of the heap that a run has, when the thread looked last; 0 for none. */
  private static volatile double heap;

  /** Held by whoever looks at the heap, and guards what follows. */
  private static final ReentrantLock LOOKING = new ReentrantLock();

  /** When to look at the heap next, values of nanoTime. */
  private static volatile long nextLook = System.nanoTime();

  private static long nextCollection = nextLook;

  /** What {@link Heap#collections} said before. */
  private static long collections;

  /** Whether the reserve was there when somebody looked last. */
  private static volatile boolean reserved;

  /** A run has ended since somebody looked last, which may have held what collections have left. */
  private static volatile boolean relieved;

  /** Nobody computed when too much was in use the last time, and no run has ended since. */
  private static boolean nobodyComputed;

  /** What the last full collection that this asked for has left. */
  private static double lastInUse;

  private Watchdog() {}

  /**
   * Looks after a run, from now on or as before.
   *
   * @param nanos how long until something is due, or {@link #NEVER}
   */
  static void watch(Supervision run, long nanos) {
    if (run.limits().heap() > 0 && Reserve.reference() == null) {
      LOOKING.lock();
      try {
        reserved = take();
      } finally {
        LOOKING.unlock();
      }
    }
    synchronized (RUNS) {
      long now = System.nanoTime();
      run.due = now + nanos;
      if (RUNS.add(run) && run.limits().heap() > 0 && bounding++ == 0) {
        Checkpoint.watch(Reserve.reference());
      }
      if (thread == null) {
        thread = Thread.ofPlatform().daemon().name("yona-limits").start(Watchdog::run);
      } else if (run.due - wakes < 0
          || (run.limits().heap() > 0 && now + HEAP_PERIOD - wakes < 0)) {
        RUNS.notifyAll();
      }
    }
  }

  /** Nothing of a run is due any more, but it gives back what it holds only with its end. */
  static void await(Supervision run) {
    synchronized (RUNS) {
      run.due = System.nanoTime() + NEVER;
    }
  }

  /** Looks after a run no more. */
  static void end(Supervision run) {
    synchronized (RUNS) {
      if (RUNS.remove(run) && run.limits().heap() > 0) {
        relieved = true;
        if (--bounding == 0) {
          Checkpoint.watch(null);
        }
      }
    }
  }

  private static void run() {
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
      double smallest = 0;
      for (Supervision each : RUNS) {
        if (each.due - now <= 0) {
          each.due = now + AGAIN;
          return each;
        }
        next = each.due - next < 0 ? each.due : next;
        double bound = each.limits().heap();
        if (bound > 0 && (smallest == 0 || bound < smallest)) {
          smallest = bound;
        }
      }
      heap = smallest;
      if (smallest > 0 && nextLook - next < 0) {
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
        Reserve.release();
      }
      return over;
    }
  }

  // ---- the heap --------------------------------------------------------------------------------

  /** What the thread does every now and then. */
  private static void lookAtHeap() {
    LOOKING.lock();
    try {
      if (heap > 0 && nextLook - System.nanoTime() <= 0) {
        look(heap);
      }
    } finally {
      LOOKING.unlock();
    }
  }

  /**
   * What a run that bounds the heap does when it passes a checkpoint while the reserve may be gone:
   * it does not go on before somebody has looked, and does not wait for the thread's turn.
   *
   * @param bound its own
   */
  static void passing(double bound) {
    if (isDue()) {
      LOOKING.lock();
      try {
        if (isDue()) {
          look(bound);
        }
      } finally {
        LOOKING.unlock();
      }
    }
  }

  private static boolean isDue() {
    return Reserve.isGone() && (reserved || nextLook - System.nanoTime() <= 0);
  }

  /**
   * Whether there is room for an allocation with the reserve beside it. Collects if it has to, to
   * find out.
   */
  static boolean hasRoom(long bytes) {
    long most = bytes + MARGIN;
    LOOKING.lock();
    try {
      if (Heap.free() >= most) {
        return true;
      }
      long now = System.nanoTime();
      if (Heap.inUse() < 0) {
        // Nobody may ask for a collection here, but for room.
        return Heap.makesRoom(most) && !Reserve.isGone();
      }
      setNextCollection(now);
      return Heap.free() >= most;
    } finally {
      LOOKING.unlock();
    }
  }

  private static void look(double bound) {
    long now = System.nanoTime();
    Reserve.touch();
    boolean isGone = Reserve.isGone();
    double most = isGone ? Math.min(bound, Reserve.most()) : bound;
    long before = collections;
    collections = Heap.collections();
    boolean isNew = collections != before && !relieved;
    nobodyComputed &= !relieved;
    relieved = false;
    double left = isNew ? Heap.left() : 0;
    if (left > most) {
      relieve(left, most);
    } else if (isGone ? !take() && !areLeaving() : Heap.taken() > most) {
      collect(now, most);
    }
    // Only now, so that runs that pass meanwhile wait for the end of it.
    reserved = !Reserve.isGone();
    nextLook = System.nanoTime() + (reserved ? HEAP_PERIOD : SHORT_PERIOD);
  }

  /** Takes the reserve if there is room for it. */
  private static boolean take() {
    if (!Reserve.take()) {
      return false;
    }
    synchronized (RUNS) {
      if (bounding > 0) {
        Checkpoint.watch(Reserve.reference());
      }
    }
    return true;
  }

  /**
   * Asks for a collection, unless there was one and there is room, and stops runs for its result.
   */
  private static void collect(long now, double most) {
    boolean isShort = 1 - Heap.taken() < (1 - lastInUse) / 2;
    if (!isShort && nextCollection - now > 0) {
      return;
    }
    double inUse = Heap.inUse();
    setNextCollection(now);
    // Where nobody may ask for collections, those that the process makes itself have to do.
    lastInUse = inUse < 0 ? 1 : inUse;
    if (inUse > most) {
      relieve(inUse, most);
    } else if (Reserve.isGone()) {
      var _ = take();
    }
  }

  /** After a collection that this has asked for. */
  private static void setNextCollection(long began) {
    long took = System.nanoTime() - began;
    nextCollection = began + took + COLLECTION_PAUSE * took;
    collections = Heap.collections();
  }

  /** Whether some run gives back what it has: a collection would come too early. */
  private static boolean areLeaving() {
    synchronized (RUNS) {
      return RUNS.stream().anyMatch(Supervision::isStopped);
    }
  }

  /**
   * Stops runs for what is in use: those that compute, since it is they who take more, or else, if
   * nobody has computed the last time either, those that wait. Where runs are on their way out
   * already, it is their releases that are broken off.
   *
   * @param most what counts as the bound of a run with a greater one
   */
  private static void relieve(double inUse, double most) {
    List<Supervision> bounded = new ArrayList<>();
    List<Supervision> computing = new ArrayList<>();
    boolean leaving = false;
    synchronized (RUNS) {
      for (Supervision each : RUNS) {
        double bound = each.limits().heap();
        if (bound > 0 && Math.min(bound, most) < inUse) {
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
    boolean isIdle = !leaving && computing.isEmpty() && !relieved;
    for (Supervision each : isIdle && nobodyComputed ? bounded : computing) {
      if (each.isStopped()) {
        each.expire();
      } else {
        var _ = each.stop(ProgramStop.Reason.MEMORY);
      }
    }
    nobodyComputed = isIdle;
  }
}
