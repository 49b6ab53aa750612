package yona.async.continuation;

import org.jspecify.annotations.Nullable;

/**
 * How far a body has come when control is back with whoever started or resumed it: it has
 * suspended, and what is left of it is a {@link Continuation}, or it has ended and is {@link Done}.
 * Safe to hand to another thread; whether that may resume it says {@link Continuation}.
 *
 * @param <S> what suspensions hand out
 * @param <A> what they are answered with
 * @param <R> the body's result
 */
public sealed interface Step<
        S extends @Nullable Object, A extends @Nullable Object, R extends @Nullable Object>
    permits Continuation, Step.Done {

  /**
   * The body has ended with a result.
   *
   * @param result the result
   * @param <S> what suspensions hand out
   * @param <A> what they are answered with
   * @param <R> the body's result
   */
  record Done<S extends @Nullable Object, A extends @Nullable Object, R extends @Nullable Object>(
      R result) implements Step<S, A, R> {}
}
