package yona.async;

import org.jspecify.annotations.Nullable;

/**
 * Two values. Immutable.
 *
 * @param first the one
 * @param second the other
 * @param <A> the one's type
 * @param <B> the other's type
 */
public record Pair<A extends @Nullable Object, B extends @Nullable Object>(A first, B second) {}
