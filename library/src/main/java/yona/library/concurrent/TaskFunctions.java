package yona.library.concurrent;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import yona.async.Async;
import yona.async.Body;
import yona.async.CancellationException;
import yona.async.Fiber;
import yona.async.Result;
import yona.async.task.RetryPolicy;
import yona.async.task.Schedule;
import yona.async.task.Task;
import yona.data.Seq;
import yona.data.SeqBuilder;
import yona.data.Unit;
import yona.language.runtime.ControlTransfer;
import yona.language.runtime.Function;
import yona.language.runtime.Groups;
import yona.language.runtime.Suspends;
import yona.language.runtime.YonaError;
import yona.library.argument.Arguments;
import yona.library.argument.Control;
import yona.library.argument.Failure;
import yona.library.argument.Opts;
import yona.library.argument.Spans;
import yona.library.stream.Stream;
import yona.library.stream.StreamFiber;

/** The Java half of module Task. */
public final class TaskFunctions {
  private TaskFunctions() {}

  private static TaskResource task(Object value, String where) {
    if (value instanceof TaskResource task) {
      return task;
    }
    throw Failure.type(where, "a task", value);
  }

  // One task

  public static Object spawn(Object f, String where) {
    Function body = Control.thunk(f, where);
    Fiber.beforeEffect(where);
    return TaskResource.spawn(body);
  }

  @Suspends
  public static Object await(Object task, String where) {
    return TaskResource.value(awaited(task(task, where)));
  }

  @Suspends
  public static Object result(Object task, String where) {
    return TaskResource.outcome(awaited(task(task, where)));
  }

  private static Result<Object> awaited(TaskResource task) {
    Result<Object> result = task.future().await();
    // Also if it was there already: whether it was is not to be seen.
    Fiber.reachedWait();
    return result;
  }

  public static Object poll(Object task, String where) {
    @Nullable Result<Object> result = task(task, where).future().poll();
    return result == null ? Opts.NONE : Opts.ok(TaskResource.outcome(result));
  }

  @Suspends
  public static Object cancel(Object task, String where) {
    task(task, where).cancel();
    return Unit.UNIT;
  }

  // Again and again

  @Suspends
  public static Object every(Object interval, Object limit, Object f, String where) {
    Duration time = Duration.ofNanos(Spans.nanos(interval, where + ", the interval"));
    boolean forever = limit.equals(Schedules.FOREVER);
    long runs = forever ? 0 : Arguments.count(limit, where + ", the limit");
    Function body = Control.thunk(f, where);
    Fiber.reachedWait();
    if (forever) {
      Task.of(() -> body.apply())
          .schedule(new Schedule.RepeatUntilFailure(new Schedule.Every(time)))
          .runInPlace();
      return Unit.UNIT;
    }
    if (runs == 0) {
      return Seq.EMPTY;
    }
    SeqBuilder values = Seq.builder();
    for (Result<Object> outcome :
        Task.of(() -> body.apply())
            .outcomes(new Schedule.RepeatUntilFailure(new Schedule.Every(time, runs)))
            .runInPlace()) {
      values.add(outcome.get());
    }
    return values.build();
  }

  @Suspends
  public static Object retry(Object schedule, Object f, String where) {
    Schedule.Pace pace = Schedules.pace(schedule, where);
    Function body = Control.thunk(f, where);
    Fiber.reachedWait();
    return Task.of(() -> body.apply())
        .retry(RetryPolicy.at(pace).onlyAfter(TaskFunctions::isWorthAnotherTry))
        .runInPlace();
  }

  private static boolean isWorthAnotherTry(Throwable error) {
    if (error instanceof YonaError raised) {
      if (raised.symbol().equals(TaskResource.INTERRUPTED)) {
        return false;
      }
      raised.reportReleases();
    }
    return !(error instanceof ControlTransfer);
  }

  @Suspends
  public static Object untilFailure(Object schedule, Object f, String where) {
    Schedule.Pace pace = Schedules.pace(schedule, where);
    Function body = Control.thunk(f, where);
    SeqBuilder values = Seq.builder();
    for (Result<Object> outcome : outcomes(new Schedule.RepeatUntilFailure(pace), body)) {
      if (outcome instanceof Result.Success<Object>(Object value)) {
        values.add(value);
      } else if (outcome instanceof Result.Failure<Object>(YonaError last)) {
        last.reportReleases();
      }
    }
    return values.build();
  }

  @Suspends
  public static Object repeat(Object schedule, Object f, String where) {
    Schedule.Pace pace = Schedules.pace(schedule, where);
    Function body = Control.thunk(f, where);
    return settled(outcomes(pace, body));
  }

  /** The outcomes of all runs; what leaves them on purpose is no outcome and ends them. */
  private static List<Result<Object>> outcomes(Schedule schedule, Function f) {
    @Nullable ControlTransfer[] left = new ControlTransfer[1];
    Body<Object, RuntimeException> body =
        () -> {
          try {
            return f.apply();
          } catch (ControlTransfer transfer) {
            left[0] = transfer;
            // Never an outcome to be repeated.
            throw new CancellationException();
          }
        };
    Fiber.reachedWait();
    try {
      return Task.of(body).outcomes(schedule).runInPlace();
    } catch (CancellationException cancelled) {
      throw left[0] == null ? cancelled : left[0];
    }
  }

  private static Seq settled(List<Result<Object>> outcomes) {
    SeqBuilder all = Seq.builder();
    for (Result<Object> outcome : outcomes) {
      all.add(TaskResource.outcome(outcome));
    }
    return all.build();
  }

  // Several together

  private static List<Function> members(Object functions, String where) {
    List<Function> members = new ArrayList<>();
    for (Object f : Arguments.seq(functions, where)) {
      members.add(Control.thunk(f, where));
    }
    return members;
  }

  @Suspends
  public static Object firstSuccess(Object functions, String where) {
    List<Function> members = members(functions, where);
    if (members.isEmpty()) {
      throw Failure.empty(where, "the Seq of functions");
    }
    Fiber.reachedWait();
    return Groups.firstSuccess(members);
  }

  @Suspends
  public static Object allSettled(Object functions, String where) {
    List<Function> members = members(functions, where);
    Fiber.reachedWait();
    return settled(Groups.settle(members));
  }

  /** Functions that are called together, whose results come as they end. */
  private static final class Ending extends StreamFiber {
    private final List<Function> members;

    Ending(List<Function> members) {
      this.members = members;
    }

    @Override
    protected void work() {
      Async.<@Nullable Object, RuntimeException>groupInOrder(
          group -> {
            for (Function member : members) {
              group.fork(
                  () -> {
                    hand(member.apply(), null, null);
                    return null;
                  });
            }
            return null;
          });
    }
  }

  @Suspends
  public static Object inOrderOfEnd(Object functions, String where) {
    return Stream.holding(true, new Ending(members(functions, where)));
  }

  // Cancellation

  @Suspends
  public static Object uninterruptible(Object f, String where) {
    Function body = Control.thunk(f, where);
    Fiber.reachedWait();
    return Async.<Object, RuntimeException>uninterruptible(body::apply);
  }

  @Suspends
  public static Object letOthersRun() {
    Async.yield();
    return Unit.UNIT;
  }
}
