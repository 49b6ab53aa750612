package yona.async;

import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import yona.async.clock.Clock;
import yona.async.clock.Timers;
import yona.async.clock.Wheel;

/**
 * A point in time at which something has to be done.
 *
 * <p>Where a timeout says how long one call may take, a deadline says when all of a task has to be
 * finished: it is made once, handed from call to call, and what is left of it shrinks on the way.
 * Code that runs under a timeout or a deadline finds the nearest one by {@link #current}, to hand
 * it on to another process or not to begin what cannot be finished.
 *
 * <pre>{@code
 * Deadline deadline = Deadline.after(Duration.ofSeconds(2));
 * Order order = deadline.run(() -> fetch(number));
 * return deadline.run(() -> price(order));     // has what the first call has left
 * }</pre>
 *
 * <p>Kept on a clock that never goes back, in nanoseconds; meaningful only in the process that made
 * it. Immutable.
 */
public final class Deadline implements Comparable<Deadline> {

  /** The deadline that is never over. */
  public static final Deadline NEVER = new Deadline(Wheel.NEVER);

  /** A time of the system's clock. */
  final long time;

  private Deadline(long time) {
    this.time = time;
  }

  /**
   * A deadline some time from now.
   *
   * @param nanos the time in nanoseconds; over already if it is not positive; from 292 years on it
   *     is {@link #NEVER}
   * @return the deadline
   */
  public static Deadline afterNanos(long nanos) {
    return new Deadline(Timers.SYSTEM.after(Math.max(0, nanos)));
  }

  /**
   * A deadline some time from now.
   *
   * @param time the time; over already if it is not positive
   * @return the deadline
   */
  public static Deadline after(Duration time) {
    return afterNanos(Clock.nanos(time));
  }

  /**
   * The nearest of the deadlines and timeouts that the caller runs under: its own and those of the
   * fibers that started it. Those outside of {@link Async#uninterruptible} are not counted, as they
   * do not reach in. Costs a step for each scope around the caller.
   *
   * @return the deadline, {@link #NEVER} if there is none
   */
  public static Deadline current() {
    Deadline nearest = NEVER;
    for (Scope scope = Scope.current(); scope != null && !scope.shield; scope = scope.parent) {
      if (scope instanceof Timeout.Timed timed) {
        nearest = nearest.earlier(timed.deadline);
      }
    }
    return nearest;
  }

  /**
   * How much time is left.
   *
   * @return the time, zero if this is over; some 292 years for {@link #NEVER}
   */
  public Duration remaining() {
    return Duration.ofNanos(remainingNanos());
  }

  /**
   * How much time is left.
   *
   * @return nanoseconds, 0 if it is over; {@link Long#MAX_VALUE} for {@link #NEVER}
   */
  public long remainingNanos() {
    return time == Wheel.NEVER ? Long.MAX_VALUE : Math.max(0, time - Timers.SYSTEM.now());
  }

  /**
   * Whether no time is left.
   *
   * @return true from then on
   */
  public boolean isOver() {
    return remainingNanos() == 0;
  }

  /**
   * The earlier of two.
   *
   * @param other a deadline
   * @return this or the other
   */
  public Deadline earlier(Deadline other) {
    return Objects.requireNonNull(other, "other").time < time ? other : this;
  }

  /**
   * Runs a body under this deadline, on the calling fiber: as {@link Async#timeout} with the time
   * that is left. May suspend.
   *
   * @param body what to run
   * @param <T> its result
   * @param <X> what it may raise
   * @return its result
   * @throws X as the body does
   * @throws TimeoutException if the body was cancelled since this is over
   * @throws CancellationException if the computation is cancelled from outside
   */
  public <T extends @Nullable Object, X extends Throwable> T run(
      Body<? extends T, ? extends X> body) throws X {
    Objects.requireNonNull(body, "body");
    return new Timeout(this, time - Timers.SYSTEM.now()).run(body);
  }

  /**
   * {@link #run(Body)} of a body without a result. May suspend.
   *
   * @param body what to run
   * @param <X> what it may raise
   * @throws X as the body does
   * @throws TimeoutException if the body was cancelled since this is over
   */
  public <X extends Throwable> void run(Action<? extends X> body) throws X {
    run(Action.<X>asBody(body));
  }

  @Override
  public int compareTo(Deadline other) {
    return Long.compare(time, Objects.requireNonNull(other, "other").time);
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Deadline deadline && deadline.time == time;
  }

  @Override
  public int hashCode() {
    return Long.hashCode(time);
  }

  @Override
  public String toString() {
    return time == Wheel.NEVER
        ? "no deadline"
        : "deadline in " + TimeUnit.NANOSECONDS.toMillis(remainingNanos()) + " ms";
  }
}
