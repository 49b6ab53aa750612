package yona.library.concurrent;

import java.util.concurrent.atomic.AtomicInteger;
import yona.async.CancellationException;
import yona.async.Fiber;
import yona.async.Future;
import yona.async.Promise;
import yona.async.Result;
import yona.async.Scope;
import yona.data.Kind;
import yona.data.Opaque;
import yona.data.Symbol;
import yona.data.Tuple;
import yona.language.runtime.ControlTransfer;
import yona.language.runtime.Errors;
import yona.language.runtime.Function;
import yona.language.runtime.Groups;
import yona.language.runtime.Invocation;
import yona.language.runtime.YonaError;
import yona.library.argument.Failure;
import yona.library.argument.Opts;

/** A task as a value: a function that runs in the background of a scope. */
public final class TaskResource extends Opaque {
  static final Symbol INTERRUPTED = Symbol.of("interrupted");
  private static final Symbol ERROR = Symbol.of("error");

  private static final int NEW = 0;
  private static final int BEGUN = 1;
  private static final int NEVER = 2;

  private final AtomicInteger state = new AtomicInteger(NEW);

  /** Completed when the function has ended, which may be after a cancellation was the result. */
  private final Promise<Boolean> ended = Promise.amongFibers("end of a cancelled task");

  private final Future<Object> future;

  private TaskResource(Scope scope, Function f) {
    future =
        Groups.spawn(
            scope,
            () -> {
              if (!state.compareAndSet(NEW, BEGUN)) {
                throw new CancellationException();
              }
              try {
                return f.apply();
              } finally {
                ended.complete(true);
              }
            });
  }

  static TaskResource spawn(Function f) {
    return new TaskResource(Scope.holding(), f);
  }

  /** The result as a source. */
  Future<Object> future() {
    return future;
  }

  /** Cancels the function and waits until it has ended. Suspends. */
  void cancel() {
    // What a group begins behind this member finds the task cancelled.
    future.cancel();
    Fiber.reachedWait();
    if (!state.compareAndSet(NEW, NEVER) && state.get() == BEGUN) {
      ended.await();
    }
  }

  /** The value of a result, or its error, raised. */
  static Object value(Result<Object> result) {
    return switch (result) {
      case Result.Success<Object>(Object value) -> value;
      case Result.Failure<Object>(Throwable error) -> throw error(error);
    };
  }

  /** A result as programs see it: {@code (:ok, v)} or {@code (:error, triple)}. */
  static Tuple outcome(Result<Object> result) {
    return switch (result) {
      case Result.Success<Object>(Object value) -> Opts.ok(value);
      case Result.Failure<Object>(Throwable error) -> Tuple.of(ERROR, error(error).triple());
    };
  }

  /** The error of a task; that it was cancelled is one, and no cancellation of who asks. */
  private static YonaError error(Throwable error) {
    if (error instanceof ControlTransfer transfer) {
      throw transfer;
    }
    if (error instanceof CancellationException) {
      // With the whole program, perhaps: then who asks is about to be cancelled too.
      Invocation.checkExit();
      return Failure.of(INTERRUPTED, "the task was cancelled");
    }
    return Errors.caught(error);
  }

  @Override
  public Kind kind() {
    return Kind.RESOURCE;
  }

  @Override
  public String source() {
    return "<task>";
  }
}
