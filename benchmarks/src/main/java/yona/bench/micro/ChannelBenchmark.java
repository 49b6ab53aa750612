package yona.bench.micro;

import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.SynchronousQueue;
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
import yona.async.channel.BufferedChannel;
import yona.async.channel.Channel;
import yona.async.channel.ChannelMultiplexer;
import yona.async.channel.SyncChannel;

/**
 * A value from one fiber to another, by a channel, two channels in a row, or a multiplexer with a
 * channel on either side; beside two virtual threads with a queue of the JDK between them.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@State(Scope.Benchmark)
@Fork(
    value = 1,
    jvmArgsAppend = {"--add-opens=java.base/java.lang=ALL-UNNAMED"})
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 3, time = 1)
public class ChannelBenchmark {
  private static final int COUNT = 100_000;

  /** 0 for a rendezvous. */
  @Param({"0", "1", "64"})
  public int capacity;

  private Channel<Long> channel() {
    return capacity == 0 ? new SyncChannel<>() : new BufferedChannel<>(capacity);
  }

  /** One sender, one reader. */
  @Benchmark
  @OperationsPerInvocation(COUNT)
  public long channelOfOne() {
    var channel = channel();
    return Async.blocking(
        () -> {
          Async.future(() -> sendAll(channel));
          return Async.future(() -> sumOf(channel)).value();
        });
  }

  /** Two channels, and a fiber that carries the values from one to the other. */
  @Benchmark
  @OperationsPerInvocation(COUNT)
  public long twoChannels() {
    var published = channel();
    var subscribed = channel();
    return Async.blocking(
        () -> {
          Async.future(() -> sendAll(published));
          Async.future(
              () -> {
                for (long value : published) {
                  subscribed.send(value);
                }
                subscribed.close();
                return null;
              });
          return Async.future(() -> sumOf(subscribed)).value();
        });
  }

  /** A multiplexer with one publisher and one subscriber. */
  @Benchmark
  @OperationsPerInvocation(COUNT)
  public long multiplexer() {
    var published = channel();
    return Async.blocking(
        () -> {
          try (var multiplexer = new ChannelMultiplexer<Long>()) {
            multiplexer.addPublisher(published);
            var subscribed = multiplexer.subscribe(capacity);
            Async.future(
                () -> {
                  multiplexer.run();
                  return null;
                });
            Async.future(() -> sendAll(published));
            return Async.future(
                    () -> {
                      long sum = 0;
                      for (int i = 0; i < COUNT; i++) {
                        sum += subscribed.take();
                      }
                      return sum;
                    })
                .value();
          }
        });
  }

  /** Two virtual threads, by a {@link SynchronousQueue} or an {@link ArrayBlockingQueue}. */
  @Benchmark
  @OperationsPerInvocation(COUNT)
  public long queueJdk() throws InterruptedException {
    BlockingQueue<Long> queue =
        capacity == 0 ? new SynchronousQueue<>() : new ArrayBlockingQueue<>(capacity);
    long[] sum = new long[1];
    Thread sender =
        Thread.startVirtualThread(
            () -> {
              try {
                for (long i = 0; i < COUNT; i++) {
                  queue.put(i);
                }
              } catch (InterruptedException error) {
                throw new IllegalStateException(error);
              }
            });
    Thread reader =
        Thread.startVirtualThread(
            () -> {
              try {
                for (int i = 0; i < COUNT; i++) {
                  sum[0] += queue.take();
                }
              } catch (InterruptedException error) {
                throw new IllegalStateException(error);
              }
            });
    sender.join();
    reader.join();
    return sum[0];
  }

  private static int sendAll(Channel<Long> channel) {
    for (long i = 0; i < COUNT; i++) {
      channel.send(i);
    }
    channel.close();
    return COUNT;
  }

  private static long sumOf(Channel<Long> channel) {
    long sum = 0;
    for (long value : channel) {
      sum += value;
    }
    return sum;
  }
}
