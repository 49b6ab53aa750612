package yona.library.statistics;

import java.util.Arrays;

/**
 * Counts of Floats in at most 65,536 buckets. Each Float is rounded to the first bits of its
 * mantissa, so the width of buckets grows with the numbers (log-linear, as in HdrHistogram, and
 * over all Floats). Beyond that number neighbours are joined, which takes one bit off. Immutable.
 */
final class Buckets {
  /** Errors of 2^-11 at most; whole numbers up to 2,048 have buckets of their own. */
  private static final int BITS = 10;

  /** A megabyte. With 4 bits, all Floats have fewer, so that joining ends. */
  private static final int MOST = 1 << 16;

  private static final int MANTISSA = 52;

  /** The exponent of infinities. */
  private static final int INFINITE = 0x7ff;

  static final Buckets EMPTY = new Buckets(BITS, new int[0], new long[0]);

  private final int bits;

  /** In ascending order: the sign, and the highest bits of the magnitude. */
  private final int[] keys;

  private final long[] counts;

  private Buckets(int bits, int[] keys, long[] counts) {
    this.bits = bits;
    this.keys = keys;
    this.counts = counts;
  }

  /** These Floats too. */
  Buckets plus(double[] floats) {
    int[] added = new int[floats.length];
    for (int i = 0; i < added.length; i++) {
      added[i] = key(floats[i], bits);
    }
    Arrays.sort(added);
    long[] ones = new long[added.length];
    Arrays.fill(ones, 1);
    return merged(this, new Buckets(bits, added, ones));
  }

  /** Those of others too, as exact as the less exact ones. */
  Buckets plus(Buckets other) {
    Buckets a = this;
    Buckets b = other;
    while (a.bits > b.bits) {
      a = a.joined();
    }
    while (b.bits > a.bits) {
      b = b.joined();
    }
    return merged(a, b);
  }

  private static int key(double d, int bits) {
    long magnitude = Double.doubleToRawLongBits(Math.abs(d));
    long rounded = (magnitude + (1L << (MANTISSA - 1 - bits))) >>> (MANTISSA - bits);
    int key = capped((int) rounded, Double.isFinite(d), bits);
    return d < 0 ? -key : key;
  }

  /** A finite number is not rounded to an infinity. */
  private static int capped(int key, boolean finite, int bits) {
    int infinity = INFINITE << bits;
    return Math.min(key, finite ? infinity - 1 : infinity);
  }

  private static double decoded(int key, int bits) {
    double magnitude = Double.longBitsToDouble((long) Math.abs(key) << (MANTISSA - bits));
    return key < 0 ? -magnitude : magnitude;
  }

  /** The same numbers, rounded to one bit less. */
  private Buckets joined() {
    int[] rounded = new int[keys.length];
    for (int i = 0; i < rounded.length; i++) {
      int magnitude = Math.abs(keys[i]);
      int key = capped((magnitude + 1) >> 1, magnitude < INFINITE << bits, bits - 1);
      rounded[i] = keys[i] < 0 ? -key : key;
    }
    return merged(new Buckets(bits - 1, rounded, counts), EMPTY);
  }

  /** Both; those of equal keys become one. */
  private static Buckets merged(Buckets a, Buckets b) {
    int[] keys = new int[a.keys.length + b.keys.length];
    long[] counts = new long[keys.length];
    int size = 0;
    int i = 0;
    int j = 0;
    while (i < a.keys.length || j < b.keys.length) {
      boolean takesA = j == b.keys.length || (i < a.keys.length && a.keys[i] <= b.keys[j]);
      int key = takesA ? a.keys[i] : b.keys[j];
      long count = takesA ? a.counts[i++] : b.counts[j++];
      if (size > 0 && keys[size - 1] == key) {
        counts[size - 1] += count;
      } else {
        keys[size] = key;
        counts[size++] = count;
      }
    }
    Buckets all = new Buckets(a.bits, Arrays.copyOf(keys, size), Arrays.copyOf(counts, size));
    return size > MOST ? all.joined() : all;
  }

  /** How many there are. */
  int size() {
    return keys.length;
  }

  /**
   * The numbers in ascending order, none beyond these.
   *
   * @param least the least number; NaN if one of them is
   * @param greatest the greatest number
   */
  Ranking ranking(double least, double greatest) {
    long[] upTo = counts.clone();
    Arrays.parallelPrefix(upTo, Long::sum);
    return new Ranking() {
      @Override
      public long count() {
        return upTo[upTo.length - 1];
      }

      @Override
      public double at(long rank) {
        if (Double.isNaN(least)) {
          return least;
        }
        int found = Arrays.binarySearch(upTo, rank + 1);
        int bucket = found < 0 ? -found - 1 : found;
        return Math.clamp(decoded(keys[bucket], bits), least, greatest);
      }
    };
  }
}
