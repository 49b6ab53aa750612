package yona.library.terminal;

import java.util.concurrent.TimeUnit;

/**
 * How much becomes done in a second: the mean of the last seconds, in which what is longer ago
 * counts less and less.
 */
final class ProgressRate {
  /** After so long a measurement counts for 1/e. */
  private static final double DECAY_NANOS = TimeUnit.SECONDS.toNanos(5);

  private long lastDone;
  private long lastNanos;
  private double amount;
  private double nanos;

  /**
   * Takes a measurement.
   *
   * @param done how much is done by now
   * @param at nanoseconds since the beginning, no fewer than before
   * @return how much becomes done in a second; 0 if that is not known
   */
  double measure(long done, long at) {
    double decay = Math.exp((lastNanos - at) / DECAY_NANOS);
    amount = amount * decay + (done - lastDone);
    nanos = nanos * decay + (at - lastNanos);
    lastDone = done;
    lastNanos = at;
    return nanos > 0 ? amount / nanos * 1e9 : 0;
  }
}
