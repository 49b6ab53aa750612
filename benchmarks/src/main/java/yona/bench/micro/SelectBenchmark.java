package yona.bench.micro;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
import yona.async.Async;
import yona.async.Case;
import yona.async.Source;
import yona.async.channel.Channel;
import yona.async.channel.Read;
import yona.async.channel.SyncChannel;
import yona.async.channel.UnboundedChannel;

/**
 * A select over some channels. The JDK has nothing like it; peers of other kinds stand in {@code
 * ./bench}.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@State(Scope.Benchmark)
@Fork(
    value = 1,
    jvmArgsAppend = {"--add-opens=java.base/java.lang=ALL-UNNAMED"})
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 3, time = 1)
public class SelectBenchmark {
  private static final int COUNT = 50_000;

  /** How many channels are selected from. */
  @Param({"2", "8", "64"})
  public int width;

  /** The select waits; one sender draws among the channels. */
  @Benchmark
  @OperationsPerInvocation(COUNT)
  public long waiting() {
    List<Channel<Long>> channels = channels();
    return Async.blocking(
        () -> {
          Async.future(() -> drawAndSend(channels));
          return Async.future(() -> selectAll(channels)).value();
        });
  }

  /** {@link #waiting} by a race, which gives the item and knows no handlers. */
  @Benchmark
  @OperationsPerInvocation(COUNT)
  public long waitingInRace() {
    List<Channel<Long>> channels = channels();
    return Async.blocking(
        () -> {
          Async.future(() -> drawAndSend(channels));
          return Async.future(() -> raceAll(channels)).value();
        });
  }

  /** Each channel has a sender of its own that waits. */
  @Benchmark
  @OperationsPerInvocation(COUNT)
  public long ready() {
    List<Channel<Long>> channels = channels();
    return Async.blocking(
        () -> {
          for (int k = 0; k < width; k++) {
            Channel<Long> channel = channels.get(k);
            long from = k;
            Async.future(
                () -> {
                  for (long i = from; i < COUNT; i += width) {
                    channel.send(i);
                  }
                  return null;
                });
          }
          return Async.future(() -> selectAll(channels)).value();
        });
  }

  /** The values lie in all channels: nobody waits. */
  @Benchmark
  @OperationsPerInvocation(COUNT)
  public long buffered() {
    List<Channel<Long>> channels = new ArrayList<>();
    for (int k = 0; k < width; k++) {
      channels.add(new UnboundedChannel<>());
    }
    return Async.blocking(
        () -> {
          for (long i = 0; i < COUNT; i++) {
            channels.get((int) (i % width)).send(i);
          }
          return Async.future(() -> selectAll(channels)).value();
        });
  }

  private int drawAndSend(List<Channel<Long>> channels) {
    long x = 42;
    for (long i = 0; i < COUNT; i++) {
      x = x * 16807 % 2147483647;
      channels.get((int) (x % width)).send(i);
    }
    return COUNT;
  }

  private List<Channel<Long>> channels() {
    List<Channel<Long>> channels = new ArrayList<>();
    for (int k = 0; k < width; k++) {
      channels.add(new SyncChannel<>());
    }
    return channels;
  }

  private static long selectAll(List<Channel<Long>> channels) {
    List<Case<Long, RuntimeException>> cases = new ArrayList<>();
    for (Channel<Long> channel : channels) {
      cases.add(channel.canRead().handle(Read::get));
    }
    long sum = 0;
    for (int i = 0; i < COUNT; i++) {
      sum += Async.<Long, RuntimeException>select(cases);
    }
    return sum;
  }

  private static long raceAll(List<Channel<Long>> channels) {
    @SuppressWarnings({"unchecked", "rawtypes"}) // an array of a generic type
    Source<Read<Long>>[] reads = new Source[channels.size()];
    for (int k = 0; k < reads.length; k++) {
      reads[k] = channels.get(k).canRead();
    }
    Source<Read<Long>> first = Source.race(reads);
    long sum = 0;
    for (int i = 0; i < COUNT; i++) {
      sum += first.await().get();
    }
    return sum;
  }
}
