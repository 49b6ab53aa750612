package yona.async;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import yona.async.clock.ManualClock;
import yona.async.clock.Timers;
import yona.property.Property;

class TickerTest {

  private static final long HOUR = 3_600_000_000_000L;

  private final ManualClock clock = new ManualClock();
  private final List<Long> taken = new ArrayList<>();

  private final Listener<Long> taker = taken::add;

  @Test
  void ticksAreNumberedFromOneAndGivenOnce() {
    Ticker ticker = Ticker.start(clock, 10);
    assertThat(ticker.poll()).isNull();
    clock.advance(9);
    assertThat(ticker.poll()).isNull();
    clock.advance(1);
    assertThat(ticker.poll()).isEqualTo(1);
    assertThat(ticker.poll()).isNull();
    clock.advance(10);
    assertThat(ticker.poll(taker)).isTrue();
    assertThat(ticker.poll(taker)).isFalse();
    assertThat(taken).containsExactly(2L);
    ticker.cancel();
  }

  @Test
  void ticksThatNobodyTookAreMergedIntoTheLast() {
    Ticker ticker = Ticker.start(clock, 10);
    clock.advance(59);
    assertThat(ticker.poll()).isEqualTo(5);
    assertThat(ticker.poll()).isNull();
    clock.advance(1);
    assertThat(ticker.poll()).isEqualTo(6);
    ticker.cancel();
  }

  @Test
  void latenessDoesNotAddUp() {
    Property.check(
        300,
        choices -> {
          ManualClock time = new ManualClock();
          time.advance(choices.below(1_000));
          long start = time.now();
          long period = 1L + choices.below(50);
          Ticker ticker = Ticker.start(time, period);
          long last = 0;
          for (int i = 0; i < 30; i++) {
            if (choices.yes()) {
              List<Long> got = new ArrayList<>();
              Listener<Long> listener = got::add;
              ticker.onComplete(listener);
              if (got.isEmpty()) {
                long next = start + (last + 1) * period;
                assertThat(time.wheel().next()).isEqualTo(next);
                time.leap(next - time.now() + choices.below(3 * (int) period));
              }
              last = got.getFirst();
              assertThat(last).isEqualTo((time.now() - start) / period);
              assertThat(time.count()).isZero();
            } else {
              time.advance((long) choices.below(2 * (int) period));
              Long tick = ticker.poll();
              long due = (time.now() - start) / period;
              assertThat(tick).isEqualTo(due > last ? (Long) due : null);
              last = due;
            }
          }
          ticker.cancel();
        });
  }

  @Test
  void eachTickGoesToOneTaker() {
    Ticker ticker = Ticker.start(clock, 10);
    List<String> trace = new ArrayList<>();
    for (String name : List.of("a", "b", "c")) {
      ticker.onComplete(tick -> trace.add(name + tick));
    }
    clock.advance(100);
    assertThat(trace).containsExactly("a1", "b2", "c3");
    assertThat(clock.count()).isZero();
    assertThat(ticker.poll()).isEqualTo(10);
    ticker.cancel();
  }

  @Test
  void aRefusedTickGoesToTheNextAndElseStays() {
    Ticker ticker = Ticker.start(clock, 10);
    List<Long> refused = new ArrayList<>();
    Listener<Long> refuser =
        tick -> {
          refused.add(tick);
          return false;
        };
    ticker.onComplete(refuser);
    ticker.onComplete(taker);
    clock.advance(10);
    assertThat(taken).containsExactly(1L);
    clock.advance(10);
    assertThat(ticker.poll()).as("nobody took it").isEqualTo(2);
    clock.advance(10);
    assertThat(refused).containsExactly(1L, 2L, 3L);
    ticker.dropListener(refuser);
    assertThat(clock.count()).as("nobody waits").isZero();
    assertThat(ticker.poll(refuser)).isFalse();
    assertThat(ticker.poll()).isEqualTo(3);
    ticker.cancel();
  }

  @Test
  void aTickerThatNobodyLooksAtSetsNoAlarm() {
    Ticker ticker = Ticker.start(clock, 10);
    assertThat(clock.count()).isZero();
    ticker.onComplete(taker);
    Listener<Long> other = tick -> true;
    ticker.onComplete(other);
    assertThat(clock.count()).isEqualTo(1);
    ticker.dropListener(taker);
    assertThat(clock.count()).isEqualTo(1);
    ticker.dropListener(other);
    assertThat(clock.count()).isZero();
    ticker.cancel();
  }

  @Test
  void aCancelledTickerGivesZeroForEver() {
    Ticker ticker = Ticker.start(clock, 10);
    ticker.onComplete(taker);
    ticker.onComplete(taker);
    ticker.cancel();
    ticker.cancel();
    assertThat(clock.count()).isZero();
    clock.advance(100);
    assertThat(ticker.poll()).isZero();
    ticker.onComplete(taker);
    assertThat(taken).containsExactly(0L, 0L, 0L);
  }

  @Test
  void fibersTakeTicksUntilTheScopeIsLeft() throws Exception {
    Running.program(
        () -> {
          Ticker ticker;
          try (Scope _ = Scope.open()) {
            ticker = Timer.every(Duration.ofNanos(100_000));
            long before = 0;
            for (int i = 0; i < 20; i++) {
              long tick = ticker.await();
              assertThat(tick).isGreaterThan(before);
              before = tick;
            }
          }
          assertThat(ticker.await()).isZero();
          Ticker slow = Timer.everyNanos(HOUR);
          assertThatThrownBy(() -> Async.timeoutNanos(1_000_000, slow::await))
              .isInstanceOf(TimeoutException.class);
          assertThat(Timers.count()).isZero();
          return null;
        });
  }

  @Test
  void theLongestPeriodDoesNotOverflow() {
    clock.advance(1_000);
    Ticker ticker = Ticker.start(clock, Long.MAX_VALUE);
    ticker.onComplete(taker);
    clock.advance(Long.MAX_VALUE - 2_000);
    assertThat(taken).isEmpty();
    ticker.cancel();
  }

  @Test
  void thereIsNoPeriodOfNoTime() {
    assertThatThrownBy(() -> Timer.everyNanos(0)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> Timer.every(Duration.ofSeconds(-1)))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
