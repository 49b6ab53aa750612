package yona.async;

import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import yona.async.events.Events;
import yona.async.events.Observation;

/**
 * How a cancellation reaches one fiber, wherever it stands: what it was sent, and the lock against
 * what comes too late.
 *
 * <p><b>Who may wake whom.</b> {@link Fiber#mode} says how a cancellation reaches the fiber. The
 * fiber writes it and then looks at its scope's level; a canceller writes the level and then reads
 * it (both volatile), so that at least one of the two sees the other:
 *
 * <ul>
 *   <li>{@link Fiber#WAITING}: in a wait of this library, an unpark is enough;
 *   <li>{@link Fiber#RUNNING}: perhaps in foreign code that blocks: the thread is interrupted,
 *       under this object's monitor, and only while the cancelled scope is the fiber's;
 *   <li>{@link Fiber#IN_PLACE}: in an operation that an interrupt would break (it closes a file
 *       channel): left alone, the next wait sees the level.
 * </ul>
 *
 * <p>The monitor guards interrupts against the end of the cancelled scope: who leaves one says so
 * under it, and a canceller that comes later sends none.
 *
 * <p>Each fiber has one of these in the place of a bare lock. It is handed its fiber, as a
 * reference to it would make each fiber eight bytes larger.
 */
final class CancellationDelivery {

  private static volatile Fiber.@Nullable CancelListener listener;

  /** A cancellation has interrupted the thread. Guarded by this. */
  private boolean interrupted;

  /**
   * The {@link Fiber.CancelListener} was told of a cancellation that it has not seen the end of.
   * Set under the monitor, or by who was told.
   */
  private volatile boolean watched;

  /** When it was cancelled last, a value of nanoTime; only if there is a listener. */
  private volatile long cancelledAt;

  /** Lets a listener be told from now on; see {@link Fiber#onCancel}. */
  static void tell(Fiber.@Nullable CancelListener told) {
    listener = told;
  }

  /** Reaches the fiber with a cancellation of the scope, which is the innermost that has it. */
  void reach(Fiber fiber, CancelScope cancelled) {
    if (Events.on()) {
      Observation.cancelled(fiber, cancelled);
    }
    Fiber.@Nullable CancelListener told;
    if (listener != null) {
      cancelledAt = System.nanoTime();
    }
    synchronized (this) {
      told = watched ? null : listener;
      watched |= told != null;
      Scope shield = cancelled.shieldInside();
      if (shield != null) {
        shield.interruptsAgain = true;
      } else if (fiber.mode == Fiber.RUNNING && !cancelled.left) {
        interrupt(fiber);
      }
    }
    if (told != null) {
      // If it waits, too: what it waits for may be there already, and it may go on to compute.
      told.cancelled(fiber);
    }
    if (fiber.mode == Fiber.WAITING) {
      LockSupport.unpark(fiber.thread);
    }
  }

  private void interrupt(Fiber fiber) {
    interrupted = true;
    fiber.thread.interrupt();
  }

  /**
   * Carries a cancellation, which the calling fiber has not raised yet, into foreign code that
   * blocks.
   */
  synchronized void interruptItself(Fiber fiber) {
    if (fiber.isCancelled()) {
      interrupt(fiber);
    }
  }

  /** Takes back the interrupt that carried a cancellation, if foreign code has not. */
  synchronized void takeInterrupt() {
    interrupted = false;
    Thread.interrupted();
  }

  /** Whether foreign code has taken the interrupt that carried a cancellation. */
  synchronized boolean wasInterrupted(Fiber fiber) {
    return interrupted && !fiber.thread.isInterrupted();
  }

  /**
   * Puts another thread under the calling fiber; whether an interrupt, which is taken from this
   * one, has to follow.
   */
  synchronized boolean move(Fiber fiber, Thread to) {
    fiber.thread = to;
    return Thread.interrupted();
  }

  /** See {@link Fiber#isCancelledSomewhere}. */
  boolean isUnderWay(Fiber fiber) {
    if (isAnyScopeCancelled(fiber)) {
      return true;
    }
    watched = false;
    // One that came between the look at its scope and this has told nobody.
    if (isAnyScopeCancelled(fiber)) {
      watched = true;
      return true;
    }
    return false;
  }

  private static boolean isAnyScopeCancelled(Fiber fiber) {
    for (Scope each = fiber.root; each != null; each = each.inner) {
      if (each.isCancelled()) {
        return true;
      }
    }
    return false;
  }

  /** See {@link Fiber#nanosCancelled}. */
  long nanosAgo() {
    return System.nanoTime() - cancelledAt;
  }
}
