package yona.async;

import org.jspecify.annotations.Nullable;

/** A runnable future: the result of a fiber, and what the fiber runs. */
final class Member<T extends @Nullable Object> extends Future<T> implements Runnable {

  private final Scope scope;
  private final Body<? extends T, ?> body;
  private final Fiber fiber;

  /** Makes the fiber and its future; nothing runs yet, and the scope does not know of it. */
  Member(Scope scope, boolean background, Body<? extends T, ?> body) {
    this.scope = scope;
    this.body = body;
    this.fiber = new Fiber(scope, background, this);
  }

  Fiber fiber() {
    return fiber;
  }

  @Override
  public void run() {
    Throwable failure = null;
    T value = null;
    try {
      fiber.checkCancelled();
      value = body.run();
    } catch (Throwable error) {
      failure = error;
    }
    boolean cancelled = fiber.root.isCancelled();
    try {
      fiber.root.close();
    } finally {
      if (failure == null) {
        complete(new Result.Success<>(value));
      } else {
        scope.memberFailed(failure, cancelled);
        complete(new Result.Failure<>(failure));
      }
      fiber.tellStarter();
      scope.memberEnded(fiber);
    }
  }
}
