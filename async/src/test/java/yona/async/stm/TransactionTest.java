package yona.async.stm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What a transaction reads, writes and leaves behind, one rule a test. */
class TransactionTest {

  private final TransactionalMemory memory = new TransactionalMemory();
  private final TVar<Integer> left = memory.tvar(1);
  private final TVar<Integer> right = memory.tvar(2);

  @AfterEach
  void noTransactionIsLeft() {
    assertThat(ActiveTransactions.count()).isZero();
  }

  /** Runs a body on another thread and waits for it, from inside a transaction too. */
  static void elsewhere(Runnable body) {
    Thread thread = Thread.ofPlatform().start(body);
    boolean interrupted = false;
    while (thread.isAlive()) {
      try {
        thread.join();
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private static void set(TVar<Integer> variable, int value) {
    variable.memory.atomically(
        () -> {
          variable.write(value);
          return null;
        });
  }

  @Test
  void theResultIsTheBodys() {
    assertThat(memory.<Integer, RuntimeException>atomically(() -> left.read() + right.read()))
        .isEqualTo(3);
    assertThat(memory.<Integer, RuntimeException>readOnly(() -> left.read() + right.read()))
        .isEqualTo(3);
  }

  @Test
  void whatIsWrittenIsReadInsideAtOnceAndOutsideAtTheEnd() {
    memory.atomically(
        () -> {
          left.write(10);
          assertThat(left.read()).isEqualTo(10);
          assertThat(left.committed()).isEqualTo(1);
          elsewhere(() -> assertThat(left.read()).isEqualTo(1));
          return null;
        });
    assertThat(left.read()).isEqualTo(10);
    assertThat(left.committed()).isEqualTo(10);
  }

  @Test
  void valuesMayBeNull() {
    TVar<String> variable = memory.tvar(null);
    assertThat(variable.read()).isNull();
    memory.atomically(
        () -> {
          variable.write("there");
          return null;
        });
    assertThat(variable.read()).isEqualTo("there");
    memory.atomically(
        () -> {
          variable.write(null);
          assertThat(variable.read()).isNull();
          return null;
        });
    assertThat(variable.read()).isNull();
  }

  @Test
  void modifyGivesTheNewValue() {
    int result = memory.<Integer, RuntimeException>atomically(() -> left.modify(x -> x + 41));
    assertThat(result).isEqualTo(42);
    assertThat(left.read()).isEqualTo(42);
  }

  @Test
  void anErrorUndoesAllAndIsRaised() {
    Exception error = new Exception("mine");
    assertThatThrownBy(
            () ->
                memory.atomically(
                    () -> {
                      left.write(10);
                      throw error;
                    }))
        .isSameAs(error);
    assertThat(left.read()).isEqualTo(1);
  }

  @Test
  void aConflictRepeatsTheBody() {
    AtomicInteger runs = new AtomicInteger();
    memory.atomically(
        () -> {
          int seen = left.read();
          if (runs.getAndIncrement() == 0) {
            elsewhere(() -> set(left, 100));
          }
          right.write(seen);
          return null;
        });
    assertThat(runs).hasValue(2);
    assertThat(right.read()).isEqualTo(100);
  }

  @Test
  void whoOnlyWritesDoesNotConflict() {
    AtomicInteger runs = new AtomicInteger();
    memory.atomically(
        () -> {
          left.write(5);
          if (runs.getAndIncrement() == 0) {
            elsewhere(() -> set(left, 100));
          }
          return null;
        });
    assertThat(runs).hasValue(1);
    assertThat(left.read()).isEqualTo(5);
  }

  @Test
  void whatOthersWriteElsewhereDoesNotConflict() {
    AtomicInteger runs = new AtomicInteger();
    memory.atomically(
        () -> {
          runs.getAndIncrement();
          left.modify(x -> x + 1);
          elsewhere(() -> set(right, 100));
          return null;
        });
    assertThat(runs).hasValue(1);
  }

  @Test
  void aTransactionThatWroteNothingIsNotRepeated() {
    AtomicInteger runs = new AtomicInteger();
    int sum =
        memory.<Integer, RuntimeException>atomically(
            () -> {
              runs.getAndIncrement();
              int seen = left.read();
              elsewhere(() -> setBoth(10, 20));
              return seen + right.read();
            });
    assertThat(sum).isEqualTo(3);
    assertThat(runs).hasValue(1);
  }

  private void setBoth(int first, int second) {
    memory.atomically(
        () -> {
          left.write(first);
          right.write(second);
          return null;
        });
  }

  @Test
  void whatIsReadFirstIsReadAtTheNewestMoment() {
    int sum =
        memory.<Integer, RuntimeException>atomically(
            () -> {
              elsewhere(() -> setBoth(10, 20));
              return left.read() + right.read();
            });
    assertThat(sum).as("nothing had been read before").isEqualTo(30);
  }

  @Test
  void aStaleTransactionReadsOnAtItsMomentAndIsRepeatedWhenItWrites() {
    List<Integer> sums = new ArrayList<>();
    memory.atomically(
        () -> {
          int seen = left.read();
          if (sums.isEmpty()) {
            elsewhere(() -> setBoth(10, 20));
          }
          sums.add(seen + right.read());
          left.write(0);
          assertThat(sums).as("got here in the second run only").hasSize(2);
          return null;
        });
    assertThat(sums).containsExactly(3, 30);
  }

  @Test
  void aReadOnlyTransactionSeesOneMomentAndRunsOnce() {
    AtomicInteger runs = new AtomicInteger();
    memory.readOnly(
        () -> {
          runs.getAndIncrement();
          for (int i = 0; i < 2_000; i++) {
            int number = i;
            elsewhereNow(() -> setBoth(number, -number));
            assertThat(left.read()).isEqualTo(1);
            assertThat(right.read()).isEqualTo(2);
          }
          return null;
        });
    assertThat(runs).hasValue(1);
    assertThat(left.read()).isEqualTo(1_999);
  }

  /** Like {@link #elsewhere}, quicker: on one thread for all. */
  private static void elsewhereNow(Runnable body) {
    try {
      OTHER.submit(body).get();
    } catch (InterruptedException | java.util.concurrent.ExecutionException e) {
      throw new AssertionError(e);
    }
  }

  private static final java.util.concurrent.ExecutorService OTHER =
      java.util.concurrent.Executors.newSingleThreadExecutor(
          Thread.ofPlatform().daemon().factory());

  @Test
  void readOnlyTransactionsRefuseToWrite() {
    assertThatThrownBy(() -> memory.readOnly(() -> left.modify(x -> x + 1)))
        .isInstanceOf(TransactionException.class)
        .hasMessage("a write in a read-only transaction");
    assertThatThrownBy(
            () -> memory.readOnly(() -> memory.atomically(() -> left.modify(x -> x + 1))))
        .isInstanceOf(TransactionException.class);
    assertThat(left.read()).isEqualTo(1);
  }

  @Test
  void outsideOfATransactionNothingIsWritten() {
    assertThatThrownBy(() -> left.write(3))
        .isInstanceOf(TransactionException.class)
        .hasMessage("write outside of a transaction");
    assertThatThrownBy(() -> left.modify(x -> x)).isInstanceOf(TransactionException.class);
    assertThatThrownBy(left::protect).isInstanceOf(TransactionException.class);
    assertThatThrownBy(STM::retry).isInstanceOf(TransactionException.class);
    assertThatThrownBy(() -> STM.check(true)).isInstanceOf(TransactionException.class);
    STM.effect("nothing");
  }

  @Test
  void aTransactionHasTheVariablesOfItsMemoryOnly() {
    TVar<Integer> foreign = new TransactionalMemory().tvar(0);
    assertThatThrownBy(() -> memory.atomically(foreign::read))
        .isInstanceOf(TransactionException.class)
        .hasMessageContaining("another memory");
    assertThatThrownBy(
            () ->
                memory.atomically(
                    () -> {
                      foreign.write(1);
                      return null;
                    }))
        .isInstanceOf(TransactionException.class);
    assertThatThrownBy(() -> memory.atomically(() -> foreign.memory.atomically(() -> 1)))
        .isInstanceOf(TransactionException.class);
    assertThatThrownBy(() -> memory.atomically(() -> foreign.memory.orElse(() -> 1, () -> 2)))
        .isInstanceOf(TransactionException.class);
  }

  @Test
  void protectConflictsWithWhoWrites() {
    AtomicInteger runs = new AtomicInteger();
    memory.atomically(
        () -> {
          int seen = right.read();
          if (runs.getAndIncrement() == 0) {
            elsewhere(
                () ->
                    memory.atomically(
                        () -> {
                          right.protect();
                          return null;
                        }));
          }
          left.write(seen);
          return null;
        });
    assertThat(runs).hasValue(2);
    assertThat(right.read()).isEqualTo(2);
  }

  @Test
  void manyVariablesAreReadAndWritten() {
    List<TVar<Integer>> all = new ArrayList<>();
    for (int i = 0; i < 1_000; i++) {
      all.add(memory.tvar(i));
    }
    memory.atomically(
        () -> {
          for (int round = 0; round < 3; round++) {
            for (TVar<Integer> each : all) {
              each.write(each.read() + 1);
            }
          }
          return null;
        });
    for (int i = 0; i < 1_000; i++) {
      assertThat(all.get(i).read()).isEqualTo(i + 3);
    }
  }

  @Test
  void manyVariablesAreWatchedForConflicts() {
    List<TVar<Integer>> all = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      all.add(memory.tvar(i));
    }
    for (int changed = 0; changed < 100; changed++) {
      TVar<Integer> victim = all.get(changed);
      AtomicInteger runs = new AtomicInteger();
      memory.atomically(
          () -> {
            for (TVar<Integer> each : all) {
              var _ = each.read();
            }
            if (runs.getAndIncrement() == 0) {
              elsewhereNow(() -> set(victim, -1));
            }
            left.write(0);
            return null;
          });
      assertThat(runs).hasValue(2);
    }
  }

  @Test
  void aVariableMadeInATransactionIsUsable() {
    TVar<Integer> made =
        memory.<TVar<Integer>, RuntimeException>atomically(
            () -> {
              TVar<Integer> variable = memory.tvar(7);
              variable.modify(x -> x + 1);
              return variable;
            });
    assertThat(made.read()).isEqualTo(8);
    assertThat(made).hasToString("TVar(8)");
  }

  @Test
  void theDefaultMemoryIsOne() {
    TVar<Integer> variable = STM.tvar(1);
    STM.atomically(() -> variable.modify(x -> x + 1));
    assertThat(STM.<Integer, RuntimeException>readOnly(variable::read)).isEqualTo(2);
    assertThat(variable.memory).isSameAs(STM.memory());
  }

  @Test
  void threadsOfTheSameBucketDoNotMixTheirTransactions() throws Exception {
    // More transactions at once than there are buckets.
    int count = 300;
    var inside = new java.util.concurrent.CountDownLatch(count);
    List<Thread> threads = new ArrayList<>();
    List<TVar<Integer>> all = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      TVar<Integer> own = memory.tvar(i);
      all.add(own);
      threads.add(
          Thread.ofPlatform()
              .start(
                  () ->
                      memory.atomically(
                          () -> {
                            int value = own.modify(x -> x + 1_000);
                            inside.countDown();
                            try {
                              inside.await();
                            } catch (InterruptedException e) {
                              throw new AssertionError(e);
                            }
                            assertThat(own.read()).isEqualTo(value);
                            return null;
                          })));
    }
    inside.await();
    assertThat(left.read()).isEqualTo(1);
    for (Thread thread : threads) {
      thread.join();
    }
    for (int i = 0; i < count; i++) {
      assertThat(all.get(i).read()).isEqualTo(i + 1_000);
    }
  }
}
