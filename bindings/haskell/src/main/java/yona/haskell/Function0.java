package yona.haskell;

import org.jspecify.annotations.Nullable;

/**
 * A function of Haskell with no parameter. {@code function::call} is any functional interface that
 * fits.
 *
 * @param <R> the type of its result
 */
@FunctionalInterface
public interface Function0<R extends @Nullable Object> {
  /**
   * Calls it, on a thread of Haskell. Suspends; a cancellation interrupts that thread.
   *
   * @return its result
   * @throws HaskellException if it raises an error of Haskell; what Java has thrown comes out as it
   *     was
   */
  R call();
}
