package yona.async.stm;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The state of a memory between two commits: what a transaction sees.
 *
 * <p>Each snapshot knows the commit behind it and so, from one to the next, every value that has
 * been overwritten since. Nothing leads back: what no transaction stands at is garbage.
 */
final class Snapshot {

  /** So many steps are walked for an old value before the way is made shorter. */
  private static final int LONG_WAY = 32;

  private static final VarHandle NEXT;

  static {
    try {
      NEXT = MethodHandles.lookup().findVarHandle(Snapshot.class, "next", Commit.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  /** How many commits came before. */
  final long number;

  /** The commit behind this snapshot, or several in one; null behind the newest snapshot. */
  private volatile @Nullable Commit next;

  Snapshot(long number) {
    this.number = number;
  }

  /** The commit behind this snapshot; null if there is none. */
  @Nullable Commit next() {
    return next;
  }

  /** Appends a commit unless another one has been: the one step that makes a commit happen. */
  boolean append(Commit commit) {
    return NEXT.compareAndSet(this, null, commit);
  }

  /** Cuts what follows off. Nobody stands here or before any more. */
  void cut() {
    next = Commit.CUT;
  }

  /** The version that a variable had at this snapshot, if a later commit has overwritten it. */
  Version older(TVar<?> variable, TransactionalMemory memory) {
    int steps = 0;
    Snapshot at = this;
    for (; ; ) {
      Commit commit = at.next;
      if (commit == null || commit == Commit.CUT) {
        throw new AssertionError("no commit has overwritten the variable");
      }
      int index = commit.find(variable);
      if (index >= 0) {
        if (steps > LONG_WAY) {
          shorten(memory.now());
        }
        return commit.overwritten(index);
      }
      at = commit.after();
      steps++;
    }
  }

  /**
   * Makes one commit of several behind this snapshot, so that of each variable only the value that
   * this snapshot needs is kept, and so that few steps lead to it. Their sizes fall from one to the
   * next by half at least, so each value is moved a logarithmic number of times. Others may walk
   * the old way meanwhile, or do the same.
   *
   * @param until a snapshot behind this one, up to which all commits have been completed
   */
  void shorten(Snapshot until) {
    List<Snapshot> starts = new ArrayList<>();
    List<Commit> before = new ArrayList<>();
    List<Commit> commits = new ArrayList<>();
    Snapshot at = this;
    while (at.number < until.number) {
      Commit commit = at.next;
      if (commit == null || commit == Commit.CUT) {
        break;
      }
      starts.add(at);
      before.add(commit);
      at = commit.after();
      int last = commits.size() - 1;
      while (last >= 0 && commits.get(last).size() <= 2 * commit.size()) {
        commit = commits.remove(last).and(commit);
        starts.removeLast();
        before.removeLast();
        last--;
      }
      commits.add(commit);
    }
    for (int i = 0; i < commits.size(); i++) {
      if (commits.get(i) != before.get(i)) {
        NEXT.compareAndSet(starts.get(i), before.get(i), commits.get(i));
      }
    }
  }
}
