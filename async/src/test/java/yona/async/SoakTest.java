package yona.async;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import yona.async.channel.Channel;
import yona.async.channel.Channels;
import yona.async.channel.Read;
import yona.async.stm.STM;
import yona.async.stm.TVar;

/**
 * Random programs of groups, futures, races, selects, channels, transactions, timeouts, scopes and
 * operations in place. Each has to end, to compute what it should unless it is cancelled, and to
 * leave no fiber, no listener, no alarm, no report and no cancellation behind.
 */
@Tag("slow")
class SoakTest {

  /** How long to run; a property of the test run for longer soaks. */
  private static final long SECONDS = Long.getLong("yona.soak.seconds", 20);

  private static final int DEEPEST = 5;

  /** Bodies that have begun and have not ended. */
  private static final AtomicInteger RUNNING = new AtomicInteger();

  /** All channels of the program that runs. */
  private static final ConcurrentLinkedQueue<Channel<?>> CHANNELS = new ConcurrentLinkedQueue<>();

  private static final List<TVar<Integer>> ACCOUNTS =
      IntStream.range(0, 4).mapToObj(i -> STM.tvar(100)).toList();

  @Test
  @Timeout(value = 20, unit = TimeUnit.MINUTES)
  void randomProgramsEndAndLeaveNothingBehind() throws Exception {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(SECONDS);
    for (long seed = System.nanoTime(); System.nanoTime() < end; seed++) {
      Random random = new Random(seed);
      ConcurrentLinkedQueue<Throwable> reports = new ConcurrentLinkedQueue<>();
      String last =
          new Program(reports::add)
              .<String, Exception>run(
                  () -> {
                    for (int i = 0; i < 5; i++) {
                      step(random, 0);
                    }
                    Async.yield();
                    return "done";
                  });
      assertThat(last).as("seed " + seed).isEqualTo("done");
      assertThat(reports).as("seed " + seed).isEmpty();
      assertThat(Timers.count()).as("seed " + seed).isZero();
      assertThat(RUNNING).as("seed " + seed).hasValue(0);
      for (Channel<?> channel : CHANNELS) {
        assertThat(Channels.waitingAt(channel)).as("seed " + seed + ", " + channel).isZero();
      }
      CHANNELS.clear();
      assertThat(balance()).as("seed " + seed).isEqualTo(400);
    }
  }

  private static Object step(Random random, int depth) throws Exception {
    long seed = random.nextLong();
    return switch (random.nextInt(depth == DEEPEST ? 5 : 15)) {
      case 0 -> pause();
      case 1 -> compute(random.nextInt(20_000));
      case 2 -> Blocking.inPlace(() -> compute(seed % 50 == 0 ? 3_000_000 : 100));
      case 3 -> nap(random.nextInt(200_000));
      case 4 -> transfer(random);
      case 5 -> timeout(random.nextInt(300_000), below(seed, depth));
      case 6 -> group(seed, depth);
      case 7 -> map(seed, depth);
      case 8 -> futures(random, depth);
      case 9 -> pipeline(random);
      case 10 -> selects(random);
      case 11 -> sources(random, depth);
      case 12 -> elsewhere(random, seed, depth);
      case 13 -> Async.race(List.of(below(seed, depth), below(seed + 1, depth)));
      default -> seed % 3 == 0 ? cancelled(seed, depth) : background(seed, depth);
    };
  }

  private static Body<Object, Exception> below(long seed, int depth) {
    return () -> {
      RUNNING.incrementAndGet();
      try {
        return step(new Random(seed), depth + 1);
      } finally {
        RUNNING.decrementAndGet();
      }
    };
  }

  private static <T> Channel<T> channel(Random random) {
    Channel<T> channel = Channels.of(random.nextInt(4) - 1);
    CHANNELS.add(channel);
    return channel;
  }

  private static int balance() {
    return STM.atomically(() -> ACCOUNTS.stream().mapToInt(TVar::read).sum());
  }

  private static Object transfer(Random random) {
    TVar<Integer> from = ACCOUNTS.get(random.nextInt(ACCOUNTS.size()));
    TVar<Integer> to = ACCOUNTS.get(random.nextInt(ACCOUNTS.size()));
    int amount = random.nextInt(10);
    STM.atomically(
        () -> {
          from.modify(money -> money - amount);
          to.modify(money -> money + amount);
          return null;
        });
    assertThat(balance()).isEqualTo(400);
    return "transferred";
  }

  /** Futures that are awaited in one way or another, cancelled, or left to the scope. */
  private static Object futures(Random random, int depth) throws Exception {
    try (Scope _ = Scope.open()) {
      List<Future<Object>> futures = new ArrayList<>();
      for (int i = random.nextInt(4); i >= 0; i--) {
        futures.add(Async.future(below(random.nextLong(), depth)));
      }
      return switch (random.nextInt(7)) {
        case 0 -> Future.awaitAll(futures);
        case 1 -> Future.awaitFirst(futures);
        case 2 -> Future.altC(futures).value();
        case 3 -> {
          for (Future<Object> each : Future.collector(futures)) {
            each.value();
          }
          yield "collected";
        }
        case 4 -> Source.race(futures).await().get();
        case 5 -> {
          futures.getFirst().cancel();
          yield pause();
        }
        default -> futures.getFirst().value();
      };
    }
  }

  /** Senders and readers share a channel; what is sent is read, unless the whole is cancelled. */
  private static Object pipeline(Random random) throws Exception {
    Channel<Integer> channel = channel(random);
    int senders = 1 + random.nextInt(3);
    int readers = 1 + random.nextInt(3);
    int values = random.nextInt(20);
    boolean filtered = random.nextBoolean();
    long sum =
        Async.<Long, Exception>group(
            reading -> {
              List<Future<Long>> sums = new ArrayList<>();
              for (int i = 0; i < readers; i++) {
                boolean picky = filtered && i > 0;
                sums.add(reading.fork(() -> sumOf(channel, picky)));
              }
              Async.<Object, Exception>group(
                  sending -> {
                    for (int i = 0; i < senders; i++) {
                      sending.fork(
                          () -> {
                            for (int value = 1; value <= values; value++) {
                              channel.send(value);
                            }
                            return null;
                          });
                    }
                    return "";
                  });
              channel.close();
              long all = 0;
              for (Future<Long> each : sums) {
                all += each.value();
              }
              return all;
            });
    assertThat(sum).isEqualTo((long) senders * values * (values + 1) / 2);
    return "piped";
  }

  private static long sumOf(Channel<Integer> channel, boolean picky) {
    Source<Read<Integer>> reading =
        picky
            ? channel.canRead().filter(read -> read.isClosed() || read.get() % 3 == 0)
            : channel.canRead();
    long sum = 0;
    for (Read<Integer> read = reading.await(); !read.isClosed(); read = reading.await()) {
      sum += read.get();
    }
    return sum;
  }

  /** Selects that face each other over two channels, and one that only passes by. */
  private static Object selects(Random random) throws Exception {
    Channel<Integer> there = channel(random);
    Channel<Integer> back = channel(random);
    int rounds = random.nextInt(30);
    int[] balances = new int[2];
    Async.<Object, Exception>group(
        group -> {
          group.fork(() -> balances[0] = exchange(there, back, rounds));
          group.fork(() -> balances[1] = exchange(back, there, rounds));
          return "";
        });
    int left = 0;
    for (Channel<Integer> channel : List.of(there, back)) {
      for (Read<Integer> read = channel.tryRead(); read != null; read = channel.tryRead()) {
        left++;
      }
    }
    assertThat(balances[0] + balances[1]).isEqualTo(left);
    return "selected";
  }

  private static int exchange(Channel<Integer> out, Channel<Integer> in, int rounds) {
    int balance = 0;
    for (int i = 0; i < rounds; i++) {
      balance +=
          Async.<Integer, RuntimeException>select(
              out.canSend(i).handle(sent -> 1),
              in.canRead().handle(read -> -1),
              Timer.after(Duration.ofNanos(200_000)).handle(rung -> 0));
    }
    return balance;
  }

  /** A promise, a channel and a timer race; the losers keep what they have. */
  private static Object sources(Random random, int depth) throws Exception {
    Channel<Object> channel = channel(random);
    Promise<Object> promise = new Promise<>();
    try (Scope scope = Scope.open()) {
      Body<Object, Exception> body = below(random.nextLong(), depth);
      scope.background(() -> promise.complete(body.run()));
      scope.background(
          () -> {
            channel.send("sent");
            return null;
          });
      return Source.race(
              promise.map(Result::get),
              channel.canRead().map(read -> read.get()),
              Timer.after(Duration.ofNanos(random.nextInt(400_000))).map(rung -> "rung"))
          .await();
    }
  }

  private static Object elsewhere(Random random, long seed, int depth) throws Exception {
    FiberScheduler scheduler =
        random.nextInt(10) == 0 ? FiberScheduler.carriers(1) : FiberScheduler.jdk();
    return Async.<Object, Exception>blocking(
        scheduler, () -> Async.future(below(seed, depth)).value());
  }

  private static Object pause() {
    Async.yield();
    return "paused";
  }

  private static Object compute(long nanos) {
    long end = System.nanoTime() + nanos;
    while (System.nanoTime() < end) {
      Thread.onSpinWait();
    }
    return "computed";
  }

  private static Object nap(long nanos) {
    Async.sleep(nanos);
    return "slept";
  }

  private static Object timeout(long nanos, Body<Object, Exception> body) throws Exception {
    try {
      return Async.timeout(nanos, body);
    } catch (TimeoutException _) {
      return "timed out";
    }
  }

  private static Object group(long seed, int depth) throws Exception {
    try (var group = new Group<Exception>()) {
      return group.all(below(seed, depth), below(seed + 1, depth), below(seed + 2, depth));
    }
  }

  private static Object map(long seed, int depth) throws Exception {
    try (var group = new Group<Exception>()) {
      return group.map(
          IntStream.range(0, 6).iterator(), 3, number -> below(seed + number, depth).run());
    }
  }

  private static Object background(long seed, int depth) throws Exception {
    try (Scope scope = Scope.open()) {
      scope.background(below(seed, depth));
      return step(new Random(seed + 1), depth + 1);
    }
  }

  private static Object cancelled(long seed, int depth) {
    Scope around = Scope.current();
    try (Scope scope = Scope.open()) {
      scope.background(below(seed, depth));
      scope.cancel();
      return pause();
    } catch (CancellationException e) {
      if (around.isCancelled()) {
        throw e;
      }
      return "cancelled";
    }
  }
}
