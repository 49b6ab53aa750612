package yona.async.monadic;

import java.time.Duration;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import yona.async.Body;
import yona.async.CancellationException;
import yona.async.Future;
import yona.async.Result;
import yona.async.Scope;
import yona.async.Source;
import yona.async.clock.Clock;

/**
 * A thread of computation as a value: what is to be done, in monadic style, for those who want it
 * and so that the two styles can be measured against each other.
 *
 * <pre>{@code
 * static Computation<Long> sum(long n) {
 *   return n == 0 ? return_(0L) : pause().bind(_ -> sum(n - 1)).map(rest -> n + rest);
 * }
 * long result = sum(1_000_000).run();
 * }</pre>
 *
 * <p>The same in direct style is {@code if (n == 0) return 0; Async.yield(); return n + sum(n -
 * 1);}. Nothing happens until {@link #run} or {@link #start}, and a computation may be run any
 * number of times, also at the same time.
 *
 * <p><b>How it runs.</b> A computation is a tree of requests, and one loop carries them out
 * (Claessen, A Poor Man's Concurrency Monad, JFP 1999; Li and Zdancewic, Combining Events and
 * Threads, PLDI 2007). What is to be done behind the current request is kept on an array instead of
 * the stack, so binds nest to the left and to the right as deep as memory goes, and a request that
 * waits returns from the loop and leaves no thread behind. The threads are those that carry fibers:
 * the carriers of the scope's scheduler, or where fibers run on the JDK's scheduler, a pool of one
 * platform thread for each processor. Different from Claessen's and from Lwt: requests are objects,
 * interpreted, so that binding allocates one object and calls nothing. Lwt binds to a promise that
 * is there already by calling the function at once, on the stack; here that is one turn of the
 * loop.
 *
 * <p><b>Functions</b> given to this class run on a carrier, not on a fiber. They must not wait: one
 * that does, or that blocks in Java code, keeps its carrier from everybody else; this is what the
 * direct style does not have. They may be called by different threads one after the other, and see
 * what the ones before have written.
 *
 * <p><b>Errors</b> that functions raise, checked or not, pass by everything that is bound until
 * {@link #handle} or {@link #recover}, and are raised by {@link #run}.
 *
 * <p><b>Cancellation.</b> The computation belongs to the scope in which it was started. When that
 * is cancelled, or left, a {@link CancellationException} is the error of the request that waits or
 * next would, and of every further one; the scope waits for the end of the computation.
 *
 * <p>Computations are immutable and safe for use by any number of threads.
 *
 * @param <T> what it gives
 */
public abstract sealed class Computation<T extends @Nullable Object> permits Request {

  Computation() {}

  // ---- making computations ---------------------------------------------------------------------

  /**
   * Gives a value, at once.
   *
   * @param value the value
   * @param <T> its type
   * @return the computation
   */
  public static <T extends @Nullable Object> Computation<T> return_(T value) {
    return new Request.Return<>(value);
  }

  /**
   * Fails, at once.
   *
   * @param error the error
   * @param <T> what it would give
   * @return the computation
   */
  public static <T extends @Nullable Object> Computation<T> fail(Throwable error) {
    return new Request.Fail<>(Objects.requireNonNull(error, "error"));
  }

  /**
   * Calls a function each time that it is run, and gives what that gives.
   *
   * @param body the function; must not wait
   * @param <T> its result
   * @return the computation
   */
  public static <T extends @Nullable Object> Computation<T> delay(Body<? extends T, ?> body) {
    return new Request.Delay<T>(Objects.requireNonNull(body, "body"));
  }

  /**
   * Lets others run, and gives null.
   *
   * @return the computation
   */
  public static Computation<@Nullable Void> pause() {
    return Request.Pause.PAUSE;
  }

  /**
   * Waits for a time, and gives null.
   *
   * @param nanos the time in nanoseconds; others get a turn even if it is not positive
   * @return the computation
   */
  public static Computation<@Nullable Void> sleepNanos(long nanos) {
    return nanos <= 0 ? pause() : new Request.Sleep(nanos);
  }

  /**
   * Waits for a time, and gives null.
   *
   * @param time the time
   * @return the computation
   */
  public static Computation<@Nullable Void> sleep(Duration time) {
    return sleepNanos(Clock.nanos(time));
  }

  /**
   * Waits for the item of a source, and gives it.
   *
   * @param source the source
   * @param <T> its items
   * @return the computation
   */
  public static <T> Computation<T> await(Source<T> source) {
    return new Request.Await<>(Objects.requireNonNull(source, "source"), false);
  }

  /**
   * Waits for the value of a future, and gives it, or fails as the future does.
   *
   * @param future the future
   * @param <T> its value
   * @return the computation
   */
  @SuppressWarnings({"unchecked", "rawtypes"}) // the request takes the result apart
  public static <T extends @Nullable Object> Computation<T> value(Future<T> future) {
    return new Request.Await(Objects.requireNonNull(future, "future"), true);
  }

  /**
   * Starts running a computation beside this one, on its own, and gives its result to come without
   * waiting for it. When the computation that was {@link #run} ends, those that were forked below
   * it are cancelled, and it ends when they have. The first of them to fail cancels all others, and
   * its error is raised by {@link #run}.
   *
   * @param computation what to run beside
   * @param <T> what it gives
   * @return the computation that starts it
   */
  public static <T extends @Nullable Object> Computation<Future<T>> fork(
      Computation<T> computation) {
    return new Request.Fork<>(Objects.requireNonNull(computation, "computation"));
  }

  // ---- composing them --------------------------------------------------------------------------

  /**
   * This, and then what a function makes of its value.
   *
   * @param then gives what is to be done next; must not wait
   * @param <U> what that gives
   * @return the computation
   */
  public final <U extends @Nullable Object> Computation<U> bind(
      Function<? super T, ? extends Computation<? extends U>> then) {
    return new Request.Bind<>(this, Objects.requireNonNull(then, "then"));
  }

  /**
   * Another word for {@link #bind}.
   *
   * @param then gives what is to be done next; must not wait
   * @param <U> what that gives
   * @return the computation
   */
  public final <U extends @Nullable Object> Computation<U> flatMap(
      Function<? super T, ? extends Computation<? extends U>> then) {
    return bind(then);
  }

  /**
   * This, with a function applied to its value.
   *
   * @param function the function; must not wait
   * @param <U> its result
   * @return the computation
   */
  public final <U extends @Nullable Object> Computation<U> map(
      Function<? super T, ? extends U> function) {
    return new Request.Map<>(this, Objects.requireNonNull(function, "function"));
  }

  /**
   * This, and then what a function makes of its end, be it a value or an error. To clean up, in
   * particular.
   *
   * @param then gives what is to be done next; must not wait
   * @param <U> what that gives
   * @return the computation
   */
  public final <U extends @Nullable Object> Computation<U> handle(
      Function<? super Result<T>, ? extends Computation<? extends U>> then) {
    return new Request.Handle<>(this, Objects.requireNonNull(then, "then"));
  }

  /**
   * This, or where it fails, what a function makes of its error.
   *
   * @param then gives what is to be done instead; must not wait
   * @return the computation
   */
  public final Computation<T> recover(
      Function<? super Throwable, ? extends Computation<? extends T>> then) {
    Objects.requireNonNull(then, "then");
    return handle(
        end ->
            switch (end) {
              case Result.Success<T>(T value) -> return_(value);
              case Result.Failure<T>(Throwable error) -> then.apply(error);
            });
  }

  // ---- running them ----------------------------------------------------------------------------

  /**
   * Runs this and waits for its end. Suspends.
   *
   * @return its value; its error, checked or not, is raised
   * @throws CancellationException if the calling computation is cancelled; this has ended then
   */
  public final T run() {
    return Family.run(this);
  }

  /**
   * Starts running this and goes on at once. It belongs to the calling fiber's scope like what
   * {@link Scope#background} starts: leaving the scope cancels it and waits for its end.
   *
   * @return its result to come; cancelling that cancels this
   */
  public final Future<T> start() {
    return Scope.current().background(this::run);
  }
}
