package yona.library.statistics;

import yona.data.TotalOrder;
import yona.library.number.MathFunctions;
import yona.library.number.Total;

/**
 * Count, sum, extremes and squared distances from the mean of numbers, in constant memory (Welford
 * 1962; joined as Chan, Golub and LeVeque 1979). Not thread-safe while numbers are added.
 */
final class Moments {
  private long count;
  private final Total total;
  private double squares;
  private Object least;
  private Object greatest;

  /** Those of one number, an Int, Byte, Big or Float. */
  Moments(Object number) {
    this(1, Total.of(number), squares(number), number, number);
  }

  private Moments(long count, Total total, double squares, Object least, Object greatest) {
    this.count = count;
    this.total = total;
    this.squares = squares;
    this.least = least;
    this.greatest = greatest;
  }

  /** The same, to which others can be added. */
  Moments copy() {
    return new Moments(count, total.copy(), squares, least, greatest);
  }

  /** The sum of squares that a single number has: NaN where it is not finite. */
  private static double squares(Object number) {
    return number instanceof Double d && !Double.isFinite(d) ? Double.NaN : 0;
  }

  /** Adds an Int, Byte, Big or Float. */
  void add(Object number) {
    add(1, Total.of(number), squares(number), number, number);
  }

  /** Adds the numbers whose moments the others are. */
  void add(Moments other) {
    add(other.count, other.total, other.squares, other.least, other.greatest);
  }

  private void add(long more, Total sum, double theirs, Object low, Object high) {
    double distance = Total.between(sum, more, total, count);
    squares += theirs + distance * distance * ((double) count / (count + more)) * more;
    total.add(sum);
    count += more;
    least = MathFunctions.extreme(least, low, -1);
    greatest = MathFunctions.extreme(greatest, high, 1);
  }

  /** How many numbers there are, one at least. */
  long count() {
    return count;
  }

  /** The mean, rounded once. */
  double mean() {
    return total.mean(count);
  }

  /** The least number; NaN if one of them is. */
  Object least() {
    return least;
  }

  /** The greatest number; NaN if one of them is. */
  Object greatest() {
    return greatest;
  }

  /** The sum of the squared distances from the mean; 0 if all numbers are equal. */
  double squares() {
    return isConstant() ? 0 : squares;
  }

  /** Whether all numbers are equal, and finite. */
  boolean isConstant() {
    return TotalOrder.compare(least, greatest) == 0 && !Double.isNaN(squares);
  }

  /** A number less the mean. */
  double distance(Object number) {
    return isConstant() ? 0 : Total.between(Total.of(number), 1, total, count);
  }
}
