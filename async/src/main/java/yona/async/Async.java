package yona.async;

import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The entrance to the library, and the operations that need no object.
 *
 * <p>Everything here may be called from any thread: a thread that is no fiber yet becomes one for
 * as long as it runs. An operation that suspends parks a virtual thread, or blocks a platform
 * thread that called in.
 */
public final class Async {

  /** How many elements of a comprehension may be unfinished at a time unless the caller says. */
  public static final int COMPREHENSION_LIMIT = 1_024;

  private Async() {}

  /**
   * Runs a body in a scope on the calling thread; leaving it cancels what was started inside and
   * waits for it. May suspend.
   *
   * @param body what to run
   * @param <T> its result
   * @param <X> what it may raise
   * @return its result
   * @throws X as the body does
   */
  public static <T extends @Nullable Object, X extends Throwable> T blocking(
      Body<? extends T, ? extends X> body) throws X {
    try (Scope _ = Scope.open()) {
      return body.run();
    }
  }

  /**
   * Like {@link #blocking(Body)}, with a reporter of its own.
   *
   * @param reporter who takes the errors that nobody can be given
   * @param body what to run
   * @param <T> its result
   * @param <X> what it may raise
   * @return its result
   * @throws X as the body does
   */
  public static <T extends @Nullable Object, X extends Throwable> T blocking(
      ErrorReporter reporter, Body<? extends T, ? extends X> body) throws X {
    try (Scope _ = new Scope(true, false, reporter)) {
      return body.run();
    }
  }

  /**
   * Runs a body that no cancellation from outside reaches; it comes back at the first wait after
   * it. May suspend.
   *
   * @param body what to run
   * @param <T> its result
   * @param <X> what it may raise
   * @return its result
   * @throws X as the body does
   */
  public static <T extends @Nullable Object, X extends Throwable> T uninterruptible(
      Body<? extends T, ? extends X> body) throws X {
    try (Scope _ = Scope.openShielded()) {
      return body.run();
    }
  }

  /**
   * Runs a body under a deadline, on the calling fiber. When the time is over the body is
   * cancelled; when it has cleaned up, {@link TimeoutException} is raised and what the body then
   * gave is dropped (an error other than its cancellation is reported). A cancellation from outside
   * stays a {@link CancellationException}. May suspend.
   *
   * @param nanos the time, in nanoseconds, from now; none is left if it is not positive
   * @param body what to run
   * @param <T> its result
   * @param <X> what it may raise
   * @return its result
   * @throws X as the body does
   * @throws TimeoutException if the time was over before the body's end
   */
  public static <T extends @Nullable Object, X extends Throwable> T timeout(
      long nanos, Body<? extends T, ? extends X> body) throws X {
    return new Deadline(nanos).run(body);
  }

  /**
   * {@link #timeout(long, Body)} with a duration.
   *
   * @param time the time from now
   * @param body what to run
   * @param <T> its result
   * @param <X> what it may raise
   * @return its result
   * @throws X as the body does
   * @throws TimeoutException if the time was over before the body's end
   */
  public static <T extends @Nullable Object, X extends Throwable> T timeout(
      Duration time, Body<? extends T, ? extends X> body) throws X {
    return timeout(nanos(time), body);
  }

  /**
   * Runs bodies together; the first to end, by value or by error, decides. See {@link Group#race}.
   * Suspends.
   *
   * @param bodies what to run, at least one
   * @param <T> their results
   * @param <X> what they may raise
   * @return the first result
   * @throws X the first error
   */
  public static <T extends @Nullable Object, X extends Throwable> T race(
      List<? extends Body<? extends T, ? extends X>> bodies) throws X {
    try (Group<X> group = new Group<>()) {
      return group.race(bodies);
    }
  }

  /**
   * Suspends for a time.
   *
   * @param nanos the time in nanoseconds; others get a turn even if it is not positive
   * @throws CancellationException if the computation is cancelled
   */
  public static void sleep(long nanos) {
    if (nanos <= 0) {
      Async.yield();
      return;
    }
    Fiber.reachedWait();
    new Sleep(Fiber.current()).run(nanos);
  }

  /**
   * Suspends for a time.
   *
   * @param time the time
   * @throws CancellationException if the computation is cancelled
   */
  public static void sleep(Duration time) {
    sleep(nanos(time));
  }

  /**
   * Lets other fibers run. Suspends.
   *
   * @throws CancellationException if the computation is cancelled
   */
  @SuppressWarnings({"NamedLikeContextualKeyword", "ThreadPriorityCheck"}) // Thread's own word
  public static void yield() {
    Fiber.reachedWait();
    Fiber.current().checkCancelled();
    Thread.yield();
  }

  /**
   * Waits until the computation is cancelled.
   *
   * @return never
   * @throws CancellationException when that happens
   */
  public static RuntimeException never() {
    new Promise<>().await();
    throw new AssertionError("nobody can complete it");
  }

  private static long nanos(Duration time) {
    try {
      return time.toNanos();
    } catch (ArithmeticException _) {
      return time.isNegative() ? Long.MIN_VALUE : Long.MAX_VALUE;
    }
  }
}
