package yona.async;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Futures with a body: where it runs, how it is cancelled, and what becomes of its failure. */
class FutureInScopeTest {

  @Test
  @Tag("own-scheduler")
  void aFutureThatIsAwaitedAtOnceNeedsNoFiber() throws Exception {
    // On one carrier, since an idle one would start them.
    Async.blocking(
        FiberScheduler.carriers(1),
        () ->
            Async.future(
                    () -> {
                      long before = Fiber.startedCount();
                      Fiber here = Fiber.current();
                      Future<Fiber> one = Async.future(Fiber::current);
                      Future<Fiber> two = Async.future(Fiber::current);
                      assertThat(one.value()).isSameAs(here);
                      assertThat(two.value()).isSameAs(here);
                      assertThat(Fiber.startedCount()).isEqualTo(before);
                      return null;
                    })
                .value());
  }

  /** Else the innermost could not wait under G1, which has no room for its stack. */
  @Test
  @Tag("own-scheduler")
  void futuresInFuturesRunInPlaceUpToADepth() throws Exception {
    Map<Fiber, Integer> levels = new HashMap<>();
    int depth =
        Async.blocking(
            FiberScheduler.carriers(1), () -> Async.future(() -> nested(3_000, levels)).value());
    assertThat(depth).isEqualTo(3_000);
    assertThat(levels.values()).allMatch(each -> each <= 65).contains(65);
  }

  private static int nested(int depth, Map<Fiber, Integer> levels) {
    levels.merge(Fiber.current(), 1, Integer::sum);
    if (depth == 0) {
      Async.sleep(Duration.ofMillis(1));
      return 0;
    }
    return 1 + Async.future(() -> nested(depth - 1, levels)).value();
  }

  /** The future belongs to a scope around that of the fiber that awaits it. */
  @Test
  @Tag("own-scheduler")
  void aBodyMayRunInThePlaceThatItNames() throws Exception {
    record Placed(@Nullable Scope place) implements InPlaceBody<Fiber, RuntimeException> {
      @Override
      public Fiber run() {
        return Fiber.current();
      }
    }

    Async.blocking(
        FiberScheduler.carriers(1),
        () -> {
          Scope holding = Scope.current();
          return holding
              .background(
                  () -> {
                    Fiber here = Fiber.current();
                    Future<Fiber> there = holding.future(new Placed(Scope.current()));
                    assertThat(there.value()).isSameAs(here);
                    Future<Fiber> nowhere = holding.future(new Placed(null));
                    assertThat(nowhere.value()).isNotSameAs(here);
                    Future<Fiber> elsewhere = holding.future(new Placed(holding));
                    assertThat(elsewhere.value()).isNotSameAs(here);
                    Future<Fiber> outside = holding.future(new Placed(Scope.current()));
                    try (Scope inside = Scope.open()) {
                      assertThat(outside.value()).isNotSameAs(here);
                      assertThat(inside.hasMembers()).isFalse();
                    }
                    return null;
                  })
              .value();
        });
  }

  @Test
  void aFutureRunsWhileItsMakerWaitsElsewhere() throws Exception {
    Running.program(
        () -> {
          Promise<String> done = new Promise<>();
          Future<Boolean> future = Async.future(() -> done.complete("by the future"));
          assertThat(done.value()).isEqualTo("by the future");
          assertThat(future.value()).isTrue();
          return null;
        });
  }

  @Test
  void aFutureRunsWhileItsMakerBlocksInForeignCode() throws Exception {
    Running.program(
        () -> {
          var latch = new java.util.concurrent.CountDownLatch(1);
          Future<Object> future =
              Async.future(
                  () -> {
                    latch.countDown();
                    return "done";
                  });
          latch.await();
          assertThat(future.value()).isEqualTo("done");
          return null;
        });
  }

  @Test
  void aFutureRunsWhileItsMakerComputes() throws Exception {
    assumeThat(Runtime.getRuntime().availableProcessors()).isGreaterThan(1);
    Running.program(
        () -> {
          AtomicInteger flag = new AtomicInteger();
          Future<Integer> future = Async.future(flag::incrementAndGet);
          while (flag.get() == 0) {
            Thread.onSpinWait();
          }
          assertThat(future.value()).isEqualTo(1);
          return null;
        });
  }

  @Test
  void whatAFutureStartsEndsWithItWhereverItRuns() throws Exception {
    Running.program(
        () -> {
          Promise<Boolean> started = new Promise<>();
          Promise<Boolean> cleaned = new Promise<>();
          Future<String> future =
              Async.future(
                  () -> {
                    Scope.current()
                        .background(
                            () -> {
                              try {
                                started.complete(true);
                                return Async.never();
                              } finally {
                                cleaned.complete(true);
                              }
                            });
                    assertThat(started.value()).isTrue();
                    return "done";
                  });
          assertThat(future.value()).isEqualTo("done");
          assertThat(cleaned.poll()).isNotNull();
          return null;
        });
  }

  @Test
  void futuresOutsideOfAnyScopeAreRefused() {
    assertThatThrownBy(() -> Async.future(() -> 1))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("Async.blocking");
  }

  @Test
  void aThreadThatIsNoFiberUsesFuturesInABlockingScope() {
    int sum =
        Async.blocking(
            () -> {
              List<Future<Integer>> all = new ArrayList<>();
              for (int i = 1; i <= 100; i++) {
                int number = i;
                all.add(
                    Async.future(
                        () -> {
                          Async.yield();
                          return number;
                        }));
              }
              return Future.awaitAll(all).stream().mapToInt(Integer::intValue).sum();
            });
    assertThat(sum).isEqualTo(5_050);
  }

  @Test
  void cancellingSetsTheResultAtOnceAndInterruptsTheFiber() throws Exception {
    Running.program(
        () -> {
          Promise<Boolean> interrupted = new Promise<>();
          Future<Object> future =
              Starting.future(
                  () -> {
                    Fiber.reachedWait();
                    try {
                      return new java.util.concurrent.Semaphore(0)
                          .tryAcquire(1, 1, java.util.concurrent.TimeUnit.HOURS);
                    } finally {
                      interrupted.complete(true);
                    }
                  });
          assertThat(future.poll()).isNull();
          future.cancel();
          assertThat(future.poll()).isInstanceOf(Result.Failure.class);
          assertThatThrownBy(future::value).isInstanceOf(CancellationException.class);
          assertThat(interrupted.value()).isTrue();
          future.cancel();
          return null;
        });
  }

  @Test
  @Tag("own-scheduler")
  void aFutureThatIsCancelledBeforeItStartsDoesNotRun() throws Exception {
    AtomicInteger runs = new AtomicInteger();
    // On one carrier, since an idle one would start it.
    Async.blocking(
        FiberScheduler.carriers(1),
        () ->
            Async.future(
                    () -> {
                      Future<Integer> future = Async.future(runs::incrementAndGet);
                      future.cancel();
                      assertThatThrownBy(future::value).isInstanceOf(CancellationException.class);
                      return null;
                    })
                .value());
    assertThat(runs).hasValue(0);
  }

  @Test
  void uninterruptibleDefersACancellationToTheEndOfTheBlock() throws Exception {
    Running.program(
        () -> {
          Promise<Boolean> go = new Promise<>();
          List<String> steps = new ArrayList<>();
          Async.blocking(
              () -> {
                Future<Object> future =
                    Starting.future(
                        () -> {
                          Async.uninterruptible(
                              () -> {
                                steps.add("begun");
                                go.value();
                                return steps.add("ended");
                              });
                          Async.yield();
                          return steps.add("after");
                        });
                future.cancel();
                go.complete(true);
                return null;
              });
          assertThat(steps).containsExactly("begun", "ended");
          return null;
        });
  }

  @Test
  void aFailureThatNobodyHasSeenIsReportedWhenTheScopeEnds() throws Exception {
    IOException error = new IOException("lost");
    String result =
        Running.reporting(
            () ->
                Async.blocking(
                    () -> {
                      Future<Object> failing =
                          Starting.future(
                              () -> {
                                throw error;
                              });
                      assertThat(failing.peek()).isNotNull();
                      assertThat(Running.REPORTED).isEmpty();
                      return "the scope does not fail";
                    }));
    assertThat(result).isEqualTo("the scope does not fail");
    assertThat(Running.REPORTED).containsExactly(error);
  }

  @Test
  void anInterruptThatIsNobodysCancellationIsAFailureLikeOthers() throws Exception {
    Running.reporting(
        () -> {
          Async.blocking(
              () -> {
                Starting.future(
                    () -> {
                      throw new InterruptedException("by a pool");
                    });
                // Who waits for what is cancelled ends with it, and nothing is wrong with that.
                Promise<Integer> other = new Promise<>();
                Future<Integer> waiting = Starting.future(other::value);
                other.cancel();
                while (waiting.poll() == null) {
                  Async.yield();
                }
                return null;
              });
          return null;
        });
    assertThat(Running.REPORTED)
        .singleElement()
        .hasToString("java.lang.InterruptedException: by a pool");
  }

  @Test
  void thatAFutureOfTheJdkWasCancelledIsNotReported() throws Exception {
    List<Throwable> reported = new ArrayList<>();
    Async.blocking(
        reported::add,
        () -> {
          var cancelled = new java.util.concurrent.CompletableFuture<Integer>();
          cancelled.cancel(true);
          Future<Integer> future = Async.future(cancelled::join);
          Async.sleep(Duration.ZERO);
          return future;
        });
    assertThat(reported).isEmpty();
  }

  @Test
  void aFailureThatSomebodyHasSeenIsNotReported() throws Exception {
    IOException error = new IOException("seen");
    Running.program(
        () -> {
          Body<Object, IOException> failing =
              () -> {
                throw error;
              };
          Future<Object> awaited = Async.future(failing);
          assertThatThrownBy(awaited::value).isSameAs(error);
          Future<Object> looked = Starting.future(failing);
          assertThat(looked.await()).isEqualTo(new Result.Failure<>(error));
          Future<Object> polled = Starting.future(failing);
          assertThat(polled.poll()).isNotNull();
          Future<Object> told = Starting.future(failing);
          told.onComplete(result -> true);
          return null;
        });
  }

  @Test
  void failuresThatNobodyLooksAtDoNotPileUp() throws Exception {
    Running.reporting(
        () -> {
          for (int i = 0; i < 3_000; i++) {
            Starting.future(
                () -> {
                  throw new IOException("one of many");
                });
          }
          assertThat(Running.REPORTED).hasSizeBetween(1_500, 2_500);
          return null;
        });
    assertThat(Running.REPORTED).hasSize(3_000);
  }

  @Test
  void theTimeToWaitForAValueIsLimitedAndTheFutureGoesOn() throws Exception {
    Running.program(
        () -> {
          Promise<String> go = new Promise<>();
          Future<String> future = Starting.future(go::value);
          assertThatThrownBy(() -> future.value(Duration.ofMillis(1)))
              .isInstanceOf(TimeoutException.class);
          go.complete("later");
          assertThat(future.value(Duration.ofHours(1))).isEqualTo("later");
          return null;
        });
  }

  @Test
  void aMemberOfAGroupThatIsCancelledByNameDoesNotFailTheGroup() throws Exception {
    String result =
        Running.program(
            () ->
                Async.<String, RuntimeException>group(
                    group -> {
                      Future<Object> unwanted = group.fork(Async::never);
                      unwanted.cancel();
                      return "done";
                    }));
    assertThat(result).isEqualTo("done");
  }

  @Test
  void theStandardSchedulerSaysWhetherTheOptionsLetItHaveCarriers() {
    boolean isOpen = Object.class.getModule().isOpen("java.lang", Async.class.getModule());
    assertThat(FiberScheduler.standard())
        .hasToString(isOpen ? "standard: the library's own carriers" : "standard: the JDK's");
  }

  @Test
  void theSchedulerOfAScopeIsChosen() throws Exception {
    for (FiberScheduler scheduler :
        List.of(
            FiberScheduler.standard(),
            FiberScheduler.jdk(),
            FiberScheduler.carriers(1),
            FiberScheduler.carriers(3))) {
      int sum =
          Async.blocking(
              scheduler,
              () -> {
                List<Future<Integer>> all = new ArrayList<>();
                for (int i = 0; i < 50; i++) {
                  int number = i;
                  all.add(
                      Async.future(
                          () -> {
                            Async.yield();
                            Future<Integer> inner = Async.future(() -> number);
                            Async.yield();
                            return inner.value();
                          }));
                }
                return Future.awaitAll(all).stream().mapToInt(Integer::intValue).sum();
              });
      assertThat(sum).as(scheduler.toString()).isEqualTo(1_225);
    }
    assertThatThrownBy(() -> FiberScheduler.carriers(0))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  @Tag("own-scheduler")
  void anExecutorRunsTheFibersOfAScope() {
    AtomicInteger turns = new AtomicInteger();
    try (var pool = java.util.concurrent.Executors.newFixedThreadPool(2)) {
      FiberScheduler scheduler =
          FiberScheduler.of(
              task -> {
                turns.incrementAndGet();
                pool.execute(task);
              });
      assertThat(Async.blocking(scheduler, () -> Async.future(() -> 7).value())).isEqualTo(7);
    }
    assertThat(turns.get()).isPositive();
  }

  @Test
  void aCancellationThatComesWithTheItemReachesForeignCodeBehindTheWait() throws Exception {
    Running.program(
        () -> {
          for (int i = 0; i < 200; i++) {
            Promise<String> item = new Promise<>();
            Async.blocking(
                () -> {
                  Future<Object> future =
                      Starting.future(
                          () -> {
                            item.value();
                            new java.util.concurrent.Semaphore(0).acquire();
                            return "";
                          });
                  future.cancel();
                  return item.complete("there");
                });
          }
          return null;
        });
  }

  @Test
  void aCancellationThatAShieldKeptOutReachesForeignCodeBehindIt() throws Exception {
    Running.program(
        () -> {
          Promise<String> go = new Promise<>();
          return Async.blocking(
              () -> {
                Future<Object> future =
                    Starting.future(
                        () -> {
                          Async.uninterruptible(() -> go.value());
                          new java.util.concurrent.Semaphore(0).acquire();
                          return "";
                        });
                future.cancel();
                return go.complete("there");
              });
        });
  }
}
