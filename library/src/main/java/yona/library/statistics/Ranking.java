package yona.library.statistics;

/** Numbers in ascending order. */
interface Ranking {
  /** How many there are, one at least. */
  long count();

  /**
   * A number as a Float; NaN if one of them is.
   *
   * @param rank how many stand before it
   */
  double at(long rank);

  /**
   * The quantile, between the two numbers next to it by linear interpolation (definition 7 of
   * Hyndman and Fan 1996).
   *
   * @param part a number from 0 to {@code whole}
   */
  default double quantile(double part, double whole) {
    double place = (count() - 1) * part / whole;
    long below = (long) place;
    double low = at(below);
    double weight = place - below;
    if (weight == 0) {
      return low;
    }
    double high = at(below + 1);
    if (low == high) {
      return low;
    }
    double step = high - low;
    return Double.isInfinite(step) ? low * (1 - weight) + high * weight : low + step * weight;
  }
}
