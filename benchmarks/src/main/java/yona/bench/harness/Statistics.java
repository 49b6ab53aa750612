package yona.bench.harness;

import java.util.Arrays;
import java.util.Collection;
import java.util.List;

/**
 * What some measurements tell together.
 *
 * @param runs the measurements, as they came
 * @param median the middle one, or the mean of the two in the middle
 * @param deviation the standard deviation of the sample, 0 for a single one
 */
public record Statistics(
    List<Double> runs, double median, double min, double max, double mean, double deviation) {
  /** Of at least one measurement. */
  static Statistics of(Collection<Double> measurements) {
    var sorted = measurements.stream().mapToDouble(Double::doubleValue).toArray();
    Arrays.sort(sorted);
    int middle = sorted.length / 2;
    double median =
        sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    double mean = Arrays.stream(sorted).average().orElseThrow();
    double squares = Arrays.stream(sorted).map(each -> (each - mean) * (each - mean)).sum();
    return new Statistics(
        List.copyOf(measurements),
        median,
        sorted[0],
        sorted[sorted.length - 1],
        mean,
        sorted.length == 1 ? 0 : Math.sqrt(squares / (sorted.length - 1)));
  }
}
