package yona.async.stm;

import org.jspecify.annotations.Nullable;

/**
 * Finding a variable among others: one by one if they are few, else by an index of their places,
 * with open addressing, by identity.
 */
@SuppressWarnings("ReferenceEquality") // variables have an identity
final class VariableIndex {

  /** So many are found faster one by one. */
  static final int FEW = 8;

  private VariableIndex() {}

  /** Where a variable is among the first ones of an array; -1 if it is not. */
  static int find(TVar<?> variable, TVar<?>[] variables, int count, int @Nullable [] index) {
    if (index == null) {
      for (int i = 0; i < count; i++) {
        if (variables[i] == variable) {
          return i;
        }
      }
      return -1;
    }
    int mask = index.length - 1;
    for (int slot = slot(variable, mask); ; slot = (slot + 1) & mask) {
      int at = index[slot] - 1;
      if (at < 0 || variables[at] == variable) {
        return at;
      }
    }
  }

  /** An index of the first ones of an array, at most half full; null if they are few. */
  static int @Nullable [] index(TVar<?>[] variables, int count) {
    if (count <= FEW) {
      return null;
    }
    int[] index = new int[Integer.highestOneBit(count) * 4];
    for (int i = 0; i < count; i++) {
      enter(index, variables[i], i);
    }
    return index;
  }

  /** Enters the place of a variable that is not in the index. */
  static void enter(int[] index, TVar<?> variable, int at) {
    int mask = index.length - 1;
    int slot = slot(variable, mask);
    while (index[slot] != 0) {
      slot = (slot + 1) & mask;
    }
    index[slot] = at + 1;
  }

  private static int slot(TVar<?> variable, int mask) {
    int hash = System.identityHashCode(variable);
    return (hash ^ (hash >>> 16)) & mask;
  }
}
