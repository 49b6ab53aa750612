package yona.async.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import yona.async.Async;
import yona.async.FiberScheduler;
import yona.async.Future;

/** Carriers start beside each other. */
@Tag("own-scheduler")
class CarrierStartTest {

  /**
   * The thread that starts the first carrier may be held up behind the start. A fiber of that
   * carrier that waited for it, while it searched, was never run again.
   */
  @Test
  void aFiberThatWantsAnotherCarrierGoesOnWhileOneIsBeingStarted() {
    Scheduler scheduler = new Scheduler(2, false);
    boolean ranBeside =
        Async.blocking(
            FiberScheduler.of(scheduler),
            () -> Async.future(() -> wantsAnotherCarrier(scheduler)).value());
    assertThat(ranBeside).isTrue();
  }

  private static boolean wantsAnotherCarrier(Scheduler scheduler) {
    // So that this is a fiber.
    Async.sleep(Duration.ofMillis(1));
    assertThat(scheduler.changing.compareAndSet(false, true)).isTrue();
    scheduler.getHelp();
    assertThat(scheduler.searching).isFalse();
    scheduler.changing.set(false);
    // The monitor comes back to it: this one leaves its carrier to nobody.
    AtomicBoolean runs = new AtomicBoolean();
    Future<Boolean> beside =
        Async.future(
            () -> {
              runs.set(true);
              return true;
            });
    while (!runs.get()) {
      Thread.onSpinWait();
    }
    return beside.value();
  }
}
