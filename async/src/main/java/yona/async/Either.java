package yona.async;

import java.util.Objects;

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
  record Left<A, B>(A value) implements Either<A, B> {

    /** Checks that there is one. */
    public Left {
      Objects.requireNonNull(value, "value");
    }
  }

  /**
   * The right one.
   *
   * @param value what it has
   * @param <A> what the left one has
   * @param <B> what the right one has
   */
  record Right<A, B>(B value) implements Either<A, B> {

    /** Checks that there is one. */
    public Right {
      Objects.requireNonNull(value, "value");
    }
  }
}
