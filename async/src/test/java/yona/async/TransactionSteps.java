package yona.async;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import yona.async.SoakProgram.Deliberate;
import yona.async.stm.STM;
import yona.async.stm.TVar;

/** Steps of random programs: transactions, those that sleep among them. */
final class TransactionSteps {

  private static final int EACH = 100;

  private final SoakProgram program;
  private final List<TVar<Integer>> accounts;

  TransactionSteps(SoakProgram program) {
    this.program = program;
    accounts = IntStream.range(0, 4).mapToObj(_ -> variable(EACH)).toList();
  }

  private TVar<Integer> variable(int value) {
    return program.leftovers.at(STM.tvar(value));
  }

  void assertBalanced() {
    assertThat(balance()).isEqualTo(EACH * accounts.size());
  }

  private int balance() {
    return STM.readOnly(() -> accounts.stream().mapToInt(TVar::read).sum());
  }

  /** Sleeps until the accounts hold what they never will. */
  Object awaitUnbalanced() {
    return STM.atomically(
        () -> {
          STM.check(accounts.stream().mapToInt(TVar::read).sum() != EACH * accounts.size());
          return "unbalanced";
        });
  }

  Object transfer(Random random) {
    TVar<Integer> from = accounts.get(random.nextInt(accounts.size()));
    TVar<Integer> to = accounts.get(random.nextInt(accounts.size()));
    int amount = random.nextInt(10);
    boolean fails = random.nextInt(4) == 0;
    STM.atomically(
        () -> {
          from.modify(money -> money - amount);
          if (fails) {
            undone(to, amount);
          }
          to.modify(money -> money + amount);
          return null;
        });
    assertBalanced();
    return "transferred";
  }

  /** A nested transaction that raises has written nothing. */
  private static void undone(TVar<Integer> to, int amount) {
    try {
      STM.atomically(
          () -> {
            to.modify(money -> money + amount);
            throw new Deliberate();
          });
    } catch (Deliberate _) {
      // It was meant.
    }
  }

  Object step(Random random) throws Exception {
    return random.nextBoolean() ? handOver(random) : fromEither(random);
  }

  /** One fiber writes where there is nothing, another one reads where there is something. */
  private Object handOver(Random random) throws Exception {
    TVar<Integer> slot = variable(0);
    int values = random.nextInt(20);
    Future<Integer> sum =
        Async.<Future<Integer>, Exception>group(
            group -> {
              group.fork(program.watched(() -> putAll(slot, values)));
              return group.fork(
                  program.watched(
                      () -> {
                        int all = 0;
                        for (int i = 0; i < values; i++) {
                          all += STM.atomically(() -> taken(slot));
                        }
                        return all;
                      }));
            });
    assertThat(sum.value()).isEqualTo(values * (values + 1) / 2);
    return "handed over";
  }

  private static int putAll(TVar<Integer> slot, int values) {
    for (int i = 1; i <= values; i++) {
      int value = i;
      STM.atomically(
          () -> {
            STM.check(slot.read() == 0);
            slot.write(value);
            return null;
          });
    }
    return values;
  }

  private static int taken(TVar<Integer> slot) {
    int value = slot.read();
    STM.check(value != 0);
    slot.write(0);
    return value;
  }

  /** Two fibers write, each to a variable of its own; one reads whichever has something. */
  private Object fromEither(Random random) throws Exception {
    TVar<Integer> left = variable(0);
    TVar<Integer> right = variable(0);
    int lefts = random.nextInt(10);
    int rights = random.nextInt(10);
    int sum =
        Async.<Integer, Exception>group(
            group -> {
              group.fork(program.watched(() -> putAll(left, lefts)));
              group.fork(program.watched(() -> putAll(right, rights)));
              int all = 0;
              for (int i = 0; i < lefts + rights; i++) {
                all +=
                    STM.<Integer, RuntimeException>atomically(
                        () ->
                            STM.<Integer, RuntimeException>orElse(
                                () -> taken(left), () -> taken(right)));
              }
              return all;
            });
    assertThat(sum).isEqualTo((lefts * (lefts + 1) + rights * (rights + 1)) / 2);
    return "from either";
  }
}
