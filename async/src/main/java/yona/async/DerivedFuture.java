package yona.async;

import java.util.ArrayDeque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A future that is made of others, and completed by listeners at them; no fiber runs for it.
 *
 * <p>It has seen the failures of the others; its own is reported when the scope ends in which it
 * was made, unless somebody has seen that.
 */
abstract class DerivedFuture<S extends @Nullable Object, T extends @Nullable Object>
    extends Future<T> {

  private final Scope scope = Scope.current();
  private final List<Future<S>> operands;
  private volatile boolean seen;

  DerivedFuture(List<Future<S>> operands) {
    this.operands = operands;
  }

  /** Stands at one of the others; two of them may be the same one. */
  private record Stand<S extends @Nullable Object>(DerivedFuture<S, ?> derived, int index)
      implements Listener<Result<S>> {
    @Override
    public boolean complete(Result<S> result) {
      // How the others end is not for one to see that has its result.
      return derived.peek() == null && derived.completed(index, result);
    }
  }

  /** Waits for the others; to be called once the subclass is ready to be told. */
  final void listen() {
    for (int i = 0; i < operands.size() && peek() == null; i++) {
      operands.get(i).onComplete(new Stand<>(this, i));
    }
    if (peek() != null) {
      // Whoever set it left those that this stood at then.
      leave();
    }
  }

  @Override
  final String label() {
    return Names.labels(kind(), operands);
  }

  final List<Future<S>> operands() {
    return operands;
  }

  /** How it is made of the others, in a word. */
  abstract String kind();

  /** One of the others has ended, and whether this has seen how. Several may at the same time. */
  abstract boolean completed(int index, Result<S> result);

  /** The result has been set by one of the others, not by a cancellation. */
  void settled() {}

  /**
   * Sets the result unless there is one; the others are not waited for any longer. Whoever waits is
   * told by the outermost call on this fiber, so that chains of any length need no stack.
   *
   * @return false if there is a result already
   */
  final boolean settle(Result<T> result) {
    Fiber fiber = Fiber.current();
    Object listeners = end(result);
    if (listeners instanceof Result<?>) {
      return false;
    }
    ArrayDeque<Runnable> others = fiber.settling;
    if (others != null) {
      others.add(() -> tell(listeners, result));
    } else {
      tellInTurn(fiber, () -> tell(listeners, result));
    }
    return true;
  }

  /** Runs the first one, and what comes to be told meanwhile. */
  private static void tellInTurn(Fiber fiber, Runnable first) {
    ArrayDeque<Runnable> rest = new ArrayDeque<>();
    rest.add(first);
    fiber.settling = rest;
    Throwable failed = null;
    for (Runnable next = rest.poll(); next != null; next = rest.poll()) {
      try {
        next.run();
      } catch (Throwable error) {
        // No stack or memory left for one of them is no reason to forget the others.
        failed = error;
      }
    }
    fiber.settling = null;
    if (failed != null) {
      throw Errors.<RuntimeException>sneak(failed);
    }
  }

  private void tell(@Nullable Object listeners, Result<T> result) {
    tellAll(listeners, result);
    leave();
    settled();
    if (result instanceof Result.Failure<T>(Throwable error)
        && !seen
        && !(error instanceof CancellationException)) {
      scope.failed(this);
    }
  }

  private void leave() {
    for (int i = 0; i < operands.size(); i++) {
      operands.get(i).dropListener(new Stand<>(this, i));
    }
  }

  @Override
  void failureSeen() {
    seen = true;
  }

  @Override
  void failureExpected() {
    seen = true;
  }

  @Override
  void reportUnseen(ErrorReporter reporter) {
    if (!seen && peek() instanceof Result.Failure<T>(Throwable error)) {
      reporter.report(error);
    }
  }

  @Override
  void cancelled() {
    leave();
  }
}
