package yona.async;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class DeadlineTest {

  private static final long HOUR = TimeUnit.HOURS.toNanos(1);

  @Test
  void nestedCallsSeeTheNearestDeadline() throws Exception {
    Running.program(
        () -> {
          assertThat(Deadline.current()).isEqualTo(Deadline.NEVER);
          Deadline outer = Deadline.after(HOUR);
          outer.run(
              () -> {
                assertThat(Deadline.current()).isEqualTo(outer);
                Async.timeout(
                    2 * HOUR,
                    () -> {
                      assertThat(Deadline.current()).as("the later one").isEqualTo(outer);
                      return null;
                    });
                Async.timeout(
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
          Deadline deadline = Deadline.after(HOUR);
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
          Deadline far = Deadline.after(HOUR);
          assertThat(far.<String, RuntimeException>run(() -> "in time")).isEqualTo("in time");
          assertThat(far.<String, RuntimeException>run(() -> "too")).isEqualTo("too");
          Deadline near = Deadline.after(2_000_000);
          assertThatThrownBy(() -> near.run(Async::never)).isInstanceOf(TimeoutException.class);
          assertThat(near.isOver()).isTrue();
          assertThat(near.remaining()).isZero();
          assertThatThrownBy(() -> near.run(Async::never)).isInstanceOf(TimeoutException.class);
          return null;
        });
  }

  @Test
  void deadlinesAreOrderedAndSaturate() {
    Deadline soon = Deadline.after(HOUR);
    Deadline later = Deadline.after(Duration.ofDays(1));
    assertThat(soon).isLessThan(later).isNotEqualTo(later);
    assertThat(soon.earlier(later)).isSameAs(soon);
    assertThat(later.earlier(soon)).isSameAs(soon);
    assertThat(soon.remaining()).isBetween(0L, HOUR);
    assertThat(soon.isOver()).isFalse();
    assertThat(Deadline.after(Long.MAX_VALUE))
        .isEqualTo(Deadline.NEVER)
        .hasSameHashCodeAs(Deadline.NEVER);
    assertThat(Deadline.NEVER.remaining()).isEqualTo(Long.MAX_VALUE);
    assertThat(Deadline.NEVER.isOver()).isFalse();
    assertThat(Deadline.after(Long.MIN_VALUE).isOver()).isTrue();
    assertThat(Deadline.NEVER).hasToString("no deadline");
    assertThat(Deadline.after(-1)).hasToString("deadline in 0 ms");
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
