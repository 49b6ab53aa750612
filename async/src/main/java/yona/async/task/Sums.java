package yona.async.task;

/** Delays of which each is the sum of the two before it. */
final class Sums implements Schedule.Delays {

  private final long longest;
  private long next;
  private long before;

  Sums(long first, long longest) {
    this.next = first;
    this.longest = longest;
  }

  @Override
  public long next(long elapsed) {
    long delay = next;
    next = delay > Long.MAX_VALUE - before ? Long.MAX_VALUE : delay + before;
    before = delay;
    return Math.min(delay, longest);
  }
}
