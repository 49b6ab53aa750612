package yona.async;

import org.jspecify.annotations.Nullable;
import yona.async.events.Events;

/**
 * What the recorder is told of fibers. Used only while {@link Events#on}; with its first use,
 * recordings are offered dumps.
 */
final class Observation {

  static {
    offerDumps();
  }

  private Observation() {}

  /** Lets recordings take dumps by themselves. */
  static void offerDumps() {
    Events.offerDumps(() -> ScopeDump.take().text());
  }

  /** A wait that is recorded stands in the fiber's field in the place of what it waits at. */
  record Wait(
      Object where, @Nullable Object span, Fiber.@Nullable WaitListener listener, long start) {}

  /** What a fiber waits at, recorded or not. */
  static @Nullable Object where(@Nullable Object waitsAt) {
    return waitsAt instanceof Wait wait ? wait.where : waitsAt;
  }

  static Object started(Fiber fiber) {
    Scope parent = fiber.root.parent;
    return Events.started(fiber.id(), fiber.name(), parent.owner.id(), parent);
  }

  static void ended(@Nullable Object span, Fiber fiber, @Nullable Result<?> result) {
    Throwable error = result instanceof Result.Failure<?>(Throwable failure) ? failure : null;
    String outcome =
        error == null ? "value" : Errors.isCancellation(error) ? "cancellation" : "failure";
    Events.ended(span, fiber.id(), fiber.name(), outcome, error);
  }

  static Object suspended(Fiber fiber, Object where, Fiber.@Nullable WaitListener listener) {
    Object span = Events.on() ? Events.suspended(fiber.id(), fiber.name(), where) : null;
    return new Wait(where, span, listener, listener == null ? 0 : System.nanoTime());
  }

  static void resumed(Fiber fiber, Wait wait) {
    if (wait.span != null) {
      Events.resumed(wait.span, fiber.id(), fiber.name(), wait.where);
    }
    if (wait.listener != null) {
      wait.listener.waited(fiber, wait.where, System.nanoTime() - wait.start);
    }
  }

  static void cancelled(Fiber fiber, Scope scope) {
    Events.cancelled(fiber.id(), fiber.name(), scope);
  }
}
