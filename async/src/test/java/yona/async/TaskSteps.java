package yona.async;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Random;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import yona.async.SoakProgram.Deliberate;
import yona.async.monadic.Computation;
import yona.async.task.RetryPolicy;
import yona.async.task.Schedule;
import yona.async.task.Task;

/** Steps of random programs: tasks that are repeated and tried again, and the monadic twin. */
final class TaskSteps {

  private final SoakProgram program;

  TaskSteps(SoakProgram program) {
    this.program = program;
  }

  Object step(Random random) throws Exception {
    return switch (random.nextInt(6)) {
      case 0 -> scheduled(random);
      case 1 -> untilSuccess(random);
      case 2 -> retried(random);
      case 3 -> triesThatTakeTooLong(random);
      case 4 -> leftToItsScope(random);
      default -> computation(random);
    };
  }

  // ---- tasks -----------------------------------------------------------------------------------

  /** Fails before its n-th run, and counts. */
  private static Task<Integer> succeedingAt(int success, AtomicInteger runs, Random random) {
    long seed = random.nextLong();
    return Task.of(
        () -> {
          int run = runs.incrementAndGet();
          SoakProgram.pause(new Random(seed + run));
          if (run < success) {
            throw new Deliberate();
          }
          return run;
        });
  }

  private static Schedule.Pace pace(Random random, int runs) {
    Duration delay = Duration.ofNanos(1 + random.nextInt(20_000));
    return switch (random.nextInt(4)) {
      case 0 -> new Schedule.Every(delay, runs);
      case 1 -> new Schedule.Fixed(delay, runs).jittered();
      case 2 -> new Schedule.ExponentialBackoff(delay, runs).atMost(Duration.ofNanos(50_000));
      default -> new Schedule.FibonacciBackoff(delay, runs).atMost(Duration.ofNanos(50_000));
    };
  }

  /** On a fiber of its own, or on the calling one. */
  private <T> T run(Task<T> task, Random random) throws Exception {
    if (random.nextBoolean()) {
      return task.runInPlace();
    }
    try (Scope _ = Scope.open()) {
      return program.leftovers.at(task.run()).value();
    }
  }

  private Object scheduled(Random random) throws Exception {
    AtomicInteger runs = new AtomicInteger();
    int most = 1 + random.nextInt(5);
    int success = 1 + random.nextInt(3);
    var outcomes = run(succeedingAt(success, runs, random).outcomes(pace(random, most)), random);
    assertThat(outcomes).hasSize(most);
    for (int i = 0; i < outcomes.size(); i++) {
      assertThat(outcomes.get(i) instanceof Result.Success).isEqualTo(i + 1 >= success);
    }
    return "scheduled";
  }

  private Object untilSuccess(Random random) throws Exception {
    AtomicInteger runs = new AtomicInteger();
    int most = 1 + random.nextInt(5);
    int success = 1 + random.nextInt(most);
    Schedule schedule = new Schedule.RepeatUntilSuccess(pace(random, most));
    int run = run(succeedingAt(success, runs, random).schedule(schedule), random);
    assertThat(run).isEqualTo(success);
    assertThat(runs).hasValue(success);
    return "succeeded";
  }

  private Object retried(Random random) throws Exception {
    AtomicInteger runs = new AtomicInteger();
    int most = 1 + random.nextInt(4);
    int success = 1 + random.nextInt(6);
    AtomicInteger told = new AtomicInteger();
    RetryPolicy policy =
        RetryPolicy.at(pace(random, most))
            .onlyAfter(Deliberate.class::isInstance)
            .timeoutEach(Duration.ofHours(1))
            .whenRetrying(_ -> told.incrementAndGet());
    try {
      run(succeedingAt(success, runs, random).retry(policy), random);
      assertThat(runs).hasValue(success);
    } catch (Deliberate _) {
      assertThat(success).isGreaterThan(most);
      assertThat(runs).hasValue(most);
    }
    assertThat(told).hasValue(runs.get() - 1);
    return "retried";
  }

  private Object triesThatTakeTooLong(Random random) throws Exception {
    Promise<Object> never = program.leftovers.at(new Promise<>());
    AtomicInteger runs = new AtomicInteger();
    int most = 1 + random.nextInt(3);
    Task<Object> patient =
        Task.<Object>of(
                () -> {
                  runs.incrementAndGet();
                  return never.value();
                })
            .retry(
                RetryPolicy.at(pace(random, most))
                    .timeoutEach(Duration.ofNanos(random.nextInt(50_000))));
    try {
      run(patient, random);
    } catch (TimeoutException _) {
      // A try whose time is over before it begins need not begin.
      assertThat(runs.get()).isBetween(0, most);
      return "too long";
    }
    throw new AssertionError("nobody completes the promise");
  }

  /** A repetition without end does not outlive its scope. */
  private Object leftToItsScope(Random random) {
    AtomicInteger runs = new AtomicInteger();
    AtomicBoolean left = new AtomicBoolean();
    Task<Integer> task =
        Task.of(
            () -> {
              if (left.get()) {
                program.failures.add(new AssertionError("a run after its scope"));
              }
              return runs.incrementAndGet();
            });
    try (Scope scope = Scope.open()) {
      scope.background(
          program.watched(task.schedule(new Schedule.Every(Duration.ofNanos(10_000)))::runInPlace));
      Async.sleepNanos(random.nextInt(50_000));
    }
    left.set(true);
    Async.yield();
    return runs;
  }

  // ---- the monadic twin ------------------------------------------------------------------------

  /** What it gives is known when it is made. */
  private record Known(Computation<Long> computation, long value) {}

  private Object computation(Random random) throws Exception {
    try (Scope scope = Scope.open()) {
      Known known = known(random, scope, 4);
      switch (random.nextInt(4)) {
        case 0 -> assertThat(known.computation.run()).isEqualTo(known.value);
        case 1 ->
            assertThat(program.leftovers.at(known.computation.start()).value())
                .isEqualTo(known.value);
        case 2 -> {
          Future<Long> cancelled = program.leftovers.at(known.computation.start());
          SoakProgram.pause(random);
          cancelled.cancel();
        }
        default -> {
          known.computation.start();
          SoakProgram.pause(random);
        }
      }
      return "computed";
    }
  }

  private Known known(Random random, Scope scope, int depth) {
    long value = random.nextInt(1_000);
    if (depth == 0) {
      return new Known(leaf(random, scope, value), value);
    }
    Known first = known(random, scope, depth - 1);
    return switch (random.nextInt(5)) {
      case 0 -> new Known(first.computation.map(it -> it + value), first.value + value);
      case 1 ->
          new Known(Computation.fork(first.computation).bind(Computation::value), first.value);
      case 2 ->
          new Known(
              first
                  .computation
                  .bind(_ -> Computation.<Long>fail(new Deliberate()))
                  .recover(
                      error ->
                          error instanceof Deliberate
                              ? Computation.return_(value)
                              : Computation.fail(error)),
              value);
      default -> {
        Known second = known(random, scope, depth - 1);
        yield new Known(
            first.computation.bind(one -> second.computation.map(two -> one + two)),
            first.value + second.value);
      }
    };
  }

  private Computation<Long> leaf(Random random, Scope scope, long value) {
    return switch (random.nextInt(5)) {
      case 0 -> Computation.pause().map(_ -> value);
      case 1 -> Computation.sleepNanos(random.nextInt(20_000)).map(_ -> value);
      case 2 -> {
        Future<Long> direct =
            scope.background(
                () -> {
                  Async.yield();
                  return value;
                });
        yield Computation.value(program.leftovers.at(direct));
      }
      case 3 -> {
        Promise<Long> never = program.leftovers.at(new Promise<>());
        Timer timer = program.leftovers.at(Timer.afterNanos(random.nextInt(20_000)));
        yield Computation.await(Source.<Long>race(never.map(Result::get), timer.map(_ -> value)));
      }
      default -> Computation.return_(value);
    };
  }
}
