package yona.async.stm;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Old versions are kept for whoever needs them, and for nobody else. */
class OldVersionsTest {

  private static final int MEGABYTE = 1 << 20;

  private final TransactionalMemory memory = new TransactionalMemory();

  @AfterEach
  void noTransactionIsLeft() {
    assertThat(ActiveTransactions.count()).isZero();
  }

  private static <T> void set(TVar<T> variable, T value) {
    variable.memory.atomically(
        () -> {
          variable.write(value);
          return null;
        });
  }

  private static void awaitCollected(WeakReference<?> reference) {
    while (reference.get() != null) {
      System.gc();
    }
  }

  private static long usedMegabytes() {
    System.gc();
    Runtime runtime = Runtime.getRuntime();
    return (runtime.totalMemory() - runtime.freeMemory()) / MEGABYTE;
  }

  @Test
  void anOverwrittenValueIsGarbageAtOnce() {
    TVar<Object> variable = memory.tvar(new Object());
    TVar<Object> other = memory.tvar("other");
    for (int i = 0; i < 5; i++) {
      WeakReference<Object> first = new WeakReference<>(variable.read());
      memory.atomically(
          () -> {
            other.write("changed");
            variable.write(new Object());
            return null;
          });
      awaitCollected(first);
    }
  }

  @Test
  void aVariableOfTheLastCommitIsGarbageWithItsValue() {
    TVar<Object> variable = memory.tvar("first");
    set(variable, new byte[MEGABYTE]);
    WeakReference<Object> value = new WeakReference<>(variable.read());
    WeakReference<TVar<Object>> reference = new WeakReference<>(variable);
    variable = null;
    awaitCollected(reference);
    awaitCollected(value);
  }

  @Test
  void aTransactionKeepsWhatItMayReadUntilItEnds() {
    TVar<Object> variable = memory.tvar(new Object());
    WeakReference<Object> old = new WeakReference<>(variable.read());
    memory.readOnly(
        () -> {
          TransactionTest.elsewhere(() -> set(variable, "new"));
          System.gc();
          assertThat(variable.read()).isSameAs(old.get()).isNotNull();
          assertThat(variable.committed()).isEqualTo("new");
          return null;
        });
    awaitCollected(old);
  }

  @Test
  void memoryStaysFlat() {
    TVar<byte[]> variable = memory.tvar(new byte[0]);
    long before = usedMegabytes();
    for (int i = 0; i < 5_000; i++) {
      set(variable, new byte[MEGABYTE / 2]);
    }
    assertThat(usedMegabytes() - before).isLessThan(20);
  }

  @Test
  void memoryStaysFlatBesideALongReadOnlyTransaction() {
    TVar<byte[]> large = memory.tvar(new byte[] {1});
    TVar<Integer> small = memory.tvar(0);
    memory.readOnly(
        () -> {
          assertThat(small.read()).isZero();
          long before = usedMegabytes();
          // More than the heap could keep.
          TransactionTest.elsewhere(
              () -> {
                for (int i = 1; i <= 20_000; i++) {
                  set(large, new byte[MEGABYTE / 4]);
                  set(small, i);
                }
              });
          assertThat(usedMegabytes() - before).isLessThan(300);
          assertThat(large.read()).containsExactly(1);
          assertThat(small.read()).isZero();
          return null;
        });
    assertThat(small.read()).isEqualTo(20_000);
    assertThat(large.read()).hasSize(MEGABYTE / 4);
  }

  @Test
  void aSleeperKeepsNoOldVersions() throws Exception {
    TVar<byte[]> large = memory.tvar(new byte[] {1});
    TVar<Boolean> done = memory.tvar(false);
    Thread sleeper =
        Thread.ofVirtual()
            .start(
                () ->
                    memory.atomically(
                        () -> {
                          STM.check(done.read());
                          return null;
                        }));
    while (!done.isWatched()) {
      Thread.onSpinWait();
    }
    WeakReference<byte[]> old = new WeakReference<>(large.read());
    set(large, new byte[] {2});
    awaitCollected(old);
    set(done, true);
    sleeper.join();
  }

  @Test
  void theWayToOldVersionsIsShortAndLeadsToTheRightOnes() {
    List<TVar<Integer>> all = new ArrayList<>();
    for (int i = 0; i < 500; i++) {
      all.add(memory.tvar(-i));
    }
    Random random = new Random(42);
    memory.readOnly(
        () -> {
          TransactionTest.elsewhere(
              () -> {
                for (int i = 1; i <= 5_000; i++) {
                  set(all.get(random.nextInt(random.nextBoolean() ? 500 : 5)), i);
                }
              });
          Snapshot snapshot = Objects.requireNonNull(position());
          snapshot.shorten(memory.now());
          assertThat(stepsFrom(snapshot)).isLessThan(20);
          for (int i = 0; i < 500; i++) {
            assertThat(all.get(i).read()).isEqualTo(-i);
          }
          return null;
        });
  }

  private static Snapshot position() {
    return Objects.requireNonNull(Objects.requireNonNull(ActiveTransactions.current()).position());
  }

  private static int stepsFrom(Snapshot snapshot) {
    int steps = 0;
    Commit commit = snapshot.next();
    while (commit != null) {
      assertThat(commit).isNotSameAs(Commit.CUT);
      steps++;
      commit = commit.after().next();
    }
    return steps;
  }

  @Test
  void theChainIsCutBehindAllTransactionsAndNotBefore() {
    TVar<Integer> variable = memory.tvar(0);
    // As if the collector had moved it to the old generation.
    List<Snapshot> snapshots = new ArrayList<>();
    snapshots.add(memory.now());
    for (int i = 1; i <= 4 * TransactionalMemory.INTERVAL; i++) {
      set(variable, i);
      snapshots.add(memory.now());
    }
    assertThat(snapshots).anyMatch(snapshot -> snapshot.next() == Commit.CUT);
    int[] seen = {0};
    memory.readOnly(
        () -> {
          Snapshot snapshot = position();
          TransactionTest.elsewhere(
              () -> {
                for (int i = 1; i <= 4 * TransactionalMemory.INTERVAL; i++) {
                  set(variable, -i);
                }
              });
          assertThat(stepsFrom(snapshot)).isPositive();
          seen[0] = variable.read();
          return null;
        });
    assertThat(seen[0]).isEqualTo(4 * TransactionalMemory.INTERVAL);
  }

  @Test
  void aTransactionOfAnotherMemoryHoldsNothingUp() {
    TVar<Integer> variable = memory.tvar(0);
    List<Snapshot> snapshots = new ArrayList<>();
    new TransactionalMemory()
        .readOnly(
            () -> {
              TransactionTest.elsewhere(
                  () -> {
                    for (int i = 1; i <= 4 * TransactionalMemory.INTERVAL; i++) {
                      set(variable, i);
                      snapshots.add(memory.now());
                    }
                  });
              return null;
            });
    assertThat(snapshots).anyMatch(snapshot -> snapshot.next() == Commit.CUT);
  }
}
