package yona.async;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A computation without a result that may suspend its fiber: what a {@link Body} is that gives one.
 * Whatever takes bodies takes these too, so that a block needs no {@code return null}.
 *
 * <p>A method that has several forms, like {@link Future#value}, cannot be named where both are
 * taken, {@code group.fork(future::value)}: the compiler does not know which is meant. A lambda
 * says it, {@code group.fork(() -> future.value())}.
 *
 * @param <X> the checked exceptions that it may raise
 */
@FunctionalInterface
public interface Action<X extends Throwable> {

  /**
   * Runs the computation on the fiber of the caller. May suspend.
   *
   * @throws X as the computation decides
   */
  void run() throws X;

  /**
   * The same computation as a body, whose result is null.
   *
   * @param body the computation
   * @param <X> what it may raise
   * @return the body
   */
  static <X extends Throwable> Body<@Nullable Void, X> asBody(Action<? extends X> body) {
    Objects.requireNonNull(body, "body");
    return () -> {
      body.run();
      return null;
    };
  }
}
