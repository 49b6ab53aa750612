package yona.async.continuation;

import java.lang.ref.Cleaner;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import yona.async.Body;
import yona.async.CancellationException;
import yona.async.ErrorReporter;
import yona.async.Fiber;
import yona.async.scheduler.Fibers;

/**
 * A coroutine on a virtual thread of its own.
 *
 * <p>One of the two threads has control and the other is parked. The fiber goes along: it is moved
 * to the thread that has control, with its interrupt if there is one, so that whatever finds itself
 * by {@link Fiber#current} or wakes a fiber finds the right thread.
 */
final class ThreadCoroutine extends Coroutine implements Runnable {

  private static final Cleaner CLEANER = Cleaner.create();

  private final Thread thread;

  /** Whether the body has control. What is written before is seen by the other side after. */
  private volatile boolean inside;

  private @Nullable Fiber fiber;
  private @Nullable Thread resumer;

  /** An interrupt that travels with the fiber. */
  private boolean interrupted;

  private boolean started;
  private volatile boolean ended;
  private Cleaner.@Nullable Cleanable cleanable;

  /**
   * Held by those who can resume the coroutine, and by nothing that its thread can reach: when it
   * is collected, nobody can.
   */
  private static final class Keeper {}

  ThreadCoroutine(Prompt<?, ?> prompt, Body<?, ?> body, @Nullable Object home) {
    super(prompt, body, home);
    Fiber starter = Fiber.current();
    this.thread = Fibers.unstarted(FIBERS.scheduler(starter), this, starter);
  }

  @Override
  Object keeper() {
    Keeper keeper = new Keeper();
    cleanable = CLEANER.register(keeper, this::abandon);
    return keeper;
  }

  // ---- the side of the resumer -----------------------------------------------------------------

  @Override
  void switchIn(Fiber current) {
    Thread here = Thread.currentThread();
    fiber = current;
    resumer = here;
    thread.setUncaughtExceptionHandler(current);
    interrupted = FIBERS.move(current, thread);
    inside = true;
    try {
      if (started) {
        LockSupport.unpark(thread);
      } else {
        started = true;
        thread.start();
      }
    } catch (Throwable error) {
      interrupted = FIBERS.move(current, here);
      throw error;
    }
    boolean late = false;
    while (inside) {
      LockSupport.park(this);
      if (Thread.interrupted()) {
        late |= !passOnInterrupt();
      }
    }
    fiber = null;
    resumer = null;
    if (interrupted || late) {
      here.interrupt();
    }
    if (ended) {
      cleanable.clean();
    }
  }

  /** An interrupt of the thread that waits here is one of the body; false if it came too late. */
  private synchronized boolean passOnInterrupt() {
    if (inside) {
      thread.interrupt();
    }
    return inside;
  }

  /** Nobody can resume the body any more: its thread is unwound. */
  private void abandon() {
    if (!ended) {
      unwind(new CancellationException());
      inside = true;
      LockSupport.unpark(thread);
    }
  }

  // ---- the side of the body --------------------------------------------------------------------

  @Override
  public void run() {
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
    runBody();
    ended = true;
    if (resumer != null) {
      handBack();
      return;
    }
    Throwable error = failure();
    if (error != null && !(error instanceof CancellationException)) {
      ErrorReporter.STANDARD_ERROR.report(error);
    }
  }

  @Override
  void switchOut() {
    handBack();
    boolean early = false;
    while (!inside) {
      LockSupport.park(this);
      early |= Thread.interrupted();
    }
    if (interrupted || early) {
      Thread.currentThread().interrupt();
    }
  }

  private void handBack() {
    Thread to = resumer;
    thread.setUncaughtExceptionHandler(null);
    synchronized (this) {
      interrupted = FIBERS.move(fiber, to);
      inside = false;
    }
    LockSupport.unpark(to);
  }
}
