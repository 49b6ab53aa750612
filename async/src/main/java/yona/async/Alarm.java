package yona.async;

/**
 * Rings once after each time that it is set, unless it is cancelled before.
 *
 * <p>It belongs to one {@link Wheel} for life.
 */
abstract class Alarm {

  /** In no place. */
  static final int NONE = -1;

  final Wheel wheel;

  /** Where it stands in the wheel; guarded by the wheel. */
  int place = NONE;

  Alarm(Clock clock) {
    this.wheel = clock.wheel();
  }

  /** Sets this, which is not set, to ring at a time of its clock. */
  final void set(long ringing) {
    if (wheel.set(this, ringing)) {
      try {
        wheel.clock.wakeFor(ringing);
      } catch (Throwable error) {
        wheel.cancel(this);
        throw error;
      }
    }
  }

  /** Sets this to another time; false if it is not set, has rung for one. */
  final boolean reset(long ringing) {
    boolean set = wheel.reset(this, ringing);
    if (set) {
      wheel.clock.wakeFor(ringing);
    }
    return set;
  }

  /** Keeps this from ringing; does nothing if it is not set, has rung or rings now. */
  final void unset() {
    wheel.cancel(this);
  }

  /** Called on the thread that turns the wheel, which is not locked; must be short and not wait. */
  abstract void ring();
}
