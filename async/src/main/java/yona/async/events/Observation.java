package yona.async.events;

import org.jspecify.annotations.Nullable;
import yona.async.CancellationException;
import yona.async.Fiber;
import yona.async.Result;
import yona.async.Scope;
import yona.async.ScopeDump;

/**
 * What the recorder is told of fibers, and who else asked to be told of their waits. Used only
 * while {@link Events#on}, or while there is somebody else; with its first use, recordings are
 * offered dumps.
 */
public final class Observation {

  static {
    offerDumps();
  }

  private Observation() {}

  /** Lets recordings take dumps by themselves, where the JDK has the module of the recorder. */
  public static void offerDumps() {
    if (Events.AVAILABLE) {
      Dumps.offer(() -> ScopeDump.take().text());
    }
  }

  /**
   * A wait that is recorded; it stands in the fiber's field in the place of what it waits at.
   *
   * @param where what the fiber waits at
   * @param span what the recorder keeps of it, or null
   * @param listener who else is told, or null
   * @param start when it began, a value of nanoTime; of no use without a listener
   */
  public record Wait(
      Object where, @Nullable Object span, Fiber.@Nullable WaitListener listener, long start) {}

  /**
   * What a fiber waits at, recorded or not.
   *
   * @param waitsAt what stands in the fiber's field
   * @return what it waits at, or null
   */
  public static @Nullable Object where(@Nullable Object waitsAt) {
    return waitsAt instanceof Wait wait ? wait.where : waitsAt;
  }

  /**
   * A fiber begins to run; called by itself.
   *
   * @param fiber the fiber
   * @param parent the scope that it was started in
   * @return to be handed to {@link #ended}
   */
  public static Object started(Fiber fiber, Scope parent) {
    return Events.started(fiber.id(), fiber.name(), parent.owner().id(), parent);
  }

  /**
   * A fiber has ended; called by itself.
   *
   * @param span what {@link #started} gave, or null if nobody recorded then
   * @param fiber the fiber
   * @param result what it ended with
   */
  public static void ended(@Nullable Object span, Fiber fiber, @Nullable Result<?> result) {
    Throwable error = result instanceof Result.Failure<?>(Throwable failure) ? failure : null;
    String outcome =
        error == null
            ? "value"
            : CancellationException.isCancellation(error) ? "cancellation" : "failure";
    Events.ended(span, fiber.id(), fiber.name(), outcome, error);
  }

  /**
   * A fiber is about to wait; called by itself.
   *
   * @param fiber the fiber
   * @param where what it waits at
   * @param listener who else is told, or null
   * @return what stands in its field meanwhile
   */
  public static Object suspended(Fiber fiber, Object where, Fiber.@Nullable WaitListener listener) {
    Object span = Events.on() ? Events.suspended(fiber.id(), fiber.name(), where) : null;
    return new Wait(where, span, listener, listener == null ? 0 : System.nanoTime());
  }

  /**
   * A fiber goes on; called by itself.
   *
   * @param fiber the fiber
   * @param wait what {@link #suspended} gave
   */
  public static void resumed(Fiber fiber, Wait wait) {
    if (wait.span != null) {
      Events.resumed(wait.span, fiber.id(), fiber.name(), wait.where);
    }
    if (wait.listener != null) {
      wait.listener.waited(fiber, wait.where, System.nanoTime() - wait.start);
    }
  }

  /**
   * A cancellation reaches a fiber; called by whoever cancels.
   *
   * @param fiber the fiber
   * @param scope the innermost scope that is cancelled
   */
  public static void cancelled(Fiber fiber, Object scope) {
    Events.cancelled(fiber.id(), fiber.name(), scope);
  }
}
