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

  private static final class Bell extends Timers.Alarm {
    private final Runnable action;

    Bell(Runnable action) {
      this.action = action;
    }

    @Override
    void ring() {
      action.run();
    }
  }

  @Test
  void alarmsRingInTheOrderOfTheirTimes() throws Exception {
    long seed = System.nanoTime();
    Random random = new Random(seed);
    List<Integer> times = new ArrayList<>();
    for (int i = 0; i < 200; i++) {
      times.add(i);
    }
    Collections.shuffle(times, random);
    List<Integer> rung = Collections.synchronizedList(new ArrayList<>());
    CountDownLatch all = new CountDownLatch(100);
    List<Bell> cancelled = new ArrayList<>();
    for (int time : times) {
      Bell bell =
          new Bell(
              () -> {
                rung.add(time);
                all.countDown();
              });
      Timers.set(bell, 100_000_000L + time * 200_000L);
      if (time % 2 == 1) {
        cancelled.add(bell);
      }
    }
    Collections.shuffle(cancelled, random);
    cancelled.forEach(Timers::cancel);
    all.await();
    assertThat(rung).as("seed " + seed).hasSize(100).isSorted().allMatch(time -> time % 2 == 0);
    assertThat(Timers.count()).isZero();
  }

  @Test
  void cancellingAnAlarmTwiceOrAfterItRangDoesNothing() throws Exception {
    CountDownLatch rang = new CountDownLatch(1);
    Bell bell = new Bell(rang::countDown);
    Timers.set(bell, 1);
    rang.await();
    Timers.cancel(bell);
    Bell other = new Bell(() -> {});
    Timers.set(other, Long.MAX_VALUE);
    Timers.cancel(other);
    Timers.cancel(other);
    assertThat(Timers.count()).isZero();
  }

  @Test
  void theInnerOfTwoTimeoutsRaisesItsOwn() throws Exception {
    List<String> trace = new ArrayList<>();
    Running.program(
        () -> {
          Object outer =
              Async.timeout(
                  3_600_000_000_000L,
                  () -> {
                    assertThatThrownBy(() -> Async.timeout(1_000_000, Async::never))
                        .isInstanceOf(TimeoutException.class);
                    Async.yield();
                    return "outer goes on";
                  });
          assertThat(outer).isEqualTo("outer goes on");
          assertThatThrownBy(
                  () ->
                      Async.timeout(
                          1_000_000,
                          () -> {
                            try {
                              return Async.timeout(3_600_000_000_000L, Async::never);
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
          assertThat(Async.timeout(3_600_000_000_000L, () -> "value")).isEqualTo("value");
          assertThatThrownBy(
                  () ->
                      Async.timeout(
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
                      Async.timeout(
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
          assertThatThrownBy(() -> Async.timeout(0, Async::never))
              .isInstanceOf(TimeoutException.class);
          assertThatThrownBy(() -> Async.timeout(-5, () -> "computed without waiting"))
              .isInstanceOf(TimeoutException.class);
          return null;
        });
  }
}
