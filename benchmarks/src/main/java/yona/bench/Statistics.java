package yona.bench;

import java.util.Arrays;
import java.util.Collection;

/**
 * Median and range of some measurements.
 *
 * @param median the middle one, or the mean of the two in the middle
 */
record Statistics(double median, double min, double max) {
  /** Of at least one measurement. */
  static Statistics of(Collection<Double> measurements) {
    var sorted = measurements.stream().mapToDouble(Double::doubleValue).toArray();
    Arrays.sort(sorted);
    int middle = sorted.length / 2;
    double median =
        sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    return new Statistics(median, sorted[0], sorted[sorted.length - 1]);
  }
}
