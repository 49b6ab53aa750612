package yona.async.monadic;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.concurrent.ForkJoinPool;
import org.jspecify.annotations.Nullable;
import yona.async.Async;
import yona.async.CancellationException;
import yona.async.Fiber;
import yona.async.Future;
import yona.async.Promise;
import yona.async.Result;
import yona.async.Scope;
import yona.async.scheduler.FiberAccess;

/**
 * A run and those that were forked below it: ends when all have ended.
 *
 * @param <T> what the first one gives
 */
final class Family<T extends @Nullable Object> {

  /** For scopes whose fibers run on the JDK's scheduler, which takes no tasks of others. */
  private static final class Pool {
    static final Executor EXECUTOR =
        new ForkJoinPool(
            Runtime.getRuntime().availableProcessors(),
            ForkJoinPool.defaultForkJoinWorkerThreadFactory,
            null,
            // First in, first out: who pauses comes behind those who wait already.
            true);
  }

  final Executor executor;
  private final Run<T> first;
  private final Promise<T> end = new Promise<>();

  // Guarded by this.

  private final Set<Run<?>> running = new HashSet<>(4);
  private @Nullable Result<T> endOfFirst;
  private @Nullable Throwable failure;
  private boolean cancelled;

  private Family(Executor executor, Computation<T> computation) {
    this.executor = executor;
    this.first = new Run<>(this, computation);
  }

  /** Runs a computation and waits for the end of all that it forks. Suspends the calling fiber. */
  static <T extends @Nullable Object> T run(Computation<T> computation) {
    Fiber fiber = Fiber.current();
    fiber.checkCancelled();
    Executor own = FiberAccess.get().scheduler(fiber);
    Family<T> family = new Family<>(own == null ? Pool.EXECUTOR : own, computation);
    family.start(family.first);
    Result<T> result;
    try {
      result = family.end.await();
    } catch (CancellationException cancellation) {
      family.cancel();
      Result<T> late = Async.shielded(family.end::await);
      if (late instanceof Result.Failure<T>(Throwable error)
          && !(error instanceof CancellationException)) {
        Scope.current().report(error);
      }
      throw cancellation;
    }
    return result.get();
  }

  <U extends @Nullable Object> Future<U> fork(Computation<U> computation) {
    Run<U> run = new Run<>(this, computation);
    run.result.onComplete(
        _ -> {
          // If it was cancelled from outside, the run is still to be told.
          run.cancel();
          return true;
        });
    start(run);
    return run.result;
  }

  private void start(Run<?> run) {
    boolean late;
    synchronized (this) {
      running.add(run);
      late = cancelled;
    }
    if (late) {
      run.cancel();
    }
    run.start();
  }

  private void cancel() {
    List<Run<?>> all;
    synchronized (this) {
      cancelled = true;
      all = List.copyOf(running);
    }
    all.forEach(Run::cancel);
  }

  /** Called by a run as the last thing it does. */
  @SuppressWarnings("unchecked")
  <U extends @Nullable Object> void ended(Run<U> run, Result<U> result) {
    boolean failed =
        result instanceof Result.Failure<U>(Throwable error) && !run.isCancellation(error);
    complete(run.result, result);
    boolean stop;
    boolean last;
    synchronized (this) {
      running.remove(run);
      last = running.isEmpty();
      if (failed && failure == null) {
        failure = ((Result.Failure<U>) result).error();
      }
      if (run.equals(first)) {
        endOfFirst = (Result<T>) result;
      }
      stop = !last && !cancelled && (failed || run.equals(first));
    }
    if (stop) {
      cancel();
    } else if (last) {
      complete(end, failure == null ? endOfFirst : new Result.Failure<>(failure));
    }
  }

  private static <U extends @Nullable Object> void complete(Promise<U> promise, Result<U> result) {
    switch (result) {
      case Result.Success<U>(U value) -> promise.complete(value);
      case Result.Failure<U>(Throwable error) -> promise.fail(error);
    }
  }
}
