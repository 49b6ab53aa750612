package yona.async.clock;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import yona.property.Effort;

/** The system's clock, and the thread that fires its alarms. */
class TimersTest {

  private static final long HOUR = 3_600_000_000_000L;

  private static final class TestAlarm extends Alarm {
    private final CountDownLatch latch;
    private final List<Long> fired;

    TestAlarm(CountDownLatch latch, List<Long> fired) {
      super(Timers.SYSTEM);
      this.latch = latch;
      this.fired = fired;
    }

    @Override
    protected void fire() {
      fired.add(time);
      latch.countDown();
    }
  }

  @Test
  void alarmsFireInTheOrderOfTheirTimes() throws Exception {
    long seed = System.nanoTime();
    Random random = new Random(seed);
    int count = 200;
    List<Long> fired = Collections.synchronizedList(new ArrayList<>());
    CountDownLatch all = new CountDownLatch(count / 2);
    List<TestAlarm> alarms = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      alarms.add(new TestAlarm(all, fired));
    }
    for (TestAlarm alarm : alarms) {
      alarm.set(Timers.SYSTEM.after(100_000_000L + random.nextInt(40_000_000)));
    }
    Collections.shuffle(alarms, random);
    List<TestAlarm> cancelled = alarms.subList(0, count / 2);
    List<TestAlarm> kept = alarms.subList(count / 2, count);
    cancelled.forEach(Alarm::unset);
    all.await();
    assertThat(fired)
        .as("seed " + seed)
        .isEqualTo(kept.stream().map(alarm -> alarm.time).sorted().toList());
    assertThat(Timers.count()).isZero();
  }

  @Test
  void cancellingAnAlarmTwiceOrAfterItRangDoesNothing() throws Exception {
    CountDownLatch fired = new CountDownLatch(1);
    TestAlarm alarm = new TestAlarm(fired, new ArrayList<>());
    alarm.set(Timers.SYSTEM.after(1));
    fired.await();
    alarm.unset();
    TestAlarm other = new TestAlarm(fired, new ArrayList<>());
    other.set(Timers.SYSTEM.after(Long.MAX_VALUE));
    other.unset();
    other.unset();
    assertThat(Timers.count()).isZero();
  }

  private static final class SilentAlarm extends Alarm {
    SilentAlarm(Clock clock) {
      super(clock);
    }

    @Override
    protected void fire() {}
  }

  /** What another thread sets while the first one has not seen its start return. */
  @Test
  @Tag("slow")
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
      protected void fire() {
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
    SilentAlarm never = new SilentAlarm(timers);
    never.set(Wheel.NEVER);
    assertThat(timers.thread()).as("nothing will fire").isNull();
    SilentAlarm[] alarms = new SilentAlarm[10_000];
    for (int i = 0; i < alarms.length; i++) {
      alarms[i] = new SilentAlarm(timers);
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
    for (SilentAlarm alarm : alarms) {
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
