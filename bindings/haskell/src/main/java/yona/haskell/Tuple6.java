package yona.haskell;

import org.jspecify.annotations.Nullable;

/**
 * A tuple of Haskell.
 *
 * @param first element 1
 * @param second element 2
 * @param third element 3
 * @param fourth element 4
 * @param fifth element 5
 * @param sixth element 6
 * @param <A> its type
 * @param <B> its type
 * @param <C> its type
 * @param <D> its type
 * @param <E> its type
 * @param <F> its type
 */
public record Tuple6<
    A extends @Nullable Object,
    B extends @Nullable Object,
    C extends @Nullable Object,
    D extends @Nullable Object,
    E extends @Nullable Object,
    F extends @Nullable Object>(
    A first, B second, C third, D fourth, E fifth, F sixth) {}
