package yona.async;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A computation that may suspend its fiber.
 *
 * @param <T> what it gives
 * @param <X> the checked exceptions that it may raise; {@link RuntimeException} when it raises none
 */
@FunctionalInterface
public interface Body<T extends @Nullable Object, X extends Throwable> {

  /**
   * Runs the computation on the fiber of the caller. May suspend.
   *
   * @return its result
   * @throws X as the computation decides
   */
  T run() throws X;

  /**
   * Names the fiber that runs a computation, for dumps, recordings, debuggers and thread dumps:
   *
   * <pre>{@code
   * Future<Page> page = Async.future(Body.named("fetch " + address, () -> fetch(address)));
   * }</pre>
   *
   * @param name the name; need not be unique
   * @param body what to run
   * @param <T> what it gives
   * @param <X> the checked exceptions that it may raise
   * @return the same computation, which gives its name to a fiber that is started for it, with any
   *     operation that takes a body
   */
  static <T extends @Nullable Object, X extends Throwable> Body<T, X> named(
      String name, Body<? extends T, ? extends X> body) {
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(body, "body");
    return new NamedBody<>(name, body);
  }

  /**
   * {@link #named(String, Body)} of a computation without a result.
   *
   * @param name the name; need not be unique
   * @param body what to run
   * @param <X> the checked exceptions that it may raise
   * @return the same computation with the name
   */
  static <X extends Throwable> Body<@Nullable Void, X> named(
      String name, Action<? extends X> body) {
    return named(name, Action.<X>asBody(body));
  }

  /**
   * Says where a computation comes from, for those who find its fiber later, with {@link
   * Fiber#origin}.
   *
   * @param origin anything, a stack trace for instance
   * @param body what to run
   * @param <T> what it gives
   * @param <X> the checked exceptions that it may raise
   * @return the same computation, which gives its origin to a fiber that is started for it, with
   *     any operation that takes a body
   */
  static <T extends @Nullable Object, X extends Throwable> Body<T, X> from(
      Object origin, Body<? extends T, ? extends X> body) {
    Objects.requireNonNull(origin, "origin");
    Objects.requireNonNull(body, "body");
    return new OriginalBody<>(origin, body);
  }
}
