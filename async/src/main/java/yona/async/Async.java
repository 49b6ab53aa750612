package yona.async;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import yona.async.clock.Clock;
import yona.async.events.Events;
import yona.async.scheduler.Fibers;

/**
 * The entrance to the library, and the operations that need no object.
 *
 * <p>Everything here may be called from any thread: a thread that is no fiber yet becomes one for
 * as long as it runs. An operation that suspends parks a virtual thread, or blocks a platform
 * thread that called in.
 */
public final class Async {

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
    Objects.requireNonNull(body, "body");
    return Scope.open().around(body);
  }

  /**
   * {@link #blocking(Body)} of a body without a result. May suspend.
   *
   * @param body what to run
   * @param <X> what it may raise
   * @throws X as the body does
   */
  public static <X extends Throwable> void blocking(Action<? extends X> body) throws X {
    blocking(Action.<X>asBody(body));
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
    Objects.requireNonNull(reporter, "reporter");
    Objects.requireNonNull(body, "body");
    return Scope.openReporting(reporter).around(body);
  }

  /**
   * {@link #blocking(ErrorReporter, Body)} of a body without a result. May suspend.
   *
   * @param reporter who takes the errors that nobody can be given
   * @param body what to run
   * @param <X> what it may raise
   * @throws X as the body does
   */
  public static <X extends Throwable> void blocking(
      ErrorReporter reporter, Action<? extends X> body) throws X {
    blocking(reporter, Action.<X>asBody(body));
  }

  /**
   * Like {@link #blocking(Body)}, with a choice of where the fibers run that are started inside.
   *
   * @param scheduler where they run
   * @param body what to run, on the calling thread
   * @param <T> its result
   * @param <X> what it may raise
   * @return its result
   * @throws X as the body does
   */
  public static <T extends @Nullable Object, X extends Throwable> T blocking(
      FiberScheduler scheduler, Body<? extends T, ? extends X> body) throws X {
    Objects.requireNonNull(scheduler, "scheduler");
    Objects.requireNonNull(body, "body");
    return Scope.openOn(scheduler).around(body);
  }

  /**
   * {@link #blocking(FiberScheduler, Body)} of a body without a result. May suspend.
   *
   * @param scheduler where the fibers run
   * @param body what to run, on the calling thread
   * @param <X> what it may raise
   * @throws X as the body does
   */
  public static <X extends Throwable> void blocking(
      FiberScheduler scheduler, Action<? extends X> body) throws X {
    blocking(scheduler, Action.<X>asBody(body));
  }

  /**
   * Starts a fiber in the current scope, whose result is awaited. See {@link Scope#future}. Does
   * not suspend.
   *
   * @param body what the fiber runs
   * @param <T> its result
   * @return the result to come
   * @throws IllegalStateException outside of any scope
   */
  public static <T extends @Nullable Object> Future<T> future(Body<? extends T, ?> body) {
    return Scope.current().future(body);
  }

  /**
   * {@link #future(Body)} of a body without a result. Does not suspend.
   *
   * @param body what the fiber runs
   * @return its end to come
   * @throws IllegalStateException outside of any scope
   */
  public static Future<@Nullable Void> future(Action<?> body) {
    return future(Action.<Throwable>asBody(body));
  }

  /**
   * Runs a body in a {@link Group}: the fibers that it forks run beside each other and are all done
   * when this returns, and if one fails the others are cancelled. May suspend.
   *
   * @param body what to run; gets the group
   * @param <T> its result
   * @param <X> what it and the members may raise
   * @return its result
   * @throws X the first error
   */
  public static <T extends @Nullable Object, X extends Throwable> T group(
      SuspendingFunction<? super Group<X>, ? extends T, ? extends X> body) throws X {
    return inGroup(new Group<>(), body);
  }

  /**
   * Like {@link #group} with a group whose members start in the order in which they are forked, see
   * {@link Group#inOrder}. May suspend.
   *
   * @param body what to run; gets the group
   * @param <T> its result
   * @param <X> what it and the members may raise
   * @return its result
   * @throws X the first error
   */
  public static <T extends @Nullable Object, X extends Throwable> T groupInOrder(
      SuspendingFunction<? super Group<X>, ? extends T, ? extends X> body) throws X {
    return inGroup(Group.inOrder(), body);
  }

  private static <T extends @Nullable Object, X extends Throwable> T inGroup(
      Group<X> opened, SuspendingFunction<? super Group<X>, ? extends T, ? extends X> body)
      throws X {
    return opened.around(
        () -> {
          Objects.requireNonNull(body, "body");
          T result = opened.inPlace(() -> body.apply(opened));
          opened.join();
          return result;
        });
  }

  /**
   * Waits for one of several cases and runs its handler. Exactly one case happens; of several that
   * are ready a random one. Nothing is taken from the other sources, and nothing sent to them.
   * Suspends.
   *
   * @param cases at least one, made by {@link Source#handle}; a source may be there several times
   * @param <R> what the handlers give
   * @param <X> what they may raise
   * @return what the handler gives
   * @throws X what the handler raises
   * @throws CancellationException if the computation is cancelled before a case has happened
   */
  @SafeVarargs
  @SuppressWarnings("varargs")
  public static <R extends @Nullable Object, X extends Throwable> R select(
      Case<? extends R, ? extends X>... cases) throws X {
    Objects.requireNonNull(cases, "cases");
    for (Case<? extends R, ? extends X> each : cases) {
      Objects.requireNonNull(each, "case");
    }
    return select(List.of(cases));
  }

  /**
   * {@link #select(Case[])} of a list. Suspends.
   *
   * @param cases at least one
   * @param <R> what the handlers give
   * @param <X> what they may raise
   * @return what the handler gives
   * @throws X what the handler raises
   * @throws CancellationException if the computation is cancelled before a case has happened
   */
  public static <R extends @Nullable Object, X extends Throwable> R select(
      List<? extends Case<? extends R, ? extends X>> cases) throws X {
    Objects.requireNonNull(cases, "cases");
    if (cases.isEmpty()) {
      throw new IllegalArgumentException("a select needs at least one case");
    }
    Fiber.beforeWait();
    return Selection.select(cases, null);
  }

  /**
   * Like {@link #select(List)}, but waits for nothing: if no case is ready, something else is done.
   *
   * @param otherwise what is done if no case is ready
   * @param cases any number
   * @param <R> what the handlers give
   * @param <X> what they may raise
   * @return what the handler, or {@code otherwise}, gives
   * @throws X what it raises
   * @throws CancellationException if the computation is cancelled
   */
  public static <R extends @Nullable Object, X extends Throwable> R selectOr(
      Body<? extends R, ? extends X> otherwise,
      List<? extends Case<? extends R, ? extends X>> cases)
      throws X {
    Objects.requireNonNull(otherwise, "otherwise");
    Objects.requireNonNull(cases, "cases");
    Fiber.beforeWait();
    return Selection.select(cases, otherwise);
  }

  /**
   * Runs a body that no cancellation from outside reaches. One that came meanwhile is raised when
   * the body is done, and what the body gave is dropped: what it acquired it has to hand over
   * itself. An error of the body is raised in any case. May suspend.
   *
   * @param body what to run
   * @param <T> its result
   * @param <X> what it may raise
   * @return its result
   * @throws X as the body does
   * @throws CancellationException if the computation was cancelled before the body was done
   */
  public static <T extends @Nullable Object, X extends Throwable> T uninterruptible(
      Body<? extends T, ? extends X> body) throws X {
    T result = Async.<T, X>shielded(body);
    Fiber.current().checkCancelled();
    return result;
  }

  /**
   * {@link #uninterruptible(Body)} of a body without a result. May suspend.
   *
   * @param body what to run
   * @param <X> what it may raise
   * @throws X as the body does
   * @throws CancellationException if the computation was cancelled before the body was done
   */
  public static <X extends Throwable> void uninterruptible(Action<? extends X> body) throws X {
    uninterruptible(Action.<X>asBody(body));
  }

  /**
   * Like {@link #uninterruptible}, but a cancellation that came meanwhile is raised at the first
   * wait after it: for releases, and for what acquires something that the caller releases. May
   * suspend.
   *
   * @param body what to run
   * @param <T> its result
   * @param <X> what it may raise
   * @return its result
   * @throws X as the body does
   */
  public static <T extends @Nullable Object, X extends Throwable> T shielded(
      Body<? extends T, ? extends X> body) throws X {
    Objects.requireNonNull(body, "body");
    return Scope.openShielded().around(body);
  }

  /**
   * {@link #shielded(Body)} of a body without a result. May suspend.
   *
   * @param body what to run
   * @param <X> what it may raise
   * @throws X as the body does
   */
  public static <X extends Throwable> void shielded(Action<? extends X> body) throws X {
    shielded(Action.<X>asBody(body));
  }

  /**
   * Runs a body under a deadline, on the calling fiber. When the time is over the body is
   * cancelled; when it has cleaned up, {@link TimeoutException} is raised and what the body then
   * gave is dropped (an error other than its cancellation is reported). A body that is done before
   * the cancellation reaches it, since its last operation has just been served or it only computes,
   * has its result given. A cancellation from outside stays a {@link CancellationException}. May
   * suspend.
   *
   * @param nanos the time, in nanoseconds, from now; none is left if it is not positive
   * @param body what to run
   * @param <T> its result
   * @param <X> what it may raise
   * @return its result
   * @throws X as the body does
   * @throws TimeoutException if the body was cancelled since the time was over
   */
  public static <T extends @Nullable Object, X extends Throwable> T timeoutNanos(
      long nanos, Body<? extends T, ? extends X> body) throws X {
    Objects.requireNonNull(body, "body");
    return new Timeout(Deadline.afterNanos(nanos), nanos).run(body);
  }

  /**
   * Runs a body under a deadline, as {@link #timeoutNanos} does. May suspend.
   *
   * @param time the time from now; none is left if it is not positive
   * @param body what to run
   * @param <T> its result
   * @param <X> what it may raise
   * @return its result
   * @throws X as the body does
   * @throws TimeoutException if the body was cancelled since the time was over
   */
  public static <T extends @Nullable Object, X extends Throwable> T timeout(
      Duration time, Body<? extends T, ? extends X> body) throws X {
    return timeoutNanos(Clock.nanos(time), body);
  }

  /**
   * {@link #timeout(Duration, Body)} of a body without a result. May suspend.
   *
   * @param time the time from now
   * @param body what to run
   * @param <X> what it may raise
   * @throws X as the body does
   * @throws TimeoutException if the body was cancelled since the time was over
   */
  public static <X extends Throwable> void timeout(Duration time, Action<? extends X> body)
      throws X {
    timeout(time, Action.<X>asBody(body));
  }

  /**
   * Runs bodies beside each other, whatever they block in; the first to end, by value or by error,
   * decides, and the others are cancelled. See {@link Group#race}. Suspends.
   *
   * @param bodies what to run, at least one
   * @param <T> their results
   * @param <X> what they may raise
   * @return the first result
   * @throws X the first error
   */
  public static <T extends @Nullable Object, X extends Throwable> T race(
      List<? extends Body<? extends T, ? extends X>> bodies) throws X {
    Group<X> group = new Group<>();
    return group.around(() -> group.race(bodies));
  }

  /**
   * {@link #race(List)} of several bodies. Suspends.
   *
   * @param bodies what to run, at least one
   * @param <T> their results
   * @param <X> what they may raise
   * @return the first result
   * @throws X the first error
   */
  @SafeVarargs
  @SuppressWarnings("varargs")
  public static <T extends @Nullable Object, X extends Throwable> T race(
      Body<? extends T, ? extends X>... bodies) throws X {
    Objects.requireNonNull(bodies, "bodies");
    return Async.<T, X>race(Arrays.asList(bodies));
  }

  /**
   * Suspends for a time.
   *
   * @param nanos the time in nanoseconds; others get a turn even if it is not positive
   * @throws CancellationException if the computation is cancelled
   */
  public static void sleepNanos(long nanos) {
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
   * @param time the time; others get a turn even if it is not positive
   * @throws CancellationException if the computation is cancelled
   */
  public static void sleep(Duration time) {
    long nanos = Clock.nanos(time);
    if (nanos > 0) {
      // By this name, for those who refuse it.
      Fiber.reachedWait();
    }
    sleepNanos(nanos);
  }

  /**
   * Lets other fibers run. Suspends.
   *
   * @throws CancellationException if the computation is cancelled
   */
  @SuppressWarnings("NamedLikeContextualKeyword") // Thread's own word
  public static void yield() {
    Fiber.reachedWait();
    Fiber fiber = Fiber.current();
    fiber.checkCancelled();
    if (Events.on()) {
      fiber.startWaiting("yield");
      Fibers.letOthersRun();
      fiber.goOn();
    } else {
      Fibers.letOthersRun();
    }
  }

  /**
   * Waits until the computation is cancelled.
   *
   * @return never
   * @throws CancellationException when that happens
   */
  public static RuntimeException never() {
    Fiber.current().checkCancelled();
    Fiber.reachedWait();
    new Waiter<>().await("never");
    throw new AssertionError("nobody can complete it");
  }
}
