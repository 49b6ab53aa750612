package yona.haskell;

/**
 * A column in a batch of rows whose values may be absent: Haskell's {@code Maybe}.
 *
 * @param <C> the column of the values
 */
public final class Optionals<C> {
  private final boolean[] present;
  private final C values;

  /**
   * Makes a column.
   *
   * @param present which rows have a value; it must not be changed afterwards
   * @param values the values, with any in the rows that have none
   */
  public Optionals(boolean[] present, C values) {
    this.present = present;
    this.values = values;
  }

  boolean[] present() {
    return present;
  }

  /**
   * Whether a row has a value.
   *
   * @param row which one, from 0 on
   * @return whether it has
   * @throws ArrayIndexOutOfBoundsException if there is no such row
   */
  public boolean isPresent(int row) {
    return present[row];
  }

  /**
   * The values.
   *
   * @return a column for all rows
   */
  public C values() {
    return values;
  }

  /**
   * How many rows there are.
   *
   * @return their number
   */
  public int size() {
    return present.length;
  }
}
