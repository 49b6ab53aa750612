package yona.graal;

import com.oracle.truffle.api.TruffleSafepoint;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;

/** The sleep of a thread in the context, which the engine wakes for its actions. */
final class Pause implements TruffleSafepoint.Interrupter {
  private final BooleanSupplier over;
  private final LongSupplier nanos;
  private volatile boolean wanted;

  /**
   * A sleep that has not begun.
   *
   * @param over whether there is something to do; whoever makes it so unparks the thread
   * @param nanos how long to sleep at most; the greatest number has no end
   */
  Pause(BooleanSupplier over, LongSupplier nanos) {
    this.over = over;
    this.nanos = nanos;
  }

  /** Gives whether somebody else than the engine has interrupted the thread. */
  boolean until() throws InterruptedException {
    while (!over.getAsBoolean()) {
      if (wanted) {
        throw new InterruptedException();
      }
      if (Thread.interrupted()) {
        return true;
      }
      long longest = nanos.getAsLong();
      if (longest == Long.MAX_VALUE) {
        LockSupport.park(this);
        continue;
      }
      LockSupport.parkNanos(this, longest);
      if (wanted) {
        throw new InterruptedException();
      }
      return Thread.interrupted();
    }
    return false;
  }

  @Override
  public void interrupt(Thread thread) {
    wanted = true;
    LockSupport.unpark(thread);
  }

  @Override
  public void resetInterrupted() {
    wanted = false;
  }
}
