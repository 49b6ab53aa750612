package yona.async;

import org.jspecify.annotations.Nullable;

/**
 * A computation that may suspend its fiber.
 *
 * @param <T> what it gives
 * @param <X> the checked exceptions that it may raise; {@link RuntimeException} when it raises none
 */
@FunctionalInterface
public interface Body<T extends @Nullable Object, X extends Throwable> {

  /**
   * Runs the computation on the fiber of the caller. May suspend.
   *
   * @return its result
   * @throws X as the computation decides
   */
  T run() throws X;
}
