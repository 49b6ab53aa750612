package yona.async.scheduler;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * A bounded first-in first-out ring that one thread adds to and any thread takes from.
 *
 * <p>The same ring as the local run queue of Go's scheduler (runtime/proc.go, runqput and runqget):
 * the tail is the owner's alone, and a taker reads the cell at the head before it claims it by
 * moving the head, so that a cell is overwritten only after it has been taken.
 */
final class RunQueue {

  /** Enough that the common queue is rarely needed; a power of two. */
  static final int CAPACITY = 256;

  private static final int MASK = CAPACITY - 1;
  private static final VarHandle CELL = MethodHandles.arrayElementVarHandle(Runnable[].class);
  private static final VarHandle HEAD;

  static {
    try {
      HEAD = MethodHandles.lookup().findVarHandle(RunQueue.class, "head", int.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private final @Nullable Runnable[] cells = new Runnable[CAPACITY];

  /** Where the next task is taken; counts on for ever, wrapping around. */
  private volatile int head;

  /** Where the next task is put; written by the owner. */
  private volatile int tail;

  /** Adds a task; false if the ring is full. For the owner alone. */
  boolean offer(Runnable task) {
    int end = tail;
    if (end - head >= CAPACITY) {
      return false;
    }
    CELL.setRelease(cells, end & MASK, task);
    tail = end + 1;
    return true;
  }

  /** Takes the oldest task, or null if there is none. For any thread. */
  @Nullable Runnable poll() {
    for (; ; ) {
      int start = head;
      if (tail - start <= 0) {
        return null;
      }
      Runnable task = (Runnable) CELL.getAcquire(cells, start & MASK);
      if (HEAD.compareAndSet(this, start, start + 1)) {
        return task;
      }
    }
  }

  /** How many tasks wait; a glance that may be outdated at once. */
  int size() {
    return Math.max(0, tail - head);
  }
}
