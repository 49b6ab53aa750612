package yona.library.statistics;

import yona.library.collection.LongSort;

/**
 * Floats in ascending order, NaN last, as whole numbers in the same order: the sign and magnitude
 * of IEEE 754 in two's complement.
 */
final class SortedFloats implements Ranking {
  private final long[] sorted;
  private final boolean hasNan;

  /**
   * Sorts Floats.
   *
   * @param floats at least one, none of them -0.0
   */
  SortedFloats(double[] floats) {
    long[] ordered = new long[floats.length];
    for (int i = 0; i < ordered.length; i++) {
      ordered[i] = turned(Double.doubleToLongBits(floats[i]));
    }
    sorted = LongSort.sorted(ordered);
    hasNan = Double.isNaN(decoded(sorted.length - 1));
  }

  private static long turned(long bits) {
    return bits ^ ((bits >> (Long.SIZE - 1)) & Long.MAX_VALUE);
  }

  private double decoded(int index) {
    return Double.longBitsToDouble(turned(sorted[index]));
  }

  @Override
  public long count() {
    return sorted.length;
  }

  @Override
  public double at(long rank) {
    return hasNan ? Double.NaN : decoded((int) rank);
  }
}
