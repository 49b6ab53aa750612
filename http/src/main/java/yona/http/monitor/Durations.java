package yona.http.monitor;

import java.util.concurrent.atomic.LongAdder;

/** How often something took how long: a histogram. Safe for use by any number of fibers. */
final class Durations {

  /** The upper ends of the buckets in seconds, as they are written. */
  private static final String[] ENDS = {
    "0.001", "0.0025", "0.005", "0.01", "0.025", "0.05", "0.1", "0.25", "0.5", "1.0", "2.5", "5.0",
    "10.0"
  };

  private static final long[] NANOS = nanos();

  private final LongAdder[] buckets = new LongAdder[ENDS.length + 1];
  private final LongAdder sum = new LongAdder();

  Durations() {
    for (int i = 0; i < buckets.length; i++) {
      buckets[i] = new LongAdder();
    }
  }

  private static long[] nanos() {
    long[] nanos = new long[ENDS.length];
    for (int i = 0; i < ENDS.length; i++) {
      nanos[i] = Math.round(1e9 * Double.parseDouble(ENDS[i]));
    }
    return nanos;
  }

  void add(long nanos) {
    int bucket = 0;
    while (bucket < NANOS.length && nanos > NANOS[bucket]) {
      bucket++;
    }
    buckets[bucket].increment();
    sum.add(nanos);
  }

  /** Writes the lines of the histogram. */
  void write(String name, String labels, StringBuilder to) {
    long count = 0;
    for (int i = 0; i < buckets.length; i++) {
      count += buckets[i].sum();
      String end = i < ENDS.length ? ENDS[i] : "+Inf";
      to.append(name).append("_bucket{").append(labels).append(",le=\"").append(end);
      to.append("\"} ").append(count).append('\n');
    }
    to.append(name).append("_sum{").append(labels).append("} ");
    to.append(sum.sum() / 1e9).append('\n');
    to.append(name).append("_count{").append(labels).append("} ").append(count).append('\n');
  }
}
