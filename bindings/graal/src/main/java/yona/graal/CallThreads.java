package yona.graal;

import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/**
 * The threads on which calls of one context run. One that has nothing to do is kept for a while.
 * Safe for use by many threads.
 */
final class CallThreads {
  /** More calls do not wait at a time: each has a stack. */
  private static final int MOST = 16_384;

  private static final long KEPT_NANOS = TimeUnit.SECONDS.toNanos(5);

  private final Runnable work;
  private final ConcurrentLinkedDeque<Worker> idle = new ConcurrentLinkedDeque<>();
  private final AtomicInteger count = new AtomicInteger();
  private volatile boolean ended;

  /**
   * No thread yet.
   *
   * @param work what a thread does each time
   */
  CallThreads(Runnable work) {
    this.work = work;
  }

  /**
   * Has a thread do the work once.
   *
   * @return whether there is one for it
   */
  boolean begin() {
    Worker kept = idle.pollFirst();
    if (kept != null) {
      kept.begin();
      return true;
    }
    if (count.incrementAndGet() > MOST) {
      count.decrementAndGet();
      return false;
    }
    try {
      Worker started = new Worker();
      started.thread.start();
      return true;
    } catch (OutOfMemoryError none) {
      // The system has no thread left.
      count.decrementAndGet();
      return false;
    }
  }

  /** Keeps no thread any more. */
  void end() {
    ended = true;
    for (Worker worker : idle) {
      LockSupport.unpark(worker.thread);
    }
  }

  /** One thread. */
  private final class Worker implements Runnable {
    private final Thread thread =
        Thread.ofPlatform().name("yona-languages-call").daemon().unstarted(this);

    private volatile boolean begun = true;

    void begin() {
      begun = true;
      LockSupport.unpark(thread);
    }

    @Override
    public void run() {
      try {
        while (begun) {
          begun = false;
          work.run();
          rest();
        }
      } finally {
        count.decrementAndGet();
      }
    }

    /** Waits for more to do; not for ever. */
    private void rest() {
      long end = System.nanoTime() + KEPT_NANOS;
      idle.addFirst(this);
      while (!begun) {
        long left = end - System.nanoTime();
        if ((ended || left <= 0) && idle.remove(this)) {
          return;
        }
        LockSupport.parkNanos(this, Math.max(left, TimeUnit.MILLISECONDS.toNanos(1)));
        // A library that was called here may have interrupted the thread for itself.
        var _ = Thread.interrupted();
      }
    }
  }
}
