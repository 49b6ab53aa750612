package yona.tool;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import yona.async.CancellationException;
import yona.async.Either;
import yona.async.Future;
import yona.async.Promise;
import yona.async.Result;
import yona.async.Scope;
import yona.async.Source;

/**
 * Evaluates inputs one after the other, each in a fiber of the session's scope, so that one can be
 * interrupted and what earlier ones left in the background goes on. {@link #interrupt} may come
 * from any thread; the rest belongs to the fiber that made this.
 */
final class Evaluations {
  /** After this an evaluation that was interrupted and has not ended is said to compute. */
  private static final long PATIENCE_MILLIS = 1000;

  private final Scope scope = Scope.current();
  private final Runnable busy;

  /** Evaluations that were left behind. */
  private final List<Running> left = new ArrayList<>();

  /** Guarded by this. */
  private @Nullable Running current;

  /**
   * Evaluations in the calling fiber's scope.
   *
   * @param busy called when an evaluation that was interrupted goes on computing
   */
  Evaluations(Runnable busy) {
    this.busy = busy;
  }

  private static final class Running {
    /** Completed when the body has ended: a future that is cancelled is done before that. */
    final Promise<Object> end = new Promise<>();

    final Promise<String> abandoned = new Promise<>();
    final CountDownLatch answered = new CountDownLatch(1);

    /** Set once: by the body when it starts, or by who cancels it before. */
    final AtomicBoolean begun = new AtomicBoolean();

    @Nullable Future<?> future;
    boolean interrupted;

    Object run(Body body) {
      if (begun.compareAndSet(false, true)) {
        try {
          end.complete(body.evaluate());
        } catch (Throwable thrown) {
          end.fail(thrown);
        }
      }
      return this;
    }

    void cancel() {
      if (future != null) {
        future.cancel();
      }
      if (begun.compareAndSet(false, true)) {
        end.fail(new CancellationException());
      }
    }
  }

  /** That an evaluation was left to itself: it computes, and never waits. */
  static final class Abandoned extends Exception {
    private static final long serialVersionUID = 1;
  }

  /** An input's evaluation. */
  @FunctionalInterface
  interface Body {
    /** Evaluates; may wait. */
    Object evaluate();
  }

  /**
   * Evaluates an input. Suspends.
   *
   * @throws CancellationException if it was interrupted, or the session was
   * @throws Abandoned if it was interrupted twice, and goes on
   */
  Object run(Body body) throws Abandoned {
    Running running = new Running();
    Future<Object> future = scope.future(() -> running.run(body));
    synchronized (this) {
      running.future = future;
      current = running;
    }
    try {
      return switch (Source.either(running.end, running.abandoned).await()) {
        case Either.Left<Result<Object>, ?>(Result<Object> result) -> result.get();
        case Either.Right<?, ?> _ -> {
          left.add(running);
          throw new Abandoned();
        }
      };
    } finally {
      synchronized (this) {
        current = null;
      }
      running.answered.countDown();
      var _ = future.poll();
    }
  }

  /**
   * Interrupts what is being evaluated: the first time its fibers are cancelled, the second time it
   * is left behind.
   *
   * @return false if nothing is being evaluated
   */
  boolean interrupt() {
    Running running;
    boolean again;
    synchronized (this) {
      running = current;
      if (running == null) {
        return false;
      }
      again = running.interrupted;
      running.interrupted = true;
    }
    if (again) {
      running.abandoned.complete("");
    } else {
      running.cancel();
      Thread.ofPlatform().daemon().name("yona-interrupt").start(() -> tellIfBusy(running));
    }
    return true;
  }

  private void tellIfBusy(Running running) {
    try {
      if (!running.answered.await(PATIENCE_MILLIS, TimeUnit.MILLISECONDS)) {
        busy.run();
      }
    } catch (InterruptedException ending) {
      Thread.currentThread().interrupt();
    }
  }

  /** Whether something that was left behind still computes. */
  boolean leavesComputation() {
    return left.stream().anyMatch(running -> running.end.poll() == null);
  }
}
