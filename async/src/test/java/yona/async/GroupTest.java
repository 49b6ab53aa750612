package yona.async;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.assertj.core.api.ThrowableAssert;
import org.junit.jupiter.api.Test;

class GroupTest {

  private final List<String> trace = Collections.synchronizedList(new ArrayList<>());

  private String traced(String name) {
    trace.add(name + " starts");
    Async.yield();
    trace.add(name + " ends");
    return name;
  }

  @Test
  void membersRunTogetherAndGiveTheirValues() throws Exception {
    Running.program(
        () -> {
          try (var group = new Group<RuntimeException>()) {
            Promise<String> handed = new Promise<>();
            Future<String> waits = group.fork(() -> handed.value());
            Future<Boolean> hands = group.fork(() -> handed.complete("handed"));
            String last = group.inPlace(() -> "last");
            group.join();
            assertThat(waits.value()).isEqualTo("handed");
            assertThat(hands.value()).isTrue();
            assertThat(last).isEqualTo("last");
          }
          return null;
        });
  }

  @Test
  void whatTheBodyOfAGroupJoinsItselfIsNotJoinedAgain() throws Exception {
    Running.program(
        () -> {
          assertThat(
                  Async.<Integer, RuntimeException>group(
                      group -> {
                        Future<Integer> member = group.fork(() -> 1);
                        group.join();
                        group.join();
                        return member.value();
                      }))
              .isEqualTo(1);
          List<Integer> elements = List.of(1, 2, 3);
          assertThat(
                  Async.<List<Integer>, RuntimeException>group(
                      group -> group.map(elements.iterator(), 2, e -> e + 1)))
              .containsExactly(2, 3, 4);
          assertThat(
                  Async.<Integer, RuntimeException>group(
                      group -> group.race(List.of(() -> 1, () -> 1))))
              .isEqualTo(1);
          return null;
        });
  }

  @Test
  void anErrorBehindTheJoinIsTheBodys() throws Exception {
    Running.program(
        () -> {
          IOException error = new IOException("of the body");
          assertThatThrownBy(
                  () ->
                      Async.<Object, IOException>group(
                          group -> {
                            group.join();
                            throw error;
                          }))
              .isSameAs(error);
          assertThatThrownBy(
                  () ->
                      Async.<Object, IOException>group(
                          group ->
                              group.race(
                                  List.of(
                                      () -> {
                                        throw error;
                                      }))))
              .isSameAs(error);
          return null;
        });
  }

  @Test
  void aGroupThatIsJoinedTakesNobodyAnyMore() throws Exception {
    Running.program(
        () -> {
          Group<RuntimeException> group = new Group<>();
          group.join();
          List<ThrowableAssert.ThrowingCallable> late =
              List.of(
                  () -> group.fork(() -> 1),
                  () -> group.inPlace(() -> 1),
                  () -> group.all(() -> 1),
                  () -> group.race(List.of(() -> 1)),
                  () -> group.map(List.of(1).iterator(), 1, e -> e));
          for (ThrowableAssert.ThrowingCallable each : late) {
            assertThatThrownBy(each)
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("the group is closed: all its members are done");
          }
          return null;
        });
  }

  @Test
  void aFailureCancelsTheSiblingsAwaitsTheirCleanupAndIsRaisedAsItIs() throws Exception {
    IOException error = new IOException("broken");
    Running.program(
        () -> {
          assertThatThrownBy(
                  () -> {
                    try (var group = new Group<IOException>()) {
                      var begun = new Promise<Boolean>();
                      group.fork(
                          () -> {
                            try {
                              begun.complete(true);
                              return Async.never();
                            } finally {
                              try (Scope _ = Scope.openShielded()) {
                                Async.yield();
                                trace.add("cleaned up");
                              }
                            }
                          });
                      group.fork(
                          () -> {
                            begun.await();
                            throw error;
                          });
                      group.inPlace(Async::never);
                    }
                  })
              .isSameAs(error);
          trace.add("raised");
          // The cancellation was the group's alone.
          Async.yield();
          return null;
        });
    assertThat(trace).containsExactly("cleaned up", "raised");
  }

  @Test
  void aFailureInPlaceCancelsTheOthers() throws Exception {
    Running.program(
        () -> {
          assertThatThrownBy(
                  () -> {
                    try (var group = new Group<RuntimeException>()) {
                      group.all(
                          Async::never,
                          () -> {
                            throw new IllegalStateException("last");
                          });
                    }
                  })
              .hasMessage("last");
          return null;
        });
  }

  @Test
  void laterErrorsAreReported() throws Exception {
    Running.reporting(
        () -> {
          assertThatThrownBy(
                  () -> {
                    try (var group = new Group<RuntimeException>()) {
                      var begun = new Promise<Boolean>();
                      group.fork(
                          () -> {
                            try {
                              begun.complete(true);
                              return Async.never();
                            } finally {
                              cleanupFails();
                            }
                          });
                      group.inPlace(
                          () -> {
                            begun.await();
                            throw new IllegalStateException("first");
                          });
                    }
                  })
              .hasMessage("first");
          return null;
        });
    assertThat(Running.REPORTED).singleElement().satisfies(e -> assertThat(e).hasMessage("later"));
  }

  private static void cleanupFails() {
    throw new IllegalStateException("later");
  }

  @Test
  void aMemberThatWaitsForAFailedOneAddsNoReport() throws Exception {
    Running.program(
        () -> {
          assertThatThrownBy(
                  () -> {
                    try (var group = new Group<RuntimeException>()) {
                      Future<String> fails =
                          group.fork(
                              () -> {
                                Async.yield();
                                throw new IllegalStateException("first");
                              });
                      group.fork(() -> fails.value());
                      group.inPlace(() -> fails.value());
                    }
                  })
              .hasMessage("first");
          return null;
        });
  }

  @Test
  void aCancellationFromOutsideIsRaisedByTheGroupAndCleanupErrorsAreReported() throws Exception {
    Running.reporting(
        () -> {
          try (Scope outside = Scope.open()) {
            assertThatThrownBy(
                    () -> {
                      try (var group = new Group<RuntimeException>()) {
                        var begun = new Promise<Boolean>();
                        group.all(
                            () -> {
                              try {
                                begun.complete(true);
                                return Async.never();
                              } finally {
                                cleanupFails();
                              }
                            },
                            () -> {
                              begun.await();
                              outside.cancel();
                              return Async.never();
                            });
                      }
                    })
                .isInstanceOf(CancellationException.class);
            trace.add("cancelled");
          }
          return null;
        });
    assertThat(trace).containsExactly("cancelled");
    assertThat(Running.REPORTED).hasSize(1);
  }

  @Test
  void groupsNestHundredsDeepInPlace() throws Exception {
    int sum = Running.program(() -> nested(300));
    assertThat(sum).isEqualTo(300);
  }

  private static int nested(int depth) {
    if (depth == 0) {
      return 0;
    }
    try (var group = new Group<RuntimeException>()) {
      Future<Integer> one =
          group.fork(
              () -> {
                Async.yield();
                return 1;
              });
      int rest = group.inPlace(() -> nested(depth - 1));
      group.join();
      return one.value() + rest;
    }
  }

  @Test
  void twoMembersTakeOneFiber() throws Exception {
    Running.program(
        () -> {
          long before = Fiber.startedCount();
          try (var group = new Group<RuntimeException>()) {
            assertThat(group.all(() -> traced("a"), () -> traced("b"))).containsExactly("a", "b");
          }
          assertThat(Fiber.startedCount() - before).isEqualTo(1);
          return null;
        });
  }

  @Test
  void errorsFromOtherFibersCrossOnTheirWay() throws Exception {
    class Crossing extends Group<RuntimeException> {
      @Override
      protected Throwable crossing(Throwable error) {
        return new IllegalStateException("crossed", error);
      }
    }
    Running.program(
        () -> {
          assertThatThrownBy(
                  () -> {
                    try (var group = new Crossing()) {
                      group.fork(
                          () -> {
                            throw new IllegalArgumentException("there");
                          });
                      group.join();
                    }
                  })
              .hasMessage("crossed")
              .hasRootCauseMessage("there");
          assertThatThrownBy(
                  () -> {
                    try (var group = new Crossing()) {
                      group.inPlace(
                          () -> {
                            throw new IllegalArgumentException("here");
                          });
                    }
                  })
              .hasMessage("here");
          return null;
        });
  }

  // ---- map -------------------------------------------------------------------------------------

  @Test
  void mapKeepsTheOrderOfTheElements() throws Exception {
    List<Integer> elements = IntStream.range(0, 3_000).boxed().toList();
    List<Integer> results =
        Running.program(
            () -> {
              try (var group = new Group<RuntimeException>()) {
                return group.map(
                    elements.iterator(),
                    1_024,
                    element -> {
                      for (int i = 0; i < element % 3; i++) {
                        Async.yield();
                      }
                      return element * 2;
                    });
              }
            });
    assertThat(results).isEqualTo(elements.stream().map(e -> e * 2).toList());
  }

  @Test
  void mapRunsAsManyAsItsLimitAndNoMore() throws Exception {
    int limit = 7;
    AtomicInteger unfinished = new AtomicInteger();
    AtomicInteger most = new AtomicInteger();
    Promise<Boolean> full = new Promise<>();
    Running.program(
        () -> {
          try (var group = new Group<RuntimeException>()) {
            return group.map(
                IntStream.range(0, 200).iterator(),
                limit,
                element -> {
                  int now = unfinished.incrementAndGet();
                  most.accumulateAndGet(now, Math::max);
                  if (now == limit) {
                    full.complete(true);
                  }
                  assertThat(full.value()).isTrue();
                  Async.yield();
                  return unfinished.decrementAndGet();
                });
          }
        });
    assertThat(most.get()).isEqualTo(limit);
    assertThat(unfinished.get()).isZero();
  }

  // ---- race ------------------------------------------------------------------------------------

  @Test
  void theFirstToEndDecidesARace() throws Exception {
    Running.program(
        () -> {
          assertThat(
                  Async.<String, RuntimeException>race(
                      List.of(
                          () -> {
                            throw Async.never();
                          },
                          () -> {
                            Async.yield();
                            return "quick";
                          },
                          () -> {
                            throw Async.never();
                          })))
              .isEqualTo("quick");
          assertThatThrownBy(
                  () ->
                      Async.<Object, IOException>race(
                          List.of(
                              Async::never,
                              () -> {
                                Async.yield();
                                throw new IOException("quick");
                              })))
              .hasMessage("quick");
          assertThat(Async.<String, RuntimeException>race(List.of(() -> "alone")))
              .isEqualTo("alone");
          return null;
        });
  }

  @Test
  void aMemberMayForkAnother() throws Exception {
    int result =
        Running.program(
            () ->
                Async.<Integer, Exception>group(
                    group -> {
                      Future<Integer> member =
                          group.fork(
                              () -> {
                                Future<Integer> atOnce = group.fork(() -> 1);
                                Async.yield();
                                Future<Integer> later =
                                    group.fork(
                                        () -> {
                                          Async.sleepNanos(1);
                                          return 2;
                                        });
                                return atOnce.value() + later.value();
                              });
                      return member.value();
                    }));
    assertThat(result).isEqualTo(3);
  }

  @Test
  void onlyItsOwnerJoinsAGroup() throws Exception {
    Running.program(
        () -> {
          Async.<Object, Exception>group(
              group ->
                  group
                      .fork(
                          () -> {
                            assertThatThrownBy(group::join)
                                .isInstanceOf(IllegalStateException.class)
                                .hasMessage(
                                    "a group is run and joined by the fiber that opened it");
                            return null;
                          })
                      .value());
          return null;
        });
  }

  @Test
  void aMemberOfACancelledGroupCannotForkAndTheOwnerRaisesTheError() throws Exception {
    Running.program(
        () -> {
          assertThatThrownBy(
                  () ->
                      Async.<Object, Exception>group(
                          group -> {
                            var begun = new Promise<Boolean>();
                            group.fork(
                                () -> {
                                  try {
                                    begun.complete(true);
                                    return Async.never();
                                  } finally {
                                    assertThatThrownBy(() -> group.fork(() -> 1))
                                        .isInstanceOf(CancellationException.class);
                                  }
                                });
                            begun.await();
                            throw new java.io.IOException("first");
                          }))
              .isInstanceOf(java.io.IOException.class);
          return null;
        });
  }
}
