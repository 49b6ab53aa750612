package yona.async.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import yona.async.Async;
import yona.async.Future;
import yona.async.channel.Channel;
import yona.async.channel.SyncChannel;

/** Fibers that always have something to do leave time for the others, on either scheduler. */
class FairnessTest {

  private static void sleepOnAnotherFiber(AtomicBoolean slept) {
    Async.future(
            () -> {
              Async.sleepNanos(1_000_000);
              slept.set(true);
              return true;
            })
        .await();
  }

  @Test
  void fibersThatYieldUntilAnotherOneHasSleptLetItRun() {
    int yielding = 2 * Runtime.getRuntime().availableProcessors();
    List<Boolean> results =
        Async.blocking(
            () -> {
              AtomicBoolean slept = new AtomicBoolean();
              List<Future<Boolean>> all = new ArrayList<>();
              for (int i = 0; i < yielding; i++) {
                all.add(
                    Async.future(
                        () -> {
                          while (!slept.get()) {
                            Async.yield();
                          }
                          return true;
                        }));
              }
              // Who is woken from outside stands behind those that never leave their carriers.
              sleepOnAnotherFiber(slept);
              return Future.awaitAll(all);
            });
    assertThat(results).hasSize(yielding).containsOnly(true);
  }

  @Test
  void fibersThatPassValuesUntilAnotherOneHasSleptLetItRun() {
    int pairs = 2 * Runtime.getRuntime().availableProcessors();
    int passed =
        Async.blocking(
            () -> {
              AtomicBoolean slept = new AtomicBoolean();
              List<Future<Integer>> all = new ArrayList<>();
              for (int i = 0; i < pairs; i++) {
                Channel<Integer> channel = new SyncChannel<>();
                var _ =
                    Async.future(
                        () -> {
                          for (int n = 0; !slept.get(); n++) {
                            channel.send(n);
                          }
                          channel.close();
                          return true;
                        });
                all.add(
                    Async.future(
                        () -> {
                          int count = 0;
                          while (!channel.read().isClosed()) {
                            count++;
                          }
                          return count;
                        }));
              }
              sleepOnAnotherFiber(slept);
              return Future.awaitAll(all).stream().mapToInt(Integer::intValue).sum();
            });
    assertThat(passed).isPositive();
  }
}
