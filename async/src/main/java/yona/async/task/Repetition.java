package yona.async.task;

import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import yona.async.Async;
import yona.async.Body;
import yona.async.CancellationException;
import yona.async.Result;

/**
 * Runs a body again and again on the calling fiber.
 *
 * <p>A cancellation is no outcome of a run: it ends the repetition, whether it was meant for the
 * fiber or came out of what the body waited for.
 *
 * @param <T> the body's result
 */
final class Repetition<T extends @Nullable Object> {

  /** What time it is, and how to wait: the fiber's, or a test's. */
  interface Time {

    /** The time of this process. */
    Time SYSTEM =
        new Time() {
          @Override
          public long now() {
            return System.nanoTime();
          }

          @Override
          public void sleep(long nanos) {
            Async.sleepNanos(nanos);
          }

          @Override
          public RandomGenerator random() {
            return ThreadLocalRandom.current();
          }
        };

    /** The time in nanoseconds from some moment on; never goes back. */
    long now();

    /** Suspends; a point of cancellation also if it is for no time. */
    void sleep(long nanos);

    RandomGenerator random();
  }

  /** Told before each delay. */
  @FunctionalInterface
  interface Waiting<T extends @Nullable Object> {

    /**
     * Another run follows.
     *
     * @param outcome of the run that has ended
     * @param number of that run, from 1
     * @param nanos the delay
     */
    void waits(Result<T> outcome, long number, long nanos);
  }

  private final Time time;
  private final Body<? extends T, ?> body;

  Repetition(Time time, Body<? extends T, ?> body) {
    this.time = time;
    this.body = body;
  }

  /** The outcome of one run; a cancellation is raised. */
  private Result<T> attempt() {
    try {
      return new Result.Success<>(body.run());
    } catch (Throwable error) {
      Result<T> failure = new Result.Failure<>(error);
      if (CancellationException.isCancellation(error)) {
        failure.get();
      }
      return failure;
    }
  }

  /**
   * Runs by a schedule.
   *
   * @param each gets every outcome
   * @return the last outcome
   */
  Result<T> run(Schedule schedule, Consumer<? super Result<T>> each) {
    return run(
        schedule.pace(),
        outcome -> {
          each.accept(outcome);
          return switch (schedule) {
            case Schedule.Pace _ -> false;
            case Schedule.RepeatUntilSuccess _ -> outcome instanceof Result.Success;
            case Schedule.RepeatUntilFailure _ -> outcome instanceof Result.Failure;
          };
        },
        (_, _, _) -> {});
  }

  /**
   * Runs at a pace.
   *
   * @param isEnough asked after each run, whether there shall be no other
   * @return the last outcome
   */
  Result<T> run(Schedule.Pace pace, Predicate<? super Result<T>> isEnough, Waiting<T> waiting) {
    Schedule.Delays delays = pace.delays(time.random());
    long runs = pace.runs();
    long start = time.now();
    for (long number = 1; ; number++) {
      Result<T> outcome = attempt();
      if (isEnough.test(outcome) || number >= runs) {
        return outcome;
      }
      long delay = delays.next(time.now() - start);
      waiting.waits(outcome, number, delay);
      time.sleep(delay);
    }
  }
}
