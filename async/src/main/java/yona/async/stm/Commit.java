package yona.async.stm;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * What a transaction wrote, on its way into the variables and afterwards as the record of what it
 * overwrote. See {@link TransactionalMemory}.
 */
@SuppressWarnings("ReferenceEquality") // variables have an identity
final class Commit {

  /** Stands where the commits behind a snapshot have been cut off. */
  static final Commit CUT = new Commit(0, new TVar<?>[0], new Version[0], null, new Snapshot(0));

  private static final Object[] NO_VALUES = {};

  private final int size;
  private final TVar<?>[] variables;

  /** The versions that were overwritten. */
  private final @Nullable Version[] overwritten;

  private final int @Nullable [] index;

  /** The versions to put there, and their values; none if that has been done by others. */
  private final Version[] versions;

  private final @Nullable Object[] values;

  private Snapshot after;

  /** A commit that has been completed: others taken together. */
  private Commit(
      int size,
      TVar<?>[] variables,
      Version[] overwritten,
      int @Nullable [] index,
      Snapshot after) {
    this.size = size;
    this.variables = variables;
    this.overwritten = overwritten;
    this.index = index;
    this.versions = new Version[0];
    this.values = NO_VALUES;
    this.after = after;
  }

  /**
   * The commit of a write set, which is not used any more.
   *
   * @param snapshot what it is going to be appended to; another one is for {@link #follow}
   */
  Commit(WriteSet writes, Snapshot snapshot) {
    size = writes.size();
    variables = writes.variables();
    values = writes.values();
    index = writes.index();
    overwritten = new Version[size];
    versions = new Version[size];
    long number = snapshot.number + 1;
    after = new Snapshot(number);
    for (int i = 0; i < size; i++) {
      // A single value is settled as soon as it is there.
      versions[i] = new Version(number, size == 1 ? values[0] : Version.UNSETTLED);
    }
  }

  /** Says that this is going to be appended to another snapshot: a different commit was first. */
  void follow(Snapshot snapshot) {
    long number = snapshot.number + 1;
    after = new Snapshot(number);
    for (Version version : versions) {
      version.number = number;
    }
  }

  /** The snapshot behind this commit. */
  Snapshot after() {
    return after;
  }

  /** How many variables it wrote. */
  int size() {
    return size;
  }

  TVar<?> variable(int at) {
    return variables[at];
  }

  /** Where a variable is among those that were written; -1 if it is not. */
  int find(TVar<?> variable) {
    return VariableIndex.find(variable, variables, size, index);
  }

  /** The version that was overwritten; to be asked when the variable has the newer one. */
  Version overwritten(int at) {
    Version version = overwritten[at];
    if (version == null) {
      throw new AssertionError("the variable has not been written yet");
    }
    return version;
  }

  /**
   * Puts the values into their variables and then moves the memory on. Anybody may do so, any
   * number of them together, as soon as the commit has been appended; later it does nothing.
   *
   * <p>As long as this commit is not complete nobody else changes the variables, so all who are at
   * it find the same old versions, and one of them replaces each.
   *
   * @param before the snapshot that this commit was appended to
   */
  void complete(TransactionalMemory memory, Snapshot before) {
    int count = versions.length;
    long number = before.number + 1;
    for (int i = 0; i < count; i++) {
      TVar<?> variable = variables[i];
      Version old = variable.newest();
      if (old.number < number) {
        overwritten[i] = old;
        variable.replace(old, versions[i]);
      }
    }
    if (count > 1) {
      for (int i = 0; i < count; i++) {
        versions[i].settle(values[i]);
      }
    }
    if (count == 0) {
      return;
    }
    // Who begins to watch a variable after this sees its new value.
    boolean watched = isWatched();
    if (memory.advance(before, after) && watched) {
      for (int i = 0; i < size; i++) {
        variables[i].wakeWatchers();
      }
    }
  }

  private boolean isWatched() {
    for (int i = 0; i < size; i++) {
      if (variables[i].isWatched()) {
        return true;
      }
    }
    return false;
  }

  /** This commit and the one right behind it as one; both have been completed. */
  Commit and(Commit later) {
    int total = size;
    TVar<?>[] all = Arrays.copyOf(variables, size + later.size);
    Version[] old = Arrays.copyOf(overwritten, size + later.size);
    for (int i = 0; i < later.size; i++) {
      if (find(later.variables[i]) < 0) {
        all[total] = later.variables[i];
        old[total] = later.overwritten(i);
        total++;
      }
    }
    TVar<?>[] kept = Arrays.copyOf(all, total);
    return new Commit(
        total, kept, Arrays.copyOf(old, total), VariableIndex.index(kept, total), later.after);
  }
}
