package yona.haskell;

import org.jspecify.annotations.Nullable;

/**
 * A tuple of Haskell.
 *
 * @param first element 1
 * @param second element 2
 * @param third element 3
 * @param <A> its type
 * @param <B> its type
 * @param <C> its type
 */
public record Tuple3<
    A extends @Nullable Object, B extends @Nullable Object, C extends @Nullable Object>(
    A first, B second, C third) {}
