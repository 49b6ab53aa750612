package yona.async;

import org.jspecify.annotations.Nullable;

/**
 * A future that is completed by hand, once, from any thread.
 *
 * @param <T> the value
 */
public final class Promise<T extends @Nullable Object> extends Future<T> {

  /** Makes a promise that nobody has completed. */
  public Promise() {}

  /**
   * Completes this with a value. Never waits.
   *
   * @param value the value
   * @return false if it was completed before
   */
  public boolean complete(T value) {
    return complete(new Result.Success<>(value));
  }

  /**
   * Completes this with an error. Never waits.
   *
   * @param error what {@link #value} raises
   * @return false if it was completed before
   */
  public boolean fail(Throwable error) {
    return complete(new Result.Failure<>(error));
  }
}
