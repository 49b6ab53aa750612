package yona.async;

import org.jspecify.annotations.Nullable;

/**
 * The scope of a timeout.
 *
 * <p>The alarm and the end of the body race on one field: whoever sets it first decides, so a
 * result that was there in time is never dropped, and one that came late is never given.
 */
final class Deadline extends Timers.Alarm {

  private static final int RUNNING = 0;
  private static final int DONE = 1;
  private static final int EXPIRED = 2;

  private final long nanos;
  private final Scope scope;
  private int outcome;

  Deadline(long nanos) {
    this.nanos = nanos;
    this.scope = new Scope(false, false, null);
  }

  <T extends @Nullable Object, X extends Throwable> T run(Body<? extends T, ? extends X> body)
      throws X {
    try (scope) {
      if (nanos <= 0) {
        // No time to wait, but a body that does not wait takes none: it may end.
        scope.cancel();
      } else {
        Timers.set(this, nanos);
      }
      T result = body.run();
      if (settle(DONE)) {
        return result;
      }
    } catch (Throwable error) {
      boolean inTime = nanos > 0 || !Errors.isCancellation(error);
      if (inTime && settle(DONE)) {
        throw error;
      }
      if (!Errors.isCancellation(error)) {
        scope.reporter.report(error);
      }
    } finally {
      Timers.cancel(this);
    }
    // The scope is closed: from here on only a cancellation from outside is seen.
    Fiber.current().checkCancelled();
    throw new TimeoutException(nanos);
  }

  private synchronized boolean settle(int to) {
    if (outcome == RUNNING) {
      outcome = to;
    }
    return outcome == to;
  }

  @Override
  void ring() {
    if (settle(EXPIRED)) {
      scope.cancel();
    }
  }
}
