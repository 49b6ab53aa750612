package yona.bench.async;

import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import yona.async.Async;
import yona.async.Body;
import yona.async.FiberScheduler;
import yona.async.Future;
import yona.async.Promise;
import yona.async.Result;
import yona.async.Scope;
import yona.async.Source;
import yona.async.Timer;

/**
 * The rows of the concurrency library with the library itself. Usage: {@code Library ROW first|warm
 * SIZE WARM_MILLIS SAMPLE_MILLIS FILE}; the system property {@code yona.bench.scheduler} names
 * another scheduler than the standard one.
 */
public final class Library {
  private static final FiberScheduler SCHEDULER =
      scheduler(System.getProperty("yona.bench.scheduler", "standard"));

  private Library() {}

  /** Measures a row. */
  public static void main(String[] arguments) throws Exception {
    Timed.main(
        row ->
            switch (row) {
              case "future" -> (size, _) -> inFiber(() -> futures(size, false));
              case "future-yield" -> (size, _) -> inFiber(() -> futures(size, true));
              case "fiber" -> (size, _) -> inFiber(() -> fibers(size, false));
              case "fiber-yield" -> (size, _) -> inFiber(() -> fibers(size, true));
              case "yields" -> (size, fibers) -> inFiber(() -> yields(size, fibers));
              case "race" -> (size, _) -> inFiber(() -> race(size, true));
              case "race-future" -> (size, _) -> inFiber(() -> race(size, false));
              case "race-known" -> (size, _) -> inFiber(() -> raceKnown(size));
              case "timers" -> (size, _) -> inFiber(() -> timers(size));
              case "parked" -> (size, _) -> inFiber(() -> parked(size));
              case "rendezvous", "buffered" ->
                  (size, capacity) -> inFiber(() -> ChannelRows.oneChannel(size, capacity));
              case "two-channels" ->
                  (size, capacity) -> inFiber(() -> ChannelRows.twoChannels(size, capacity));
              case "multiplexer" ->
                  (size, capacity) -> inFiber(() -> ChannelRows.multiplexer(size, capacity));
              case "select" -> (size, width) -> inFiber(() -> ChannelRows.select(size, width));
              case "select-ready" ->
                  (size, width) -> inFiber(() -> ChannelRows.selectReady(size, width));
              default -> Cells.work(row, Variables::new);
            },
        arguments);
  }

  private static FiberScheduler scheduler(String name) {
    int processors = Runtime.getRuntime().availableProcessors();
    return switch (name) {
      case "standard" -> FiberScheduler.standard();
      case "jdk" -> FiberScheduler.jdk();
      case "one-carrier" -> FiberScheduler.carriers(1);
      case "ring" -> FiberScheduler.of(new TaskRing(processors));
      case "ring-of-one" -> FiberScheduler.of(new TaskRing(1));
      case "pool" ->
          FiberScheduler.of(
              new ForkJoinPool(
                  processors, ForkJoinPool.defaultForkJoinWorkerThreadFactory, null, true));
      default -> throw new IllegalArgumentException("no such scheduler: " + name);
    };
  }

  /** Runs on a fiber, so that what it starts is started from inside one. */
  private static long inFiber(Body<Long, Exception> body) {
    return Async.<Long, RuntimeException>blocking(
        SCHEDULER, () -> Scope.current().background(body).value());
  }

  private static long futures(int size, boolean yield) {
    long sum = 0;
    try (var scope = Scope.open()) {
      for (int i = 0; i < size; i++) {
        sum += scope.future(computation(i, yield)).value();
      }
    }
    return sum;
  }

  /** Futures that are fibers in any case. */
  private static long fibers(int size, boolean yield) {
    long sum = 0;
    try (var scope = Scope.open()) {
      for (int i = 0; i < size; i++) {
        sum += scope.background(computation(i, yield)).value();
      }
    }
    return sum;
  }

  private static Body<Long, RuntimeException> computation(long value, boolean yield) {
    return () -> {
      if (yield) {
        Async.yield();
      }
      return value;
    };
  }

  /** Fibers that give way to each other again and again. */
  private static long yields(int size, int fibers) {
    var sum = new AtomicLong();
    try (var scope = Scope.open()) {
      var all = new Future<?>[fibers];
      for (int k = 0; k < fibers; k++) {
        all[k] =
            scope.background(
                () -> {
                  for (int i = 0; i < size / fibers; i++) {
                    Async.yield();
                  }
                  return sum.addAndGet(size / fibers);
                });
      }
      for (var each : all) {
        each.value();
      }
    }
    return sum.get();
  }

  private static long race(int size, boolean ownFiber) {
    long sum = 0;
    try (var scope = Scope.open()) {
      for (int i = 0; i < size; i++) {
        var racers = racers(scope, i, ownFiber);
        Source<Result<Long>> first = Source.race(racers[0], racers[1], racers[2]);
        sum += first.await().get();
      }
    }
    return sum;
  }

  private static long raceKnown(int size) {
    long sum = 0;
    try (var scope = Scope.open()) {
      for (int i = 0; i < size; i++) {
        sum += racers(scope, i, true)[i % 3].await().get();
      }
    }
    return sum;
  }

  /** One of them computes, two never end. */
  private static Future<Long>[] racers(Scope scope, int i, boolean ownFiber) {
    @SuppressWarnings({"unchecked", "rawtypes"}) // an array of a generic type
    Future<Long>[] racers = new Future[3];
    for (int k = 0; k < 3; k++) {
      racers[k] = k == i % 3 ? racer(scope, i, ownFiber) : new Promise<>();
    }
    return racers;
  }

  private static Future<Long> racer(Scope scope, int i, boolean ownFiber) {
    var computation = computation(i, false);
    return ownFiber ? scope.background(computation) : scope.future(computation);
  }

  /** Sets timers of one to two minutes, then cancels them in the same order. */
  private static long timers(int size) {
    var timers = new Timer[size];
    long x = 42;
    for (int i = 0; i < size; i++) {
      x = x * 16807 % 2147483647;
      timers[i] = Timer.afterNanos((60_000 + x % 60_000) * 1_000_000);
    }
    long cancelled = 0;
    for (var timer : timers) {
      timer.cancel();
      cancelled += timer.poll() ? 0 : 1;
    }
    return cancelled;
  }

  /** Starts them, waits until each stands before the gate, opens it, waits for their ends. */
  private static long parked(int size) {
    var gate = new Promise<Long>();
    var arrived = new Promise<Long>();
    var missing = new AtomicInteger(size);
    var ended = new Promise<Long>();
    var running = new AtomicInteger(size);
    var sum = new AtomicLong();
    try (var scope = Scope.open()) {
      for (int i = 0; i < size; i++) {
        long value = i;
        scope.background(
            () -> {
              if (missing.decrementAndGet() == 0) {
                arrived.complete(0L);
              }
              gate.value();
              sum.addAndGet(value);
              if (running.decrementAndGet() == 0) {
                ended.complete(0L);
              }
              return value;
            });
      }
      arrived.value();
      gate.complete(0L);
      ended.value();
    }
    return sum.get();
  }
}
