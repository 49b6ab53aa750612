package yona.async.clock;

import org.jspecify.annotations.Nullable;

/**
 * Fires once after each time that it is set, unless it is cancelled before.
 *
 * <p>It belongs to one {@link Wheel} for life, and is a node of that wheel's lists itself: setting
 * it allocates nothing. Timers are alarms, as each would be two objects if it had one; so nothing
 * of this is public, for programs could call it of a timer.
 *
 * <p>Safe for use by any number of threads.
 */
public abstract class Alarm {

  /** In no slot. */
  static final int NONE = -1;

  final Wheel wheel;

  /** When to fire, in the time of {@link #wheel}; guarded by the wheel, like all below. */
  long time;

  /** Where it stands in the wheel. */
  int slot = NONE;

  /** Neighbours in the ring of those that stand in the same slot, in the order of their setting. */
  @Nullable Alarm newer;

  @Nullable Alarm older;

  /**
   * Makes an alarm that is not set.
   *
   * @param clock whose time it goes by
   */
  protected Alarm(Clock clock) {
    this.wheel = clock.wheel();
  }

  /**
   * Whose time this goes by.
   *
   * @return the clock
   */
  protected final Clock clock() {
    return wheel.clock;
  }

  /**
   * Sets this, which is not set.
   *
   * @param due when to fire, in the time of the clock: nanoseconds
   * @throws IllegalStateException if it is set
   */
  protected final void set(long due) {
    if (wheel.set(this, due)) {
      try {
        wheel.clock.wakeFor(due);
      } catch (Throwable error) {
        wheel.cancel(this);
        throw error;
      }
    }
  }

  /**
   * Sets this to another time.
   *
   * @param due when to fire, in the time of the clock: nanoseconds
   * @return false if it is not set, has fired for one
   */
  protected final boolean reset(long due) {
    boolean set = wheel.reset(this, due);
    if (set) {
      wheel.clock.wakeFor(due);
    }
    return set;
  }

  /** Keeps this from firing; does nothing if it is not set, has fired or fires now. */
  protected final void unset() {
    wheel.cancel(this);
  }

  /** Called on the thread that turns the wheel, which is not locked; must be short and not wait. */
  protected abstract void fire();
}
