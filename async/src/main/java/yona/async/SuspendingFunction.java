package yona.async;

import org.jspecify.annotations.Nullable;

/**
 * A function that may suspend its fiber.
 *
 * @param <E> what it is applied to
 * @param <T> what it gives
 * @param <X> the checked exceptions that it may raise
 */
@FunctionalInterface
public interface SuspendingFunction<
    E extends @Nullable Object, T extends @Nullable Object, X extends Throwable> {

  /**
   * Applies the function on the fiber of the caller. May suspend.
   *
   * @param element what it is applied to
   * @return its result
   * @throws X as the function decides
   */
  T apply(E element) throws X;
}
