package yona.async;

import org.jspecify.annotations.Nullable;
import yona.async.events.Observation;

/**
 * A glance at a fiber from another thread, while it goes on.
 *
 * @param state what it does, in a word of {@link ScopeDump}
 * @param waitsAt what it waits at, or null
 * @param since the {@link Fiber#tick} in which it began to
 */
record FiberLook(String state, @Nullable Object waitsAt, int since) {

  static FiberLook at(Fiber fiber) {
    int now = fiber.mode;
    Object where = now == Fiber.WAITING ? Observation.where(fiber.waitsAt) : null;
    String state =
        switch (fiber.thread.getState()) {
          case NEW -> "new";
          case TERMINATED -> "ended";
          case RUNNABLE ->
              now == Fiber.IN_PLACE ? "in place" : where == null ? "running" : "waiting";
          case BLOCKED, WAITING, TIMED_WAITING -> now == Fiber.WAITING ? "waiting" : "blocked";
        };
    return new FiberLook(state, where, fiber.waitsSince);
  }

  boolean runs() {
    return state.equals("running") || state.equals("in place");
  }

  /**
   * Whether a fiber waits, and only another fiber can wake it; seen from a thread that has made
   * sure that no fiber runs.
   */
  static boolean waitsForFibers(Fiber fiber) {
    if (fiber.mode != Fiber.WAITING
        || fiber.thread.getState() != Thread.State.WAITING
        || (fiber.own && !fiber.root.scheduler.isOwn())) {
      return false;
    }
    Object where = Observation.where(fiber.waitsAt);
    // A thread that called in is woken behind the fibers' back: its wait may be over.
    return fiber.own ? FiberWatch.isAmongFibers(where) : isOpen(where);
  }

  private static boolean isOpen(@Nullable Object where) {
    return switch (where) {
      case Member<?> member -> member.peek() == null;
      case Scope awaited -> awaited.live != 0;
      case null, default -> false;
    };
  }
}
