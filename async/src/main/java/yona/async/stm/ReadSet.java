package yona.async.stm;

import java.util.Arrays;

/**
 * The variables that a transaction read. One that is read again may be noted again, which is
 * cheaper than to look; before many have to be kept those that are there twice are taken out.
 * Belongs to one thread.
 */
@SuppressWarnings("ReferenceEquality") // variables have an identity
final class ReadSet {

  /** So many are kept without looking whether they are there twice. */
  private static final int MANY = 1_024;

  private static final int FIRST = 8;

  private static final int GROWTH = 4;

  private static final TVar<?>[] NONE = {};

  private TVar<?>[] variables = NONE;
  private int size;

  ReadSet() {}

  void add(TVar<?> variable) {
    int last = size;
    if (last > 0 && variables[last - 1] == variable) {
      return;
    }
    if (last == variables.length) {
      makeRoom();
      last = size;
    }
    variables[last] = variable;
    size = last + 1;
  }

  private void makeRoom() {
    if (size >= MANY) {
      size = takeOutRepeated();
    }
    if (2 * size >= variables.length) {
      variables = Arrays.copyOf(variables, Math.max(FIRST, GROWTH * variables.length));
    }
  }

  /** Moves each variable to the front once; how many there are. */
  private int takeOutRepeated() {
    int[] index = new int[Integer.highestOneBit(size) * 4];
    int kept = 0;
    for (int i = 0; i < size; i++) {
      TVar<?> variable = variables[i];
      if (VariableIndex.find(variable, variables, kept, index) < 0) {
        variables[kept] = variable;
        VariableIndex.enter(index, variable, kept);
        kept++;
      }
    }
    Arrays.fill(variables, kept, size, null);
    return kept;
  }

  /** Whether no variable has been written by a commit with a greater number. */
  boolean isUnchangedSince(long number) {
    for (int i = 0; i < size; i++) {
      if (variables[i].newest().number > number) {
        return false;
      }
    }
    return true;
  }

  /** The variables, each once. */
  TVar<?>[] distinct() {
    size = takeOutRepeated();
    return Arrays.copyOf(variables, size);
  }

  void clear() {
    Arrays.fill(variables, 0, size, null);
    size = 0;
  }
}
