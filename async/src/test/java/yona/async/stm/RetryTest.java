package yona.async.stm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import yona.async.Async;
import yona.async.Body;
import yona.async.CancellationException;
import yona.async.Fiber;
import yona.async.Future;
import yona.async.Group;
import yona.async.Program;
import yona.async.Scope;
import yona.async.TimeoutException;

/** Transactions that sleep until what they read changes. */
class RetryTest {

  private final TVar<Integer> left = STM.tvar(0);
  private final TVar<Integer> right = STM.tvar(0);
  private final TVar<Integer> other = STM.tvar(0);

  @AfterEach
  void noTransactionIsLeft() {
    assertThat(ActiveTransactions.count()).isZero();
    assertThat(left.isWatched() || right.isWatched() || other.isWatched()).isFalse();
  }

  private static <T> T program(Body<T, Exception> body) throws Exception {
    List<Throwable> reported = new ArrayList<>();
    T result = new Program(reported::add).run(body);
    assertThat(reported).isEmpty();
    return result;
  }

  private static void set(TVar<Integer> variable, int value) {
    STM.atomically(
        () -> {
          variable.write(value);
          return null;
        });
  }

  /** Lets the other fibers run until the variable has a sleeper. */
  private static void awaitSleeper(TVar<Integer> variable) {
    while (!variable.isWatched()) {
      Async.yield();
    }
  }

  @Test
  void sleepsUntilWhatItReadChanges() throws Exception {
    AtomicInteger runs = new AtomicInteger();
    int seen =
        program(
            () -> {
              try (var group = new Group<RuntimeException>()) {
                Future<Integer> sleeper =
                    group.fork(
                        () ->
                            STM.<Integer, RuntimeException>atomically(
                                () -> {
                                  runs.getAndIncrement();
                                  STM.check(left.read() > 0);
                                  return left.read();
                                }));
                awaitSleeper(left);
                set(other, 1);
                for (int i = 0; i < 100; i++) {
                  Async.yield();
                }
                assertThat(runs).as("nothing it read has changed").hasValue(1);
                set(left, 7);
                group.join();
                return sleeper.value();
              }
            });
    assertThat(seen).isEqualTo(7);
    assertThat(runs).hasValue(2);
  }

  @Test
  void goesBackToSleepIfTheChangeIsNotEnough() throws Exception {
    program(
        () -> {
          try (var group = new Group<RuntimeException>()) {
            Future<Integer> sleeper =
                group.fork(
                    () ->
                        STM.<Integer, RuntimeException>atomically(
                            () -> {
                              STM.check(left.read() >= 3);
                              return left.read();
                            }));
            for (int i = 1; i <= 3; i++) {
              awaitSleeper(left);
              set(left, i);
            }
            group.join();
            assertThat(sleeper.value()).isEqualTo(3);
            return null;
          }
        });
  }

  @Test
  void whatARetriedRunWroteIsUndone() throws Exception {
    program(
        () -> {
          try (var group = new Group<RuntimeException>()) {
            group.fork(
                () ->
                    STM.atomically(
                        () -> {
                          right.modify(x -> x + 1);
                          STM.check(left.read() > 0);
                          return null;
                        }));
            awaitSleeper(left);
            assertThat(right.read()).isZero();
            set(left, 1);
            group.join();
          }
          return null;
        });
    assertThat(right.read()).isEqualTo(1);
  }

  @Test
  void aRetryThatTheBodySwallowsSleepsAllTheSame() throws Exception {
    AtomicInteger wentOn = new AtomicInteger();
    program(
        () -> {
          try (var group = new Group<RuntimeException>()) {
            group.fork(
                () ->
                    STM.atomically(
                        () -> {
                          try {
                            STM.check(left.read() > 0);
                          } catch (Throwable swallowed) {
                            wentOn.getAndIncrement();
                            throw new IllegalStateException("of no account");
                          }
                          return right.modify(x -> x + 1);
                        }));
            awaitSleeper(left);
            set(left, 1);
            group.join();
          }
          return null;
        });
    assertThat(wentOn).hasValue(1);
    assertThat(right.read()).isEqualTo(1);
  }

  @Test
  void alternativesThatBothRetrySleepForWhatEitherRead() throws Exception {
    for (TVar<Integer> changed : List.of(left, right)) {
      String result =
          program(
              () -> {
                try (var group = new Group<RuntimeException>()) {
                  Future<String> sleeper =
                      group.fork(
                          () ->
                              STM.<String, RuntimeException>orElse(
                                  () -> {
                                    STM.check(left.read() > 0);
                                    return "left";
                                  },
                                  () -> {
                                    STM.check(right.read() > 0);
                                    return "right";
                                  }));
                  awaitSleeper(right);
                  awaitSleeper(left);
                  set(changed, 1);
                  group.join();
                  return sleeper.value();
                }
              });
      assertThat(result).isEqualTo(changed == left ? "left" : "right");
      set(left, 0);
      set(right, 0);
    }
  }

  @Test
  void aChangeBeforeItSleepsIsNotMissed() throws Exception {
    // The change comes at some moment between the read and the sleep.
    for (int round = 0; round < 2_000; round++) {
      TVar<Boolean> ready = STM.tvar(false);
      program(
          () -> {
            try (var group = new Group<RuntimeException>()) {
              group.fork(
                  () -> {
                    Async.yield();
                    return STM.atomically(
                        () -> {
                          ready.write(true);
                          return null;
                        });
                  });
              STM.atomically(
                  () -> {
                    STM.check(ready.read());
                    return null;
                  });
              group.join();
            }
            return null;
          });
    }
  }

  @Test
  void aPlatformThreadSleepsToo() throws Exception {
    Thread sleeper =
        Thread.ofPlatform()
            .start(
                () ->
                    STM.atomically(
                        () -> {
                          STM.check(left.read() > 0);
                          return null;
                        }));
    while (!left.isWatched()) {
      Thread.onSpinWait();
    }
    set(left, 1);
    sleeper.join();
  }

  @Test
  void allSleepersWake() throws Exception {
    program(
        () -> {
          try (var group = new Group<RuntimeException>()) {
            for (int i = 0; i < 1_000; i++) {
              group.fork(
                  () ->
                      STM.atomically(
                          () -> {
                            STM.check(left.read() > 0);
                            return other.modify(x -> x + 1);
                          }));
            }
            set(left, 1);
            group.join();
          }
          return null;
        });
    assertThat(other.read()).isEqualTo(1_000);
  }

  @Test
  void aSleeperCanBeCancelled() throws Exception {
    program(
        () -> {
          Scope scope = Scope.open();
          Future<Integer> sleeper =
              scope.background(
                  () -> {
                    try {
                      return STM.<Integer, RuntimeException>atomically(
                          () -> {
                            right.write(5);
                            STM.check(left.read() + other.read() > 0);
                            return 1;
                          });
                    } catch (CancellationException e) {
                      return -1;
                    }
                  });
          awaitSleeper(other);
          scope.close();
          assertThat(sleeper.value()).isEqualTo(-1);
          return null;
        });
    assertThat(left.isWatched() || other.isWatched()).isFalse();
    set(left, 1);
    assertThat(right.read()).isZero();
  }

  @Test
  void oneThatHasReadNothingSleepsUntilItIsCancelled() throws Exception {
    program(
        () -> {
          assertThatThrownBy(() -> Async.timeoutNanos(1_000_000, () -> STM.atomically(STM::retry)))
              .isInstanceOf(TimeoutException.class);
          return null;
        });
  }

  @Test
  void aCancelledComputationBeginsNoTransaction() throws Exception {
    AtomicInteger runs = new AtomicInteger();
    program(
        () -> {
          try (Scope scope = Scope.open()) {
            scope.cancel();
            assertThatThrownBy(() -> STM.atomically(runs::getAndIncrement))
                .isInstanceOf(CancellationException.class);
            assertThatThrownBy(() -> STM.readOnly(runs::getAndIncrement))
                .isInstanceOf(CancellationException.class);
          }
          return null;
        });
    assertThat(runs).hasValue(0);
  }

  @Test
  void aTransactionThatIsCancelledWhileItRunsIsNotRepeated() throws Exception {
    AtomicInteger runs = new AtomicInteger();
    program(
        () -> {
          try (Scope scope = Scope.open()) {
            assertThatThrownBy(
                    () ->
                        STM.atomically(
                            () -> {
                              runs.getAndIncrement();
                              scope.cancel();
                              int seen = left.read();
                              TransactionTest.elsewhere(() -> set(left, seen + 1));
                              right.write(seen);
                              return null;
                            }))
                .isInstanceOf(CancellationException.class);
          }
          return null;
        });
    assertThat(runs).hasValue(1);
    assertThat(right.read()).isZero();
  }

  @Test
  void aTransactionIsAWaitForTheStartRuleOfGroups() throws Exception {
    long started =
        program(
            () -> {
              long before = Fiber.startedCount();
              try (var group = Group.<RuntimeException>inOrder()) {
                group.map(
                    List.of(1, 2, 3).iterator(),
                    3,
                    element -> STM.<Integer, RuntimeException>atomically(() -> element));
              }
              return Fiber.startedCount() - before;
            });
    assertThat(started).as("members that got their own fibers").isPositive();
  }

  /** A queue with a bound, as one would write it with this library. */
  private static final class BlockingQueue {
    private final int bound;
    private final TVar<ArrayDeque<Integer>> queue = STM.tvar(new ArrayDeque<>());

    BlockingQueue(int bound) {
      this.bound = bound;
    }

    void put(int value) {
      STM.atomically(
          () -> {
            ArrayDeque<Integer> next = new ArrayDeque<>(queue.read());
            STM.check(next.size() < bound);
            next.add(value);
            queue.write(next);
            return null;
          });
    }

    int take() {
      return STM.<Integer, RuntimeException>atomically(
          () -> {
            ArrayDeque<Integer> next = new ArrayDeque<>(queue.read());
            STM.check(!next.isEmpty());
            int value = next.remove();
            queue.write(next);
            return value;
          });
    }
  }

  @Test
  void aBlockingQueueOfRetriesLosesAndDoublesNothing() throws Exception {
    int producers = 4;
    int consumers = 5;
    int each = 1_000;
    long sum =
        program(
            () -> {
              BlockingQueue queue = new BlockingQueue(3);
              try (var group = new Group<RuntimeException>()) {
                List<Future<Long>> sums = new ArrayList<>();
                for (int c = 0; c < consumers; c++) {
                  sums.add(
                      group.fork(
                          () -> {
                            long own = 0;
                            for (int i = 0; i < producers * each / consumers; i++) {
                              own += queue.take();
                            }
                            return own;
                          }));
                }
                for (int p = 0; p < producers; p++) {
                  int from = p * each;
                  group.fork(
                      () -> {
                        for (int i = 0; i < each; i++) {
                          queue.put(from + i);
                        }
                        return null;
                      });
                }
                group.join();
                return sums.stream().mapToLong(Future::value).sum();
              }
            });
    long all = (long) producers * each;
    assertThat(sum).isEqualTo(all * (all - 1) / 2);
  }
}
