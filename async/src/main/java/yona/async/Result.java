package yona.async;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * How a computation ended: with a value or with an error. Immutable.
 *
 * @param <T> the value
 */
public sealed interface Result<T extends @Nullable Object> {

  /**
   * The computation gave a value.
   *
   * @param value the value
   * @param <T> its type
   */
  record Success<T extends @Nullable Object>(T value) implements Result<T> {}

  /**
   * The computation raised an error.
   *
   * @param error the very object that was raised
   * @param <T> what the value would have been
   */
  record Failure<T extends @Nullable Object>(Throwable error) implements Result<T> {

    /** Checks that there is one. */
    public Failure {
      Objects.requireNonNull(error, "error");
    }
  }

  /**
   * The end with a value.
   *
   * @param value the value
   * @param <T> its type
   * @return the result
   */
  static <T extends @Nullable Object> Result<T> success(T value) {
    return new Success<>(value);
  }

  /**
   * The end with an error.
   *
   * @param error the error
   * @param <T> what the value would have been
   * @return the result
   */
  static <T extends @Nullable Object> Result<T> failure(Throwable error) {
    return new Failure<>(error);
  }

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
