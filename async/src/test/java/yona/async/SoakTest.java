package yona.async;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Random programs of groups, races, timeouts, scopes and operations in place. Each has to end, and
 * to leave no alarm, no report and no cancellation behind.
 */
class SoakTest {

  /** How long to run; a property of the test run for longer soaks. */
  private static final long SECONDS = Long.getLong("yona.soak.seconds", 3);

  private static final int DEEPEST = 5;

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
    }
  }

  private static Object step(Random random, int depth) throws Exception {
    long seed = random.nextLong();
    return switch (random.nextInt(depth == DEEPEST ? 4 : 9)) {
      case 0 -> pause();
      case 1 -> compute(random.nextInt(20_000));
      case 2 -> Blocking.inPlace(() -> compute(seed % 50 == 0 ? 3_000_000 : 100));
      case 3 -> nap(random.nextInt(200_000));
      case 4 -> timeout(random.nextInt(300_000), below(seed, depth));
      case 5 -> group(seed, depth);
      case 6 -> map(seed, depth);
      case 7 -> Async.race(List.of(below(seed, depth), below(seed + 1, depth)));
      default -> seed % 3 == 0 ? cancelled(seed, depth) : background(seed, depth);
    };
  }

  private static Body<Object, Exception> below(long seed, int depth) {
    return () -> step(new Random(seed), depth + 1);
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
