package yona.async;

/** A fiber that waits for the time to pass. */
final class Sleep extends Timers.Alarm {

  private final Fiber fiber;
  private volatile boolean rung;

  Sleep(Fiber fiber) {
    this.fiber = fiber;
  }

  void run(long nanos) {
    fiber.checkCancelled();
    fiber.startWaiting(this);
    Timers.set(this, nanos);
    try {
      while (!rung) {
        if (fiber.isCancelled()) {
          Timers.cancel(this);
          throw fiber.cancellation();
        }
        fiber.park();
      }
    } finally {
      fiber.endWaiting();
    }
  }

  @Override
  void ring() {
    rung = true;
    fiber.unpark();
  }
}
