package yona.bench.micro;

import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
import yona.async.Async;
import yona.async.Body;
import yona.async.Future;
import yona.async.Promise;
import yona.async.Source;

/**
 * Futures that are made and awaited, from inside a fiber, beside virtual threads and {@link
 * CompletableFuture}, from inside a virtual thread.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@State(Scope.Benchmark)
@Fork(
    value = 1,
    jvmArgsAppend = {"--add-opens=java.base/java.lang=ALL-UNNAMED"})
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 3, time = 1)
public class FutureBenchmark {
  private static final int COUNT = 10_000;

  /** What a future computes; no constant. */
  public long seed = 42;

  // ---- made and awaited -------------------------------------------------------------------------

  /** Awaited before anything else, so that it need not become a fiber. */
  @Benchmark
  @OperationsPerInvocation(COUNT)
  public long future() {
    return inFiber(() -> sum(() -> Async.future(() -> seed).value()));
  }

  /** A fiber in any case. */
  @Benchmark
  @OperationsPerInvocation(COUNT)
  public long fiber() {
    return inFiber(
        () -> {
          try (var scope = yona.async.Scope.open()) {
            return sum(() -> scope.background(() -> seed).value());
          }
        });
  }

  /** A fiber that gives way once. */
  @Benchmark
  @OperationsPerInvocation(COUNT)
  public long fiberThatYields() {
    return inFiber(
        () -> {
          try (var scope = yona.async.Scope.open()) {
            return sum(
                () ->
                    scope
                        .background(
                            () -> {
                              Async.yield();
                              return seed;
                            })
                        .value());
          }
        });
  }

  /** A virtual thread that is started and joined. */
  @Benchmark
  @OperationsPerInvocation(COUNT)
  public long virtualThread() throws Exception {
    return inVirtualThread(
        () ->
            sum(
                () -> {
                  long[] result = new long[1];
                  Thread.startVirtualThread(() -> result[0] = seed).join();
                  return result[0];
                }));
  }

  /** A {@link CompletableFuture} in the pool that all share. */
  @Benchmark
  @OperationsPerInvocation(COUNT)
  public long completableFuture() throws Exception {
    return inVirtualThread(() -> sum(() -> CompletableFuture.supplyAsync(() -> seed).get()));
  }

  // ---- completed by hand ------------------------------------------------------------------------

  /** A promise that is there when it is awaited. */
  @Benchmark
  @OperationsPerInvocation(COUNT)
  public long promise() {
    return inFiber(
        () ->
            sum(
                () -> {
                  Promise<Long> promise = new Promise<>();
                  promise.complete(seed);
                  return promise.value();
                }));
  }

  /** The JDK's. */
  @Benchmark
  @OperationsPerInvocation(COUNT)
  public long promiseJdk() throws Exception {
    return inVirtualThread(
        () ->
            sum(
                () -> {
                  CompletableFuture<Long> promise = new CompletableFuture<>();
                  promise.complete(seed);
                  return promise.get();
                }));
  }

  // ---- several ----------------------------------------------------------------------------------

  /** The first of three, of which two never end. */
  @Benchmark
  @OperationsPerInvocation(COUNT)
  public long raceOfThree() {
    return inFiber(
        () -> {
          try (var scope = yona.async.Scope.open()) {
            Promise<Long> never = new Promise<>();
            return sum(
                () ->
                    Source.race(never, scope.background(() -> seed), new Promise<Long>())
                        .await()
                        .get());
          }
        });
  }

  /** The first of three with {@link CompletableFuture}, of which two never end. */
  @Benchmark
  @OperationsPerInvocation(COUNT)
  public long raceOfThreeJdk() throws Exception {
    return inVirtualThread(
        () ->
            sum(
                () ->
                    (long)
                        CompletableFuture.anyOf(
                                new CompletableFuture<Long>(),
                                CompletableFuture.supplyAsync(() -> seed),
                                new CompletableFuture<Long>())
                            .get()));
  }

  /** Both values of two futures. */
  @Benchmark
  @OperationsPerInvocation(COUNT)
  public long zipOfTwo() {
    return inFiber(
        () -> {
          try (var scope = yona.async.Scope.open()) {
            return sum(
                () -> {
                  Future<Long> other = scope.background(() -> seed);
                  var both = scope.background(() -> seed).zip(other).value();
                  return both.first() + both.second();
                });
          }
        });
  }

  /** The JDK's. */
  @Benchmark
  @OperationsPerInvocation(COUNT)
  public long zipOfTwoJdk() throws Exception {
    return inVirtualThread(
        () ->
            sum(
                () ->
                    CompletableFuture.supplyAsync(() -> seed)
                        .thenCombine(CompletableFuture.supplyAsync(() -> seed), Long::sum)
                        .get()));
  }

  private static <X extends Exception> long sum(Body<Long, X> one) throws X {
    long sum = 0;
    for (int i = 0; i < COUNT; i++) {
      sum += one.run();
    }
    return sum;
  }

  private static long inFiber(Body<Long, RuntimeException> body) {
    return Async.blocking(() -> yona.async.Scope.current().background(body).value());
  }

  private static long inVirtualThread(Callable<Long> body) throws Exception {
    var result = new CompletableFuture<Long>();
    Thread.startVirtualThread(
        () -> {
          try {
            result.complete(body.call());
          } catch (Exception error) {
            result.completeExceptionally(error);
          }
        });
    return result.get();
  }
}
