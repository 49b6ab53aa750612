package yona.async.task;

/** Delays after which runs start at multiples of an interval. */
final class RegularStarts implements Schedule.Delays {

  private final long interval;

  /** The number of the last start: it was due after so many intervals. */
  private long last;

  RegularStarts(long interval) {
    this.interval = interval;
  }

  @Override
  public long next(long elapsed) {
    if (interval == 0) {
      return 0;
    }
    // A start that is due at this very moment has not been missed.
    long notMissed = elapsed / interval + (elapsed % interval == 0 ? 0 : 1);
    last = Math.max(last + 1, notMissed);
    long due = last > Long.MAX_VALUE / interval ? Long.MAX_VALUE : last * interval;
    return due == Long.MAX_VALUE ? due : due - elapsed;
  }
}
