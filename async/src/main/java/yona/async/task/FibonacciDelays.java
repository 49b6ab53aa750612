package yona.async.task;

/** Delays of which each is the sum of the two before it, like the Fibonacci numbers. */
final class FibonacciDelays implements Schedule.Delays {

  private final long longest;
  private long next;
  private long before;

  FibonacciDelays(long first, long longest) {
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
