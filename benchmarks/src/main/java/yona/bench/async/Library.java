package yona.bench.async;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import yona.async.Async;
import yona.async.Body;
import yona.async.Future;
import yona.async.Program;
import yona.async.Promise;
import yona.async.Scope;

/**
 * The rows of the concurrency library with the library itself, on the main fiber of a program.
 * Usage: {@code Library ROW first|warm SIZE WARM_MILLIS SAMPLE_MILLIS FILE}.
 */
public final class Library {
  private Library() {}

  /** Measures a row. */
  public static void main(String[] arguments) throws Exception {
    Timed.main(
        row ->
            switch (row) {
              case "future" -> (size, _) -> inFiber(() -> futures(size, false));
              case "future-yield" -> (size, _) -> inFiber(() -> futures(size, true));
              case "parked" -> (size, _) -> inFiber(() -> parked(size));
              default -> throw new IllegalArgumentException("no such row: " + row);
            },
        arguments);
  }

  /** An error that nobody awaits is an error of the benchmark. */
  private static long inFiber(Body<Long, Exception> body) throws Exception {
    return new Program(
            error -> {
              throw new IllegalStateException(error);
            })
        .run(body);
  }

  private static long futures(int size, boolean yield) {
    long sum = 0;
    try (var scope = Scope.open()) {
      for (int i = 0; i < size; i++) {
        long value = i;
        Future<Long> future =
            scope.background(
                () -> {
                  if (yield) {
                    Async.yield();
                  }
                  return value;
                });
        sum += future.value();
      }
    }
    return sum;
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
