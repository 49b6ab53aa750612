package yona.async.stm;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The variables that a transaction wrote, with their values; what a nested transaction wrote can be
 * undone. Belongs to one thread.
 */
final class WriteSet {

  private static final int FIRST = 4;

  private TVar<?>[] variables = new TVar<?>[FIRST];
  private @Nullable Object[] values = new Object[FIRST];
  private int size;
  private int @Nullable [] index;

  /**
   * Values that a nested transaction replaced, and their places: in pairs, the newest last. Null
   * until there is one.
   */
  private @Nullable Object @Nullable [] replacedValues;

  private int[] replacedPlaces = {};
  private int replaced;

  /** Variables in front of this place were written before the nested transaction began. */
  private int nestedFrom;

  WriteSet() {}

  int size() {
    return size;
  }

  TVar<?>[] variables() {
    return variables;
  }

  @Nullable Object[] values() {
    return values;
  }

  int @Nullable [] index() {
    return index;
  }

  /** Where a variable is; -1 if it has not been written. */
  int find(TVar<?> variable) {
    return VariableIndex.find(variable, variables, size, index);
  }

  @Nullable Object value(int at) {
    return values[at];
  }

  void put(TVar<?> variable, @Nullable Object value) {
    int at = find(variable);
    if (at >= 0) {
      if (at < nestedFrom) {
        remember(at);
      }
      values[at] = value;
      return;
    }
    if (size == variables.length) {
      variables = Arrays.copyOf(variables, 2 * size);
      values = Arrays.copyOf(values, 2 * size);
    }
    variables[size] = variable;
    values[size] = value;
    size++;
    if (index != null && 2 * size <= index.length) {
      VariableIndex.enter(index, variable, size - 1);
    } else {
      index = VariableIndex.index(variables, size);
    }
  }

  private void remember(int at) {
    if (replacedValues == null) {
      replacedValues = new Object[FIRST];
      replacedPlaces = new int[FIRST];
    } else if (replaced == replacedValues.length) {
      replacedValues = Arrays.copyOf(replacedValues, 2 * replaced);
      replacedPlaces = Arrays.copyOf(replacedPlaces, 2 * replaced);
    }
    replacedValues[replaced] = values[at];
    replacedPlaces[replaced] = at;
    replaced++;
  }

  /** What has to be known to undo what is written from now on. */
  record Mark(int size, int replaced, int nestedFrom) {}

  /** Begins a nested transaction. */
  Mark mark() {
    Mark mark = new Mark(size, replaced, nestedFrom);
    nestedFrom = size;
    return mark;
  }

  /** Ends a nested transaction whose writes stay. */
  void keep(Mark mark) {
    nestedFrom = mark.nestedFrom;
  }

  /** Ends a nested transaction whose writes are undone. */
  void undo(Mark mark) {
    while (replaced > mark.replaced && replacedValues != null) {
      replaced--;
      values[replacedPlaces[replaced]] = replacedValues[replaced];
      replacedValues[replaced] = null;
    }
    if (size > mark.size) {
      Arrays.fill(variables, mark.size, size, null);
      Arrays.fill(values, mark.size, size, null);
      size = mark.size;
      index = VariableIndex.index(variables, size);
    }
    nestedFrom = mark.nestedFrom;
  }
}
