package yona.async.sync;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import yona.async.Async;
import yona.async.CancellationException;
import yona.async.Future;
import yona.async.Group;
import yona.async.Promise;
import yona.async.Running;
import yona.async.Source;
import yona.async.TimeoutException;

/**
 * Random programs of fibers that use one semaphore, one mutex, one read/write lock and one gate,
 * and are cancelled: never are too many inside, all end, and everything is free afterwards.
 */
@Tag("alone")
class SyncSoakTest {

  private static final long SECONDS = Long.getLong("yona.soak.seconds", 3);
  private static final long SEED = Long.getLong("yona.seed", System.nanoTime());
  private static final int PERMITS = 3;
  private static final int FIBERS = 8;
  private static final int STEPS = 20;

  private final Semaphore semaphore = new Semaphore(PERMITS);
  private final Mutex mutex = new Mutex();
  private final RwLock lock = new RwLock();
  private final AtomicInteger taken = new AtomicInteger();
  private final AtomicInteger holding = new AtomicInteger();
  private final AtomicInteger reading = new AtomicInteger();
  private final AtomicInteger writing = new AtomicInteger();

  @Test
  void nothingIsLostAndNobodyIsInsideTooMuch() throws Exception {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(SECONDS);
    for (long seed = SEED; System.nanoTime() < end; seed++) {
      long first = seed;
      try {
        Running.program(() -> program(first));
      } catch (Throwable error) {
        throw new AssertionError("seed " + seed, error);
      }
    }
  }

  private Object program(long seed) throws Exception {
    Random random = new Random(seed);
    Gate gate = new Gate(FIBERS);
    try (var group = new Group<Exception>()) {
      for (int i = 0; i < FIBERS; i++) {
        long own = random.nextLong();
        group.fork(
            () -> {
              Random choices = new Random(own);
              for (int n = 0; n < STEPS; n++) {
                step(choices);
              }
              gate.pass();
              gate.await();
              return null;
            });
      }
      group.join();
    }
    assertThat(semaphore.free()).isEqualTo(PERMITS);
    assertThat(mutex.isHeld()).isFalse();
    assertThat(lock.readers()).isZero();
    assertThat(lock.isWriting()).isFalse();
    for (Permits each : List.of(semaphore, mutex, lock.read())) {
      assertThat(each.pool.waiting()).isZero();
    }
    return "done";
  }

  private void step(Random random) throws Exception {
    switch (random.nextInt(7)) {
      case 0 -> useSemaphore(semaphore.acquire(1 + random.nextInt(PERMITS)), random);
      case 1 -> raceForOneOfTwo(random);
      case 2 -> useLock(random);
      case 3 -> withinATime(random);
      case 4 -> cancelled(random);
      case 5 -> useAll(random);
      default -> {
        Permit permit = semaphore.tryAcquire(1 + random.nextInt(PERMITS));
        if (permit != null) {
          useSemaphore(permit, random);
        }
      }
    }
  }

  private static void pause(Random random) {
    for (int i = random.nextInt(3); i > 0; i--) {
      Async.yield();
    }
  }

  private void useSemaphore(Permit permit, Random random) {
    inside(permit, taken, PERMITS, random);
  }

  private static void inside(Permit permit, AtomicInteger count, int most, Random random) {
    try (permit) {
      assertThat(count.incrementAndGet()).isBetween(1, most);
      try {
        pause(random);
      } finally {
        count.decrementAndGet();
      }
    }
  }

  private void useLock(Random random) {
    if (random.nextInt(3) == 0) {
      try (Permit permit = lock.write().acquire()) {
        assertThat(reading.get()).isZero();
        inside(permit, writing, 1, random);
      }
    } else {
      try (Permit permit = lock.read().acquire()) {
        assertThat(writing.get()).isZero();
        inside(permit, reading, FIBERS, random);
      }
    }
  }

  private void raceForOneOfTwo(Random random) {
    Promise<Integer> promise = new Promise<>();
    if (random.nextBoolean()) {
      promise.complete(1);
    }
    Async.<Object, RuntimeException>select(
        semaphore.handle(
            permit -> {
              useSemaphore(permit, random);
              return "semaphore";
            }),
        mutex.handle(
            permit -> {
              inside(permit, holding, 1, random);
              return "mutex";
            }),
        promise.handle(result -> "promise"));
  }

  private void withinATime(Random random) {
    try {
      long nanos = random.nextInt(100_000);
      useSemaphore(semaphore.acquire(java.time.Duration.ofNanos(nanos)), random);
    } catch (TimeoutException _) {
      pause(random);
    }
  }

  private void cancelled(Random random) throws Exception {
    boolean race = random.nextBoolean();
    long seed = random.nextLong();
    Async.blocking(
        () -> {
          Future<String> using =
              Async.future(
                  () -> {
                    Random own = new Random(seed);
                    if (race) {
                      try (Permit _ = Source.race(lock.write(), mutex, lock.read()).await()) {
                        pause(own);
                      }
                    } else {
                      useSemaphore(semaphore.acquire(2), own);
                    }
                    return "used";
                  });
          pause(random);
          using.cancel();
          if (using.await().toString().contains("Assertion")) {
            using.value();
          }
          return null;
        });
  }

  private void useAll(Random random) {
    try {
      lock.read()
          .resource()
          .and(mutex.resource(), List::of)
          .and(semaphore.resource(), List::of)
          .use(
              permits -> {
                assertThat(writing.get()).isZero();
                assertThat(holding.incrementAndGet()).isEqualTo(1);
                try {
                  pause(random);
                } finally {
                  holding.decrementAndGet();
                }
                return permits.size();
              });
    } catch (CancellationException error) {
      throw new AssertionError("nobody cancels it", error);
    }
  }
}
