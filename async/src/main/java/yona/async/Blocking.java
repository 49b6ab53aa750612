package yona.async;

import java.util.Objects;
import org.jspecify.annotations.Nullable;
import yona.async.scheduler.Carrier;
import yona.async.scheduler.Fibers;

/**
 * Operations that block the thread under a fiber in the kernel and that no interrupt may break, in
 * place: where they are short as a rule, like those on regular files, that is ten times cheaper
 * than another thread.
 *
 * <p>On a scheduler of our own the carrier is watched: when an operation has lasted about a
 * millisecond, a replacement carrier runs the other fibers until it returns. (A call that blocks
 * without saying so here is replaced too, when it has been found to use no processor.) Elsewhere
 * nobody would do that, and such operations belong on threads of their own.
 */
public final class Blocking {

  private Blocking() {}

  /**
   * Whether the calling fiber may block its thread without holding up other fibers: its carrier is
   * watched, or it has a platform thread to itself.
   *
   * @return false on a virtual thread of a foreign scheduler
   */
  public static boolean isAllowedInPlace() {
    return !Thread.currentThread().isVirtual() || Fibers.currentCarrier() != null;
  }

  /**
   * Runs an operation that blocks the thread and must not be interrupted. A cancellation does not
   * reach it; it is seen before it starts, and at the next wait. The operation must not suspend.
   * Costs some tens of nanoseconds.
   *
   * @param operation what to run
   * @param <T> its result
   * @param <X> what it may raise
   * @return its result
   * @throws X as the operation does
   * @throws CancellationException if the computation is cancelled already
   */
  public static <T extends @Nullable Object, X extends Throwable> T inPlace(
      Body<? extends T, ? extends X> operation) throws X {
    Objects.requireNonNull(operation, "operation");
    Fiber fiber = Fiber.current();
    enter(fiber);
    Carrier carrier = Fibers.currentCarrier();
    try {
      if (carrier == null) {
        return operation.run();
      }
      carrier.enterBlocking();
      try {
        return operation.run();
      } finally {
        carrier.exitBlocking();
      }
    } finally {
      fiber.mode = Fiber.RUNNING;
    }
  }

  private static void enter(Fiber fiber) {
    fiber.mode = Fiber.IN_PLACE;
    if (fiber.thread().isInterrupted()) {
      Thread.interrupted();
      if (!fiber.isCancelled()) {
        fiber.interruptedByOthers();
      }
    }
    if (fiber.isCancelled()) {
      fiber.mode = Fiber.RUNNING;
      throw fiber.cancellation();
    }
  }
}
