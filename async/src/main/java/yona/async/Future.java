package yona.async;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A value that will be there once: a source of its {@link Result}, and a cancellable.
 *
 * <p>It is either <em>runnable</em>, the result of a fiber ({@link Async#future}, {@link
 * Group#fork}), <em>completable</em> ({@link Promise}), or made of others ({@link #zip}, {@link
 * #alt}). Safe for use by any number of threads.
 *
 * <p>Cancelling a future sets its result at once, to a {@link CancellationException}, and then
 * interrupts the fiber behind it; the scope of that fiber still waits for the fiber's end.
 *
 * @param <T> the value
 */
public abstract class Future<T extends @Nullable Object> implements Source<Result<T>>, Cancellable {

  private static final VarHandle STATE;

  static {
    try {
      STATE = MethodHandles.lookup().findVarHandle(Future.class, "state", Object.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  /** Null, a {@link Listener} or {@link Several} before the result is there, then the result. */
  private volatile @Nullable Object state;

  /**
   * A listener and those that came before it: the first one, or several. Most futures have one
   * listener, and need no list.
   */
  private record Several(Listener<?> newest, Object older) {}

  Future() {}

  /**
   * A future whose value is there.
   *
   * @param value the value
   * @param <T> its type
   * @return the future
   */
  public static <T extends @Nullable Object> Future<T> completed(T value) {
    Future<T> future = new Promise<>();
    future.complete(new Result.Success<>(value));
    return future;
  }

  /**
   * A future that has failed. As of a {@link Promise}, nobody is told of it but who looks.
   *
   * @param error what {@link #value} raises
   * @param <T> what the value would have been
   * @return the future
   */
  public static <T extends @Nullable Object> Future<T> failed(Throwable error) {
    Future<T> future = new Promise<>();
    future.complete(new Result.Failure<>(error));
    return future;
  }

  /**
   * The result if it is there. Does not suspend.
   *
   * @return the result, or null
   */
  @Override
  public final @Nullable Result<T> poll() {
    Result<T> result = peek();
    if (result instanceof Result.Failure<?>) {
      failureSeen();
    }
    return result;
  }

  /** The result if it is there, without having been seen. */
  @SuppressWarnings("unchecked")
  final @Nullable Result<T> peek() {
    return state instanceof Result<?> result ? (Result<T>) result : null;
  }

  /**
   * Waits for the result. Suspends.
   *
   * @return success or failure; {@link #value} gives what is in it
   * @throws CancellationException if the waiting computation is cancelled, also when the result is
   *     there
   */
  @Override
  public final Result<T> await() {
    Fiber fiber = Fiber.current();
    fiber.checkCancelled();
    Result<T> result = poll();
    if (result == null && runInPlace(fiber)) {
      result = poll();
    }
    if (result != null) {
      return result;
    }
    Fiber.reachedWait();
    return SourceWaiter.await(fiber, this);
  }

  /**
   * Waits for the value. Suspends.
   *
   * @return the value; if the computation failed, its error is raised: the same object
   * @throws CancellationException if the waiting computation is cancelled
   */
  public final T value() {
    return await().get();
  }

  /**
   * Waits for the value, but not for ever. The computation behind it is not cancelled when the time
   * is over. Suspends.
   *
   * @param time how long to wait
   * @return the value; if the computation failed, its error is raised: the same object
   * @throws TimeoutException if the time was over before the result was there
   * @throws CancellationException if the waiting computation is cancelled
   */
  public final T value(Duration time) {
    Objects.requireNonNull(time, "time");
    Fiber.current().checkCancelled();
    Result<T> result = poll();
    return result != null
        ? result.get()
        : Async.<Result<T>, RuntimeException>timeout(time, this::await).get();
  }

  @Override
  public final boolean poll(Listener<? super Result<T>> listener) {
    Objects.requireNonNull(listener, "listener");
    Result<T> result = peek();
    return result != null && tell(listener, result);
  }

  private boolean tell(Listener<? super Result<T>> listener, Result<T> result) {
    boolean taken = Listener.offer(listener, result);
    if (taken && result instanceof Result.Failure<?>) {
      failureSeen();
    }
    return taken;
  }

  @SuppressWarnings("unchecked")
  @Override
  public final void onComplete(Listener<? super Result<T>> listener) {
    Objects.requireNonNull(listener, "listener");
    for (; ; ) {
      Object seen = state;
      if (seen instanceof Result<?>) {
        tell(listener, (Result<T>) seen);
        return;
      }
      if (STATE.compareAndSet(this, seen, with(seen, listener))) {
        return;
      }
    }
  }

  @Override
  public final void dropListener(Listener<? super Result<T>> listener) {
    Objects.requireNonNull(listener, "listener");
    for (; ; ) {
      Object seen = state;
      if (seen == null || seen instanceof Result<?>) {
        return;
      }
      if (STATE.compareAndSet(this, seen, without(seen, listener))) {
        return;
      }
    }
  }

  private static Object with(@Nullable Object listeners, Listener<?> added) {
    return listeners == null ? added : new Several(added, listeners);
  }

  private static @Nullable Object without(Object listeners, Listener<?> dropped) {
    if (!(listeners instanceof Several)) {
      return listeners.equals(dropped) ? null : listeners;
    }
    Object kept = null;
    for (Listener<?> each : oldestFirst(listeners)) {
      if (!each.equals(dropped)) {
        kept = with(kept, each);
      }
    }
    return kept;
  }

  private static List<Listener<?>> oldestFirst(Object listeners) {
    List<Listener<?>> all = new ArrayList<>();
    Object rest = listeners;
    for (; rest instanceof Several several; rest = several.older) {
      all.add(several.newest);
    }
    all.add((Listener<?>) rest);
    return all.reversed();
  }

  /** How many listeners stand here. */
  final int listeners() {
    Object now = state;
    return now == null || now instanceof Result<?> ? 0 : oldestFirst(now).size();
  }

  /** Sets the result unless there is one; tells the listeners in the order in which they came. */
  final boolean complete(Result<T> result) {
    Object before = end(result);
    if (before instanceof Result<?>) {
      return false;
    }
    tellAll(before, result);
    return true;
  }

  /** Sets the result unless there is one: gives that, or the listeners, who are to be told. */
  final @Nullable Object end(Result<T> result) {
    for (; ; ) {
      Object seen = state;
      if (seen instanceof Result<?> || STATE.compareAndSet(this, seen, result)) {
        return seen;
      }
    }
  }

  /** Tells those whom {@link #end} gave. */
  @SuppressWarnings("unchecked")
  final void tellAll(@Nullable Object listeners, Result<T> result) {
    if (listeners instanceof Several) {
      oldestFirst(listeners).forEach(each -> tell((Listener<? super Result<T>>) each, result));
    } else if (listeners != null) {
      tell((Listener<? super Result<T>>) listeners, result);
    }
  }

  /**
   * Cancels this: its result is a {@link CancellationException} from now on, and the fiber behind
   * it is interrupted. Does nothing if the result is there. Never waits.
   */
  @Override
  public final void cancel() {
    if (peek() == null && complete(new Result.Failure<>(CancellationException.ofFuture()))) {
      cancelled();
    }
  }

  // ---- several futures --------------------------------------------------------------------------

  /**
   * This value and another one's. Does not suspend.
   *
   * @param other the other future
   * @param <U> its value
   * @return a future of both values; fails with the error that comes first. Cancelling it cancels
   *     neither of the two
   */
  @SuppressWarnings("unchecked") // the values come in the order of the futures
  public final <U extends @Nullable Object> Future<Pair<T, U>> zip(Future<? extends U> other) {
    Objects.requireNonNull(other, "other");
    return ZippedFuture.<@Nullable Object, Pair<T, U>>of(
        copyOf(List.of(this, other)), both -> new Pair<>((T) both.get(0), (U) both.get(1)));
  }

  /**
   * All values of several futures. Does not suspend.
   *
   * @param futures any number; the same one may be there twice
   * @param <T> their values
   * @return a future of the values, in the order of the futures; fails with the error that comes
   *     first. Cancelling it cancels none of them
   */
  public static <T extends @Nullable Object> Future<List<T>> zip(
      List<? extends Future<? extends T>> futures) {
    return ZippedFuture.of(Future.<T>copyOf(futures), all -> all);
  }

  /**
   * {@link #zip(List)} of several futures. Does not suspend.
   *
   * @param futures any number
   * @param <T> their values
   * @return as of a list
   */
  @SafeVarargs
  @SuppressWarnings("varargs")
  public static <T extends @Nullable Object> Future<List<T>> zip(Future<? extends T>... futures) {
    Objects.requireNonNull(futures, "futures");
    return zip(Arrays.asList(futures));
  }

  /**
   * This value or, if this fails, another one's: the first success. Does not suspend. An error of
   * one that is not the result is reported to nobody, whether it comes before or after that: who
   * asks for the first success expects that others fail.
   *
   * @param other the other future
   * @return a future of the value that comes first; if both fail, of the error that comes last.
   *     Neither of the two is cancelled
   */
  public final Future<T> alt(Future<? extends T> other) {
    Objects.requireNonNull(other, "other");
    return alt(List.of(this, other));
  }

  /**
   * The first success of several futures, see {@link #alt(Future)}. Does not suspend.
   *
   * @param futures at least one
   * @param <T> their values
   * @return a future of the value that comes first; if all fail, of the error that comes last. None
   *     of them is cancelled
   */
  public static <T extends @Nullable Object> Future<T> alt(
      List<? extends Future<? extends T>> futures) {
    return AlternativeFuture.of(copyOf(futures), false);
  }

  /**
   * {@link #alt(List)} of several futures. Does not suspend.
   *
   * @param futures at least one
   * @param <T> their values
   * @return as of a list
   */
  @SafeVarargs
  @SuppressWarnings("varargs")
  public static <T extends @Nullable Object> Future<T> alt(Future<? extends T>... futures) {
    Objects.requireNonNull(futures, "futures");
    return alt(Arrays.asList(futures));
  }

  /**
   * {@link #alt(Future)} that cancels the loser; what that still raises is reported to nobody.
   *
   * @param other the other future
   * @return a future of the value that comes first; if both fail, of the error that comes last
   */
  public final Future<T> altC(Future<? extends T> other) {
    Objects.requireNonNull(other, "other");
    return altC(List.of(this, other));
  }

  /**
   * {@link #alt(List)} that cancels the losers as soon as there is a value; what they still raise
   * is reported to nobody.
   *
   * @param futures at least one
   * @param <T> their values
   * @return a future of the value that comes first; if all fail, of the error that comes last
   */
  public static <T extends @Nullable Object> Future<T> altC(
      List<? extends Future<? extends T>> futures) {
    return AlternativeFuture.of(copyOf(futures), true);
  }

  /**
   * {@link #altC(List)} of several futures. Does not suspend.
   *
   * @param futures at least one
   * @param <T> their values
   * @return as of a list
   */
  @SafeVarargs
  @SuppressWarnings("varargs")
  public static <T extends @Nullable Object> Future<T> altC(Future<? extends T>... futures) {
    Objects.requireNonNull(futures, "futures");
    return altC(Arrays.asList(futures));
  }

  /**
   * Futures in the order in which they end. Does not suspend.
   *
   * @param futures any number
   * @param <T> their values
   * @return a source of them, to which more can be added
   */
  public static <T extends @Nullable Object> Collector<T> collector(
      List<? extends Future<T>> futures) {
    return new Collector<>(futures);
  }

  /**
   * Waits for the values of several futures. An error that is not the first is reported when its
   * scope ends, unless somebody else sees it. Suspends.
   *
   * @param futures any number
   * @param <T> their values
   * @return the values, in the order of the futures; the error that comes first is raised, without
   *     waiting for the others
   * @throws CancellationException if the waiting computation is cancelled
   */
  public static <T extends @Nullable Object> List<T> awaitAll(
      List<? extends Future<? extends T>> futures) {
    return valueOnce(Future.<T>zip(futures));
  }

  /**
   * {@link #awaitAll(List)} of several futures. Suspends.
   *
   * @param futures any number
   * @param <T> their values
   * @return as of a list
   */
  @SafeVarargs
  @SuppressWarnings("varargs")
  public static <T extends @Nullable Object> List<T> awaitAll(Future<? extends T>... futures) {
    Objects.requireNonNull(futures, "futures");
    return awaitAll(Arrays.asList(futures));
  }

  /**
   * Waits for the first success of several futures; the errors of the others are those of {@link
   * #alt(Future)}. Suspends.
   *
   * @param futures at least one
   * @param <T> their values
   * @return the value that comes first; if all fail, the error that comes last is raised
   * @throws CancellationException if the waiting computation is cancelled
   */
  public static <T extends @Nullable Object> T awaitFirst(
      List<? extends Future<? extends T>> futures) {
    return valueOnce(Future.<T>alt(futures));
  }

  /**
   * {@link #awaitFirst(List)} of several futures. Suspends.
   *
   * @param futures at least one
   * @param <T> their values
   * @return as of a list
   */
  @SafeVarargs
  @SuppressWarnings("varargs")
  public static <T extends @Nullable Object> T awaitFirst(Future<? extends T>... futures) {
    Objects.requireNonNull(futures, "futures");
    return awaitFirst(Arrays.asList(futures));
  }

  /** Waits for what is derived from other futures, and that nobody else has. */
  private static <T extends @Nullable Object> T valueOnce(Future<T> derived) {
    try {
      return derived.value();
    } finally {
      // If the wait is cancelled: the others, which may go on for long, need not know of it.
      derived.cancel();
    }
  }

  @SuppressWarnings("unchecked") // a future only gives values
  private static <T extends @Nullable Object> List<Future<T>> copyOf(
      List<? extends Future<? extends T>> futures) {
    Objects.requireNonNull(futures, "futures");
    for (Future<?> future : futures) {
      Objects.requireNonNull(future, "future");
    }
    return (List<Future<T>>) List.copyOf(futures);
  }

  /**
   * What this is, and whether the result is there.
   *
   * @return the label of {@link Names}, and the state
   */
  @Override
  public final String toString() {
    Result<T> result = peek();
    String now = result == null ? "pending" : result instanceof Result.Failure ? "failed" : "done";
    return label() + " (" + now + ")";
  }

  // ---- what kinds of futures do in their own way -----------------------------------------------

  /** What this is called, without its state. */
  String label() {
    return Names.label("Promise", this);
  }

  /** Runs what the future stands for on the fiber that awaits it, if it has not started. */
  boolean runInPlace(Fiber awaiting) {
    return false;
  }

  /** Somebody has been given the failure. */
  void failureSeen() {}

  /** Somebody has asked for this and others who needs no more than one of them to succeed. */
  void failureExpected() {}

  /** Reports the failure unless somebody has been given it. */
  void reportUnseen(ErrorReporter reporter) {}

  /** The future has been cancelled, and stops what it stands for. */
  void cancelled() {}
}
