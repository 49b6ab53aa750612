package yona.async;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A future that is completed by hand, once, from any thread.
 *
 * <p>A promise belongs to no scope: nothing runs for it that could be left behind, and whoever made
 * it may hand it out to others whose scopes last longer. So leaving the scope in which it was made
 * does not cancel it, nor a {@link #zip} or {@link #alt} of promises, and a failure given to {@link
 * #fail} that nobody awaits is not reported: who gave it has it. Where a promise should end with a
 * scope, link it: {@code Scope.current().link(promise)} cancels it when the scope is left, unless
 * it is completed by then.
 *
 * @param <T> the value
 */
public final class Promise<T extends @Nullable Object> extends Future<T> {

  /** What it is of, where only fibers complete it; else null. */
  private final @Nullable String amongFibers;

  /** Makes a promise that nobody has completed. */
  public Promise() {
    this.amongFibers = null;
  }

  private Promise(String what) {
    this.amongFibers = what;
  }

  /**
   * Makes a promise that only fibers will complete, no thread that they are not: see {@link
   * AmongFibers}.
   *
   * @param what what it is of, for dumps
   * @param <T> the value
   * @return the promise
   */
  public static <T extends @Nullable Object> Promise<T> amongFibers(String what) {
    return new Promise<>(Objects.requireNonNull(what, "what"));
  }

  boolean isAmongFibers() {
    return amongFibers != null;
  }

  @Override
  String label() {
    return amongFibers == null ? super.label() : amongFibers;
  }

  /**
   * Completes this with a value. Never waits. Refused in a transaction, which may be repeated.
   *
   * @param value the value
   * @return false if it was completed before
   */
  public boolean complete(T value) {
    Fiber.beforeEffect("Promise.complete");
    return complete(new Result.Success<>(value));
  }

  /**
   * Completes this with an error. Never waits. Refused in a transaction, which may be repeated.
   *
   * @param error what {@link #value} raises
   * @return false if it was completed before
   */
  public boolean fail(Throwable error) {
    Fiber.beforeEffect("Promise.fail");
    return complete(new Result.Failure<>(error));
  }
}
