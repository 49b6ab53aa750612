package yona.stress;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;
import org.openjdk.jcstress.infra.results.I_Result;
import yona.async.stm.STM;
import yona.async.stm.TVar;
import yona.async.stm.TransactionalMemory;

/** Transactions and reads outside of them, by two threads at the same moment. */
public final class TransactionalMemoryRaces {

  private TransactionalMemoryRaces() {}

  private static <T> void write(TVar<T> variable, T value) {
    STM.<Object, RuntimeException>atomically(
        () -> {
          variable.write(value);
          return value;
        });
  }

  /** Two variables that transactions keep equal. */
  static class Twins {
    final TransactionalMemory memory = new TransactionalMemory();
    final TVar<Integer> left = memory.tvar(0);
    final TVar<Integer> right = memory.tvar(0);

    void writeBoth(int value) {
      memory.<Object, RuntimeException>atomically(
          () -> {
            left.write(value);
            right.write(value);
            return value;
          });
    }
  }

  /** A value that is read outside of a transaction carries what was written before. */
  @JCStressTest
  @Outcome(id = "0", expect = ACCEPTABLE, desc = "not there yet")
  @Outcome(id = "1", expect = ACCEPTABLE, desc = "seen")
  @Outcome(expect = FORBIDDEN, desc = "something written before is not seen")
  @State
  public static class ValuePublishes {
    private final TVar<int[]> variable = STM.tvar(new int[1]);

    @Actor
    public void writer() {
      int[] payload = new int[2];
      payload[0] = 1;
      write(variable, payload);
    }

    @Actor
    public void reader(I_Result result) {
      int[] seen = variable.committed();
      result.r1 = seen.length == 1 ? 0 : seen[0] == 1 ? 1 : -1;
    }
  }

  /** The same for a value of a commit that writes several. */
  @JCStressTest
  @Outcome(id = "0", expect = ACCEPTABLE, desc = "not there yet")
  @Outcome(id = "1", expect = ACCEPTABLE, desc = "seen")
  @Outcome(expect = FORBIDDEN, desc = "something written before is not seen")
  @State
  public static class ValueOfSeveralPublishes {
    private final TVar<int[]> variable = STM.tvar(new int[1]);
    private final TVar<int[]> other = STM.tvar(new int[1]);

    @Actor
    public void writer() {
      int[] payload = new int[2];
      payload[0] = 1;
      STM.<Object, RuntimeException>atomically(
          () -> {
            variable.write(payload);
            other.write(payload);
            return payload;
          });
    }

    @Actor
    public void reader(I_Result result) {
      int[] seen = variable.committed();
      result.r1 = seen.length == 1 ? 0 : seen[0] == 1 ? 1 : -1;
    }
  }

  /** Outside of transactions nobody sees a new value and then an old one. */
  @JCStressTest
  @Outcome(
      id = {"0, 0", "0, 1", "1, 1"},
      expect = ACCEPTABLE,
      desc = "the order of the commits")
  @Outcome(expect = FORBIDDEN, desc = "a new value, and then an old one")
  @State
  public static class NewThenOld extends Twins {
    @Actor
    public void writer() {
      writeBoth(1);
    }

    @Actor
    public void reader(II_Result result) {
      result.r1 = left.committed();
      result.r2 = right.committed();
    }
  }

  /** The same for the one that is written first. */
  @JCStressTest
  @Outcome(
      id = {"0, 0", "0, 1", "1, 1"},
      expect = ACCEPTABLE,
      desc = "the order of the commits")
  @Outcome(expect = FORBIDDEN, desc = "a new value, and then an old one")
  @State
  public static class NewThenOldTheOtherWayRound extends Twins {
    @Actor
    public void writer() {
      writeBoth(1);
    }

    @Actor
    public void reader(II_Result result) {
      result.r1 = right.committed();
      result.r2 = left.committed();
    }
  }

  /** No body sees two states at once, be it repeated later or not. */
  @JCStressTest
  @Outcome(id = "0", expect = ACCEPTABLE, desc = "one state")
  @Outcome(expect = FORBIDDEN, desc = "a half of a commit")
  @State
  public static class Opacity extends Twins {
    @Actor
    public void writer() {
      writeBoth(1);
      writeBoth(2);
    }

    @Actor
    public void reader(I_Result result) {
      int torn =
          memory.<Integer, RuntimeException>readOnly(
              () -> left.read().equals(right.read()) ? 0 : 1);
      memory.<Object, RuntimeException>atomically(
          () -> {
            // Counted outside of the memory, so also in runs that come to nothing.
            if (!left.read().equals(right.read())) {
              result.r1++;
            }
            left.write(right.read());
            return null;
          });
      result.r1 += torn;
    }
  }

  /** No increment is lost, by whichever way the commits get in each other's way. */
  @JCStressTest
  @Outcome(id = "2", expect = ACCEPTABLE, desc = "both")
  @Outcome(expect = FORBIDDEN, desc = "an increment is lost")
  @State
  public static class Increments {
    private final TransactionalMemory memory = new TransactionalMemory();
    private final TVar<Integer> count = memory.tvar(0);

    private void increment() {
      memory.<Object, RuntimeException>atomically(() -> count.modify(now -> now + 1));
    }

    @Actor
    public void one() {
      increment();
    }

    @Actor
    public void other() {
      increment();
    }

    @Arbiter
    public void outcome(I_Result result) {
      result.r1 = count.read();
    }
  }

  /** Each reads what the other writes: they are serial, one sees the other. */
  @JCStressTest
  @Outcome(
      id = {"0, 1", "1, 0"},
      expect = ACCEPTABLE,
      desc = "one after the other")
  @Outcome(expect = FORBIDDEN, desc = "neither has seen the other")
  @State
  public static class WriteSkew extends Twins {
    @Actor
    public void one(II_Result result) {
      result.r1 =
          memory.<Integer, RuntimeException>atomically(
              () -> {
                left.write(1);
                return right.read();
              });
    }

    @Actor
    public void other(II_Result result) {
      result.r2 =
          memory.<Integer, RuntimeException>atomically(
              () -> {
                right.write(1);
                return left.read();
              });
    }
  }

  /** A transaction that goes to sleep is woken by the change that it waits for. */
  @JCStressTest
  @Outcome(id = "1", expect = ACCEPTABLE, desc = "woken")
  @Outcome(expect = FORBIDDEN, desc = "it went on without")
  @State
  public static class RetryAgainstWrite {
    private final TVar<Integer> variable = STM.tvar(0);

    @Actor
    public void sleeper(I_Result result) {
      result.r1 =
          STM.<Integer, RuntimeException>atomically(
              () -> {
                STM.check(variable.read() == 1);
                return variable.read();
              });
    }

    @Actor
    public void writer() {
      write(variable, 1);
    }
  }
}
