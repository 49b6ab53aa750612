package yona.async;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import yona.async.clock.ManualClock;
import yona.async.clock.Timers;

class TimerTest {

  private static final long HOUR = 3_600_000_000_000L;

  private final ManualClock clock = new ManualClock();
  private final List<Object> trace = new ArrayList<>();

  private StartableTimer timer(long nanos) {
    return new StartableTimer(clock, nanos);
  }

  private Listener<Boolean> listener(String name) {
    return fired -> trace.add(name + " " + fired);
  }

  @Test
  void aTimerGivesTrueWhenItFiresAndNotBefore() {
    StartableTimer timer = timer(10);
    timer.onComplete(listener("early"));
    clock.advance(100);
    assertThat(timer.poll()).as("not started").isNull();
    assertThat(timer.start()).isTrue();
    clock.advance(9);
    assertThat(timer.poll()).isNull();
    assertThat(timer.poll(listener("none"))).isFalse();
    assertThat(trace).isEmpty();
    clock.advance(1);
    assertThat(timer.poll()).isTrue();
    assertThat(timer.poll(listener("late"))).isTrue();
    timer.onComplete(listener("later"));
    assertThat(trace).containsExactly("early true", "late true", "later true");
    assertThat(clock.count()).isZero();
  }

  @Test
  void aCancelledTimerGivesFalseAndLeavesNothingBehind() {
    StartableTimer timer = timer(10);
    timer.onComplete(listener("first"));
    timer.start();
    timer.onComplete(listener("second"));
    timer.cancel();
    timer.cancel();
    assertThat(clock.count()).isZero();
    clock.advance(20);
    assertThat(timer.poll()).isFalse();
    assertThat(trace).containsExactly("first false", "second false");
  }

  @Test
  void aTimerStartsOnce() {
    StartableTimer timer = timer(10);
    assertThat(timer.start()).isTrue();
    assertThat(timer.start()).isFalse();
    assertThat(clock.count()).isEqualTo(1);
    clock.advance(10);
    assertThat(timer.start()).isFalse();
    assertThat(clock.count()).isZero();
    StartableTimer cancelled = timer(10);
    cancelled.cancel();
    assertThat(cancelled.start()).isFalse();
    assertThat(cancelled.poll()).isFalse();
  }

  @Test
  void restartBeginsTheTimeAnewWhileItIsPending() {
    StartableTimer timer = timer(10);
    assertThat(timer.restart()).as("not started").isFalse();
    timer.start();
    for (int i = 0; i < 5; i++) {
      clock.advance(9);
      assertThat(timer.restart()).isTrue();
    }
    assertThat(timer.poll()).isNull();
    clock.advance(9);
    assertThat(timer.poll()).isNull();
    clock.advance(1);
    assertThat(timer.poll()).isTrue();
    assertThat(timer.restart()).as("fired").isFalse();
    StartableTimer cancelled = timer(10);
    cancelled.start();
    cancelled.cancel();
    assertThat(cancelled.restart()).isFalse();
    assertThat(clock.count()).isZero();
  }

  @Test
  void aTimerOfNoTimeFiresWhenItStarts() {
    for (long nanos : new long[] {0, -1, Long.MIN_VALUE}) {
      StartableTimer timer = timer(nanos);
      assertThat(timer.poll()).isNull();
      assertThat(timer.start()).isTrue();
      assertThat(timer.poll()).isTrue();
      assertThat(timer.start()).isFalse();
    }
    assertThat(Timer.afterNanos(0).poll()).isTrue();
    assertThat(Timer.after(Duration.ZERO).poll()).isTrue();
    assertThat(new StartableTimer(Duration.ofSeconds(-1)).start()).isTrue();
  }

  @Test
  void leavingTheScopeInWhichItWasStartedCancelsIt() throws Exception {
    List<Timer> timers = new ArrayList<>();
    Running.program(
        () -> {
          StartableTimer made = StartableTimer.ofNanos(HOUR);
          StartableTimer outer = StartableTimer.ofNanos(HOUR);
          outer.start();
          try (Scope _ = Scope.open()) {
            made.start();
            timers.add(Timer.afterNanos(HOUR));
            timers.add(Timer.after(Duration.ofDays(1_000_000)));
            assertThat(Timers.count()).isEqualTo(4);
          }
          assertThat(made.poll()).isFalse();
          assertThat(outer.poll()).isNull();
          assertThat(timers).allMatch(timer -> !timer.poll());
          assertThat(Timers.count()).isEqualTo(1);
          return null;
        });
  }

  @Test
  void aTimerThatRangIsLinkedNoMore() {
    try (Scope _ = Scope.open()) {
      StartableTimer first = timer(10);
      first.start();
      StartableTimer second = timer(20);
      second.start();
      clock.advance(10);
      // Had the first been linked still, leaving would go through it too; it is forgotten instead.
      assertThat(Scope.current().newestLinks(2)).hasSize(1);
      second.cancel();
      assertThat(Scope.current().newestLinks(1)).isEmpty();
    }
  }

  @Test
  void aFiberWaitsForATimer() throws Exception {
    Running.program(
        () -> {
          assertThat(Timer.afterNanos(1_000_000).await()).isTrue();
          Timer cancelled = Timer.afterNanos(HOUR);
          try (Scope scope = Scope.open()) {
            scope.background(
                () -> {
                  cancelled.cancel();
                  return null;
                });
            assertThat(cancelled.await()).isFalse();
          }
          return null;
        });
  }

  @Test
  void aFiberThatIsCancelledWhileItWaitsLeavesTheTimerToOthers() throws Exception {
    Running.program(
        () -> {
          StartableTimer timer = timer(10);
          timer.start();
          try (Scope scope = Scope.open()) {
            scope.cancel();
            assertThatThrownBy(timer::await).isInstanceOf(CancellationException.class);
          }
          assertThatThrownBy(() -> Async.timeoutNanos(1_000_000, timer::await))
              .isInstanceOf(TimeoutException.class);
          try (Scope scope = Scope.open()) {
            Future<Boolean> other = scope.background(timer::await);
            Async.yield();
            clock.advance(10);
            assertThat(other.value()).isTrue();
          }
          return null;
        });
  }

  @Test
  void aDroppedListenerIsNotTold() {
    StartableTimer timer = timer(10);
    Listener<Boolean> dropped = listener("dropped");
    timer.onComplete(dropped);
    timer.onComplete(listener("kept"));
    timer.dropListener(dropped);
    timer.dropListener(listener("never left"));
    timer.start();
    clock.advance(10);
    timer.dropListener(dropped);
    assertThat(trace).containsExactly("kept true");
  }

  @Test
  void aListenerThatThrowsKeepsNobodyElseFromBeingTold() throws Exception {
    Running.reporting(
        () -> {
          StartableTimer timer = timer(0);
          timer.onComplete(
              fired -> {
                throw new IllegalStateException("listener");
              });
          timer.onComplete(listener("next"));
          timer.start();
          return null;
        });
    assertThat(trace).containsExactly("next true");
    assertThat(Running.REPORTED).singleElement().isInstanceOf(IllegalStateException.class);
  }

  @Test
  void whatIsFarAwayNeverOverflows() throws Exception {
    Running.program(
        () -> {
          Timer never = Timer.afterNanos(Long.MAX_VALUE);
          Timer longest = Timer.after(Duration.ofSeconds(Long.MAX_VALUE));
          Timer nearly = Timer.afterNanos(Long.MAX_VALUE - 1);
          assertThat(Timer.afterNanos(1_000).await()).isTrue();
          assertThat(List.of(never, longest, nearly)).allMatch(timer -> timer.poll() == null);
          return null;
        });
  }
}
