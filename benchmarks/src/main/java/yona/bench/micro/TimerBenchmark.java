package yona.bench.micro;

import io.netty.util.HashedWheelTimer;
import io.netty.util.Timeout;
import io.netty.util.TimerTask;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Threads;
import org.openjdk.jmh.annotations.Warmup;
import yona.async.Program;
import yona.async.Timer;

/**
 * Setting and cancelling timers, beside Netty's wheel as it comes. Netty's callers leave the work
 * to its thread, which takes it up ten times a second: what it then takes shows where calls go on
 * for longer than that, as they do here.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(
    value = 1,
    jvmArgsAppend = {"--add-opens=java.base/java.lang=ALL-UNNAMED", "-Xms4g", "-Xmx4g"})
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 2)
public class TimerBenchmark {
  private static final int COUNT = 1_000_000;

  /** Times and a place for the timers. */
  @State(Scope.Thread)
  public static class Timers {
    /** {@code same}: 30 seconds each; {@code random}: 1 to 60 seconds. */
    @Param({"same", "random"})
    public String delays;

    private final long[] nanos = new long[COUNT];
    private final Timer[] ours = new Timer[COUNT];
    private final Timeout[] netty = new Timeout[COUNT];

    /** Makes the times. */
    @Setup
    public void prepare() {
      long x = 42;
      for (int i = 0; i < COUNT; i++) {
        x = x * 16807 % 2147483647;
        nanos[i] = delays.equals("same") ? 30_000_000_000L : (1_000 + x % 59_000) * 1_000_000;
      }
    }
  }

  /** Netty's timer and its thread. */
  @State(Scope.Benchmark)
  public static class Netty {
    private static final TimerTask NOTHING = _ -> {};

    private HashedWheelTimer timer;

    /** Starts the thread. */
    @Setup(Level.Trial)
    public void start() {
      timer = new HashedWheelTimer();
      timer.start();
    }

    /** Ends it. */
    @TearDown(Level.Trial)
    public void stop() {
      timer.stop();
    }
  }

  /** A million set, then all cancelled. */
  @Benchmark
  @OperationsPerInvocation(COUNT)
  public void million(Timers timers) {
    inProgram(() -> setAndCancelAll(timers));
  }

  /** A million set, then all cancelled, with Netty. */
  @Benchmark
  @OperationsPerInvocation(COUNT)
  public void millionNetty(Timers timers, Netty netty) {
    for (int i = 0; i < COUNT; i++) {
      timers.netty[i] =
          netty.timer.newTimeout(Netty.NOTHING, timers.nanos[i], TimeUnit.NANOSECONDS);
    }
    for (Timeout timer : timers.netty) {
      timer.cancel();
    }
  }

  /** Each cancelled before the next is set, as most timeouts are. */
  @Benchmark
  @OperationsPerInvocation(COUNT)
  public void single(Timers timers) {
    inProgram(() -> setAndCancelEach(timers));
  }

  /** Each cancelled before the next is set, with Netty. */
  @Benchmark
  @OperationsPerInvocation(COUNT)
  public void singleNetty(Timers timers, Netty netty) {
    for (long nanos : timers.nanos) {
      netty.timer.newTimeout(Netty.NOTHING, nanos, TimeUnit.NANOSECONDS).cancel();
    }
  }

  /** {@link #single} on two threads at once. */
  @Benchmark
  @Threads(2)
  @OperationsPerInvocation(COUNT)
  public void singleByTwo(Timers timers) {
    inProgram(() -> setAndCancelEach(timers));
  }

  /** {@link #singleNetty} on two threads at once. */
  @Benchmark
  @Threads(2)
  @OperationsPerInvocation(COUNT)
  public void singleByTwoNetty(Timers timers, Netty netty) {
    singleNetty(timers, netty);
  }

  private static void setAndCancelAll(Timers timers) {
    for (int i = 0; i < COUNT; i++) {
      timers.ours[i] = Timer.afterNanos(timers.nanos[i]);
    }
    for (Timer timer : timers.ours) {
      timer.cancel();
    }
  }

  private static void setAndCancelEach(Timers timers) {
    for (long nanos : timers.nanos) {
      Timer.afterNanos(nanos).cancel();
    }
  }

  private static void inProgram(Runnable body) {
    new Program(
            error -> {
              throw new IllegalStateException(error);
            })
        .run(
            () -> {
              body.run();
              return null;
            });
  }
}
