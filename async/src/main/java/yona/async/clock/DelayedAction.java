package yona.async.clock;

/** Something that is done once, some time from now, unless it is cancelled before. */
public final class DelayedAction extends Alarm {

  private final Runnable action;

  private DelayedAction(Runnable action) {
    super(Timers.SYSTEM);
    this.action = action;
  }

  /**
   * Puts something off. Never suspends.
   *
   * @param nanos when it is done, in nanoseconds from now
   * @param action what is done then, on the thread of the clock; must be short and must not wait
   * @return to cancel it by
   */
  public static DelayedAction start(long nanos, Runnable action) {
    DelayedAction delayed = new DelayedAction(action);
    delayed.set(Timers.SYSTEM.after(nanos));
    return delayed;
  }

  /** Cancels it; it may be done all the same if its time is over. Any thread may. */
  public void cancel() {
    unset();
  }

  @Override
  protected void fire() {
    action.run();
  }
}
