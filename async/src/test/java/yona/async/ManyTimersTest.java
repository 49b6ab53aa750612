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

/** A million timers, and the thread that fires them. */
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
  void timersInOneMomentAllFire() throws Exception {
    Running.program(
        () -> {
          int count = 100_000;
          AtomicInteger firings = new AtomicInteger();
          CountDownLatch all = new CountDownLatch(count);
          Random random = new Random(42);
          for (int i = 0; i < count; i++) {
            Timer.afterNanos(1 + random.nextInt(50_000_000))
                .onComplete(
                    fired -> {
                      firings.addAndGet(fired ? 1 : 0);
                      all.countDown();
                      return true;
                    });
          }
          all.await();
          assertThat(firings).hasValue(count);
          assertThat(Timers.count()).isZero();
          return null;
        });
  }

  private static final class TestAlarm extends Alarm {
    TestAlarm(Clock clock) {
      super(clock);
    }

    @Override
    void fire() {}
  }

  /** What another thread sets while the first one has not seen its start return. */
  @Test
  void alarmsThatAreSetWhileTheThreadStartsFire() throws Exception {
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
    AtomicBoolean fired = new AtomicBoolean();
    new Alarm(timers) {
      @Override
      void fire() {
        fired.set(true);
        LockSupport.unpark(setter);
      }
    }.set(timers.now() + 1);
    while (!fired.get()) {
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
    TestAlarm never = new TestAlarm(timers);
    never.set(Wheel.NEVER);
    assertThat(timers.thread()).as("nothing will fire").isNull();
    TestAlarm[] alarms = new TestAlarm[10_000];
    for (int i = 0; i < alarms.length; i++) {
      alarms[i] = new TestAlarm(timers);
    }
    long now = timers.now();
    alarms[0].set(now + HOUR);
    Thread thread = timers.thread();
    assertThat(thread).isNotNull().matches(Thread::isDaemon);
    while (thread.getState() != Thread.State.TIMED_WAITING) {
      Thread.onSpinWait();
    }
    assertThat(wakes).hasValue(1);
    for (int i = 1; i < alarms.length; i++) {
      alarms[i].set(now + HOUR + i);
    }
    for (TestAlarm alarm : alarms) {
      alarm.unset();
    }
    for (int i = 0; i < alarms.length; i++) {
      alarms[0].set(now + 2 * HOUR);
      alarms[0].unset();
    }
    assertThat(wakes).hasValue(1);
    alarms[0].set(now + HOUR / 2);
    assertThat(wakes).as("an earlier one").hasValue(2);
    alarms[0].unset();
  }
}
