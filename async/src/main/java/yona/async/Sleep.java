package yona.async;

/** A fiber that waits for the time to pass. */
final class Sleep extends Alarm {

  private final Fiber fiber;
  private volatile boolean rung;

  Sleep(Fiber fiber) {
    super(Timers.SYSTEM);
    this.fiber = fiber;
  }

  void run(long nanos) {
    fiber.checkCancelled();
    fiber.startWaiting(this);
    try {
      set(Timers.SYSTEM.after(nanos));
      while (!rung) {
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
  void ring() {
    rung = true;
    fiber.unpark();
  }
}
