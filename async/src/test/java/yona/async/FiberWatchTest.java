package yona.async;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import yona.async.channel.BufferedChannel;
import yona.async.channel.SyncChannel;
import yona.async.stm.STM;
import yona.async.stm.TVar;
import yona.async.sync.Gate;
import yona.async.sync.Mutex;
import yona.async.sync.Permit;
import yona.async.sync.RwLock;
import yona.async.sync.Semaphore;
import yona.property.Effort;

/**
 * Rings of fibers each of which waits for the next one, at all sorts of things: with nobody to
 * begin they wait for ever, which is seen; with somebody they end, and nobody is accused.
 */
@Tag("own-scheduler")
class FiberWatchTest {

  private static final int PROGRAMS = Effort.of(300);

  /** Something that one fiber waits for and another one brings. */
  record Event(Body<?, Exception> await, Body<?, Exception> bring) {}

  enum Kind {
    READ {
      @Override
      Event event() {
        BufferedChannel<Integer> channel = new BufferedChannel<>(1);
        return new Event(channel::read, () -> send(() -> channel.send(1)));
      }
    },
    SEND {
      @Override
      Event event() {
        SyncChannel<Integer> channel = new SyncChannel<>();
        return new Event(() -> send(() -> channel.send(1)), channel::read);
      }
    },
    MUTEX {
      @Override
      Event event() {
        Mutex mutex = new Mutex();
        Permit held = mutex.acquire();
        return new Event(mutex::acquire, () -> send(held::close));
      }
    },
    SEMAPHORE {
      @Override
      Event event() {
        Semaphore permits = new Semaphore(3);
        Permit held = permits.acquire(2);
        return new Event(() -> permits.acquire(2), () -> send(held::close));
      }
    },
    LOCK {
      @Override
      Event event() {
        RwLock lock = new RwLock();
        Permit held = lock.read().acquire();
        return new Event(lock.write()::acquire, () -> send(held::close));
      }
    },
    GATE {
      @Override
      Event event() {
        Gate gate = new Gate(1);
        return new Event(gate::await, () -> send(gate::pass));
      }
    },
    RETRY {
      @Override
      Event event() {
        TVar<Boolean> done = STM.tvar(false);
        return new Event(
            () ->
                STM.<Boolean, RuntimeException>atomically(
                    () -> {
                      STM.check(done.read());
                      return true;
                    }),
            () ->
                STM.<Boolean, RuntimeException>atomically(
                    () -> {
                      done.write(true);
                      return true;
                    }));
      }
    },
    PROMISE {
      @Override
      Event event() {
        Promise<Integer> promise = Promise.amongFibers("a number");
        return new Event(promise::await, () -> promise.complete(1));
      }
    },
    DERIVED {
      @Override
      Event event() {
        Promise<Integer> one = Promise.amongFibers("a number");
        Promise<Integer> other = Promise.amongFibers("another number");
        return new Event(one.alt(other)::await, () -> other.complete(1));
      }
    },
    SELECT {
      @Override
      Event event() {
        BufferedChannel<Integer> channel = new BufferedChannel<>(1);
        Gate gate = new Gate(1);
        return new Event(
            () ->
                Async.<Integer, RuntimeException>select(
                    channel.canRead().handle(_ -> 1), gate.handle(_ -> 2)),
            () -> send(gate::pass));
      }
    },
    RACE {
      @Override
      Event event() {
        Gate one = new Gate(1);
        Gate other = new Gate(1);
        return new Event(
            Source.race(one.map(_ -> 1), other.map(_ -> 2))::await, () -> send(other::pass));
      }
    },
    GROUP {
      @Override
      Event event() {
        Gate gate = new Gate(1);
        return new Event(
            () ->
                Async.<Object, RuntimeException>group(
                    group -> {
                      group.fork(gate::await);
                      return 1;
                    }),
            () -> send(gate::pass));
      }
    };

    abstract Event event();

    static Object send(Runnable action) {
      action.run();
      return 1;
    }
  }

  /** The main body of a ring; whether it ends or not. */
  private static Object run(List<Kind> kinds, boolean begins) throws Exception {
    List<Event> events = new ArrayList<>();
    for (Kind kind : kinds) {
      events.add(kind.event());
    }
    List<Future<?>> all = new ArrayList<>();
    for (int i = 0; i < events.size(); i++) {
      Event waited = events.get(i);
      boolean last = begins && i == events.size() - 1;
      Event brought = events.get((i + 1) % events.size());
      all.add(
          Scope.current()
              .future(
                  () -> {
                    Object result = waited.await.run();
                    // Who is the last brings nothing where somebody else has begun.
                    return last ? result : brought.bring.run();
                  }));
    }
    if (begins) {
      Object _ = events.getFirst().bring.run();
    }
    for (Future<?> each : all) {
      Object _ = each.await();
    }
    return "done";
  }

  /** Ends the ring when it is seen that nothing else does. */
  private static void expectStandstill(List<Kind> kinds) throws Exception {
    AtomicBoolean seen = new AtomicBoolean();
    Program program = new Program(ErrorReporter.STANDARD_ERROR);
    Thread watch =
        Thread.ofPlatform()
            .start(
                () -> {
                  while (!FiberWatch.isStandstill()) {
                    Thread.onSpinWait();
                  }
                  seen.set(true);
                  program.cancel();
                });
    try {
      Object _ = program.<Object, Exception>run(() -> run(kinds, false));
    } catch (CancellationException expected) {
      assertThat(seen).as("%s", kinds).isTrue();
    }
    watch.join();
  }

  @ParameterizedTest
  @EnumSource
  void aFiberThatWaitsForItselfIsSeen(Kind kind) throws Exception {
    expectStandstill(List.of(kind));
  }

  @Test
  void ringsOfFibersThatWaitForEachOtherAreSeen() throws Exception {
    Random random = new Random();
    for (int i = 0; i < PROGRAMS; i++) {
      expectStandstill(kinds(random));
    }
  }

  @Test
  void ringsThatSomebodyBeginsAreNotAccused() throws Exception {
    long seed = System.nanoTime();
    Random random = new Random(seed);
    AtomicBoolean ended = new AtomicBoolean();
    AtomicBoolean accused = new AtomicBoolean();
    Thread watch =
        Thread.ofPlatform()
            .start(
                () -> {
                  while (!ended.get()) {
                    if (FiberWatch.isStandstill()) {
                      accused.set(true);
                    }
                  }
                });
    try {
      for (int i = 0; i < PROGRAMS && !accused.get(); i++) {
        List<Kind> kinds = kinds(random);
        Program program = new Program(ErrorReporter.STANDARD_ERROR);
        assertThat(program.<Object, Exception>run(() -> run(kinds, true))).isEqualTo("done");
      }
    } finally {
      ended.set(true);
      watch.join();
    }
    assertThat(accused).as("seed %d", seed).isFalse();
  }

  private static List<Kind> kinds(Random random) {
    List<Kind> kinds = new ArrayList<>();
    int size = 1 + random.nextInt(6);
    for (int i = 0; i < size; i++) {
      kinds.add(Kind.values()[random.nextInt(Kind.values().length)]);
    }
    return kinds;
  }

  @Test
  void whatMayComeFromOutsideIsNoStandstill() throws Exception {
    Running.program(
        () -> {
          Promise<Integer> fromOutside = new Promise<>();
          Future<Object> future = Scope.current().future(fromOutside::await);
          Thread thread =
              Thread.ofPlatform()
                  .start(
                      () -> {
                        for (int i = 0; i < 10_000; i++) {
                          assertThat(FiberWatch.isStandstill()).isFalse();
                        }
                        fromOutside.complete(1);
                      });
          future.await();
          thread.join();
          return null;
        });
  }

  @Test
  void aFiberUnderADeadlineIsNotAccused() throws Exception {
    AtomicBoolean accused = new AtomicBoolean();
    Running.program(
        () -> {
          Gate gate = new Gate(1);
          Thread watch =
              Thread.ofPlatform()
                  .start(
                      () -> {
                        while (!Thread.interrupted()) {
                          if (FiberWatch.isStandstill()) {
                            accused.set(true);
                          }
                        }
                      });
          for (int i = 0; i < 200; i++) {
            try {
              Async.<Gate, RuntimeException>timeout(Duration.ofNanos(100_000), gate::await);
            } catch (TimeoutException expected) {
              assertThat(gate.poll()).isNull();
            }
          }
          watch.interrupt();
          watch.join();
          return null;
        });
    assertThat(accused).isFalse();
  }
}
