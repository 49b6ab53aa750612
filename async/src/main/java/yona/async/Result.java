package yona.async;

import org.jspecify.annotations.Nullable;

/**
 * How a computation ended: with a value or with an error.
 *
 * @param <T> the value
 */
public sealed interface Result<T extends @Nullable Object> {

  /** The computation gave a value. */
  record Success<T extends @Nullable Object>(T value) implements Result<T> {}

  /** The computation raised an error. */
  record Failure<T extends @Nullable Object>(Throwable error) implements Result<T> {}

  /**
   * The value, or raises the error: the very object, checked or not, with the stack where it was
   * made.
   *
   * @return the value
   */
  default T get() {
    return switch (this) {
      case Success<T>(T value) -> value;
      case Failure<T>(Throwable error) -> throw Errors.sneak(error);
    };
  }
}
