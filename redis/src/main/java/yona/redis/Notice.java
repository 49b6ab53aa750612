package yona.redis;

/** What a {@link Subscription} gives. */
public sealed interface Notice permits Message, Gap {}
