package yona.async.task;

/** Delays that are multiplied each time. */
final class ExponentialDelays implements Schedule.Delays {

  private final double factor;
  private final long longest;

  /** A floating-point number: it never overflows, and is exact as long as it matters. */
  private double next;

  ExponentialDelays(long first, double factor, long longest) {
    this.next = first;
    this.factor = factor;
    this.longest = longest;
  }

  @Override
  public long next(long elapsed) {
    double delay = next;
    // Kept below infinity, so that no delay at all stays none.
    next = Math.min(delay * factor, 2.0 * Long.MAX_VALUE);
    return Math.min((long) delay, longest);
  }
}
