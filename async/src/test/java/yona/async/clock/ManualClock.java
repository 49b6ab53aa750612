package yona.async.clock;

/** A clock that stands still until a test moves it, and then fires alarms on the test's thread. */
public final class ManualClock extends Clock {

  private final Wheel wheel = new Wheel(this);
  private long now;

  /** Waits while the time moves: nobody sees the new time before what was due has fired. */
  @Override
  public synchronized long now() {
    return now;
  }

  @Override
  public Wheel wheel() {
    return wheel;
  }

  @Override
  protected void wakeFor(long time) {}

  /** How many alarms are set. */
  public int count() {
    return wheel.count();
  }

  /** Moves the time on, and fires each alarm that is due on the way at its time. */
  public synchronized void advance(long nanos) {
    long end = now + nanos;
    for (long next = wheel.next(); next <= end; next = wheel.next()) {
      now = Math.max(now, next);
      Alarm due = wheel.poll(now);
      if (due != null) {
        fire(due);
      }
    }
    now = end;
  }

  /** Moves the time on at one go; those that are due fire late. */
  public synchronized void leap(long nanos) {
    long end = now + nanos;
    now = end;
    advance(0);
  }
}
