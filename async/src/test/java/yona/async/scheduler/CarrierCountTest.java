package yona.async.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.channels.Selector;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** However the carriers come and go, in the end each has been counted in and out alike. */
@Tag("own-scheduler")
@Tag("alone")
class CarrierCountTest {

  private static final int ROUNDS = 300;

  @Test
  void callsThatBlockAndComputationsLeaveTheCountAsItWas() throws Exception {
    Scheduler scheduler = (Scheduler) Fibers.another(2);
    int fibers = 12;
    CountDownLatch done = new CountDownLatch(fibers);
    for (int i = 0; i < fibers; i++) {
      Random random = new Random(i);
      start(
          scheduler,
          () -> {
            try {
              for (int round = 0; round < ROUNDS; round++) {
                act(random);
              }
            } catch (Exception error) {
              throw new AssertionError(error);
            } finally {
              done.countDown();
            }
          });
    }
    done.await();
    awaitIdle(scheduler);
    assertThat(scheduler.running).hasValue(0);
  }

  private static void start(Scheduler scheduler, Runnable body) {
    Fibers.unstarted(scheduler, body, (_, error) -> error.printStackTrace()).start();
  }

  @SuppressWarnings("ThreadPriorityCheck") // a fiber that gives its turn away
  private static void act(Random random) throws Exception {
    switch (random.nextInt(4)) {
      case 0 -> Thread.yield();
      case 1 -> compute(random.nextInt(200_000));
      case 2 -> block(1 + random.nextInt(5));
      default -> {
        Carrier carrier = Fibers.currentCarrier();
        carrier.enterBlocking();
        try {
          block(1 + random.nextInt(3));
        } finally {
          carrier.exitBlocking();
        }
      }
    }
  }

  private static void compute(int steps) {
    for (int i = 0; i < steps; i++) {
      Thread.onSpinWait();
    }
  }

  /** Waits in the kernel, on the carrier's thread. */
  private static void block(int millis) throws Exception {
    try (Selector selector = Selector.open()) {
      selector.select(millis);
    }
  }

  /** A scheduler that is not the standard one lets its threads end when there is nothing to do. */
  private static void awaitIdle(Scheduler scheduler) throws Exception {
    for (Carrier carrier : scheduler.carriers) {
      carrier.join();
    }
  }
}
