/**
 * One-shot delimited continuations, for those who build control structures of their own:
 * generators, restartable exceptions, effect handlers, schedulers. Programs that only wait need
 * none of it.
 *
 * <p>Begin with {@link yona.async.continuation.Continuation}, which says what they are and what
 * they cost.
 */
package yona.async.continuation;
