package yona.data;

/**
 * What {@code <}, {@code <=}, {@code >} and {@code >=} see: numbers by value, Chars, Booleans,
 * Symbols, Seqs, tuples and {@code ()} with their like; sets and dicts by inclusion, which is
 * partial; nothing else.
 */
public final class Ordering {
  /** The left operand is less. */
  public static final int LESS = -1;

  /** The operands are equal. */
  public static final int EQUAL = 0;

  /** The left operand is greater. */
  public static final int GREATER = 1;

  /** Neither is less, nor are they equal: a NaN, or sets of which none includes the other. */
  public static final int UNORDERED = 2;

  /** The operands have no order at all: a type error. */
  public static final int NOT_COMPARABLE = 3;

  private Ordering() {}

  /**
   * Compares the operands of an ordering operator.
   *
   * @param a the left operand
   * @param b the right operand
   * @return {@link #LESS}, {@link #EQUAL}, {@link #GREATER}, {@link #UNORDERED} or {@link
   *     #NOT_COMPARABLE}
   */
  public static int compareOperands(Object a, Object b) {
    if (a instanceof Long x && b instanceof Long y) {
      return Long.compare(x, y);
    }
    return a instanceof Double x && x.isNaN() && Numbers.isNumber(b)
        ? UNORDERED
        : Comparison.asOperands(a, b);
  }
}
