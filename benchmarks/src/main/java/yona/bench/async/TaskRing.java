package yona.bench.async;

import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * A candidate for the scheduler under fibers: threads that take tasks from one ring in the order in
 * which they came, in the manner of a disruptor. Each place of the ring has a number that says
 * whose turn it is (D. Vyukov's bounded queue), so that producers and consumers meet only in the
 * two counters; a thread that finds nothing spins for a while before it sleeps.
 */
final class TaskRing implements Executor {
  private static final int CAPACITY = 1 << 16;

  /** Some microseconds: longer than a hand-over between two threads takes. */
  private static final int SPINS = 2_000;

  /** Apart from each other by two cache lines, which processors fetch together. */
  private static final int APART = 16;

  private final AtomicReferenceArray<@Nullable Runnable> tasks =
      new AtomicReferenceArray<>(CAPACITY);
  private final AtomicLongArray turns = new AtomicLongArray(CAPACITY);
  private final AtomicLongArray counters = new AtomicLongArray(3 * APART);
  private static final int ADDED = APART;
  private static final int TAKEN = 2 * APART;

  /** What the ring has no room for. */
  private final ConcurrentLinkedQueue<Runnable> overflow = new ConcurrentLinkedQueue<>();

  private final AtomicInteger sleeping = new AtomicInteger();
  private final Thread[] threads;

  TaskRing(int parallelism) {
    for (int i = 0; i < CAPACITY; i++) {
      turns.set(i, i);
    }
    threads = new Thread[parallelism];
    for (int i = 0; i < parallelism; i++) {
      threads[i] = Thread.ofPlatform().daemon().name("ring-" + i).start(this::work);
    }
  }

  @Override
  public void execute(Runnable task) {
    if (!offer(task)) {
      overflow.add(task);
    }
    // Who goes to sleep counts itself and looks at the ring once more; this came before that look,
    // or the count is seen here.
    if (sleeping.get() > 0) {
      for (Thread thread : threads) {
        LockSupport.unpark(thread);
      }
    }
  }

  private boolean offer(Runnable task) {
    for (; ; ) {
      long added = counters.get(ADDED);
      int place = (int) (added & (CAPACITY - 1));
      long turn = turns.get(place);
      if (turn < added) {
        return false;
      }
      if (turn == added && counters.compareAndSet(ADDED, added, added + 1)) {
        tasks.setPlain(place, task);
        turns.set(place, added + 1);
        return true;
      }
    }
  }

  private @Nullable Runnable poll() {
    for (; ; ) {
      long taken = counters.get(TAKEN);
      int place = (int) (taken & (CAPACITY - 1));
      long turn = turns.get(place);
      if (turn <= taken) {
        return overflow.poll();
      }
      if (turn == taken + 1 && counters.compareAndSet(TAKEN, taken, taken + 1)) {
        Runnable task = tasks.getPlain(place);
        tasks.setPlain(place, null);
        turns.set(place, taken + CAPACITY);
        return task;
      }
    }
  }

  private void work() {
    for (; ; ) {
      Runnable task = poll();
      for (int spins = 0; task == null && spins < SPINS; spins++) {
        Thread.onSpinWait();
        task = poll();
      }
      if (task == null) {
        sleeping.getAndIncrement();
        task = poll();
        if (task == null) {
          LockSupport.park(this);
        }
        sleeping.getAndDecrement();
      }
      if (task != null) {
        task.run();
      }
    }
  }
}
