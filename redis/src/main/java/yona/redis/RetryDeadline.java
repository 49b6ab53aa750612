package yona.redis;

import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;
import yona.async.Async;
import yona.async.task.Schedule;

/** Until when something is tried again: after random times that grow, up to a limit of time. */
final class RetryDeadline {

  private static final Schedule.ExponentialBackoff PAUSES =
      new Schedule.ExponentialBackoff(Duration.ofMillis(5))
          .atMost(Duration.ofMillis(200))
          .jittered();

  /** So many redirections are followed at once. */
  private static final int REDIRECTIONS = 5;

  private final long start = System.nanoTime();
  private final long most;
  private Schedule.@Nullable Delays pauses;
  private int redirections;

  RetryDeadline(Duration most) {
    this.most = most.toNanos();
  }

  private long left() {
    return most - (System.nanoTime() - start);
  }

  /** Waits a little; false if the time is over. Suspends. */
  boolean again() {
    long left = left();
    if (left <= 0) {
      return false;
    }
    if (pauses == null) {
      pauses = PAUSES.delays(ThreadLocalRandom.current());
    }
    Async.sleepNanos(Math.min(left, pauses.next(most - left)));
    return true;
  }

  /** Waits only if this has come often; false if the time is over. May suspend. */
  boolean redirected() {
    return ++redirections <= REDIRECTIONS ? left() > 0 : again();
  }
}
