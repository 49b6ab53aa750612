package yona.async.stm;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;
import org.openjdk.jcstress.infra.results.II_Result;
import yona.async.Fiber;
import yona.async.Waiter;

/** The steps of transactions that depend on who sees whom. */
public final class CommitRaces {

  private CommitRaces() {}

  private static void write(TransactionalMemory memory, TVar<Integer> variable, int value) {
    memory.<Object, RuntimeException>atomically(
        () -> {
          variable.write(value);
          return null;
        });
  }

  /** A commit of two values that has happened and is not complete. */
  static class Unfinished {
    final TransactionalMemory memory = new TransactionalMemory();
    final TVar<Integer> left = memory.tvar(0);
    final TVar<Integer> right = memory.tvar(0);
    final Snapshot before = memory.now();
    final Commit commit;

    Unfinished() {
      WriteSet writes = new WriteSet();
      writes.put(left, 1);
      writes.put(right, 1);
      commit = new Commit(writes, before);
      if (!before.append(commit)) {
        throw new AssertionError("there is nobody else");
      }
    }

    int state() {
      return 10 * left.committed() + right.committed();
    }
  }

  /** Two complete a commit together: the memory moves on by one. */
  @JCStressTest
  @Outcome(id = "11, 11, 1", expect = ACCEPTABLE, desc = "complete for both")
  @Outcome(expect = FORBIDDEN, desc = "somebody sees a half of it, or it is done twice")
  @State
  public static class HelpersTogether extends Unfinished {
    @Actor
    public void one(III_Result result) {
      commit.complete(memory, before);
      result.r1 = state();
    }

    @Actor
    public void other(III_Result result) {
      commit.complete(memory, before);
      result.r2 = state();
    }

    @Arbiter
    public void outcome(III_Result result) {
      boolean kept = commit.overwritten(0).number == 0 && commit.overwritten(1).number == 0;
      result.r3 = kept ? (int) memory.now().number : -1;
    }
  }

  /** A helper that comes late does not undo the next commit. */
  @JCStressTest
  @Outcome(id = "2, 2", expect = ACCEPTABLE, desc = "the next one stands")
  @Outcome(expect = FORBIDDEN, desc = "an old value is back, or a commit is lost")
  @State
  public static class HelperAgainstNextCommit extends Unfinished {
    @Actor
    public void helper() {
      commit.complete(memory, before);
    }

    @Actor
    public void next(II_Result result) {
      write(memory, left, 2);
      result.r1 = left.committed();
    }

    @Arbiter
    public void outcome(II_Result result) {
      result.r2 = memory.now().number == 2 && right.committed() == 1 ? left.committed() : -1;
    }
  }

  /** One who reads outside of transactions completes what is under way. */
  @JCStressTest
  @Outcome(
      id = {"0, 0", "0, 1", "1, 1"},
      expect = ACCEPTABLE,
      desc = "the order of the commits")
  @Outcome(expect = FORBIDDEN, desc = "a new value, and then an old one")
  @State
  public static class HelperAgainstReader extends Unfinished {
    @Actor
    public void helper() {
      commit.complete(memory, before);
    }

    @Actor
    public void reader(II_Result result) {
      result.r1 = right.committed();
      result.r2 = left.committed();
    }
  }

  /** Who enters himself and then looks at the variable, or the commit that looks afterwards. */
  @JCStressTest
  @Outcome(
      id = {"0, 1", "1, 0", "1, 1"},
      expect = ACCEPTABLE,
      desc = "it has seen the change, or is woken")
  @Outcome(expect = FORBIDDEN, desc = "it sleeps on")
  @State
  public static class WatchAgainstCommit {
    private final TransactionalMemory memory = new TransactionalMemory();
    private final TVar<Integer> variable = memory.tvar(0);
    private final Waiter<Boolean> changed = new Waiter<>();

    @Actor
    public void sleeper(II_Result result) {
      variable.watch(changed);
      result.r1 = (int) variable.newest().number;
    }

    @Actor
    public void writer() {
      write(memory, variable, 1);
    }

    @Arbiter
    public void outcome(II_Result result) {
      result.r2 = changed.item() == null ? 0 : 1;
    }
  }

  /** One sleeper leaves while another one comes and all are woken: nobody is left behind. */
  @JCStressTest
  @Outcome(
      id = {"1, 1, 1", "1, 0, 0"},
      expect = ACCEPTABLE,
      desc = "who was there is woken, who came later still sleeps")
  @Outcome(expect = FORBIDDEN, desc = "a sleeper is lost")
  @State
  public static class SleepersAgainstWake {
    private final Watchers watchers = new Watchers();
    private final Waiter<Boolean> stays = new Waiter<>();
    private final Waiter<Boolean> comes = new Waiter<>();

    {
      watchers.enter(stays);
    }

    private final Watchers.Watch leaves = watchers.enter(new Waiter<>());

    @Actor
    public void sleepers() {
      leaves.end();
      watchers.enter(comes);
    }

    @Actor
    public void waker() {
      watchers.wake();
    }

    @Arbiter
    public void outcome(III_Result result) {
      result.r1 = stays.item() == null ? 0 : 1;
      result.r2 = comes.item() == null ? 0 : 1;
      // Whoever was not woken is still there to be woken.
      result.r3 = watchers.isEmpty() ? 1 : 0;
    }
  }

  /**
   * A transaction that begins reads the new snapshot, or is seen by who looks for it behind that.
   */
  @JCStressTest
  @Outcome(
      id = {"0, 1", "1, 0", "1, 1"},
      expect = ACCEPTABLE,
      desc = "one of the two sees the other")
  @Outcome(expect = FORBIDDEN, desc = "it stands at an old snapshot and nobody knows")
  @State
  public static class EnterAgainstCommit {
    private final TransactionalMemory memory = new TransactionalMemory();
    private final TVar<Integer> variable = memory.tvar(0);
    private volatile boolean looked;

    @Actor
    public void beginner(II_Result result) {
      Transaction transaction = new Transaction(memory, Fiber.current(), false);
      transaction.runner = transaction.thread;
      ActiveTransactions.enter(transaction);
      result.r1 = (int) memory.now().number;
      // Not before the other one has looked, or it has nothing to find.
      while (!looked) {
        Thread.onSpinWait();
      }
      ActiveTransactions.leave(transaction);
    }

    @Actor
    public void committer(II_Result result) {
      write(memory, variable, 1);
      boolean[] found = {false};
      ActiveTransactions.forEach(each -> found[0] |= each.memory == memory);
      result.r2 = found[0] ? 1 : 0;
      looked = true;
    }
  }

  /** Two transactions come and go in one bucket. */
  @JCStressTest
  @Outcome(id = "1, 1, 0", expect = ACCEPTABLE, desc = "each was in, and is out")
  @Outcome(expect = FORBIDDEN, desc = "one has taken the other one along")
  @State
  public static class EnterAgainstLeave {
    private final TransactionalMemory memory = new TransactionalMemory();
    private final Fiber fiber = Fiber.current();
    private final Transaction one = new Transaction(memory, fiber, false);
    private final Transaction other = new Transaction(memory, fiber, false);

    @SuppressWarnings("ReferenceEquality") // transactions have an identity
    private static int isIn(Transaction wanted) {
      boolean[] found = {false};
      ActiveTransactions.forEach(each -> found[0] |= each == wanted);
      return found[0] ? 1 : 0;
    }

    @Actor
    public void one(III_Result result) {
      one.runner = one.thread;
      ActiveTransactions.enter(one);
      result.r1 = isIn(one);
      ActiveTransactions.leave(one);
    }

    @Actor
    public void other(III_Result result) {
      other.runner = other.thread;
      ActiveTransactions.enter(other);
      result.r2 = isIn(other);
      ActiveTransactions.leave(other);
    }

    @Arbiter
    public void outcome(III_Result result) {
      result.r3 = isIn(one) + isIn(other);
    }
  }
}
