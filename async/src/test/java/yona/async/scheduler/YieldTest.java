package yona.async.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Who yields stands behind those who are ready, in whichever queue. Another carrier may have come
 * up meanwhile, which the monitor starts for one that gets no processor: it is about to run a few
 * of them.
 */
@Tag("own-scheduler")
class YieldTest {

  @Test
  void thoseThatOthersHaveWokenComeBeforeWhoYields() throws Exception {
    Executor scheduler = Fibers.another(1);
    int ready = 1_000;
    AtomicInteger count = new AtomicInteger();
    CountDownLatch running = new CountDownLatch(1);
    AtomicBoolean woken = new AtomicBoolean();
    LinkedBlockingQueue<Integer> ran = new LinkedBlockingQueue<>();
    start(
        scheduler,
        () -> {
          running.countDown();
          while (!woken.get()) {
            Thread.onSpinWait();
          }
          start(scheduler, count::getAndIncrement);
          Fibers.letOthersRun();
          ran.add(count.get());
        });
    running.await();
    for (int i = 0; i < ready; i++) {
      start(scheduler, count::getAndIncrement);
    }
    woken.set(true);
    assertThat(ran.take()).isGreaterThan(ready / 2);
  }

  @Test
  void halfOfThoseBehindAnotherFiberComeBeforeWhoYields() throws Exception {
    Executor scheduler = Fibers.another(2);
    int ready = 100;
    AtomicInteger count = new AtomicInteger();
    AtomicBoolean waiting = new AtomicBoolean();
    LinkedBlockingQueue<Integer> ran = new LinkedBlockingQueue<>();
    CountDownLatch running = new CountDownLatch(1);
    start(
        scheduler,
        () -> {
          running.countDown();
          while (!waiting.get()) {
            Thread.onSpinWait();
          }
          Fibers.letOthersRun();
          ran.add(count.get());
        });
    running.await();
    start(
        scheduler,
        () -> {
          for (int i = 0; i < ready; i++) {
            start(scheduler, count::getAndIncrement);
          }
          waiting.set(true);
          while (ran.isEmpty()) {
            Thread.onSpinWait();
          }
        });
    assertThat(ran.take()).isGreaterThan(ready / 4);
  }

  private static void start(Executor scheduler, Runnable body) {
    Fibers.unstarted(scheduler, body, (_, error) -> error.printStackTrace()).start();
  }
}
