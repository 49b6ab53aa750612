package yona.async;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

class TimersTest {

  private static final class TestAlarm extends Alarm {
    private final CountDownLatch latch;
    private final List<Long> fired;

    TestAlarm(CountDownLatch latch, List<Long> fired) {
      super(Timers.SYSTEM);
      this.latch = latch;
      this.fired = fired;
    }

    @Override
    void fire() {
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

  @Test
  void theInnerOfTwoTimeoutsRaisesItsOwn() throws Exception {
    List<String> trace = new ArrayList<>();
    Running.program(
        () -> {
          Object outer =
              Async.timeoutNanos(
                  3_600_000_000_000L,
                  () -> {
                    assertThatThrownBy(() -> Async.timeoutNanos(1_000_000, Async::never))
                        .isInstanceOf(TimeoutException.class);
                    Async.yield();
                    return "outer goes on";
                  });
          assertThat(outer).isEqualTo("outer goes on");
          assertThatThrownBy(
                  () ->
                      Async.timeoutNanos(
                          1_000_000,
                          () -> {
                            try {
                              return Async.timeoutNanos(3_600_000_000_000L, Async::never);
                            } catch (CancellationException e) {
                              trace.add("inner is cancelled");
                              throw e;
                            }
                          }))
              .isInstanceOf(TimeoutException.class);
          return null;
        });
    assertThat(trace).containsExactly("inner is cancelled");
  }

  @Test
  void aBodyThatIsDoneInTimeGivesItsValueOrError() throws Exception {
    Running.program(
        () -> {
          assertThat(Async.timeoutNanos(3_600_000_000_000L, () -> "value")).isEqualTo("value");
          assertThatThrownBy(
                  () ->
                      Async.timeoutNanos(
                          3_600_000_000_000L,
                          () -> {
                            throw new IllegalStateException("error");
                          }))
              .hasMessage("error");
          return null;
        });
  }

  @Test
  void aBodyThatSwallowsItsCancellationTimesOutAllTheSame() throws Exception {
    Running.program(
        () -> {
          assertThatThrownBy(
                  () ->
                      Async.timeoutNanos(
                          1_000_000,
                          () -> {
                            try {
                              return Async.never();
                            } catch (CancellationException _) {
                              return "too late";
                            }
                          }))
              .isInstanceOf(TimeoutException.class);
          return null;
        });
  }

  @Test
  void noTimeIsLeftIfTheTimeIsNotPositive() throws Exception {
    Running.program(
        () -> {
          assertThatThrownBy(() -> Async.timeoutNanos(0, Async::never))
              .isInstanceOf(TimeoutException.class);
          assertThat(Async.timeoutNanos(-5, () -> "computed without waiting"))
              .isEqualTo("computed without waiting");
          return null;
        });
  }
}
