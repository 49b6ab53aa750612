package yona.async;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import yona.async.SoakProgram.Deliberate;
import yona.async.sync.Gate;
import yona.async.sync.Mutex;
import yona.async.sync.Permit;
import yona.async.sync.Permits;
import yona.async.sync.Resource;
import yona.async.sync.RwLock;
import yona.async.sync.Semaphore;

/**
 * Steps of random programs: semaphores, locks, gates and resources. Who holds something waits for
 * no step that wants another: so no circle of those who wait can form.
 */
final class LockSteps {

  private static final int PERMITS = 3;

  private final SoakProgram program;
  private final Semaphore semaphore;
  private final Mutex mutex;
  private final RwLock lock;

  /** How many are inside, as those who are count themselves. */
  private final AtomicInteger taken;

  private final AtomicInteger holding;
  private final AtomicInteger reading;
  private final AtomicInteger writing;

  /** What was acquired of resources and is not released. */
  private final AtomicInteger leased;

  LockSteps(SoakProgram program) {
    this.program = program;
    Leftovers leftovers = program.leftovers;
    semaphore = leftovers.at(new Semaphore(PERMITS));
    mutex = leftovers.at(new Mutex());
    lock = leftovers.at(new RwLock());
    taken = leftovers.of(new AtomicInteger(), AtomicInteger::get);
    holding = leftovers.of(new AtomicInteger(), AtomicInteger::get);
    reading = leftovers.of(new AtomicInteger(), AtomicInteger::get);
    writing = leftovers.of(new AtomicInteger(), AtomicInteger::get);
    leased = leftovers.of(new AtomicInteger(), AtomicInteger::get);
  }

  Object step(Random random) throws Exception {
    return switch (random.nextInt(7)) {
      case 0 -> permits(random);
      case 1 -> selected(random);
      case 2 -> readOrWrite(random);
      case 3 -> within(random);
      case 4 -> meeting(random);
      case 5 -> crowd(random);
      default -> resources(random);
    };
  }

  private static void inside(AtomicInteger count, int weight, int most, Random random) {
    assertThat(count.addAndGet(weight)).isBetween(1, most);
    try {
      SoakProgram.pause(random);
    } finally {
      count.addAndGet(-weight);
    }
  }

  private Object permits(Random random) {
    int wanted = 1 + random.nextInt(PERMITS);
    try (Permit _ = semaphore.acquire(wanted)) {
      inside(taken, wanted, PERMITS, random);
    }
    return "permitted";
  }

  private Object selected(Random random) {
    return Async.<Object, RuntimeException>select(
        semaphore.handle(
            permit -> {
              try (permit) {
                inside(taken, 1, PERMITS, random);
              }
              return "semaphore";
            }),
        mutex.handle(
            permit -> {
              try (permit) {
                inside(holding, 1, 1, random);
              }
              return "mutex";
            }),
        program.leftovers.at(new Promise<>()).handle(result -> "nobody completes it"));
  }

  private Object readOrWrite(Random random) {
    boolean writes = random.nextInt(3) == 0;
    Permits side = writes ? lock.write() : lock.read();
    try (Permit _ = random.nextBoolean() ? side.acquire() : Source.race(side, side).await()) {
      if (writes) {
        assertThat(reading).hasValue(0);
        inside(writing, 1, 1, random);
      } else {
        assertThat(writing).hasValue(0);
        inside(reading, 1, Integer.MAX_VALUE, random);
      }
    }
    return writes ? "written" : "read";
  }

  private Object within(Random random) {
    try (Permit _ = semaphore.together(2).acquire(Duration.ofNanos(random.nextInt(100_000)))) {
      inside(taken, 2, PERMITS, random);
      return "in time";
    } catch (TimeoutException _) {
      return "too late";
    }
  }

  /** Some pass a gate, others wait before it: by itself, in a race, in a select. */
  private Object meeting(Random random) throws Exception {
    int fibers = 1 + random.nextInt(4);
    Gate gate = program.leftovers.at(new Gate(fibers));
    Promise<Gate> never = program.leftovers.at(new Promise<>());
    AtomicInteger passed = new AtomicInteger();
    Async.<Object, Exception>group(
        group -> {
          for (int i = 0; i < fibers; i++) {
            int kind = random.nextInt(3);
            Random own = new Random(random.nextLong());
            group.fork(
                program.watched(
                    () -> {
                      SoakProgram.pause(own);
                      passed.incrementAndGet();
                      gate.pass();
                      switch (kind) {
                        case 0 -> gate.await();
                        case 1 -> Source.race(gate, never.map(Result::get)).await();
                        default ->
                            Async.<Object, RuntimeException>select(
                                never.handle(_ -> "never"), gate.handle(_ -> "open"));
                      }
                      assertThat(passed).hasValue(fibers);
                      return null;
                    }));
          }
          return "";
        });
    return "met";
  }

  /** Many want the same at once, and some of them are cancelled. */
  private Object crowd(Random random) throws Exception {
    try (Scope _ = Scope.open()) {
      for (int i = 2 + random.nextInt(5); i > 0; i--) {
        Random own = new Random(random.nextLong());
        Future<Object> each =
            Async.future(
                program.watched(
                    () ->
                        switch (own.nextInt(3)) {
                          case 0 -> permits(own);
                          case 1 -> readOrWrite(own);
                          default -> selected(own);
                        }));
        if (random.nextInt(3) == 0) {
          SoakProgram.pause(random);
          each.cancel();
        }
      }
      return permits(random);
    }
  }

  // ---- resources -------------------------------------------------------------------------------

  /** Acquired in one step that may wait before, released in one that waits. */
  private Resource<Integer, RuntimeException> resource(Random random) {
    Random own = new Random(random.nextLong());
    boolean fails = own.nextInt(6) == 0;
    return Resource.of(
        () -> {
          SoakProgram.pause(own);
          if (fails) {
            throw new Deliberate();
          }
          return leased.incrementAndGet();
        },
        _ -> {
          Async.yield();
          leased.decrementAndGet();
        });
  }

  private Object resources(Random random) throws Exception {
    Resource<Integer, RuntimeException> whole =
        resource(random)
            .and(resource(random), Integer::sum)
            .flatMap(first -> resource(random).map(second -> first + second))
            .and(Resource.all(List.of(resource(random), resource(random))), (one, all) -> one);
    boolean fails = random.nextInt(4) == 0;
    Body<Object, Exception> use =
        () ->
            whole.use(
                numbers -> {
                  assertThat(leased.get()).isPositive();
                  SoakProgram.pause(random);
                  if (fails) {
                    throw new Deliberate();
                  }
                  return numbers;
                });
    try {
      return switch (random.nextInt(3)) {
        case 0 -> use.run();
        case 1 -> Async.timeoutNanos(random.nextInt(50_000), use);
        default -> {
          try (var lease = whole.open()) {
            Async.sleepNanos(random.nextInt(20_000));
            yield lease.value();
          }
        }
      };
    } catch (Deliberate | TimeoutException _) {
      return "not used";
    }
  }
}
