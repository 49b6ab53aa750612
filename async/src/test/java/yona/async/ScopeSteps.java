package yona.async;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import yona.async.SoakProgram.Deliberate;
import yona.async.channel.Channel;
import yona.async.channel.SyncChannel;

/** Steps of random programs: scopes, groups, futures, races and timeouts around other steps. */
final class ScopeSteps {

  private final SoakProgram program;

  ScopeSteps(SoakProgram program) {
    this.program = program;
  }

  /** A small one with no other inside. */
  Object alone(Random random) {
    return switch (random.nextInt(4)) {
      case 0 -> pause();
      case 1 -> compute(random.nextInt(20_000));
      case 2 -> {
        long nanos = random.nextInt(50) == 0 ? 3_000_000 : 100;
        yield Blocking.inPlace(() -> compute(nanos));
      }
      default -> nap(random.nextInt(200_000));
    };
  }

  /** One with others inside. */
  Object around(Random random, long seed, int depth) throws Exception {
    return switch (random.nextInt(11)) {
      case 0 -> timeout(random.nextInt(300_000), program.below(seed, depth));
      case 1 -> group(seed, depth);
      case 2 -> map(seed, depth);
      case 3 -> futures(random, depth);
      case 4 -> sources(random, depth);
      case 5 -> elsewhere(random, seed, depth);
      case 6 -> Async.race(List.of(program.below(seed, depth), program.below(seed + 1, depth)));
      case 7 -> failing(random, seed, depth);
      case 8 -> Async.uninterruptible(program.below(seed, depth));
      case 9 -> cancelled(seed, depth);
      default -> background(seed, depth);
    };
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
    Async.sleepNanos(nanos);
    return "slept";
  }

  private static Object timeout(long nanos, Body<Object, Exception> body) throws Exception {
    try {
      return Async.timeoutNanos(nanos, body);
    } catch (TimeoutException _) {
      return "timed out";
    }
  }

  private Object group(long seed, int depth) throws Exception {
    try (var group = new Group<Exception>(seed % 2 == 0)) {
      return group.all(
          program.below(seed, depth),
          program.below(seed + 1, depth),
          program.below(seed + 2, depth));
    }
  }

  private Object map(long seed, int depth) throws Exception {
    try (var group = new Group<Exception>(seed % 2 == 0)) {
      return group.map(
          IntStream.range(0, 6).iterator(), 3, number -> program.below(seed + number, depth).run());
    }
  }

  /** One member fails, at some moment: the others are cancelled, and its error is raised. */
  private Object failing(Random random, long seed, int depth) throws Exception {
    long nanos = random.nextInt(100_000);
    try (var group = new Group<Exception>(seed % 2 == 0)) {
      group.fork(program.below(seed, depth));
      group.fork(
          () -> {
            Async.sleepNanos(nanos);
            throw new Deliberate();
          });
      group.inPlace(program.below(seed + 1, depth));
      group.join();
    } catch (Deliberate _) {
      return "failed";
    }
    throw new AssertionError("the group has ended without its member's error");
  }

  /** Futures that are awaited in one way or another, cancelled, or left to the scope. */
  private Object futures(Random random, int depth) throws Exception {
    try (Scope _ = Scope.open()) {
      List<Future<Object>> futures = new ArrayList<>();
      for (int i = random.nextInt(4); i >= 0; i--) {
        futures.add(program.leftovers.at(Async.future(program.below(random.nextLong(), depth))));
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

  /** A promise, a channel and a timer race; the losers keep what they have. */
  private Object sources(Random random, int depth) throws Exception {
    Channel<Object> channel = program.leftovers.at(new SyncChannel<>());
    Promise<Object> promise = program.leftovers.at(new Promise<>());
    try (Scope scope = Scope.open()) {
      Body<Object, Exception> body = program.below(random.nextLong(), depth);
      scope.background(() -> promise.complete(body.run()));
      scope.background(
          () -> {
            channel.send("sent");
            return null;
          });
      Timer timer = program.leftovers.at(Timer.after(Duration.ofNanos(random.nextInt(400_000))));
      Object first =
          Source.race(
                  promise.map(Result::get),
                  channel.canRead().map(read -> read.get()),
                  timer.map(fired -> "fired"))
              .await();
      if (!first.equals("sent")) {
        assertThat(channel.take()).isEqualTo("sent");
      }
      return first;
    }
  }

  private Object elsewhere(Random random, long seed, int depth) throws Exception {
    FiberScheduler scheduler =
        random.nextInt(10) == 0 ? FiberScheduler.carriers(1) : FiberScheduler.jdk();
    return Async.<Object, Exception>blocking(
        scheduler, () -> Async.future(program.below(seed, depth)).value());
  }

  private Object background(long seed, int depth) throws Exception {
    try (Scope scope = Scope.open()) {
      scope.background(program.below(seed, depth));
      return program.step(new Random(seed + 1), depth + 1);
    }
  }

  private Object cancelled(long seed, int depth) {
    Scope around = Scope.current();
    try (Scope scope = Scope.open()) {
      scope.background(program.below(seed, depth));
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
