package yona.redis;

import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;
import yona.async.Async;

/** Until when something is tried again: after random times that grow, up to a limit of time. */
final class RetryDeadline {

  private static final long FIRST_NANOS = 5_000_000;
  private static final long LAST_NANOS = 200_000_000;

  /** So many redirections are followed at once. */
  private static final int REDIRECTIONS = 5;

  private final long start = System.nanoTime();
  private final long most;
  private long delay = FIRST_NANOS;
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
    Async.sleepNanos(Math.min(left, ThreadLocalRandom.current().nextLong(delay) + 1));
    delay = Math.min(2 * delay, LAST_NANOS);
    return true;
  }

  /** Waits only if this has come often; false if the time is over. May suspend. */
  boolean redirected() {
    return ++redirections <= REDIRECTIONS ? left() > 0 : again();
  }
}
