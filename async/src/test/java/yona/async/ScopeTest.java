package yona.async;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import yona.async.stack.StackRoom;
import yona.testrun.TestLimit;

class ScopeTest {

  private final List<String> trace = Collections.synchronizedList(new ArrayList<>());

  private Object waitAndTrace(String name) {
    try {
      return Async.never();
    } finally {
      trace.add(name);
    }
  }

  @Test
  void leavingAScopeCancelsAndAwaitsItsMembersThenItsLinksNewestFirst() throws Exception {
    Running.program(
        () -> {
          try (Scope scope = Scope.open()) {
            scope.link(() -> trace.add("first link"));
            scope.link(
                () -> {
                  Async.yield();
                  trace.add("second link");
                });
            Promise<Boolean> runs = new Promise<>();
            scope.background(
                () -> {
                  runs.complete(true);
                  return waitAndTrace("member");
                });
            assertThat(runs.value()).isTrue();
            trace.add("body");
          }
          return null;
        });
    assertThat(trace).containsExactly("body", "member", "second link", "first link");
  }

  @Test
  void whatIsUnlinkedIsNotCancelled() throws Exception {
    Running.program(
        () -> {
          try (Scope scope = Scope.open()) {
            Link one = scope.link(() -> trace.add("one"));
            scope.link(() -> trace.add("two"));
            Link three = scope.link(() -> trace.add("three"));
            assertThat(one.unlink()).isTrue();
            assertThat(one.unlink()).isFalse();
            assertThat(three.unlink()).isTrue();
          }
          return null;
        });
    assertThat(trace).containsExactly("two");
  }

  @Test
  void groupsAndTimeoutsHoldNothing() throws Exception {
    Running.program(
        () -> {
          try (Scope scope = Scope.open()) {
            assertThat(Scope.holding()).isSameAs(scope);
            try (var group = new Group<RuntimeException>()) {
              assertThat(Scope.current()).isSameAs(group);
              assertThat(Scope.holding()).isSameAs(scope);
              assertThat(group.fork(Scope::holding).value()).isSameAs(scope);
            }
            assertThat(Async.timeoutNanos(1_000_000_000, Scope::holding)).isSameAs(scope);
            assertThat(scope.background(Scope::holding).value()).isSameAs(scope);
          }
          return null;
        });
  }

  @Test
  void anErrorInTheBackgroundIsReportedAndDisturbsNobody() throws Exception {
    Running.reporting(
        () -> {
          try (Scope scope = Scope.open()) {
            Future<Object> fails =
                scope.background(
                    () -> {
                      throw new IllegalStateException("background");
                    });
            assertThat(fails.await()).isInstanceOf(Result.Failure.class);
            Async.yield();
          }
          return null;
        });
    assertThat(Running.REPORTED)
        .singleElement()
        .satisfies(e -> assertThat(e).hasMessage("background"));
  }

  @Test
  void cancellingAScopeRaisesInTheFiberThatStandsInItAndInAllBelow() throws Exception {
    Running.program(
        () -> {
          Promise<Scope> opened = new Promise<>();
          try (Scope outer = Scope.open()) {
            outer.background(
                () -> {
                  opened.value().cancel();
                  return null;
                });
            assertThatThrownBy(
                    () -> {
                      try (Scope inner = Scope.open()) {
                        inner.background(() -> waitAndTrace("member"));
                        try (var group = Group.<RuntimeException>inOrder()) {
                          group.fork(() -> waitAndTrace("grandchild"));
                          opened.complete(inner);
                          waitAndTrace("owner");
                        }
                      }
                    })
                .isInstanceOf(CancellationException.class);
            assertThat(Fiber.current().isCancelled()).isFalse();
            Async.yield();
          }
          return null;
        });
    assertThat(trace).contains("owner", "grandchild");
  }

  @Test
  void aCancelledComputationRaisesAtEveryFurtherWait() throws Exception {
    Running.program(
        () -> {
          try (Scope scope = Scope.open()) {
            scope.cancel();
            for (int i = 0; i < 3; i++) {
              assertThatThrownBy(Async::yield).isInstanceOf(CancellationException.class);
              assertThatThrownBy(() -> Async.sleepNanos(1))
                  .isInstanceOf(CancellationException.class);
            }
            try (Scope inner = Scope.open()) {
              assertThat(inner.isCancelled()).isTrue();
              assertThatThrownBy(Async::never).isInstanceOf(CancellationException.class);
            }
          }
          Async.yield();
          return null;
        });
  }

  @Test
  void aShieldKeepsTheCancellationOutUntilItCloses() throws Exception {
    Running.program(
        () -> {
          try (Scope scope = Scope.open()) {
            Async.shielded(
                () -> {
                  scope.cancel();
                  Async.yield();
                  Async.sleepNanos(1_000_000);
                  assertThat(new Promise<>().complete("x")).isTrue();
                  return null;
                });
            assertThatThrownBy(Async::yield).isInstanceOf(CancellationException.class);
          }
          return null;
        });
  }

  @Test
  void whatShieldsProtectIsTerminatedAndWhatTheyProtectLaterIsNot() throws Exception {
    Running.program(
        () -> {
          Promise<Boolean> memberWaits = new Promise<>();
          Promise<Scope> ownerWaits = new Promise<>();
          try (Scope outer = Scope.open()) {
            var owner =
                outer.background(
                    () -> {
                      try (Scope scope = Scope.open()) {
                        scope.background(() -> waitShielded(memberWaits, true));
                        assertThat(memberWaits.value()).isTrue();
                        assertThatThrownBy(() -> waitShielded(ownerWaits, scope))
                            .isInstanceOf(CancellationException.class);
                        Async.shielded(
                            () -> {
                              Async.yield();
                              trace.add("later");
                              return null;
                            });
                        assertThatThrownBy(Async::yield).isInstanceOf(CancellationException.class);
                      }
                      return "left, so the member has ended";
                    });
            Scope scope = ownerWaits.value();
            scope.cancel();
            scope.terminateShielded();
            assertThat(owner.value()).startsWith("left");
          }
          return null;
        });
    assertThat(trace).containsExactly("later");
  }

  private static <T> Object waitShielded(Promise<T> reached, T value) {
    return Async.shielded(
        () -> {
          reached.complete(value);
          return new Promise<Object>().value();
        });
  }

  @Test
  void foreignCodeThatBlocksIsInterrupted() throws Exception {
    Running.program(
        () -> {
          assertThatThrownBy(
                  () ->
                      Async.timeoutNanos(
                          5_000_000,
                          () ->
                              new java.util.concurrent.CountDownLatch(1)
                                  .await(1, java.util.concurrent.TimeUnit.HOURS)))
              .isInstanceOf(TimeoutException.class);
          assertThat(Thread.currentThread().isInterrupted()).isFalse();
          return null;
        });
    assertThat(Running.REPORTED)
        .allSatisfy(e -> assertThat(e).isInstanceOf(InterruptedException.class));
  }

  @Test
  void aCancellerThatComesLateDoesNotInterruptWhatIsShieldedMeanwhile() throws Exception {
    Running.program(
        () -> {
          Fiber fiber = Fiber.current();
          try (Scope cancelled = Scope.open()) {
            cancelled.cancel();
            assertThat(Thread.interrupted()).isTrue();
            try (Scope _ = Scope.open()) {
              Async.shielded(
                  () -> {
                    // As a canceller does that was stopped between the mark and the interrupt.
                    fiber.delivery.reach(fiber, cancelled);
                    assertThat(Thread.currentThread().isInterrupted()).isFalse();
                    Async.sleepNanos(1);
                    return null;
                  });
              assertThat(Thread.currentThread().isInterrupted()).isTrue();
            }
          }
          assertThat(Thread.currentThread().isInterrupted()).isFalse();
          Async.yield();
          return null;
        });
  }

  @Test
  void foreignCodeBehindAScopeThatWasClosingWhenTheCancellationCameIsInterrupted()
      throws Exception {
    Running.program(
        () -> {
          try (Scope outer = Scope.open()) {
            try (Scope inner = Scope.open()) {
              inner.background(
                  () -> {
                    try {
                      return Async.never();
                    } finally {
                      // The inner scope is being closed.
                      outer.cancel();
                    }
                  });
              Async.yield();
            }
            assertThatThrownBy(() -> new SynchronousQueue<>().take())
                .isInstanceOf(InterruptedException.class);
          }
          assertThat(Thread.currentThread().isInterrupted()).isFalse();
          return null;
        });
  }

  @Test
  void anInterruptFromOutsideCancelsTheFiber() throws Exception {
    Running.program(
        () -> {
          Promise<Thread> thread = new Promise<>();
          try (Scope scope = Scope.open()) {
            Future<Object> sleeper =
                scope.background(
                    () -> {
                      thread.complete(Thread.currentThread());
                      return Async.never();
                    });
            thread.value().interrupt();
            assertThat(sleeper.await())
                .isInstanceOfSatisfying(
                    Result.Failure.class,
                    failure ->
                        assertThat(failure.error()).isInstanceOf(CancellationException.class));
          }
          return null;
        });
  }

  @Test
  void anInterruptOfAHostThreadEndsBlockingAndIsGivenBack() throws Exception {
    Thread host =
        Thread.ofPlatform()
            .unstarted(
                () -> {
                  Thread self = Thread.currentThread();
                  try {
                    Async.blocking(
                        () -> {
                          Scope.current()
                              .background(
                                  () -> {
                                    self.interrupt();
                                    return null;
                                  });
                          return Async.never();
                        });
                  } catch (CancellationException _) {
                    trace.add("cancelled, interrupted: " + Thread.interrupted());
                  }
                  trace.add(Async.blocking(() -> "works again"));
                });
    host.start();
    host.join();
    assertThat(trace).containsExactly("cancelled, interrupted: true", "works again");
  }

  @Test
  void onlyTheOwnerClosesAScope() throws Exception {
    Running.program(
        () -> {
          try (Scope scope = Scope.open()) {
            Future<Object> other =
                scope.background(
                    () -> {
                      assertThatThrownBy(scope::close).isInstanceOf(IllegalStateException.class);
                      return null;
                    });
            assertThat(other.value()).isNull();
          }
          return null;
        });
  }

  @Test
  void scopesLeftOpenInsideAreClosedWithTheOuterOne() throws Exception {
    Running.program(
        () -> {
          Scope outer = Scope.open();
          Scope inner = Scope.open();
          inner.link(() -> trace.add("inner"));
          outer.link(() -> trace.add("outer"));
          outer.close();
          inner.close();
          return null;
        });
    assertThat(trace).containsExactly("inner", "outer");
  }

  /** Else the fiber would stand in a cancelled scope from then on. */
  @Test
  void aStackOverflowLeavesNoScopeOpen() throws Exception {
    List<Scope> left = Collections.synchronizedList(new ArrayList<>());
    for (int round = 0; round < 5; round++) {
      AtomicReference<Scope> outermost = new AtomicReference<>();
      Thread thread =
          StackEnd.overflowing(
              20,
              () -> {
                Scope around = Scope.current();
                outermost.compareAndSet(null, around);
                if (!around.equals(outermost.get())) {
                  left.add(around);
                }
                try (Group<RuntimeException> group = new Group<>()) {
                  group.race(List.of(() -> 1, () -> 2));
                }
              });
      thread.start();
      assertThat(thread.join(TestLimit.ofWait())).isTrue();
    }
    assertThat(left).isEmpty();
  }

  /** Whoever acquires something makes sure of the stack, once. */
  @Test
  void aReleaseOpensItsShieldWithTheStackThatWasMadeSureOf() throws Exception {
    AtomicInteger acquired = new AtomicInteger();
    for (int round = 0; round < 20; round++) {
      Thread thread =
          StackEnd.overflowing(
              40,
              () -> {
                StackRoom.requireHere();
                acquired.incrementAndGet();
                try (Scope _ = Scope.openShielded()) {
                  acquired.decrementAndGet();
                }
              });
      thread.start();
      assertThat(thread.join(TestLimit.ofWait())).isTrue();
    }
    assertThat(acquired).hasValue(0);
  }

  @Test
  void aClosedScopeTakesNothingIn() throws Exception {
    Running.program(
        () -> {
          Scope scope = Scope.open();
          scope.close();
          assertThatThrownBy(() -> scope.link(() -> {})).isInstanceOf(IllegalStateException.class);
          assertThatThrownBy(() -> scope.background(() -> null))
              .isInstanceOf(IllegalStateException.class);
          return null;
        });
  }

  @Test
  void membersThatAreAddedWhileTheScopeEndsDoNotRun() throws Exception {
    Running.program(
        () -> {
          try (Scope scope = Scope.open()) {
            Promise<Boolean> runs = new Promise<>();
            scope.background(
                () -> {
                  try {
                    runs.complete(true);
                    return Async.never();
                  } finally {
                    scope.background(() -> trace.add("late"));
                  }
                });
            assertThat(runs.value()).isTrue();
          }
          return null;
        });
    assertThat(trace).isEmpty();
  }

  @Test
  void aReporterThatThrowsStopsNothing() throws Exception {
    Running.program(
        () -> {
          List<String> cancelled = new ArrayList<>();
          Scope around = Scope.current();
          int result =
              Async.<Integer, RuntimeException>blocking(
                  _ -> {
                    throw new IllegalStateException("the reporter");
                  },
                  () -> {
                    Scope.current().link(() -> cancelled.add("first"));
                    Scope.current()
                        .link(
                            () -> {
                              throw new IllegalArgumentException("the second");
                            });
                    return 1;
                  });
          assertThat(result).isEqualTo(1);
          assertThat(cancelled).containsExactly("first");
          assertThat(Scope.current()).isSameAs(around);
          return null;
        });
  }

  @Test
  void aThreadThatStandsInNoScopeHasNoneToCancelOrClose() throws Exception {
    try (ExecutorService pool = Executors.newSingleThreadExecutor()) {
      pool.submit(
              () -> {
                assertThatThrownBy(() -> Scope.current().cancel())
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessage(
                        "a thread that stands in no scope has none that could be cancelled");
                assertThatThrownBy(() -> Scope.current().close())
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessage("a thread that stands in no scope has none that could be closed");
                assertThatThrownBy(() -> Scope.current().link(() -> {}))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessage(
                        "a thread that stands in no scope has none that could be linked to");
                Timer timer = Timer.after(Duration.ofMinutes(1));
                assertThat(Scope.current().newestLinks(1)).isEmpty();
                timer.cancel();
                Timer.every(Duration.ofMinutes(1)).cancel();
                assertThat(Async.<Integer, RuntimeException>blocking(() -> 1)).isEqualTo(1);
              })
          .get();
    }
  }

  @Test
  void aScopeTellsItsFibersAndTheseWhereTheyComeFrom() throws Exception {
    Running.program(
        () -> {
          try (Scope scope = Scope.open()) {
            assertThat(scope.newestMembers(9)).isEmpty();
            scope.background(Body.from("here", Async::never));
            scope.background(Async::never);
            assertThat(scope.newestMembers(9))
                .extracting(Fiber::origin)
                .containsExactly(null, "here");
            assertThat(scope.newestMembers(1)).hasSize(1);
            Cancellable linked = () -> {};
            scope.link(linked);
            assertThat(scope.newestLinks(9)).containsExactly(linked);
          }
          return null;
        });
  }

  @Test
  void membersAreAwaitedUntilTheyHaveEndedOrTheTimeIsOver() throws Exception {
    Running.program(
        () -> {
          try (Scope scope = Scope.open()) {
            assertThat(scope.awaitMembersNanos(0)).isTrue();
            Promise<Boolean> gate = new Promise<>();
            scope.background(() -> gate.value());
            assertThat(scope.awaitMembersNanos(1)).isFalse();
            scope.background(() -> gate.complete(true));
            assertThat(scope.awaitMembersNanos(Long.MAX_VALUE)).isTrue();
            scope.background(
                () -> {
                  assertThatThrownBy(() -> scope.awaitMembersNanos(1))
                      .isInstanceOf(IllegalStateException.class);
                  return null;
                });
            assertThat(scope.awaitMembersNanos(Long.MAX_VALUE)).isTrue();
          }
          return null;
        });
  }

  @Test
  void aCancellationEndsTheWaitForMembers() throws Exception {
    Running.program(
        () -> {
          try (Scope around = Scope.open()) {
            around.background(
                () -> {
                  try (Scope scope = Scope.open()) {
                    scope.background(Async::never);
                    scope.background(
                        () -> {
                          scope.cancel();
                          return null;
                        });
                    assertThatThrownBy(() -> scope.awaitMembersNanos(Long.MAX_VALUE))
                        .isInstanceOf(CancellationException.class);
                    trace.add("cancelled");
                  }
                  return null;
                });
            assertThat(around.awaitMembersNanos(Long.MAX_VALUE)).isTrue();
          }
          return null;
        });
    assertThat(trace).containsExactly("cancelled");
  }

  @Test
  void aListenerIsToldOfWaitsWhileThereIsOne() throws Exception {
    List<Long> waited = Collections.synchronizedList(new ArrayList<>());
    Running.program(
        () -> {
          Fiber self = Fiber.current();
          Fiber.onWaits(
              (fiber, where, nanos) -> {
                if (fiber.equals(self) && Names.label(where).startsWith("Sleep#")) {
                  waited.add(nanos);
                }
              });
          try {
            Async.sleep(Duration.ofNanos(1_000));
          } finally {
            Fiber.onWaits(null);
          }
          Async.sleep(Duration.ofNanos(1_000));
          return null;
        });
    assertThat(waited).hasSize(1).allMatch(nanos -> nanos >= 1_000);
  }

  /** As when there is no memory for another object than the virtual machine's own. */
  @Test
  void oneErrorOfBothABodyAndTheEndOfItsScopeIsRaisedAsItIs() {
    Error both = new OutOfMemoryError("no memory");
    Error body = new OutOfMemoryError("no memory in the body");
    assertThatThrownBy(() -> failingAtItsEnd(both).around(raising(both))).isSameAs(both);
    assertThat(both).hasNoSuppressedExceptions();
    assertThatThrownBy(() -> failingAtItsEnd(both).around(raising(body))).isSameAs(body);
    assertThat(body).hasSuppressedException(both);
    assertThatThrownBy(() -> failingAtItsEnd(both).around(() -> 1)).isSameAs(both);
  }

  private static Scope failingAtItsEnd(Error error) {
    return new Scope(ErrorReporter.STANDARD_ERROR, null) {
      @Override
      public void close() {
        super.close();
        throw error;
      }
    };
  }

  private static Body<Integer, RuntimeException> raising(Error error) {
    return () -> {
      throw error;
    };
  }
}
