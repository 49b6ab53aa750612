package yona.async.task;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import yona.async.task.Schedule.Delays;
import yona.async.task.Schedule.Every;
import yona.async.task.Schedule.ExponentialBackoff;
import yona.async.task.Schedule.FibonacciBackoff;
import yona.async.task.Schedule.Fixed;
import yona.async.task.Schedule.RepeatUntilFailure;
import yona.async.task.Schedule.RepeatUntilSuccess;
import yona.property.Choices;
import yona.property.Property;

/** The delays of every schedule obey its law. */
class ScheduleTest {

  private static final BigInteger LONGEST = BigInteger.valueOf(Long.MAX_VALUE);

  /** From nothing to more than there are nanoseconds, each order of magnitude as likely. */
  private static Duration time(Choices choices) {
    int bits = choices.below(70);
    BigInteger nanos = BigInteger.valueOf(choices.below(1 << 15)).shiftLeft(Math.max(0, bits - 15));
    if (bits < 15) {
      nanos = nanos.mod(BigInteger.ONE.shiftLeft(bits));
    }
    BigInteger[] parts = nanos.divideAndRemainder(BigInteger.valueOf(1_000_000_000));
    return Duration.ofSeconds(parts[0].longValueExact(), parts[1].longValueExact());
  }

  private static BigInteger nanos(Duration time) {
    return BigInteger.valueOf(time.getSeconds())
        .multiply(BigInteger.valueOf(1_000_000_000))
        .add(BigInteger.valueOf(time.getNano()));
  }

  private static List<Long> first(int count, Delays delays) {
    List<Long> all = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      all.add(delays.next(0));
    }
    return all;
  }

  private static Delays delays(Schedule.Pace pace) {
    return pace.delays(new Random(0));
  }

  @Test
  void fixedDelaysAreAllTheSame() {
    Property.check(
        300,
        choices -> {
          Duration delay = time(choices);
          choices.note(delay.toString());
          assertThat(first(20, delays(new Fixed(delay, 6))))
              .containsOnly(nanos(delay).min(LONGEST).longValueExact());
        });
  }

  @Test
  void exponentialDelaysAreMultipliedUpToTheLongest() {
    Property.check(
        1_000,
        choices -> {
          Duration first = time(choices);
          Duration longest = choices.yes() ? time(choices) : Schedule.UNLIMITED;
          double factor = choices.oneOf(1.0, 2.0, 1.5, 3.0, 10.0, 1e18);
          choices.note(first + " times " + factor + " to " + longest);
          BigDecimal law = new BigDecimal(nanos(first).min(LONGEST));
          BigDecimal most = new BigDecimal(nanos(longest).min(LONGEST));
          for (long delay :
              first(100, delays(new ExponentialBackoff(first, factor, longest, 5, false)))) {
            BigDecimal expected = law.min(most);
            BigDecimal off = expected.subtract(BigDecimal.valueOf(delay)).abs();
            assertThat(off)
                .as("%s instead of %s", delay, expected)
                .isLessThanOrEqualTo(expected.movePointLeft(12).add(BigDecimal.ONE));
            assertThat(delay).isBetween(0L, most.longValueExact());
            law = law.multiply(new BigDecimal(factor));
          }
        });
  }

  @Test
  void fibonacciDelaysAreSumsUpToTheLongest() {
    Property.check(
        500,
        choices -> {
          Duration first = time(choices);
          Duration longest = choices.yes() ? time(choices) : Schedule.UNLIMITED;
          choices.note(first + " to " + longest);
          BigInteger law = nanos(first).min(LONGEST);
          BigInteger before = BigInteger.ZERO;
          BigInteger most = nanos(longest).min(LONGEST);
          for (long delay : first(120, delays(new FibonacciBackoff(first, longest, 5, false)))) {
            assertThat(BigInteger.valueOf(delay)).isEqualTo(law.min(most));
            BigInteger sum = law.add(before);
            before = law;
            law = sum;
          }
        });
    assertThat(first(7, delays(new FibonacciBackoff(Duration.ofNanos(10), 6))))
        .containsExactly(10L, 10L, 20L, 30L, 50L, 80L, 130L);
  }

  @Test
  void jitterDrawsFromHalfTheDelayToTheWhole() {
    Property.check(
        500,
        choices -> {
          Duration delay = time(choices);
          Schedule.Pace plain =
              choices.oneOf(
                  new Fixed(delay, 6),
                  new ExponentialBackoff(delay, 6),
                  new FibonacciBackoff(delay, 6));
          Schedule.Pace jittered =
              switch (plain) {
                case Fixed fixed -> fixed.jittered();
                case ExponentialBackoff backoff -> backoff.jittered();
                case FibonacciBackoff backoff -> backoff.jittered();
                case Every every -> every;
              };
          choices.note(plain.toString());
          List<Long> whole = first(80, delays(plain));
          List<Long> drawn = first(80, jittered.delays(new Random(choices.below(1 << 20))));
          for (int i = 0; i < whole.size(); i++) {
            assertThat(drawn.get(i)).isBetween(whole.get(i) - whole.get(i) / 2, whole.get(i));
          }
        });
  }

  @Test
  void jitterIsEven() {
    Delays delays = new Fixed(Duration.ofNanos(199), 1).jittered().delays(new SplittableRandom(42));
    int[] counts = new int[200];
    for (int i = 0; i < 100_000; i++) {
      counts[(int) delays.next(0)]++;
    }
    for (int delay = 0; delay < 200; delay++) {
      if (delay < 100) {
        assertThat(counts[delay]).isZero();
      } else {
        assertThat(counts[delay]).as("delay " + delay).isBetween(800, 1_200);
      }
    }
  }

  @Test
  void everyStartsAtMultiplesOfTheIntervalAndSkipsWhatItMissed() {
    Property.check(
        1_000,
        choices -> {
          long interval = 1L + choices.below(1_000);
          Delays delays = delays(new Every(Duration.ofNanos(interval)));
          long start = 0;
          for (int i = 0; i < 50; i++) {
            int took = choices.below(choices.yes() ? 100 : 3_500);
            long end = start + took;
            long delay = delays.next(end);
            choices.note("took " + took + " delay " + delay);
            long next = end + delay;
            assertThat(delay).isBetween(0L, interval);
            assertThat(next % interval).isZero();
            assertThat(next).isGreaterThan(start);
            // No start between is one that could have been kept.
            assertThat(next - interval).isLessThan(Math.max(end, start + 1));
            start = next;
          }
        });
  }

  @Test
  void intervalsOfAllLengthsAreSafe() {
    Property.check(
        500,
        choices -> {
          Duration interval = time(choices);
          Delays delays = delays(new Every(interval));
          long elapsed = 0;
          for (int i = 0; i < 30; i++) {
            long delay = delays.next(elapsed);
            assertThat(delay).isNotNegative();
            long took =
                Math.min(nanos(time(choices)).min(LONGEST).longValue(), Long.MAX_VALUE / 40);
            elapsed = Math.min(elapsed, Long.MAX_VALUE / 2) + took;
          }
        });
    assertThat(first(5, delays(new Every(Duration.ZERO)))).containsOnly(0L);
    assertThat(first(5, delays(new Every(Schedule.UNLIMITED)))).containsOnly(Long.MAX_VALUE);
  }

  /** The delay after a run of this number, by the words of the schedule, before any jitter. */
  private static long law(Schedule.Pace pace, int number, long lastStart, long elapsed) {
    switch (pace) {
      case Fixed fixed -> {
        return fixed.delay().toNanos();
      }
      case Every every -> {
        long due = lastStart + every.interval().toNanos();
        while (due < elapsed) {
          due += every.interval().toNanos();
        }
        return due - elapsed;
      }
      case ExponentialBackoff backoff -> {
        double delay = (double) backoff.first().toNanos();
        for (int i = 1; i < number; i++) {
          delay *= backoff.factor();
        }
        return Math.min((long) delay, backoff.longest().toNanos());
      }
      case FibonacciBackoff backoff -> {
        long delay = backoff.first().toNanos();
        long before = 0;
        for (int i = 1; i < number; i++) {
          long sum = delay + before;
          before = delay;
          delay = sum;
        }
        return Math.min(delay, backoff.longest().toNanos());
      }
    }
  }

  @Test
  void aRepetitionRunsAndWaitsAsItsScheduleSays() {
    Property.check(
        1_000,
        choices -> {
          Duration first = Duration.ofNanos(1 + choices.below(50));
          Duration longest = Duration.ofNanos(choices.below(2_000));
          double factor = choices.oneOf(1.0, 2.0, 3.0);
          long most = choices.oneOf(1L, 2L, 3L, 8L, Schedule.FOREVER);
          boolean jitter = choices.yes();
          Fixed fixed = new Fixed(first, most);
          ExponentialBackoff exponential =
              new ExponentialBackoff(first, factor, longest, most, false);
          FibonacciBackoff fibonacci = new FibonacciBackoff(first, longest, most, false);
          Schedule.Pace pace =
              choices.oneOf(
                  new Every(first, most),
                  jitter ? fixed.jittered() : fixed,
                  jitter ? exponential.jittered() : exponential,
                  jitter ? fibonacci.jittered() : fibonacci);
          Schedule untilSuccess = new RepeatUntilSuccess(pace);
          Schedule untilFailure = new RepeatUntilFailure(pace);
          Schedule schedule =
              most == Schedule.FOREVER
                  ? choices.oneOf(untilSuccess, untilFailure)
                  : choices.oneOf(pace, untilSuccess, untilFailure);
          // The first runs end in one way, and all others in the other one.
          boolean begins = choices.yes();
          int changes = 1 + choices.below(9);
          choices.note(schedule + ", " + changes + " times " + begins);
          FakeTime time = new FakeTime(choices.below(1 << 20));
          long begin = time.now();
          List<Long> starts = new ArrayList<>();
          List<Long> ends = new ArrayList<>();
          Task<Integer> task =
              new Task<>(
                  time,
                  () -> {
                    starts.add(time.now() - begin);
                    time.pass(choices.below(120));
                    ends.add(time.now() - begin);
                    if (starts.size() <= changes != begins) {
                      throw new IOException("run " + starts.size());
                    }
                    return starts.size();
                  });
          int outcomes = task.outcomes(schedule).runInPlace().size();
          choices.note("starts " + starts + " ends " + ends);

          int runs = 1;
          while (runs < most
              && (schedule instanceof Schedule.Pace
                  || (runs <= changes == begins) != schedule instanceof RepeatUntilSuccess)) {
            runs++;
          }
          assertThat(starts).hasSize(runs);
          assertThat(outcomes).isEqualTo(runs);
          for (int run = 1; run < runs; run++) {
            long waited = starts.get(run) - ends.get(run - 1);
            long law = law(pace, run, starts.get(run - 1), ends.get(run - 1));
            boolean draws = jitter && !(pace instanceof Every);
            assertThat(waited).as("after run " + run).isBetween(draws ? law - law / 2 : law, law);
          }
        });
  }

  @Test
  void aNumberOfRunsCountsThem() {
    Duration none = Duration.ZERO;
    for (Schedule.Pace pace :
        List.of(
            new Every(none),
            new Fixed(none),
            new Fixed(none).jittered(),
            new ExponentialBackoff(none),
            new FibonacciBackoff(none))) {
      assertThat(pace.runs()).isEqualTo(Schedule.FOREVER);
      assertThat(pace.runs(3).runs()).isEqualTo(3);
      assertThat(pace.runs(3)).hasSameClassAs(pace);
      for (int count = 1; count < 4; count++) {
        AtomicInteger runs = new AtomicInteger();
        Task<Integer> task = Task.of(runs::incrementAndGet);
        assertThat(task.schedule(pace.runs(count)).runInPlace()).isEqualTo(count);
        assertThat(task.outcomes(pace.runs(count)).runInPlace()).hasSize(count);
      }
    }
    assertThat(new RepeatUntilSuccess(none).runs()).isEqualTo(Schedule.FOREVER);
    assertThat(new RepeatUntilFailure(none).pace()).isEqualTo(new Fixed(none));
  }

  @Test
  void whatMakesNoSenseIsRefused() {
    Duration second = Duration.ofSeconds(1);
    Duration negative = Duration.ofSeconds(-1);
    assertThatThrownBy(() -> new Every(negative)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new Every(second, -1)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new Every(second).runs(0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("there must be at least one run, not 0");
    assertThatThrownBy(() -> new Fixed(negative, 2)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new RepeatUntilSuccess(negative, 2))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new RepeatUntilFailure(second, -1))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new ExponentialBackoff(second, 2).atMost(negative))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new FibonacciBackoff(second, 2).atMost(negative))
        .isInstanceOf(IllegalArgumentException.class);
    for (double factor : new double[] {0.5, -1, Double.NaN}) {
      assertThatThrownBy(() -> new ExponentialBackoff(second, factor, second, 1, false))
          .isInstanceOf(IllegalArgumentException.class);
    }
    assertThat(first(3, delays(new ExponentialBackoff(second, 1e308, second, 1, false))))
        .containsOnly(1_000_000_000L);
    assertThat(
            first(
                3,
                delays(
                    new ExponentialBackoff(
                        Duration.ZERO, Double.POSITIVE_INFINITY, second, 1, false))))
        .containsOnly(0L);
  }
}
