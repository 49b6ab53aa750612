package yona.async.stm;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.jspecify.annotations.Nullable;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.IIII_Result;
import org.openjdk.jcstress.infra.results.III_Result;
import yona.async.CancellationException;
import yona.async.Scope;
import yona.async.Waiter;

/** A transaction that sleeps until something changes is cancelled as that happens. */
public final class RetryRaces {

  private RetryRaces() {}

  /** An account that a transaction waits for and takes from, and another sleeper beside it. */
  static class Account {
    final TransactionalMemory memory = new TransactionalMemory();
    final TVar<Integer> balance = memory.tvar(0);
    private final Waiter<Boolean> neighbour = new Waiter<>();
    private final Watchers.Watch neighboursWatch = balance.watch(neighbour);
    private volatile @Nullable Scope scope;

    /** Takes 1 as soon as there is any: 1, or -1 if that was cancelled. */
    int take() {
      try (Scope own = Scope.open()) {
        scope = own;
        memory.<Object, RuntimeException>atomically(
            () -> {
              STM.check(balance.read() > 0);
              balance.write(balance.read() - 1);
              return balance;
            });
        return 1;
      } catch (CancellationException _) {
        return -1;
      }
    }

    void put() {
      memory.<Object, RuntimeException>atomically(() -> balance.modify(now -> now + 1));
    }

    void cancel() {
      Scope other;
      while ((other = scope) == null) {
        Thread.onSpinWait();
      }
      other.cancel();
    }

    /** Whether the neighbour was woken. */
    int woken() {
      return neighbour.item() == null ? 0 : 1;
    }

    void endNeighboursWatch() {
      neighboursWatch.end();
    }

    int watched() {
      return balance.isWatched() ? 1 : 0;
    }
  }

  /** The write that wakes it comes with the cancellation: taken, or left, and nobody watches on. */
  @JCStressTest
  @Outcome(
      id = {"1, 0, 0, 1", "-1, 1, 0, 1"},
      expect = ACCEPTABLE,
      desc = "taken or left; it watches no longer, and its neighbour was woken")
  @Outcome(expect = FORBIDDEN, desc = "lost, or half done; or a watcher too many or too few")
  @State
  public static class CancelAgainstWake extends Account {
    @Actor
    public void sleeper(IIII_Result result) {
      result.r1 = take();
    }

    @Actor
    public void writer() {
      // The sleeper learns of it while the write is on its way.
      cancel();
      put();
    }

    @Arbiter
    public void outcome(IIII_Result result) {
      result.r2 = balance.committed();
      result.r3 = watched();
      result.r4 = woken();
    }
  }

  /** The same when the write comes first. */
  @JCStressTest
  @Outcome(
      id = {"1, 0, 0, 1", "-1, 1, 0, 1"},
      expect = ACCEPTABLE,
      desc = "taken or left; it watches no longer, and its neighbour was woken")
  @Outcome(expect = FORBIDDEN, desc = "lost, or half done; or a watcher too many or too few")
  @State
  public static class WakeAgainstCancel extends Account {
    @Actor
    public void sleeper(IIII_Result result) {
      result.r1 = take();
    }

    @Actor
    public void writer() {
      put();
      cancel();
    }

    @Arbiter
    public void outcome(IIII_Result result) {
      result.r2 = balance.committed();
      result.r3 = watched();
      result.r4 = woken();
    }
  }

  /** Nothing is ever written: it is cancelled wherever it is on its way to sleep. */
  @JCStressTest
  @Outcome(id = "-1, 1, 0", expect = ACCEPTABLE, desc = "cancelled, and it watches no longer")
  @Outcome(expect = FORBIDDEN, desc = "it sleeps on, still watches, or took its neighbour along")
  @State
  public static class CancelAgainstSleep extends Account {
    @Actor
    public void sleeper(III_Result result) {
      result.r1 = take();
    }

    @Actor
    public void canceller() {
      cancel();
    }

    @Arbiter
    public void outcome(III_Result result) {
      // By the neighbour, and behind that by nobody.
      result.r2 = watched();
      endNeighboursWatch();
      result.r3 = watched();
    }
  }
}
