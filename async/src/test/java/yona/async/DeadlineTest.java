package yona.async;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import yona.async.channel.Read;
import yona.async.channel.SyncChannel;

class DeadlineTest {

  private static final long HOUR = TimeUnit.HOURS.toNanos(1);

  @Test
  void nestedCallsSeeTheNearestDeadline() throws Exception {
    Running.program(
        () -> {
          assertThat(Deadline.current()).isEqualTo(Deadline.NEVER);
          Deadline outer = Deadline.afterNanos(HOUR);
          outer.run(
              () -> {
                assertThat(Deadline.current()).isEqualTo(outer);
                Async.timeoutNanos(
                    2 * HOUR,
                    () -> {
                      assertThat(Deadline.current()).as("the later one").isEqualTo(outer);
                      return null;
                    });
                Async.timeoutNanos(
                    HOUR / 2,
                    () -> {
                      assertThat(Deadline.current()).isLessThan(outer);
                      return null;
                    });
                return null;
              });
          assertThat(Deadline.current()).isEqualTo(Deadline.NEVER);
          return null;
        });
  }

  @Test
  void fibersStartedUnderADeadlineSeeItAndReleasesDoNot() throws Exception {
    Running.program(
        () -> {
          Deadline deadline = Deadline.afterNanos(HOUR);
          deadline.run(
              () -> {
                try (var group = new Group<RuntimeException>()) {
                  Future<Deadline> seen = group.fork(Deadline::current);
                  assertThat(seen.value()).isEqualTo(deadline);
                }
                assertThat(Async.uninterruptible(Deadline::current)).isEqualTo(Deadline.NEVER);
                return null;
              });
          return null;
        });
  }

  @Test
  void oneDeadlineHoldsForSeveralCalls() throws Exception {
    Running.program(
        () -> {
          Deadline far = Deadline.afterNanos(HOUR);
          assertThat(far.<String, RuntimeException>run(() -> "in time")).isEqualTo("in time");
          assertThat(far.<String, RuntimeException>run(() -> "too")).isEqualTo("too");
          Deadline near = Deadline.afterNanos(2_000_000);
          assertThatThrownBy(() -> near.run(Async::never)).isInstanceOf(TimeoutException.class);
          assertThat(near.isOver()).isTrue();
          assertThat(near.remaining()).isZero();
          assertThatThrownBy(() -> near.run(Async::never)).isInstanceOf(TimeoutException.class);
          return null;
        });
  }

  /** Such as one that has just taken something, which nobody else would get any more. */
  @Test
  void aBodyThatDidNotNoticeThatTheTimeIsOverGivesItsResult() throws Exception {
    Running.program(
        () -> {
          Deadline deadline = Deadline.afterNanos(1_000_000);
          assertThat(deadline.<String, RuntimeException>run(() -> computed("taken")))
              .isEqualTo("taken");
          assertThat(Fiber.current().isCancelled()).isFalse();
          assertThat(Thread.currentThread().isInterrupted()).isFalse();
          return null;
        });
  }

  /** Gives a value when the deadline is over. */
  private static <T> T computed(T value) {
    while (!Fiber.current().isCancelled()) {
      Thread.onSpinWait();
    }
    return value;
  }

  @RepeatedTest(10)
  void whatABodyGivesThatWasCutShortIsDropped() throws Exception {
    Running.program(
        () -> {
          assertThatThrownBy(
                  () ->
                      Async.timeoutNanos(
                          1_000_000,
                          () -> {
                            try (var group = new Group<RuntimeException>()) {
                              return group.fork(DeadlineTest::foreign).value();
                            } catch (CancellationException cancelled) {
                              return "rest of a group";
                            }
                          }))
              .isInstanceOf(TimeoutException.class);
          assertThatThrownBy(() -> Async.timeoutNanos(1_000_000, DeadlineTest::foreign))
              .isInstanceOf(TimeoutException.class);
          return null;
        });
  }

  /** Code that takes an interrupt for its end. */
  private static String foreign() {
    try {
      new CountDownLatch(1).await();
      return "never";
    } catch (InterruptedException interrupted) {
      return "interrupted";
    }
  }

  /** However close the ends of the waits are to the deadlines. */
  @Test
  void deadlinesThatAreOverAsAValueComesLoseNone() throws Exception {
    int count = 3_000;
    Running.program(
        () -> {
          SyncChannel<Integer> channel = new SyncChannel<>();
          try (var group = new Group<Exception>()) {
            var _ =
                group.fork(
                    () -> {
                      Random random = new Random(7);
                      for (int i = 0; i < count; i++) {
                        Async.sleepNanos(random.nextInt(200_000));
                        channel.send(i);
                      }
                      return null;
                    });
            for (int next = 0; next < count; ) {
              try {
                assertThat(Async.timeoutNanos(100_000, channel::read))
                    .isEqualTo(new Read.Value<>(next));
                next++;
              } catch (TimeoutException late) {
                // Nothing was taken.
              }
            }
            group.join();
          }
          return null;
        });
  }

  @Test
  void deadlinesAreOrderedAndSaturate() {
    Deadline soon = Deadline.afterNanos(HOUR);
    Deadline later = Deadline.after(Duration.ofDays(1));
    assertThat(soon).isLessThan(later).isNotEqualTo(later);
    assertThat(soon.earlier(later)).isSameAs(soon);
    assertThat(later.earlier(soon)).isSameAs(soon);
    assertThat(soon.remainingNanos()).isBetween(0L, HOUR);
    assertThat(soon.remaining()).isBetween(Duration.ZERO, Duration.ofNanos(HOUR));
    assertThat(soon.isOver()).isFalse();
    assertThat(Deadline.afterNanos(Long.MAX_VALUE))
        .isEqualTo(Deadline.NEVER)
        .hasSameHashCodeAs(Deadline.NEVER);
    assertThat(Deadline.NEVER.remainingNanos()).isEqualTo(Long.MAX_VALUE);
    assertThat(Deadline.NEVER.isOver()).isFalse();
    assertThat(Deadline.afterNanos(Long.MIN_VALUE).isOver()).isTrue();
    assertThat(Deadline.NEVER).hasToString("no deadline");
    assertThat(Deadline.afterNanos(-1)).hasToString("deadline in 0 ms");
  }

  @Test
  void underNoDeadlineABodyRunsToItsEnd() throws Exception {
    Running.program(
        () -> {
          assertThat(Deadline.NEVER.<String, RuntimeException>run(() -> "done")).isEqualTo("done");
          return null;
        });
  }
}
