package yona.async;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import yona.async.clock.Timers;

/** A million timers. */
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
}
