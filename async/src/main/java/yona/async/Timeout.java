package yona.async;

import org.jspecify.annotations.Nullable;
import yona.async.clock.Alarm;
import yona.async.clock.Timers;

/**
 * The scope of a timeout.
 *
 * <p>The alarm and the end of the body race on one field: a result that was there in time is never
 * dropped. Nor is one that came late if nothing in the body has noticed the cancellation: an
 * operation that has just taken something, a value of a channel or a connection, would take it for
 * nobody. (As the cancel scopes of Trio, of which only a raised cancellation ends one.)
 */
final class Timeout extends Alarm {

  private static final int RUNNING = 0;
  private static final int DONE = 1;
  private static final int EXPIRED = 2;

  /** The scope, which says by when it has to be left. */
  static final class Timed extends Scope {
    final Deadline deadline;

    Timed(Deadline deadline) {
      this.deadline = deadline;
    }
  }

  private final long nanos;
  private final Timed scope;
  private int outcome;

  /** The second argument is the time that the deadline leaves. */
  Timeout(Deadline deadline, long nanos) {
    super(Timers.SYSTEM);
    this.nanos = nanos;
    this.scope = new Timed(deadline);
  }

  <T extends @Nullable Object, X extends Throwable> T run(Body<? extends T, ? extends X> body)
      throws X {
    try (scope) {
      if (nanos <= 0) {
        // No time to wait, but a body that does not wait takes none: it may end.
        scope.cancel(Scope.CANCELLED, CancellationException.Cause.DEADLINE);
      } else {
        set(scope.deadline.time);
      }
      T result = body.run();
      if (settle(DONE) || !scope.isNoticed()) {
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
      unset();
    }
    // The scope is closed: from here on only a cancellation from outside is seen.
    Fiber.current().checkCancelled();
    throw TimeoutException.ofNanos(nanos);
  }

  private synchronized boolean settle(int to) {
    if (outcome == RUNNING) {
      outcome = to;
    }
    return outcome == to;
  }

  @Override
  protected void fire() {
    if (settle(EXPIRED)) {
      scope.cancel(Scope.CANCELLED, CancellationException.Cause.DEADLINE);
    }
  }
}
