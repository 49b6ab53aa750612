package yona.async;

import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import yona.async.clock.Alarm;
import yona.async.clock.Clock;
import yona.async.clock.Wheel;

/**
 * A periodic timer: a source of the numbers of its ticks, from 1.
 *
 * <p>Tick n is due n periods after the start, however late those before it were taken: nothing adds
 * up. Each tick is given once, to one taker; ticks that nobody took are merged into the last, so
 * that a taker that was away finds one tick, and sees by its number how many it missed. A cancelled
 * ticker gives 0, to everybody, for ever. ({@link Timer#every} makes one.)
 *
 * <p>It is linked to the scope in which it was made: leaving the scope cancels it. Safe for use by
 * any number of threads. The number is worked out from the time when somebody asks; an alarm is set
 * only while somebody waits, so a ticker that nobody looks at costs nothing.
 */
public final class Ticker extends Alarm implements Source<Long>, Cancellable {

  private static final Long CANCELLED = 0L;

  private final long period;
  private final long start;

  // All guarded by this.

  private final WaitQueue<Long> waiting = new WaitQueue<>();

  /** The number of the last tick that was given. */
  private long given;

  private boolean cancelled;
  private @Nullable Link link;

  private Ticker(Clock clock, long period) {
    super(clock);
    this.period = period;
    this.start = clock.now();
  }

  static Ticker start(Clock clock, long period) {
    if (period <= 0) {
      throw new IllegalArgumentException("the time between two ticks must be positive: " + period);
    }
    Fiber.beforeEffect("the start of a timer");
    Ticker ticker = new Ticker(clock, period);
    synchronized (ticker) {
      ticker.link = Scope.linkToHolding(ticker);
    }
    return ticker;
  }

  /** The tick to give now; null if it has been given. */
  private @Nullable Long tick() {
    if (cancelled) {
      return CANCELLED;
    }
    long last = (clock().now() - start) / period;
    return last > given ? (Long) last : null;
  }

  @Override
  public synchronized @Nullable Long poll() {
    Long tick = tick();
    if (tick != null) {
      given = tick;
    }
    return tick;
  }

  @Override
  public synchronized boolean poll(Listener<? super Long> listener) {
    Objects.requireNonNull(listener, "listener");
    Long tick = tick();
    if (tick == null || !Listener.offer(listener, tick)) {
      return false;
    }
    given = tick;
    return true;
  }

  @Override
  public synchronized void onComplete(Listener<? super Long> listener) {
    Objects.requireNonNull(listener, "listener");
    if (!poll(listener) && !cancelled) {
      boolean first = waiting.isEmpty();
      waiting.add(listener);
      if (first) {
        setForNextTick();
      }
    }
  }

  @Override
  public synchronized void dropListener(Listener<? super Long> listener) {
    Objects.requireNonNull(listener, "listener");
    if (waiting.drop(listener) && waiting.isEmpty()) {
      unset();
    }
  }

  /** How many listeners stand here. */
  synchronized int listeners() {
    return waiting.size();
  }

  @Override
  protected synchronized void fire() {
    Long tick = tick();
    if (tick != null && waiting.offer(tick)) {
      given = tick;
    }
    if (!waiting.isEmpty()) {
      setForNextTick();
    }
  }

  private void setForNextTick() {
    unset();
    long now = clock().now();
    long wait = period - (now - start) % period;
    set(wait < Wheel.NEVER - now ? now + wait : Wheel.NEVER);
  }

  /** Cancels this; those that wait get 0. Never suspends. */
  @Override
  public synchronized void cancel() {
    if (cancelled) {
      return;
    }
    cancelled = true;
    unset();
    for (WaitQueue.Place<Long> first = waiting.first(); first != null; first = waiting.first()) {
      waiting.offer(first, CANCELLED);
      waiting.remove(first);
    }
    Link linked = link;
    if (linked != null) {
      linked.unlink();
    }
  }

  /**
   * Whether this was cancelled, by {@link #cancel} or because its scope was left.
   *
   * @return whether it gives 0
   */
  public synchronized boolean isCancelled() {
    return cancelled;
  }

  @Override
  public String toString() {
    String period = Duration.ofNanos(this.period).toString();
    // At a glance, without the lock.
    return Names.label(this) + " (" + (cancelled ? "cancelled" : "every " + period) + ")";
  }
}
