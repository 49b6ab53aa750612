package yona.async;

/** A clock that stands still until a test moves it, and then rings alarms on the test's thread. */
final class ManualClock extends Clock {

  private final Wheel wheel = new Wheel(this);
  private long now;

  /** Waits while the time moves: nobody sees the new time before what was due has rung. */
  @Override
  synchronized long now() {
    return now;
  }

  @Override
  Wheel wheel() {
    return wheel;
  }

  @Override
  void wakeFor(long time) {}

  /** How many alarms are set. */
  int count() {
    return wheel.count();
  }

  /** Moves the time on, and rings each alarm that is due on the way at its time. */
  synchronized void advance(long nanos) {
    long end = now + nanos;
    for (long next = wheel.next(); next <= end; next = wheel.next()) {
      now = Math.max(now, next);
      Alarm due = wheel.poll(now);
      if (due != null) {
        ring(due);
      }
    }
    now = end;
  }

  /** Moves the time on at one go; those that are due ring late. */
  synchronized void leap(long nanos) {
    long end = now + nanos;
    now = end;
    advance(0);
  }
}
