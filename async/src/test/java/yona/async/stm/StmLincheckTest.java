package yona.async.stm;

import java.util.List;
import org.jetbrains.lincheck.datastructures.IntGen;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.jetbrains.lincheck.datastructures.StressOptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import yona.property.Effort;

/**
 * Counters and a bank of three accounts, on platform threads: transactions, read-only ones and
 * reads outside of any, each of which has to look like one step.
 */
@Tag("linearizability")
@Param(name = "account", gen = IntGen.class, conf = "0:2")
@Param(name = "amount", gen = IntGen.class, conf = "1:3")
public class StmLincheckTest {

  private final TransactionalMemory memory = new TransactionalMemory();
  private final List<TVar<Integer>> accounts =
      List.of(memory.tvar(5), memory.tvar(5), memory.tvar(5));

  /** Made anew for each scenario. */
  public StmLincheckTest() {}

  private TVar<Integer> account(int number) {
    return accounts.get(number);
  }

  /** Adds to one account. */
  @Operation
  public int deposit(@Param(name = "account") int to, @Param(name = "amount") int amount) {
    return memory.<Integer, RuntimeException>atomically(
        () -> account(to).modify(balance -> balance + amount));
  }

  /** Writes two accounts. */
  @Operation
  public boolean transfer(
      @Param(name = "account") int from,
      @Param(name = "account") int to,
      @Param(name = "amount") int amount) {
    return memory.<Boolean, RuntimeException>orElse(
        () -> {
          STM.check(account(from).modify(balance -> balance - amount) >= 0);
          account(to).modify(balance -> balance + amount);
          return true;
        },
        () -> false);
  }

  /** Reads two, writes a third one: a write skew would show. */
  @Operation
  public int copySum(@Param(name = "account") int to) {
    return memory.<Integer, RuntimeException>atomically(
        () -> {
          int sum = account((to + 1) % 3).read() + account((to + 2) % 3).read();
          account(to).write(sum);
          return sum;
        });
  }

  /** Undoes part of what it does. */
  @Operation
  public int swapInside(@Param(name = "account") int one) {
    return memory.<Integer, RuntimeException>atomically(
        () -> {
          try {
            memory.atomically(
                () -> {
                  account(one).write(-100);
                  throw new IllegalStateException();
                });
          } catch (IllegalStateException expected) {
            // Its write is undone.
          }
          return account((one + 1) % 3).modify(balance -> balance + account(one).read());
        });
  }

  /** Reads all at one moment. */
  @Operation
  public String all() {
    return memory.<String, RuntimeException>readOnly(
        () -> account(0).read() + " " + account(1).read() + " " + account(2).read());
  }

  /** Reads outside of a transaction. */
  @Operation
  public int balance(@Param(name = "account") int of) {
    return account(of).read();
  }

  @Test
  void isLinearizable() {
    new StressOptions()
        .iterations(Effort.of(30))
        .invocationsPerIteration(1_000)
        .threads(3)
        .actorsPerThread(3)
        .check(getClass());
  }
}
