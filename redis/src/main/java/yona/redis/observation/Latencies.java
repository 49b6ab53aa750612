package yona.redis.observation;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * How long replies took, from the call to the arrival: how many fell into each of some buckets,
 * which are as wide as a sixteenth of the power of two below them, so that what is read from them
 * is right to some 6 percent (the layout of HdrHistogram). All below 1 us is one bucket, and all
 * above 73 minutes. Immutable.
 */
public final class Latencies {

  /** Each power of two has that many buckets, as a power of two. */
  private static final int PARTS_BITS = 4;

  private static final int PARTS = 1 << PARTS_BITS;

  /** The first and the last power of two, in nanoseconds, with buckets of its own. */
  private static final int FIRST_POWER = 10;

  private static final int LAST_POWER = 41;

  /** How many buckets there are. */
  static final int BUCKETS = 2 + (LAST_POWER - FIRST_POWER + 1) * PARTS;

  private static final Latencies NONE = new Latencies(new long[BUCKETS], 0);

  /**
   * A bucket of some replies.
   *
   * @param from the shortest time that falls into it
   * @param to the shortest time that is longer than those
   * @param count how many replies took so long
   */
  public record Bucket(Duration from, Duration to, long count) {}

  private final long[] counts;
  private final long count;
  private final long most;

  /**
   * Makes a snapshot.
   *
   * @param counts of each bucket; belongs to this from now on
   * @param most the longest time
   */
  Latencies(long[] counts, long most) {
    this.counts = counts;
    this.most = most;
    long sum = 0;
    for (long each : counts) {
      sum += each;
    }
    this.count = sum;
  }

  static Latencies none() {
    return NONE;
  }

  /** The bucket of a time. */
  static int bucket(long nanos) {
    int power = Long.SIZE - 1 - Long.numberOfLeadingZeros(nanos | 1);
    if (power < FIRST_POWER || nanos < 0) {
      return 0;
    }
    if (power > LAST_POWER) {
      return BUCKETS - 1;
    }
    int part = (int) (nanos >>> (power - PARTS_BITS)) & (PARTS - 1);
    return 1 + (power - FIRST_POWER) * PARTS + part;
  }

  /** The shortest time in a bucket; of the one behind the last the longest time there is. */
  static long from(int bucket) {
    if (bucket == 0) {
      return 0;
    }
    if (bucket == BUCKETS) {
      return Long.MAX_VALUE;
    }
    int power = FIRST_POWER + (bucket - 1) / PARTS;
    long part = (bucket - 1L) % PARTS;
    return (PARTS + part) << (power - PARTS_BITS);
  }

  /**
   * How many replies there were.
   *
   * @return at least 0
   */
  public long count() {
    return count;
  }

  /**
   * The longest time.
   *
   * @return zero if there was no reply
   */
  public Duration max() {
    return Duration.ofNanos(most);
  }

  /**
   * The mean time.
   *
   * @return right to some 3 percent; zero if there was no reply
   */
  public Duration mean() {
    double sum = 0;
    for (int i = 0; i < BUCKETS; i++) {
      long to = Math.min(from(i + 1), most);
      sum += counts[i] * (from(i) + Math.max(0, to - from(i)) / 2.0);
    }
    return Duration.ofNanos(count == 0 ? 0 : Math.round(sum / count));
  }

  /**
   * The time that some percent of the replies did not exceed.
   *
   * @param percent from 0 to 100, such as 99.9
   * @return too long by 6 percent at most; zero if there was no reply
   * @throws IllegalArgumentException if it is no such number
   */
  public Duration percentile(double percent) {
    if (!(percent >= 0 && percent <= 100)) {
      throw new IllegalArgumentException("a percentile is from 0 to 100, not " + percent);
    }
    long wanted = Math.max(1, (long) Math.ceil(percent / 100 * count));
    long seen = 0;
    for (int i = 0; i < BUCKETS; i++) {
      seen += counts[i];
      if (seen >= wanted) {
        return Duration.ofNanos(Math.min(from(i + 1), most));
      }
    }
    return Duration.ZERO;
  }

  /**
   * The buckets that have replies, for those who draw or export them.
   *
   * @return from the shortest times to the longest
   */
  public List<Bucket> buckets() {
    List<Bucket> buckets = new ArrayList<>();
    for (int i = 0; i < BUCKETS; i++) {
      if (counts[i] > 0) {
        Duration to = Duration.ofNanos(from(i + 1));
        buckets.add(new Bucket(Duration.ofNanos(from(i)), to, counts[i]));
      }
    }
    return buckets;
  }

  /** What has come since an earlier snapshot. Its longest time is that of its last bucket. */
  Latencies since(Latencies earlier) {
    long[] left = new long[BUCKETS];
    long longest = 0;
    for (int i = 0; i < BUCKETS; i++) {
      left[i] = Math.max(0, counts[i] - earlier.counts[i]);
      longest = left[i] > 0 ? Math.min(from(i + 1), most) : longest;
    }
    return new Latencies(left, longest);
  }

  /** Some numbers for people. */
  @Override
  public String toString() {
    return count == 0
        ? "no replies"
        : "mean %s, 50 %% %s, 99 %% %s, max %s"
            .formatted(shown(mean()), shown(percentile(50)), shown(percentile(99)), shown(max()));
  }

  /** A time for people, such as {@code 1.25 ms}. */
  static String shown(Duration time) {
    double nanos = time.toNanos();
    if (nanos < 1e6) {
      return "%.0f us".formatted(nanos / 1e3);
    }
    return nanos < 1e9 ? "%.2f ms".formatted(nanos / 1e6) : "%.2f s".formatted(nanos / 1e9);
  }
}
