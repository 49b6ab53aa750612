package yona.async.task;

import java.time.Duration;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import yona.async.Async;
import yona.async.Body;
import yona.async.Result;
import yona.async.TimeoutException;

/**
 * When to try again what failed: at which pace and how often, after which errors, and how long a
 * try may take.
 *
 * <pre>{@code
 * RetryPolicy.at(new ExponentialBackoff(Duration.ofMillis(100), 5).atMost(Duration.ofSeconds(3)))
 *     .onlyAfter(IOException.class::isInstance)
 *     .timeoutEach(Duration.ofSeconds(1))
 *     .whenRetrying(retry -> log(retry.number(), retry.error()));
 * }</pre>
 *
 * <p>Cancellations and interruptions are never tried again, whatever the policy says. For a limit
 * on all tries together, run the task under {@link Async#timeout} or a {@link yona.async.Deadline}.
 * Immutable.
 */
public final class RetryPolicy {

  private final Schedule.Pace pace;
  private final Predicate<? super Throwable> worthwhile;
  private final @Nullable Duration timeout;
  private final Consumer<? super Retry> observer;

  private RetryPolicy(
      Schedule.Pace pace,
      Predicate<? super Throwable> worthwhile,
      @Nullable Duration timeout,
      Consumer<? super Retry> observer) {
    this.pace = pace;
    this.worthwhile = worthwhile;
    this.timeout = timeout;
    this.observer = observer;
  }

  /**
   * A try that failed and will be followed by another.
   *
   * @param number of the try that failed, from 1
   * @param error what it raised
   * @param delay the time until the next
   */
  public record Retry(long number, Throwable error, Duration delay) {

    /** Checks that they are there. */
    public Retry {
      Objects.requireNonNull(error, "error");
      Objects.requireNonNull(delay, "delay");
    }
  }

  /**
   * A policy that tries again after every error.
   *
   * @param pace when to try again, and how often at most
   * @return the policy
   */
  public static RetryPolicy at(Schedule.Pace pace) {
    Objects.requireNonNull(pace, "pace");
    return new RetryPolicy(pace, _ -> true, null, _ -> {});
  }

  /**
   * This policy, but only after certain errors; others are raised at once.
   *
   * @param condition asked after each try that failed; together with those given before
   * @return the policy
   */
  public RetryPolicy onlyAfter(Predicate<? super Throwable> condition) {
    Objects.requireNonNull(condition, "condition");
    Predicate<? super Throwable> before = worthwhile;
    return new RetryPolicy(
        pace, error -> before.test(error) && condition.test(error), timeout, observer);
  }

  /**
   * This policy with a limit for each try: one that takes longer is cancelled and fails with a
   * {@link TimeoutException}.
   *
   * @param time the longest that a try may take
   * @return the policy
   */
  public RetryPolicy timeoutEach(Duration time) {
    Objects.requireNonNull(time, "time");
    if (time.isNegative()) {
      throw new IllegalArgumentException("the time must not be negative: " + time);
    }
    return new RetryPolicy(pace, worthwhile, time, observer);
  }

  /**
   * This policy with somebody who is told before each wait for another try, on the fiber that
   * tries; what the observer raises ends the tries.
   *
   * @param told gets the try that failed; together with those given before
   * @return the policy
   */
  public RetryPolicy whenRetrying(Consumer<? super Retry> told) {
    Objects.requireNonNull(told, "told");
    Consumer<? super Retry> before = observer;
    return new RetryPolicy(
        pace,
        worthwhile,
        timeout,
        retry -> {
          before.accept(retry);
          told.accept(retry);
        });
  }

  <T extends @Nullable Object> T run(Repetition.Time time, Body<? extends T, ?> body) {
    Duration limit = timeout;
    Body<? extends T, ?> limited =
        limit == null ? body : () -> Async.<T, Throwable>timeout(limit, body);
    return new Repetition<T>(time, limited)
        .run(
            pace,
            outcome ->
                !(outcome instanceof Result.Failure<T>(Throwable error)) || !worthwhile.test(error),
            (outcome, number, nanos) -> {
              if (outcome instanceof Result.Failure<T>(Throwable error)) {
                observer.accept(new Retry(number, error, Duration.ofNanos(nanos)));
              }
            })
        .get();
  }

  @Override
  public String toString() {
    return "retry by " + pace + (timeout == null ? "" : ", each within " + timeout);
  }
}
