package yona.async;

import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** The outcome of a race: the first end of any entrant, which cancels the others. */
final class Race<T extends @Nullable Object> extends AtomicReference<@Nullable Result<T>> {

  private static final long serialVersionUID = 1;

  private final transient Group<?> group;

  Race(Group<?> group) {
    this.group = group;
  }

  @Nullable Result<T> outcome() {
    return get();
  }

  Body<@Nullable Object, RuntimeException> entrant(Body<? extends T, ?> body) {
    return () -> {
      run(body);
      return null;
    };
  }

  /** Runs an entrant to its end; whether it was the first. */
  boolean run(Body<? extends T, ?> body) {
    Result<T> result;
    try {
      result = new Result.Success<>(body.run());
    } catch (Throwable error) {
      if (group.level != Scope.OPEN) {
        // A loser, or the whole race is cancelled from outside.
        group.reportLater(error);
        return false;
      }
      result = new Result.Failure<>(error);
    }
    if (group.level != Scope.OPEN || !compareAndSet(null, result)) {
      if (result instanceof Result.Failure<T>(Throwable error)) {
        group.reportLater(error);
      }
      return false;
    }
    group.cancel(Scope.CANCELLED, CancellationException.Cause.RACE_DECIDED);
    return true;
  }
}
