package yona.async;

/**
 * One of two. Immutable.
 *
 * @param <A> what the left one has
 * @param <B> what the right one has
 */
public sealed interface Either<A, B> {

  /**
   * The left one.
   *
   * @param value what it has
   * @param <A> what the left one has
   * @param <B> what the right one has
   */
  record Left<A, B>(A value) implements Either<A, B> {}

  /**
   * The right one.
   *
   * @param value what it has
   * @param <A> what the left one has
   * @param <B> what the right one has
   */
  record Right<A, B>(B value) implements Either<A, B> {}
}
