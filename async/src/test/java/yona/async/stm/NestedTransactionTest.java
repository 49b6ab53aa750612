package yona.async.stm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import yona.async.Body;

/** Transactions in transactions, and alternatives. */
class NestedTransactionTest {

  private final TransactionalMemory memory = new TransactionalMemory();
  private final TVar<Integer> left = memory.tvar(1);
  private final TVar<Integer> right = memory.tvar(2);

  @AfterEach
  void noTransactionIsLeft() {
    assertThat(ActiveTransactions.count()).isZero();
  }

  private Object run(Body<Object, RuntimeException> body) {
    return memory.<Object, RuntimeException>atomically(body);
  }

  private static RuntimeException failure() {
    return new IllegalArgumentException("mine");
  }

  @Test
  void aNestedTransactionIsPartOfTheOuterOne() {
    run(
        () -> {
          left.write(10);
          run(
              () -> {
                assertThat(left.read()).isEqualTo(10);
                left.write(11);
                right.write(20);
                return "";
              });
          assertThat(left.read()).isEqualTo(11);
          TransactionTest.elsewhere(() -> assertThat(right.read()).isEqualTo(2));
          return "";
        });
    assertThat(left.read()).isEqualTo(11);
    assertThat(right.read()).isEqualTo(20);
  }

  @Test
  void aNestedTransactionThatRaisesUndoesOnlyItsOwnWrites() {
    run(
        () -> {
          left.write(10);
          assertThatThrownBy(
                  () ->
                      run(
                          () -> {
                            left.write(11);
                            left.write(12);
                            right.write(20);
                            throw failure();
                          }))
              .hasMessage("mine");
          assertThat(left.read()).isEqualTo(10);
          assertThat(right.read()).isEqualTo(2);
          return "";
        });
    assertThat(left.read()).isEqualTo(10);
    assertThat(right.read()).isEqualTo(2);
  }

  @Test
  void onlyNestedWritesThatAreUndoneLeaveNothing() {
    run(
        () -> {
          assertThatThrownBy(
                  () ->
                      run(
                          () -> {
                            left.write(11);
                            throw failure();
                          }))
              .hasMessage("mine");
          return "";
        });
    assertThat(left.read()).isEqualTo(1);
  }

  @Test
  void levelsAreUndoneOneByOne() {
    run(
        () -> {
          left.write(10);
          assertThatThrownBy(
                  () ->
                      run(
                          () -> {
                            left.write(20);
                            run(
                                () -> {
                                  left.write(30);
                                  right.write(30);
                                  return "";
                                });
                            assertThatThrownBy(
                                    () ->
                                        run(
                                            () -> {
                                              left.write(40);
                                              right.write(40);
                                              throw failure();
                                            }))
                                .hasMessage("mine");
                            assertThat(left.read()).isEqualTo(30);
                            assertThat(right.read()).isEqualTo(30);
                            throw failure();
                          }))
              .hasMessage("mine");
          assertThat(left.read()).isEqualTo(10);
          assertThat(right.read()).isEqualTo(2);
          return "";
        });
    assertThat(left.read()).isEqualTo(10);
  }

  @Test
  void manyNestedWritesAreUndone() {
    List<TVar<Integer>> all = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      all.add(memory.tvar(i));
    }
    run(
        () -> {
          for (int i = 0; i < 50; i++) {
            all.get(i).write(-i);
          }
          assertThatThrownBy(
                  () ->
                      run(
                          () -> {
                            all.forEach(each -> each.write(1_000));
                            all.forEach(each -> each.write(2_000));
                            throw failure();
                          }))
              .hasMessage("mine");
          return "";
        });
    for (int i = 0; i < 100; i++) {
      assertThat(all.get(i).read()).isEqualTo(i < 50 ? -i : i);
    }
  }

  @Test
  void whatAnUndoneTransactionReadStillCounts() {
    int[] runs = {0};
    run(
        () -> {
          runs[0]++;
          try {
            run(
                () -> {
                  var _ = left.read();
                  throw failure();
                });
          } catch (IllegalArgumentException expected) {
            // What follows depends on what it read.
          }
          if (runs[0] == 1) {
            TransactionTest.elsewhere(
                () ->
                    run(
                        () -> {
                          left.write(100);
                          return "";
                        }));
          }
          right.write(0);
          return "";
        });
    assertThat(runs[0]).isEqualTo(2);
  }

  @Test
  void aNestedReadOnlyTransactionRefusesToWriteAndTheOuterOneGoesOn() {
    run(
        () -> {
          assertThatThrownBy(() -> memory.readOnly(() -> left.modify(x -> x + 1)))
              .isInstanceOf(TransactionException.class);
          assertThat(memory.<Integer, RuntimeException>readOnly(left::read)).isEqualTo(1);
          left.write(5);
          return "";
        });
    assertThat(left.read()).isEqualTo(5);
  }

  @Test
  void theSecondRunsIfTheFirstRetriesAndSeesNothingOfIt() {
    int result =
        memory.<Integer, RuntimeException>orElse(
            () -> {
              left.write(100);
              throw STM.retry();
            },
            () -> left.read() + 1);
    assertThat(result).isEqualTo(2);
    assertThat(left.read()).isEqualTo(1);
  }

  @Test
  void theFirstIsEnoughIfItGoesThrough() {
    String result =
        memory.<String, RuntimeException>orElse(
            () -> {
              left.write(100);
              return "first";
            },
            () -> {
              throw new AssertionError("not to be run");
            });
    assertThat(result).isEqualTo("first");
    assertThat(left.read()).isEqualTo(100);
  }

  @Test
  void alternativesCanBeNested() {
    Object result =
        run(
            () -> {
              right.write(3);
              return STM.<Object, RuntimeException>orElse(
                  () ->
                      STM.<Object, RuntimeException>orElse(
                          () -> {
                            right.write(4);
                            throw STM.retry();
                          },
                          () -> {
                            right.write(5);
                            throw STM.retry();
                          }),
                  () -> "third " + right.read());
            });
    assertThat(result).isEqualTo("third 3");
  }

  @Test
  void anAlternativeThatRaisesIsUndoneAndTheSecondDoesNotRun() {
    run(
        () -> {
          assertThatThrownBy(
                  () ->
                      STM.orElse(
                          () -> {
                            left.write(100);
                            throw failure();
                          },
                          () -> "second"))
              .hasMessage("mine");
          return "";
        });
    assertThat(left.read()).isEqualTo(1);
  }

  @Test
  void aRetryThatTheAlternativeSwallowsIsARetry() {
    int result =
        memory.<Integer, RuntimeException>orElse(
            () -> {
              try {
                throw STM.retry();
              } catch (Throwable swallowed) {
                assertThatThrownBy(() -> left.write(7)).isSameAs(Signal.RETRY);
                assertThatThrownBy(left::read).isSameAs(Signal.RETRY);
                return 0;
              }
            },
            () -> 1);
    assertThat(result).isEqualTo(1);
  }

  @Test
  void aConflictPassesAlternatives() {
    int[] runs = {0};
    Object result =
        memory.<Object, RuntimeException>orElse(
            () -> {
              runs[0]++;
              int seen = left.read();
              if (runs[0] == 1) {
                TransactionTest.elsewhere(
                    () ->
                        run(
                            () -> {
                              left.write(100);
                              right.write(200);
                              return "";
                            }));
                var _ = right.read();
                right.write(0);
              }
              return seen;
            },
            () -> "second");
    assertThat(result).isEqualTo(100);
    assertThat(runs[0]).isEqualTo(2);
  }
}
