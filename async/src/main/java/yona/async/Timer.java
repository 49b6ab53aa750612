package yona.async;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import yona.async.clock.Alarm;
import yona.async.clock.Clock;
import yona.async.clock.Timers;

/**
 * A source that gives true when a time is over, or false if it is cancelled before.
 *
 * <pre>{@code
 * Timer idle = Timer.after(Duration.ofMinutes(5));
 * ...
 * idle.restart();                       // something happened: the five minutes begin anew
 * ...
 * boolean timeIsOver = idle.await();
 * }</pre>
 *
 * <p>From when it starts until it fires or is cancelled, it is linked to the scope in which it was
 * started, if there is one: leaving the scope cancels it. It fires at most once, and what it gave
 * it gives for ever and to everybody; for another wait, make another one. It never fires early. For
 * a fiber that simply has to wait, {@link Async#sleep} costs less.
 *
 * <p>Safe for use by any number of threads. Setting and cancelling take the same time however many
 * timers there are; no thread works for one that is cancelled.
 */
public sealed class Timer extends Alarm implements Source<Boolean>, Cancellable
    permits StartableTimer {

  private static final int NEW = 0;
  private static final int PENDING = 1;
  private static final int FIRED = 2;
  private static final int CANCELLED = 3;

  private static final VarHandle STATE;

  static {
    try {
      STATE = MethodHandles.lookup().findVarHandle(Timer.class, "state", int.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private final long nanos;
  private volatile int state;

  /** Written by the one that starts this, before it sets the alarm. */
  private @Nullable Link link;

  /** Those to tell, guarded by this; whoever adds one looks at {@link #state} afterwards. */
  private volatile @Nullable WaitQueue<Boolean> waiting;

  Timer(Clock clock, long nanos) {
    super(clock);
    this.nanos = nanos;
  }

  /**
   * Starts a timer. Never suspends.
   *
   * @param nanos the time in nanoseconds; if it is not positive the timer has fired already
   * @return the timer, linked to the nearest scope that holds cancellables
   */
  public static Timer afterNanos(long nanos) {
    Timer timer = new Timer(Timers.SYSTEM, nanos);
    timer.begin();
    return timer;
  }

  /**
   * Starts a timer. Never suspends.
   *
   * @param time the time; if it is not positive the timer has fired already
   * @return the timer, linked to the nearest scope that holds cancellables
   */
  public static Timer after(Duration time) {
    return afterNanos(Clock.nanos(time));
  }

  /**
   * Starts a periodic timer. Never suspends.
   *
   * @param nanos the time between two ticks in nanoseconds
   * @return a source of the numbers of the ticks, linked to the nearest scope that holds
   *     cancellables
   * @throws IllegalArgumentException if the time is not positive
   */
  public static Ticker everyNanos(long nanos) {
    return Ticker.start(Timers.SYSTEM, nanos);
  }

  /**
   * Starts a periodic timer. Never suspends.
   *
   * @param time the time between two ticks
   * @return a source of the numbers of the ticks, linked to the nearest scope that holds
   *     cancellables
   * @throws IllegalArgumentException if the time is not positive
   */
  public static Ticker every(Duration time) {
    return everyNanos(Clock.nanos(time));
  }

  /**
   * Starts this if it is new. From here on somebody may end it before its alarm is set, and finds
   * nothing to clear up; whoever sets the alarm looks at the state afterwards.
   */
  final boolean begin() {
    if (nanos <= 0) {
      return end(NEW, FIRED);
    }
    Fiber.beforeEffect("the start of a timer");
    long due = clock().after(nanos);
    if (!STATE.compareAndSet(this, NEW, PENDING)) {
      return false;
    }
    try {
      link = Scope.linkToHolding(this);
      set(due);
    } catch (Throwable error) {
      cancel();
      throw error;
    }
    if (state != PENDING) {
      clear();
    }
    return true;
  }

  private void clear() {
    // In this order: the link was written before the alarm was set.
    unset();
    Link linked = link;
    if (linked != null) {
      linked.unlink();
    }
  }

  /**
   * Begins the time of a pending timer anew, from now. Never suspends.
   *
   * @return false if it is not pending: it was not started, has fired or was cancelled
   */
  public final boolean restart() {
    return state == PENDING && reset(clock().after(nanos));
  }

  /**
   * Cancels this: from now on it gives false, unless it has fired. One that was not started cannot
   * be started any more. Never suspends.
   */
  @Override
  public final void cancel() {
    end(CANCELLED);
  }

  @Override
  protected final void fire() {
    end(FIRED);
  }

  private void end(int to) {
    for (int from = state; from <= PENDING; from = state) {
      if (end(from, to)) {
        if (from == PENDING) {
          clear();
        }
        return;
      }
    }
  }

  private boolean end(int from, int to) {
    if (!STATE.compareAndSet(this, from, to)) {
      return false;
    }
    if (waiting != null) {
      tellAll(to == FIRED);
    }
    return true;
  }

  private synchronized void tellAll(boolean fired) {
    WaitQueue<Boolean> all = waiting;
    waiting = null;
    if (all != null) {
      for (WaitQueue.Place<Boolean> first = all.first(); first != null; first = all.first()) {
        all.offer(first, fired);
        all.remove(first);
      }
    }
  }

  @Override
  public final @Nullable Boolean poll() {
    int now = state;
    return now <= PENDING ? null : (Boolean) (now == FIRED);
  }

  @Override
  public final boolean poll(Listener<? super Boolean> listener) {
    Objects.requireNonNull(listener, "listener");
    Boolean fired = poll();
    return fired != null && Listener.offer(listener, fired);
  }

  /** As the item never changes, a listener that refuses it is not kept. */
  @Override
  public final void onComplete(Listener<? super Boolean> listener) {
    Objects.requireNonNull(listener, "listener");
    if (poll() == null) {
      synchronized (this) {
        WaitQueue<Boolean> all = waiting;
        if (all == null) {
          all = new WaitQueue<>();
          waiting = all;
        }
        all.add(listener);
      }
      Boolean fired = poll();
      if (fired != null) {
        tellAll(fired);
      }
    } else {
      poll(listener);
    }
  }

  @Override
  public final synchronized void dropListener(Listener<? super Boolean> listener) {
    Objects.requireNonNull(listener, "listener");
    WaitQueue<Boolean> all = waiting;
    if (all != null) {
      all.drop(listener);
    }
  }

  /** How many listeners stand here. */
  final synchronized int listeners() {
    WaitQueue<Boolean> all = waiting;
    return all == null ? 0 : all.size();
  }

  @Override
  public final String toString() {
    String now =
        switch (state) {
          case NEW -> "not started";
          case PENDING -> "pending";
          case FIRED -> "fired";
          default -> "cancelled";
        };
    return Names.label(this) + " (" + now + ")";
  }
}
