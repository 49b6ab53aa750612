package yona.async;

import org.jspecify.annotations.Nullable;

/**
 * Fires once after each time that it is set, unless it is cancelled before.
 *
 * <p>It belongs to one {@link Wheel} for life, and is a node of that wheel's lists itself: setting
 * it allocates nothing.
 */
abstract class Alarm {

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

  Alarm(Clock clock) {
    this.wheel = clock.wheel();
  }

  /** Sets this, which is not set, to fire at a time of its clock. */
  final void set(long due) {
    if (wheel.set(this, due)) {
      try {
        wheel.clock.wakeFor(due);
      } catch (Throwable error) {
        wheel.cancel(this);
        throw error;
      }
    }
  }

  /** Sets this to another time; false if it is not set, has fired for one. */
  final boolean reset(long due) {
    boolean set = wheel.reset(this, due);
    if (set) {
      wheel.clock.wakeFor(due);
    }
    return set;
  }

  /** Keeps this from firing; does nothing if it is not set, has fired or fires now. */
  final void unset() {
    wheel.cancel(this);
  }

  /** Called on the thread that turns the wheel, which is not locked; must be short and not wait. */
  abstract void fire();
}
