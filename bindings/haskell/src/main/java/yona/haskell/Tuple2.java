package yona.haskell;

import org.jspecify.annotations.Nullable;

/**
 * A tuple of Haskell.
 *
 * @param first element 1
 * @param second element 2
 * @param <A> its type
 * @param <B> its type
 */
public record Tuple2<A extends @Nullable Object, B extends @Nullable Object>(A first, B second) {}
