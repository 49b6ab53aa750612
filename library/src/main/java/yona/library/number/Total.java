package yona.library.number;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;

/**
 * A sum of numbers: that of integers is exact, that of Floats keeps their rounding errors aside
 * (Neumaier 1974). Not thread-safe while numbers are added.
 */
public final class Total {
  /** The integers that did not fit into {@link #few}. */
  private BigInteger whole = BigInteger.ZERO;

  private long few;
  private double sum;
  private double lost;

  /** The sum of one number, an Int, Byte, Big or Float. */
  public static Total of(Object number) {
    Total total = new Total();
    total.add(number);
    return total;
  }

  /** The same sum, to which others can be added. */
  public Total copy() {
    Total copy = new Total();
    copy.whole = whole;
    copy.few = few;
    copy.sum = sum;
    copy.lost = lost;
    return copy;
  }

  /** Adds an Int, Byte, Big or Float. */
  public void add(Object number) {
    switch (number) {
      case Long n -> add((long) n);
      case Byte b -> add((long) (b & 0xff));
      case BigInteger b -> whole = whole.add(b);
      default -> add((double) (Double) number);
    }
  }

  /** Adds a Float. */
  public void add(double d) {
    double next = sum + d;
    lost += Math.abs(sum) >= Math.abs(d) ? (sum - next) + d : (d - next) + sum;
    sum = next;
  }

  /** Adds another sum. */
  public void add(Total other) {
    whole = whole.add(other.whole);
    add(other.few);
    add(other.sum);
    lost += other.lost;
  }

  private void add(long n) {
    long next = few + n;
    if (((next ^ few) & (next ^ n)) < 0) {
      whole = whole.add(BigInteger.valueOf(few));
      next = n;
    }
    few = next;
  }

  private BigInteger whole() {
    return whole.add(BigInteger.valueOf(few));
  }

  /** Whether no Float was NaN or infinite, and their sum is neither. */
  private boolean isFinite() {
    return Double.isFinite(sum + lost);
  }

  /** The sum, rounded once. */
  public double value() {
    return mean(1);
  }

  /** The mean of so many numbers whose sum this is, rounded once. */
  public double mean(long count) {
    if (!isFinite()) {
      return sum / count;
    }
    return new BigDecimal(whole())
        .add(new BigDecimal(sum))
        .add(new BigDecimal(lost))
        .divide(BigDecimal.valueOf(count), MathContext.DECIMAL128)
        .doubleValue();
  }

  /**
   * The mean of some numbers less that of others, with the error of a rounding of this difference,
   * also where both means are large: integers are divided with their remainders, Floats in twice
   * their precision.
   */
  public static double between(Total a, long countOfA, Total b, long countOfB) {
    return ofIntegers(a, countOfA, b, countOfB) + ofFloats(a, countOfA, b, countOfB);
  }

  private static double ofIntegers(Total a, long countOfA, Total b, long countOfB) {
    if (a.whole.signum() != 0 || b.whole.signum() != 0) {
      return ofBigs(a.whole(), countOfA, b.whole(), countOfB);
    }
    long left = Math.floorDiv(a.few, countOfA);
    long right = Math.floorDiv(b.few, countOfB);
    long difference = left - right;
    if (((left ^ right) & (left ^ difference)) < 0) {
      return ofBigs(a.whole(), countOfA, b.whole(), countOfB);
    }
    double rests =
        (double) Math.floorMod(a.few, countOfA) / countOfA
            - (double) Math.floorMod(b.few, countOfB) / countOfB;
    return difference + rests;
  }

  private static double ofBigs(BigInteger a, long countOfA, BigInteger b, long countOfB) {
    BigInteger left = a.multiply(BigInteger.valueOf(countOfB));
    BigInteger right = b.multiply(BigInteger.valueOf(countOfA));
    BigDecimal counts = BigDecimal.valueOf(countOfA).multiply(BigDecimal.valueOf(countOfB));
    return new BigDecimal(left.subtract(right)).divide(counts, MathContext.DECIMAL64).doubleValue();
  }

  private static double ofFloats(Total a, long countOfA, Total b, long countOfB) {
    double left = (a.sum + a.lost) / countOfA;
    double right = (b.sum + b.lost) / countOfB;
    double rests =
        (Math.fma(-left, (double) countOfA, a.sum) + a.lost) / countOfA
            - (Math.fma(-right, (double) countOfB, b.sum) + b.lost) / countOfB;
    return (left - right) + rests;
  }
}
