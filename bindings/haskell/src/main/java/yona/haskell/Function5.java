package yona.haskell;

import org.jspecify.annotations.Nullable;

/**
 * A function of Haskell with five parameters. {@code function::call} is any functional interface
 * that fits.
 *
 * @param <A> the type of argument 1
 * @param <B> the type of argument 2
 * @param <C> the type of argument 3
 * @param <D> the type of argument 4
 * @param <E> the type of argument 5
 * @param <R> the type of its result
 */
@FunctionalInterface
public interface Function5<
    A extends @Nullable Object,
    B extends @Nullable Object,
    C extends @Nullable Object,
    D extends @Nullable Object,
    E extends @Nullable Object,
    R extends @Nullable Object> {
  /**
   * Calls it, on a thread of Haskell. Suspends; a cancellation interrupts that thread.
   *
   * @param first argument 1
   * @param second argument 2
   * @param third argument 3
   * @param fourth argument 4
   * @param fifth argument 5
   * @return its result
   * @throws HaskellException if it raises an error of Haskell; what Java has thrown comes out as it
   *     was
   */
  R call(A first, B second, C third, D fourth, E fifth);
}
