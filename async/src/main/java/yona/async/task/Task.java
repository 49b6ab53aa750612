package yona.async.task;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import yona.async.Action;
import yona.async.Async;
import yona.async.Body;
import yona.async.CancellationException;
import yona.async.Future;
import yona.async.Names;
import yona.async.Result;

/**
 * A template of a {@link Future}: it can be run any number of times, and nothing happens before.
 *
 * <p>A future is a computation that has been started; awaiting it twice gives the same result
 * twice. A task is the computation itself, a value: running it twice computes twice. So it can be
 * repeated by a {@link Schedule} and tried again under a {@link RetryPolicy}, which makes another
 * task:
 *
 * <pre>{@code
 * Task<Page> fetch = Task.of(() -> http.get(address));
 * Task<Page> patient = fetch.retry(
 *     RetryPolicy.at(new ExponentialBackoff(Duration.ofMillis(100), 5).jittered()));
 * Future<Page> page = patient.run();
 * }</pre>
 *
 * <p>The runs of one repetition are one after the other on one fiber. A cancellation is never an
 * outcome to be repeated: it ends the repetition. Between two runs there is a wait, also where the
 * delay is none, so that a repetition can be cancelled and others get a turn.
 *
 * <p>Immutable; as safe for several threads as its body.
 *
 * @param <T> the result
 */
public final class Task<T extends @Nullable Object> {

  private final Repetition.Time time;
  private final Body<? extends T, ?> body;

  Task(Repetition.Time time, Body<? extends T, ?> body) {
    this.time = time;
    this.body = body;
  }

  /**
   * Makes a task.
   *
   * @param body what each run computes; may suspend
   * @param <T> its result
   * @return the task, of which nothing runs yet
   */
  public static <T extends @Nullable Object> Task<T> of(Body<? extends T, ?> body) {
    return new Task<>(Repetition.Time.SYSTEM, Objects.requireNonNull(body, "body"));
  }

  /**
   * {@link #of(Body)} of a body without a result.
   *
   * @param body what each run does; may suspend
   * @return the task, of which nothing runs yet
   */
  public static Task<@Nullable Void> of(Action<?> body) {
    return of(Action.<Throwable>asBody(body));
  }

  /**
   * Starts a run on a fiber of the current scope, as {@link Async#future} does. Does not suspend.
   *
   * @return the result to come
   */
  public Future<T> run() {
    return Async.future(body);
  }

  /**
   * Runs on the calling fiber. May suspend.
   *
   * @return the result; if the body fails, its error is raised, checked or not: the same object
   * @throws CancellationException if the computation is cancelled
   */
  public T runInPlace() {
    try {
      return body.run();
    } catch (Throwable error) {
      return new Result.Failure<T>(error).get();
    }
  }

  /**
   * A task that repeats this one by a schedule. Its result is that of the last run: with {@link
   * Schedule.RepeatUntilSuccess} the first success or, when the runs are used up, the last error;
   * with {@link Schedule.RepeatUntilFailure} the first error or the last success.
   *
   * @param schedule when to run again, and until when
   * @return the task
   */
  public Task<T> schedule(Schedule schedule) {
    Objects.requireNonNull(schedule, "schedule");
    return new Task<>(time, () -> new Repetition<T>(time, body).run(schedule, _ -> {}).get());
  }

  /**
   * A task that repeats this one by a schedule and keeps every outcome. It fails only by being
   * cancelled. Schedules without end are for {@link #schedule}: all outcomes are kept in memory.
   *
   * @param schedule when to run again, and until when
   * @return a task whose result are the outcomes, in the order of the runs
   */
  public Task<List<Result<T>>> outcomes(Schedule schedule) {
    Objects.requireNonNull(schedule, "schedule");
    return new Task<>(
        time,
        () -> {
          List<Result<T>> outcomes = new ArrayList<>();
          new Repetition<T>(time, body).run(schedule, outcomes::add);
          return outcomes;
        });
  }

  /**
   * A task that runs this one again where it fails, as a policy says. Its result is the first
   * success, or the last error.
   *
   * @param policy when to try again
   * @return the task
   */
  public Task<T> retry(RetryPolicy policy) {
    Objects.requireNonNull(policy, "policy");
    return new Task<>(time, () -> policy.run(time, body));
  }

  @Override
  public String toString() {
    return Names.label(this);
  }
}
