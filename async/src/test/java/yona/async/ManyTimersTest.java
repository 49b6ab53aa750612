package yona.async;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import yona.property.Effort;

/** A million timers, and the thread that rings them. */
@Tag("slow")
class ManyTimersTest {

  private static final int COUNT = 1_000_000;
  private static final long HOUR = 3_600_000_000_000L;

  private static long used() {
    long least = Long.MAX_VALUE;
    for (int i = 0; i < 3; i++) {
      System.gc();
      Runtime runtime = Runtime.getRuntime();
      least = Math.min(least, runtime.totalMemory() - runtime.freeMemory());
    }
    return least;
  }

  @Test
  @Tag("compressed-references")
  void aMillionPendingTimersTakeLittleAndLeaveNothing() throws Exception {
    Running.program(
        () -> {
          Random random = new Random(42);
          Timer[] timers = new Timer[COUNT];
          try (Scope _ = Scope.open()) {
            long before = used();
            for (int i = 0; i < COUNT; i++) {
              timers[i] = Timer.afterNanos(HOUR + random.nextLong(24 * HOUR));
            }
            assertThat(Timers.count()).isEqualTo(COUNT);
            assertThat((used() - before) / COUNT).as("bytes each").isLessThan(100);
            for (int i = 0; i < COUNT; i += 2) {
              timers[i].cancel();
            }
            assertThat(Timers.count()).isEqualTo(COUNT / 2);
            assertThat(Timer.afterNanos(1).await()).isTrue();
          }
          assertThat(timers).noneMatch(Timer::poll);
          assertThat(Timers.count()).isZero();
          return null;
        });
  }

  @Test
  void timersInOneMomentAllRing() throws Exception {
    Running.program(
        () -> {
          int count = 100_000;
          AtomicInteger rung = new AtomicInteger();
          CountDownLatch all = new CountDownLatch(count);
          Random random = new Random(42);
          for (int i = 0; i < count; i++) {
            Timer.afterNanos(1 + random.nextInt(50_000_000))
                .onComplete(
                    rang -> {
                      rung.addAndGet(rang ? 1 : 0);
                      all.countDown();
                      return true;
                    });
          }
          all.await();
          assertThat(rung).hasValue(count);
          assertThat(Timers.count()).isZero();
          return null;
        });
  }

  private static final class Bell extends Alarm {
    Bell(Clock clock) {
      super(clock);
    }

    @Override
    void ring() {}
  }

  /** What another thread sets while the first one has not seen its start return. */
  @Test
  void alarmsThatAreSetWhileTheThreadStartsRing() throws Exception {
    for (int round = Effort.of(1_000); round > 0; round--) {
      Timers timers = new Timers();
      List<Thread> setters = new ArrayList<>();
      for (int i = 0; i < 8; i++) {
        setters.add(
            Thread.ofPlatform()
                .start(
                    () -> {
                      for (int n = 0; n < 20; n++) {
                        awaitAlarm(timers);
                      }
                    }));
      }
      for (Thread setter : setters) {
        setter.join();
      }
    }
  }

  private static void awaitAlarm(Timers timers) {
    Thread setter = Thread.currentThread();
    AtomicBoolean rung = new AtomicBoolean();
    new Alarm(timers) {
      @Override
      void ring() {
        rung.set(true);
        LockSupport.unpark(setter);
      }
    }.set(timers.now() + 1);
    while (!rung.get()) {
      LockSupport.park();
    }
  }

  @Test
  void theThreadStartsWithTheFirstTimerAndIsNotWokenForLaterOnes() throws Exception {
    AtomicInteger wakes = new AtomicInteger();
    Timers timers =
        new Timers() {
          @Override
          void wake() {
            wakes.incrementAndGet();
            super.wake();
          }
        };
    assertThat(timers.thread()).isNull();
    Bell never = new Bell(timers);
    never.set(Wheel.NEVER);
    assertThat(timers.thread()).as("nothing will ring").isNull();
    Bell[] bells = new Bell[10_000];
    for (int i = 0; i < bells.length; i++) {
      bells[i] = new Bell(timers);
    }
    long now = timers.now();
    bells[0].set(now + HOUR);
    Thread thread = timers.thread();
    assertThat(thread).isNotNull().matches(Thread::isDaemon);
    while (thread.getState() != Thread.State.TIMED_WAITING) {
      Thread.onSpinWait();
    }
    assertThat(wakes).hasValue(1);
    for (int i = 1; i < bells.length; i++) {
      bells[i].set(now + HOUR + i);
    }
    for (Bell bell : bells) {
      bell.unset();
    }
    for (int i = 0; i < bells.length; i++) {
      bells[0].set(now + 2 * HOUR);
      bells[0].unset();
    }
    assertThat(wakes).hasValue(1);
    bells[0].set(now + HOUR / 2);
    assertThat(wakes).as("an earlier one").hasValue(2);
    bells[0].unset();
  }
}
