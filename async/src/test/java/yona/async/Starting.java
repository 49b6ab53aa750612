package yona.async;

import org.jspecify.annotations.Nullable;

/** Starts the fibers of tests. */
public final class Starting {

  private Starting() {}

  /** A future of the current scope, which has ended or has reached its first wait. */
  public static <T extends @Nullable Object> Future<T> future(Body<? extends T, ?> body) {
    Scope scope = Scope.current();
    Member<T> member = new Member<>(scope, Member.Kind.FUTURE, body);
    scope.enter();
    member.startAndAwaitFirstWait(Fiber.current());
    return member;
  }
}
