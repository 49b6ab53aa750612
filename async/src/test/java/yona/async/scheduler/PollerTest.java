package yona.async.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Who sleeps in the poller, and until when. */
@Tag("own-scheduler")
class PollerTest {

  /** Sleeps until it is woken, and knows who is inside. */
  private static final class Bed implements Poller {
    private final Semaphore wakes = new Semaphore(0);
    private final Semaphore sleeps = new Semaphore(0);
    private final AtomicInteger inside = new AtomicInteger();

    @Override
    public void poll(int millis) {
      inside.incrementAndGet();
      if (millis < 0) {
        sleeps.release();
        wakes.acquireUninterruptibly();
      } else {
        wakes.drainPermits();
      }
      inside.decrementAndGet();
    }

    @Override
    public void wake() {
      wakes.release();
    }
  }

  @Test
  void nobodySleepsInAPollerThatWasLeft() throws Exception {
    Scheduler scheduler = (Scheduler) Fibers.another(2);
    Bed bed = new Bed();
    scheduler.pollWith(bed);
    CountDownLatch ran = new CountDownLatch(1);
    scheduler.execute(ran::countDown);
    ran.await();
    bed.sleeps.acquire();
    scheduler.leavePoller();
    assertThat(bed.inside).hasValue(0);
    bed.sleeps.drainPermits();
    CountDownLatch more = new CountDownLatch(1_000);
    for (int i = 0; i < 1_000; i++) {
      scheduler.execute(more::countDown);
    }
    more.await();
    while (scheduler.running.get() > 0) {
      Thread.onSpinWait();
    }
    assertThat(bed.sleeps.availablePermits()).isZero();
    assertThat(bed.inside).hasValue(0);
  }
}
