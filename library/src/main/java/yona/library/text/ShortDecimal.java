package yona.library.text;

/**
 * Decimal numbers of few digits: their digits are a Float themselves, and so is the power of ten
 * that they are divided by, so that one division gives the nearest Float. No state.
 *
 * <p>Source: W. Clinger, "How to Read Floating Point Numbers Accurately", PLDI 1990.
 */
public final class ShortDecimal {
  /** The most digits, those behind the point among them. They are far from the greatest long. */
  public static final int DIGITS = 15;

  private static final double[] POWERS = {
    1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15
  };

  private ShortDecimal() {}

  /**
   * The Float of a decimal number.
   *
   * @param digits its digits without the point, at most {@link #DIGITS}
   * @param decimals how many of them stand behind the point
   */
  public static double of(long digits, int decimals) {
    return digits / POWERS[decimals];
  }
}
