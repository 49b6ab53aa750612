package yona.async.stm;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import yona.async.Async;
import yona.async.Body;
import yona.async.Future;
import yona.async.Group;
import yona.async.Program;
import yona.async.StackEnd;
import yona.async.TimeoutException;

/** Many fibers and threads at the same variables: what holds between these holds always. */
@Tag("slow")
class StmStressTest {

  private final TransactionalMemory memory = new TransactionalMemory();

  @AfterEach
  void noTransactionIsLeft() {
    assertThat(ActiveTransactions.count()).isZero();
  }

  private static <T> T program(Body<T, Exception> body) throws Exception {
    List<Throwable> reported = new ArrayList<>();
    T result = new Program(reported::add).run(body);
    assertThat(reported).isEmpty();
    return result;
  }

  private List<TVar<Integer>> accounts(int count) {
    List<TVar<Integer>> all = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      all.add(memory.tvar(100));
    }
    return all;
  }

  private void transfer(List<TVar<Integer>> accounts, Random random) {
    TVar<Integer> from = accounts.get(random.nextInt(accounts.size()));
    TVar<Integer> to = accounts.get(random.nextInt(accounts.size()));
    int amount = random.nextInt(20);
    memory.atomically(
        () -> {
          from.modify(balance -> balance - amount);
          return to.modify(balance -> balance + amount);
        });
  }

  private static int sum(List<TVar<Integer>> accounts) {
    int sum = 0;
    for (TVar<Integer> each : accounts) {
      sum += each.read();
    }
    return sum;
  }

  @Test
  void noMoneyIsLostOrMadeOnFibers() throws Exception {
    List<TVar<Integer>> accounts = accounts(10);
    program(
        () -> {
          try (var group = new Group<RuntimeException>()) {
            for (int f = 0; f < 100; f++) {
              int seed = f;
              group.fork(
                  () -> {
                    Random random = new Random(seed);
                    for (int i = 0; i < 500; i++) {
                      transfer(accounts, random);
                      if (i % 50 == 0) {
                        Async.yield();
                        assertThat(memory.<Integer, RuntimeException>readOnly(() -> sum(accounts)))
                            .isEqualTo(1_000);
                      }
                    }
                    return null;
                  });
            }
            group.join();
          }
          return null;
        });
    assertThat(sum(accounts)).isEqualTo(1_000);
  }

  /**
   * Bodies that are doomed see a state that was, too: else they would divide by zero, or look for
   * ever for what cannot be missing.
   */
  @Test
  void everyRunSeesAStateThatWas() throws Exception {
    List<TVar<Integer>> accounts = accounts(8);
    AtomicBoolean stop = new AtomicBoolean();
    AtomicInteger broken = new AtomicInteger();
    TVar<Integer> log = memory.tvar(0);
    List<Thread> threads = new ArrayList<>();
    for (int t = 0; t < 2; t++) {
      int seed = t;
      threads.add(
          Thread.ofPlatform()
              .start(
                  () -> {
                    Random random = new Random(seed);
                    while (!stop.get()) {
                      transfer(accounts, random);
                    }
                  }));
    }
    for (int i = 0; i < 20_000; i++) {
      boolean writes = i % 2 == 0;
      memory.atomically(
          () -> {
            // Counts in doomed runs, too.
            if (sum(accounts) != 800) {
              broken.getAndIncrement();
            }
            return writes ? log.modify(x -> x + 1) : 0;
          });
    }
    stop.set(true);
    for (Thread thread : threads) {
      thread.join();
    }
    assertThat(broken).hasValue(0);
    assertThat(log.read()).isEqualTo(10_000);
  }

  /** One commit writes both; outside of transactions nobody sees the new one and then the old. */
  @Test
  void readsOutsideOfTransactionsSeeCommitsInTheirOrder() throws Exception {
    TVar<Integer> first = memory.tvar(0);
    TVar<Integer> second = memory.tvar(0);
    int rounds = 200_000;
    Thread writer =
        Thread.ofPlatform()
            .start(
                () -> {
                  for (int i = 1; i <= rounds; i++) {
                    int number = i;
                    memory.atomically(
                        () -> {
                          // In both orders, so that either is the one that comes first.
                          (number % 2 == 0 ? first : second).write(number);
                          (number % 2 == 0 ? second : first).write(number);
                          return null;
                        });
                  }
                });
    int seen = 0;
    while (seen < rounds) {
      int one = first.read();
      int two = second.read();
      int again = first.committed();
      int inside = memory.<Integer, RuntimeException>readOnly(second::read);
      assertThat(seen).isLessThanOrEqualTo(one);
      assertThat(one).isLessThanOrEqualTo(two);
      assertThat(two).isLessThanOrEqualTo(again);
      assertThat(again).isLessThanOrEqualTo(inside);
      seen = one;
    }
    writer.join();
  }

  @Test
  void writeSkewDoesNotHappen() throws Exception {
    // Of two doctors one stays: each goes only if the other is there.
    for (int round = 0; round < 2_000; round++) {
      TVar<Boolean> one = memory.tvar(true);
      TVar<Boolean> other = memory.tvar(true);
      Thread thread = Thread.ofPlatform().start(() -> leave(one, other));
      leave(other, one);
      thread.join();
      assertThat(one.read() || other.read()).isTrue();
    }
  }

  private void leave(TVar<Boolean> own, TVar<Boolean> other) {
    memory.atomically(
        () -> {
          if (other.read()) {
            own.write(false);
          }
          return null;
        });
  }

  @Test
  void sleepersThatAreCancelledAtAnyMomentTakeNothingWithThem() throws Exception {
    TVar<Integer> tokens = memory.tvar(0);
    AtomicInteger taken = new AtomicInteger();
    program(
        () -> {
          try (var group = new Group<RuntimeException>()) {
            for (int f = 0; f < 50; f++) {
              Random random = new Random(f);
              group.fork(
                  () -> {
                    for (int i = 0; i < 40; i++) {
                      try {
                        Async.timeoutNanos(
                            random.nextInt(200_000),
                            () ->
                                memory.<Integer, RuntimeException>atomically(
                                    () -> {
                                      STM.check(tokens.read() > 0);
                                      return tokens.modify(count -> count - 1);
                                    }));
                        taken.getAndIncrement();
                      } catch (TimeoutException expected) {
                        Async.yield();
                      }
                    }
                    return null;
                  });
            }
            Future<Integer> given =
                group.fork(
                    () -> {
                      for (int i = 0; i < 1_000; i++) {
                        memory.atomically(() -> tokens.modify(count -> count + 1));
                        Async.yield();
                      }
                      return 1_000;
                    });
            group.join();
            // A token that was taken while the time ran out is gone with the result.
            assertThat(given.value() - tokens.read()).isGreaterThanOrEqualTo(taken.get());
          }
          return null;
        });
    assertThat(tokens.isWatched()).isFalse();
    assertThat(tokens.read()).isNotNegative();
  }

  @Test
  void fibersThatWaitForEachOtherByAlternativesAllGetOn() throws Exception {
    // Each takes from either of two piles; who gives puts on both in turn.
    TVar<Integer> left = memory.tvar(0);
    TVar<Integer> right = memory.tvar(0);
    int fibers = 20;
    int each = 200;
    program(
        () -> {
          try (var group = new Group<RuntimeException>()) {
            for (int f = 0; f < fibers; f++) {
              group.fork(
                  () -> {
                    for (int i = 0; i < each; i++) {
                      memory.<Integer, RuntimeException>orElse(() -> take(left), () -> take(right));
                    }
                    return null;
                  });
            }
            group.fork(
                () -> {
                  for (int i = 0; i < fibers * each; i++) {
                    TVar<Integer> pile = i % 2 == 0 ? left : right;
                    memory.atomically(() -> pile.modify(count -> count + 1));
                    if (i % 7 == 0) {
                      Async.yield();
                    }
                  }
                  return null;
                });
            group.join();
          }
          return null;
        });
    assertThat(left.read() + right.read()).isZero();
  }

  private static int take(TVar<Integer> pile) {
    STM.check(pile.read() > 0);
    return pile.modify(count -> count - 1);
  }

  @Test
  void aStackThatOverflowsInATransactionLeavesTheMemoryUsable() throws Exception {
    List<TVar<Integer>> accounts = accounts(4);
    overflowBeside(
        accounts,
        () -> transfer(accounts, new Random(7)),
        // Reaches the end of the stack in its body.
        () -> memory.atomically(() -> spendAll(accounts.getFirst())),
        () ->
            memory.<Object, RuntimeException>orElse(
                () -> {
                  accounts.getFirst().modify(balance -> balance + 1);
                  throw STM.retry();
                },
                () -> accounts.getFirst().read()));
  }

  @SuppressWarnings("InfiniteRecursion") // to the end of the stack
  private static int spendAll(TVar<Integer> account) {
    account.modify(balance -> balance - 1);
    return spendAll(account) + 1;
  }

  @Test
  void aNestedTransactionThatOverflowsIsUndoneOrEndsTheOuterOne() throws Exception {
    List<TVar<Integer>> accounts = accounts(2);
    overflowBeside(
        accounts,
        () ->
            memory.atomically(
                () -> {
                  accounts.getFirst().modify(balance -> balance - 1);
                  try {
                    memory.atomically(
                        () -> {
                          accounts.getFirst().modify(balance -> balance + 1_000);
                          accounts.getLast().modify(balance -> balance + 1_000);
                          throw new IllegalStateException("to be undone");
                        });
                  } catch (StackOverflowError | IllegalStateException undone) {
                    // Nothing of it is there.
                  }
                  return accounts.getLast().modify(balance -> balance + 1);
                }));
  }

  @Test
  void aCommitAtTheEndOfTheStackEitherHappensAndWakesOrDoesNotHappen() throws Exception {
    TVar<Integer> count = memory.tvar(0);
    AtomicInteger commits = new AtomicInteger();
    AtomicBoolean stop = new AtomicBoolean();
    Thread sleeper =
        Thread.ofPlatform()
            .start(
                () -> {
                  for (int seen = 0; !stop.get(); ) {
                    int last = seen;
                    seen =
                        memory.<Integer, RuntimeException>atomically(
                            () -> {
                              STM.check(count.read() != last);
                              return count.read();
                            });
                  }
                });
    overflowBeside(
        accounts(1),
        () -> {
          memory.atomically(() -> count.modify(x -> x + 1));
          commits.getAndIncrement();
        });
    assertThat(count.read()).isEqualTo(commits.get());
    stop.set(true);
    memory.atomically(() -> count.modify(x -> x + 1));
    sleeper.join();
  }

  /** Others use the memory meanwhile; what the accounts hold together stays the same. */
  private void overflowBeside(List<TVar<Integer>> accounts, Runnable... operations)
      throws Exception {
    int sum = sum(accounts);
    for (Runnable operation : operations) {
      List<Thread> threads = new ArrayList<>();
      for (int t = 0; t < 2; t++) {
        threads.add(
            StackEnd.overflowing(
                30,
                () -> {
                  try {
                    operation.run();
                  } finally {
                    // Whatever has happened, the fiber may wait, and start transactions.
                    Async.yield();
                  }
                }));
        threads.getLast().start();
      }
      Random random = new Random(7);
      for (int i = 0; i < 5_000; i++) {
        transfer(accounts, random);
        assertThat(memory.<Integer, RuntimeException>readOnly(() -> sum(accounts))).isEqualTo(sum);
      }
      for (Thread thread : threads) {
        thread.join();
      }
      assertThat(sum(accounts)).isEqualTo(sum);
      assertThat(ActiveTransactions.count()).isZero();
    }
  }
}
