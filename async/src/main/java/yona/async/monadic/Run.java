package yona.async.monadic;

import java.util.Arrays;
import java.util.Objects;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;
import yona.async.CancellationException;
import yona.async.Promise;
import yona.async.Result;

/**
 * One run of a computation: a task that is on a carrier, or in a scheduler's queue, or at one wait.
 *
 * <p>Only the carrier that has the task touches it, except for {@link #standsAt} and {@link
 * #cancelled}. Before the task gives itself away, to a queue or to a wait, everything is written;
 * the next carrier may have it before the call comes back, so nothing is touched behind that.
 */
final class Run<T extends @Nullable Object> implements Runnable {

  /** Nothing is to be done before the answer: it goes to what waits on the array. */
  private static final @Nullable Request<?> ANSWERED = null;

  private final Family<?> family;
  private final Executor executor;
  final Promise<T> result = new Promise<>();

  /** What comes behind the current request, the next one last. */
  private Request.@Nullable After<?>[] rest = new Request.After<?>[16];

  private int depth;

  /** What to go on with: a request, or where that is null, the answer of the last one. */
  private @Nullable Request<?> current;

  private @Nullable Object answer;
  private @Nullable Throwable error;

  /** Where it waits; null on a carrier and in a queue. */
  private volatile @Nullable Wait<?> standsAt;

  private volatile boolean cancelled;

  Run(Family<?> family, Computation<T> computation) {
    this.family = family;
    this.executor = family.executor;
    this.current = (Request<?>) computation;
  }

  /** Whether an error is only how this takes its cancellation. */
  boolean isCancellation(Throwable raised) {
    return cancelled && raised instanceof CancellationException;
  }

  /** Has a carrier run this. */
  void start() {
    executor.execute(this);
  }

  /** Makes this fail at its next wait, or at the one where it stands. Any thread may call it. */
  void cancel() {
    cancelled = true;
    Wait<?> wait = standsAt;
    if (wait != null) {
      wait.cancel();
    }
  }

  // ---- the loop --------------------------------------------------------------------------------

  @Override
  public void run() {
    Request<?> request = current;
    current = null;
    Object value = answer;
    answer = null;
    Throwable failure = error;
    error = null;
    for (; ; ) {
      try {
        if (failure != null) {
          Throwable failed = failure;
          failure = null;
          request = handler(failed);
          if (request == null) {
            end(new Result.Failure<>(failed));
            return;
          }
        }
        for (; ; ) {
          if (request != null) {
            switch (request.kind) {
              case Request.RETURN -> value = ((Request.Return<?>) request).value;
              case Request.BIND, Request.MAP, Request.HANDLE -> {
                Request.After<?> after = (Request.After<?>) request;
                push(after);
                request = after.first;
                continue;
              }
              case Request.AWAIT -> {
                checkCancelled();
                Request.Await<?> await = (Request.Await<?>) request;
                Object item = await.source.poll();
                if (item == null) {
                  begin(new Wait.AtSource<>(this, await));
                  return;
                }
                value = await.ofResults ? ((Result<?>) item).get() : item;
              }
              case Request.PAUSE -> {
                checkCancelled();
                executor.execute(this);
                return;
              }
              case Request.SLEEP -> {
                checkCancelled();
                begin(new Wait.ForTime(this, ((Request.Sleep) request).nanos));
                return;
              }
              case Request.DELAY -> value = ((Request.Delay<?>) request).body.run();
              case Request.FORK -> value = family.fork(((Request.Fork<?>) request).computation);
              default -> throw ((Request.Fail<?>) request).error;
            }
          }
          // Here is a value for what comes next.
          if (depth == 0) {
            end(new Result.Success<>(value));
            return;
          }
          Request.After<?> after = pop();
          switch (after.kind) {
            case Request.BIND -> request = given(((Request.Bind<?>) after).then.apply(value));
            case Request.MAP -> {
              value = ((Request.Map<?>) after).function.apply(value);
              request = ANSWERED;
            }
            default ->
                request =
                    given(((Request.Handle<?>) after).then.apply(new Result.Success<>(value)));
          }
        }
      } catch (Throwable raised) {
        failure = raised;
      }
    }
  }

  /** What a function wants done next; null would stand for an answer. */
  private static Request<?> given(@Nullable Computation<?> next) {
    return (Request<?>)
        Objects.requireNonNull(next, "the function gave null, which is no computation");
  }

  private void push(Request.After<?> after) {
    if (depth == rest.length) {
      rest = Arrays.copyOf(rest, 2 * depth);
    }
    rest[depth++] = after;
  }

  private Request.After<?> pop() {
    Request.After<?> after = rest[--depth];
    rest[depth] = null;
    return after;
  }

  /** What the next handler of errors wants done; null if there is none. */
  private @Nullable Request<?> handler(Throwable failed) {
    while (depth > 0) {
      if (pop() instanceof Request.Handle<?> handle) {
        return given(handle.then.apply(new Result.Failure<>(failed)));
      }
    }
    return null;
  }

  @SuppressWarnings("unchecked")
  private void end(Result<?> end) {
    rest = new Request.After<?>[0];
    family.ended(this, (Result<T>) end);
  }

  private void checkCancelled() {
    if (cancelled) {
      throw new CancellationException();
    }
  }

  // ---- waiting ---------------------------------------------------------------------------------

  /** From here on the task may be anybody's. */
  private void begin(Wait<?> wait) {
    standsAt = wait;
    try {
      wait.begin();
    } catch (Throwable raised) {
      if (wait.take()) {
        // It never waits, and nobody may resume it for that any more.
        standsAt = null;
        throw raised;
      }
      // What it waited for came first, and the task is another one's.
    }
    if (cancelled) {
      wait.cancel();
    }
  }

  /** Goes on, with an answer or an error; called once for each wait, by any thread. */
  void resume(@Nullable Object item, @Nullable Throwable raised) {
    answer = item;
    error = raised;
    standsAt = null;
    executor.execute(this);
  }
}
