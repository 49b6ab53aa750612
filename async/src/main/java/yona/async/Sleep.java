package yona.async;

import java.time.Duration;
import java.util.Locale;
import yona.async.clock.Alarm;
import yona.async.clock.Timers;

/** A fiber that waits for the time to pass. */
final class Sleep extends Alarm {

  private final Fiber fiber;
  private volatile boolean fired;

  /** How long it is, for those who look at the fiber. */
  private long nanos;

  Sleep(Fiber fiber) {
    super(Timers.SYSTEM);
    this.fiber = fiber;
  }

  void run(long nanos) {
    fiber.checkCancelled();
    this.nanos = nanos;
    fiber.startWaiting(this);
    try {
      set(Timers.SYSTEM.after(nanos));
      while (!fired) {
        if (fiber.isCancelled()) {
          throw fiber.cancellation();
        }
        fiber.park();
      }
      fiber.goOn();
    } catch (Throwable error) {
      unset();
      fiber.endWaiting();
      throw error;
    }
  }

  @Override
  public String toString() {
    String time = Duration.ofNanos(nanos).toString().substring(2).toLowerCase(Locale.ROOT);
    return Names.label(this) + " (" + time + ")";
  }

  @Override
  protected void fire() {
    fired = true;
    fiber.unpark();
  }
}
