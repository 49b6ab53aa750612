package yona.async.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import yona.async.Async;
import yona.async.FiberScheduler;
import yona.async.Future;

/** Fibers that compute and never wait leave processors to those that wait for a carrier. */
@Tag("own-scheduler")
class SharingTest {

  @Test
  void fibersThatComputeUntilAnotherOneHasSleptLetItRun() {
    int computing = 2 * Runtime.getRuntime().availableProcessors();
    List<Boolean> results =
        Async.blocking(
            () -> {
              AtomicBoolean slept = new AtomicBoolean();
              List<Future<Boolean>> all = new ArrayList<>();
              for (int i = 0; i < computing; i++) {
                all.add(
                    Async.future(
                        () -> {
                          while (!slept.get()) {
                            Thread.onSpinWait();
                          }
                          return true;
                        }));
              }
              // So that the futures are fibers, which have all carriers.
              Async.sleep(Duration.ofMillis(1));
              slept.set(true);
              return Future.awaitAll(all);
            });
    assertThat(results).hasSize(computing).containsOnly(true);
  }

  /**
   * Else nobody would find out that such a fiber cannot be stopped. If they are never seen
   * together, this hangs.
   */
  @Test
  void fibersThatShareProcessorsAreSeenToCompute() {
    int processors = Runtime.getRuntime().availableProcessors();
    int computing = 2 * processors;
    List<Object> results =
        Async.blocking(
            () -> {
              AtomicBoolean over = new AtomicBoolean();
              AtomicInteger started = new AtomicInteger();
              List<Future<Object>> all = new ArrayList<>();
              for (int i = 0; i < computing; i++) {
                all.add(
                    Async.future(
                        () -> {
                          started.incrementAndGet();
                          while (!over.get()) {
                            Thread.onSpinWait();
                          }
                          return null;
                        }));
              }
              while (started.get() < computing) {
                Async.sleep(Duration.ofMillis(1));
              }
              while (Fibers.bursts().size() <= processors) {
                Async.sleep(Duration.ofMillis(1));
              }
              over.set(true);
              return Future.awaitAll(all);
            });
    assertThat(results).hasSize(computing).containsOnlyNulls();
  }

  /** Who has chosen one carrier relies on fibers that never run at the same time. */
  @Test
  void aSchedulerWithAChosenNumberOfCarriersLendsNone() {
    int most = 0;
    for (int i = 0; i < 50; i++) {
      AtomicBoolean hadProcessor = new AtomicBoolean(true);
      most = mostAtATimeOnOneCarrier(hadProcessor);
      if (most == 1 || hadProcessor.get()) {
        break;
      }
      // A thread that gets no processor for so long is taken for one in the kernel.
    }
    assertThat(most).isEqualTo(1);
  }

  /**
   * How many of three fibers ran at the same time.
   *
   * @param hadProcessor set to false if one stood still for about as long as the monitor watches
   */
  private static int mostAtATimeOnOneCarrier(AtomicBoolean hadProcessor) {
    AtomicInteger most = new AtomicInteger();
    AtomicInteger now = new AtomicInteger();
    Async.blocking(
        FiberScheduler.carriers(1),
        () -> {
          List<Future<Object>> all = new ArrayList<>();
          for (int i = 0; i < 3; i++) {
            all.add(
                Async.future(
                    () -> {
                      most.accumulateAndGet(now.incrementAndGet(), Math::max);
                      long start = System.nanoTime();
                      long last = start;
                      while (last - start < 5 * CarrierMonitor.KEPT_NANOS) {
                        long next = System.nanoTime();
                        if (next - last > CarrierMonitor.KEPT_NANOS / 2) {
                          hadProcessor.set(false);
                        }
                        last = next;
                      }
                      return now.decrementAndGet();
                    }));
          }
          Async.sleep(Duration.ofMillis(1));
          return Future.awaitAll(all);
        });
    return most.get();
  }
}
