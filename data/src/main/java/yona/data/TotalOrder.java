package yona.data;

import java.util.Arrays;

/**
 * The total order over all values: {@code ()}, Booleans, numbers by value with NaN last, Chars,
 * Symbols by name, tuples, Seqs, Sets, Dicts, functions, modules, the rest.
 *
 * <p>Tuples and Seqs compare element by element and then by length; sets and dicts by size and then
 * by their sorted contents. Functions and the rest stand in an order that is fixed within a run.
 * The order is consistent with {@link Equality}: 0 exactly for equal values.
 */
public final class TotalOrder {
  /** So few values are compared straight away. */
  private static final int FEW = 8;

  private TotalOrder() {}

  /**
   * Compares two values. Passes a {@link Checkpoint}, so that what sorts can be stopped.
   *
   * @param a any value
   * @param b any value
   * @return -1, 0 or 1
   */
  public static int compare(Object a, Object b) {
    Checkpoint.pass();
    return a instanceof Long x && b instanceof Long y
        ? Long.compare(x, y)
        : Comparison.totally(a, b);
  }

  /**
   * The ascending order of some values. That of texts is found faster than by comparing them.
   *
   * @param values any values; they are not moved
   * @return the index of the least value, of the next, ...; equal values keep their order
   */
  public static int[] ascending(Object[] values) {
    int[] ofTexts = values.length > FEW ? TextOrder.ascending(values) : null;
    if (ofTexts != null) {
      return ofTexts;
    }
    Integer[] order = new Integer[values.length];
    Arrays.setAll(order, i -> i);
    Arrays.sort(order, (a, b) -> compare(values[a], values[b]));
    return Arrays.stream(order).mapToInt(Integer::intValue).toArray();
  }
}
