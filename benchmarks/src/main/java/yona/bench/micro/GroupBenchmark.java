package yona.bench.micro;

import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
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
import yona.async.Future;
import yona.async.Group;
import yona.async.Program;

/** What a group of two members costs, beside two virtual threads of the JDK's own scheduler. */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@State(Scope.Benchmark)
@Fork(
    value = 1,
    jvmArgsAppend = {"--add-opens=java.base/java.lang=ALL-UNNAMED"})
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 3, time = 1)
public class GroupBenchmark {
  private static final int GROUPS = 10_000;

  /** What a member works on; no constant. */
  public long seed = 42;

  /** Two members that never wait. */
  @Benchmark
  @OperationsPerInvocation(GROUPS)
  public long groupOfTwo() {
    return inProgram(
        () -> {
          long sum = 0;
          for (int i = 0; i < GROUPS; i++) {
            sum += twoMembers(false);
          }
          return sum;
        });
  }

  /** Two members that each give way once. */
  @Benchmark
  @OperationsPerInvocation(GROUPS)
  public long groupOfTwoThatWait() {
    return inProgram(
        () -> {
          long sum = 0;
          for (int i = 0; i < GROUPS; i++) {
            sum += twoMembers(true);
          }
          return sum;
        });
  }

  /** The same by virtual threads: one started and joined, the other the caller itself. */
  @Benchmark
  @OperationsPerInvocation(GROUPS)
  public long virtualThread() throws InterruptedException {
    var total = new long[1];
    Thread.ofVirtual()
        .start(
            () -> {
              for (int i = 0; i < GROUPS; i++) {
                var result = new long[1];
                var member = Thread.ofVirtual().start(() -> result[0] = seed * 31);
                long own = seed * 17;
                try {
                  member.join();
                } catch (InterruptedException error) {
                  throw new IllegalStateException(error);
                }
                total[0] += own + result[0];
              }
            })
        .join();
    return total[0];
  }

  private long twoMembers(boolean waiting) {
    try (var group = new Group<RuntimeException>()) {
      Future<Long> left = group.fork(() -> member(31, waiting));
      long right = group.inPlace(() -> member(17, waiting));
      group.join();
      return left.value() + right;
    }
  }

  private long member(long factor, boolean waiting) {
    if (waiting) {
      Async.yield();
    }
    return seed * factor;
  }

  private static long inProgram(LongSupplier body) {
    return new Program(
            error -> {
              throw new IllegalStateException(error);
            })
        .run(body::getAsLong);
  }
}
