package yona.async.continuation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;
import yona.async.Async;
import yona.async.Body;
import yona.async.CancellationException;
import yona.async.Fiber;
import yona.async.Promise;
import yona.async.Scope;
import yona.async.scheduler.Fibers;

/** Continuations together with fibers, threads, monitors and the collector. */
@ParameterizedClass
@EnumSource(Ground.class)
class ContinuationFiberTest {
  private static final ScopedValue<String> OUTSIDE = ScopedValue.newInstance();
  private static final ScopedValue<String> WITHIN = ScopedValue.newInstance();

  @Parameter Ground ground = Ground.BARE;

  private <S, R> Step<S, String, R> start(Prompt<S, String> prompt, Body<R, ?> body) {
    return ground.start(prompt, body);
  }

  private static <S, R> Continuation<S, String, R> suspended(Step<S, String, R> step) {
    return (Continuation<S, String, R>) step;
  }

  private static <R> R done(Step<?, ?, R> step) {
    return ((Step.Done<?, ?, R>) step).result();
  }

  /** Runs it on a fiber and on the thread of the test. */
  private static void everywhere(Body<?, Exception> body) throws Exception {
    body.run();
    onFiber(body);
  }

  private static <T> T onFiber(Body<T, Exception> body) {
    return Async.blocking(_ -> {}, () -> Scope.current().background(body).value());
  }

  private static <T> T onThread(Body<T, Exception> body) throws Exception {
    Promise<T> result = new Promise<>();
    Thread thread =
        new Thread(
            () -> {
              try {
                result.complete(body.run());
              } catch (Throwable error) {
                result.fail(error);
              }
            });
    thread.start();
    thread.join();
    return result.value();
  }

  @Test
  void bareContinuationsAreUsedWhereTheFlagsAre() {
    Module async = Prompt.class.getModule();
    Module base = Object.class.getModule();
    assertThat(BareCoroutine.AVAILABLE)
        .isEqualTo(base.isExported("jdk.internal.vm", async) && base.isOpen("java.lang", async));
  }

  @Test
  void theBodyIsPartOfTheFiberThatResumesIt() throws Exception {
    everywhere(
        () -> {
          Prompt<Fiber, String> prompt = ground.prompt();
          Fiber here = Fiber.current();
          Scope scope = Scope.current();
          var first =
              suspended(
                  start(
                      prompt,
                      () -> {
                        assertThat(Scope.current()).isSameAs(scope);
                        return prompt.suspend(Fiber.current()) + Fiber.current().equals(here);
                      }));
          assertThat(first.value()).isSameAs(here);
          assertThat(Fiber.current()).isSameAs(here);
          return assertThat(done(first.resume(""))).isEqualTo("true");
        });
  }

  @Test
  void anotherFiberResumesOnlyWhatIsMovable() throws Exception {
    Prompt<Fiber, String> prompt = ground.prompt();
    var first =
        suspended(
            start(
                prompt,
                () -> {
                  Thread thread = Thread.currentThread();
                  Fiber before = Fiber.current();
                  String answer = prompt.suspend(before);
                  assertThat(Thread.currentThread()).isSameAs(thread);
                  assertThat(prompt.suspend(Fiber.current())).isEqualTo("third");
                  return answer;
                }));
    if (ground == Ground.MOVABLE) {
      var second =
          onFiber(
              () -> {
                var next = suspended(first.resume("moved"));
                assertThat(next.value()).isSameAs(Fiber.current()).isNotSameAs(first.value());
                return next;
              });
      assertThat(onThread(() -> done(second.resume("third")))).isEqualTo("moved");
    } else {
      assertThatThrownBy(() -> onFiber(() -> first.resume("moved")))
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("resumed where it was started");
      assertThatThrownBy(() -> onThread(() -> first.raise(new Exception())))
          .hasMessageContaining("resumed where it was started");
      assertThatThrownBy(
              () ->
                  onThread(
                      () -> {
                        first.cancel();
                        return null;
                      }))
          .hasMessageContaining("resumed where it was started");
      // None of them has done anything.
      assertThat(done(suspended(first.resume("home")).resume("third"))).isEqualTo("home");
    }
  }

  @Test
  void compiledBodiesSeeTheFiberThatResumesThem() throws Exception {
    // The compiler takes the current thread for constant in a method: 30,000 turns to compile it.
    int turns = 30_000;
    Prompt<Fiber, String> prompt = ground.prompt();
    Body<Step<Fiber, String, String>, Exception> started =
        () ->
            start(
                prompt,
                () -> {
                  for (int i = 0; i < turns; i++) {
                    prompt.suspend(Fiber.current());
                  }
                  return "end";
                });
    if (ground == Ground.MOVABLE) {
      Step<Fiber, String, String> step = started.run();
      for (int i = 0; i < 10; i++) {
        var before = step;
        step =
            onThread(
                () -> {
                  var at = before;
                  for (int turn = 0; turn < turns / 10; turn++) {
                    at = suspended(at).resume("");
                    if (at instanceof Continuation<Fiber, String, String> rest) {
                      assertThat(rest.value()).isSameAs(Fiber.current());
                    }
                  }
                  return at;
                });
      }
      assertThat(done(step)).isEqualTo("end");
    } else {
      onFiber(
          () -> {
            var step = started.run();
            while (step instanceof Continuation<Fiber, String, String> rest) {
              assertThat(rest.value()).isSameAs(Fiber.current());
              step = rest.resume("");
            }
            return done(step);
          });
    }
  }

  @Test
  void ofSeveralThreadsThatResumeOneSucceeds() throws Exception {
    if (ground != Ground.MOVABLE) {
      return;
    }
    for (int round = 0; round < 300; round++) {
      Prompt<Integer, String> prompt = ground.prompt();
      AtomicInteger ran = new AtomicInteger();
      var first =
          suspended(
              start(
                  prompt,
                  () -> {
                    prompt.suspend(1);
                    return ran.incrementAndGet();
                  }));
      CountDownLatch ready = new CountDownLatch(2);
      AtomicInteger refused = new AtomicInteger();
      Runnable resume =
          () -> {
            ready.countDown();
            while (ready.getCount() > 0) {
              Thread.onSpinWait();
            }
            try {
              first.resume("");
            } catch (IllegalStateException _) {
              refused.incrementAndGet();
            }
          };
      Thread other = new Thread(resume);
      other.start();
      resume.run();
      other.join();
      assertThat(ran.get()).isEqualTo(1);
      assertThat(refused.get()).isEqualTo(1);
    }
  }

  @Test
  void theCallersMonitorsStayWithTheCaller() throws Exception {
    everywhere(
        () -> {
          Object lock = new Object();
          Prompt<Integer, String> prompt = ground.prompt();
          // Often enough to be compiled.
          int turns = 50_000;
          Step<Integer, String, String> step =
              start(
                  prompt,
                  () -> {
                    for (int i = 0; i < turns; i++) {
                      prompt.suspend(i);
                    }
                    return "end";
                  });
          for (int i = 0; i < turns; i++) {
            var rest = suspended(step);
            synchronized (lock) {
              step = rest.resume("");
              if (!Thread.holdsLock(lock)) {
                throw new AssertionError("lost in turn " + i);
              }
            }
            if (Thread.holdsLock(lock)) {
              throw new AssertionError("kept in turn " + i);
            }
          }
          Thread other =
              new Thread(
                  () -> {
                    synchronized (lock) {
                      lock.notifyAll();
                    }
                  });
          other.start();
          other.join();
          return done(step);
        });
  }

  @Test
  void aMonitorThatTheBodyHoldsIsLeftByTheBody() throws Exception {
    everywhere(
        () -> {
          Object lock = new Object();
          Prompt<Integer, String> prompt = ground.prompt();
          var first =
              suspended(
                  start(
                      prompt,
                      () -> {
                        synchronized (lock) {
                          prompt.suspend(1);
                          assertThat(Thread.holdsLock(lock)).isTrue();
                        }
                        return Thread.holdsLock(lock);
                      }));
          assertThat(done(first.resume(""))).isFalse();
          synchronized (lock) {
            lock.notifyAll();
          }
          return assertThat(Thread.holdsLock(lock)).isFalse();
        });
  }

  /** Its initializer suspends, and the virtual machine runs that from native code. */
  private static final class Initialized {
    static final String ANSWER;

    static {
      String answer;
      try {
        answer = NATIVE.suspend(1);
      } catch (IllegalStateException refused) {
        answer = String.valueOf(refused.getMessage());
      }
      ANSWER = answer;
    }
  }

  private static final Prompt<Integer, String> NATIVE = new Prompt<>();

  @Test
  void nativeCodeInBetweenIsRefusedOrBlocksACarrier() {
    if (ground != Ground.BARE) {
      return;
    }
    var step = NATIVE.start(() -> Initialized.ANSWER);
    if (BareCoroutine.AVAILABLE) {
      assertThat(done(step)).contains("native code");
    } else {
      assertThat(done(suspended(step).resume("on"))).isEqualTo("on");
    }
  }

  @Test
  void scopedValuesAreTheBodysOwn() throws Exception {
    everywhere(
        () -> {
          Prompt<String, String> prompt = ground.prompt();
          return ScopedValue.where(OUTSIDE, "caller")
              .call(
                  () -> {
                    var first =
                        suspended(
                            start(
                                prompt,
                                () ->
                                    ScopedValue.where(WITHIN, "body")
                                        .call(
                                            () -> {
                                              prompt.suspend(OUTSIDE.orElse("unbound"));
                                              return WITHIN.get() + OUTSIDE.isBound();
                                            })));
                    assertThat(first.value()).isEqualTo("unbound");
                    assertThat(WITHIN.isBound()).isFalse();
                    assertThat(OUTSIDE.get()).isEqualTo("caller");
                    String result =
                        ScopedValue.where(WITHIN, "resumer").call(() -> done(first.resume("")));
                    assertThat(OUTSIDE.get()).isEqualTo("caller");
                    return assertThat(result).isEqualTo("bodyfalse");
                  });
        });
  }

  @Test
  void anOpenScopeIsNotSuspended() throws Exception {
    everywhere(
        () -> {
          Prompt<Integer, String> prompt = ground.prompt();
          Scope outside = Scope.current();
          var step =
              start(
                  prompt,
                  () -> {
                    assertThatThrownBy(() -> Async.blocking(() -> prompt.suspend(1)))
                        .isInstanceOf(IllegalStateException.class)
                        .hasMessageContaining("scope");
                    return prompt.suspend(2);
                  });
          assertThat(Scope.current()).isSameAs(outside);
          return assertThat(
                  done(Async.blocking(() -> suspended(step).resume("from another scope"))))
              .isEqualTo("from another scope");
        });
  }

  @Test
  void anOpenScopeInBetweenIsNotSuspendedEither() {
    Prompt<Integer, String> outer = ground.prompt();
    Prompt<Integer, String> inner = ground.prompt();
    var step =
        start(
            outer,
            () ->
                Async.blocking(
                    () ->
                        done(
                            start(
                                inner,
                                () -> {
                                  assertThatThrownBy(() -> outer.suspend(1))
                                      .hasMessageContaining("scope");
                                  return "end";
                                }))));
    assertThat(done(step)).isEqualTo("end");
  }

  @Test
  void aBodyThatWaitsMakesItsFiberWait() throws Exception {
    everywhere(
        () -> {
          Prompt<Integer, String> prompt = ground.prompt();
          Promise<String> promise = new Promise<>();
          SynchronousQueue<String> queue = new SynchronousQueue<>();
          Thread other =
              new Thread(
                  () -> {
                    try {
                      queue.put("java ");
                    } catch (InterruptedException e) {
                      throw new AssertionError(e);
                    }
                    promise.complete("ours ");
                  });
          other.start();
          String result =
              done(
                  suspended(
                          start(
                              prompt,
                              () -> {
                                String first = queue.take() + promise.value();
                                Async.yield();
                                Thread.sleep(1);
                                Async.sleepNanos(1_000);
                                String answer = prompt.suspend(1);
                                Async.yield();
                                return first + answer;
                              }))
                      .resume("answer"));
          other.join();
          return assertThat(result).isEqualTo("java ours answer");
        });
  }

  @Test
  void theCancellationOfTheFiberIsRaisedInTheBody() {
    Prompt<Integer, String> prompt = ground.prompt();
    List<String> log = new ArrayList<>();
    Promise<Boolean> waits = new Promise<>();
    Async.blocking(
        () -> {
          var fiber =
              Scope.current()
                  .background(
                      () -> {
                        var first =
                            suspended(
                                start(
                                    prompt,
                                    () -> {
                                      prompt.suspend(1);
                                      waits.complete(true);
                                      try {
                                        return Async.never();
                                      } finally {
                                        log.add("cleaned up");
                                      }
                                    }));
                        first.resume("");
                        return log.add("not reached");
                      });
          waits.value();
          return fiber;
        });
    assertThat(log).containsExactly("cleaned up");
  }

  @Test
  void aCancelledFiberMaySuspendAndResume() {
    Prompt<Integer, String> prompt = ground.prompt();
    try (Scope scope = Scope.open()) {
      var first =
          suspended(
              start(
                  prompt,
                  () -> {
                    prompt.suspend(1);
                    Async.yield();
                    return "not reached";
                  }));
      scope.cancel();
      assertThatThrownBy(() -> first.resume("")).isInstanceOf(CancellationException.class);
    }
  }

  @Test
  void anInterruptTravelsWithTheFiber() throws Exception {
    Prompt<Integer, String> prompt = ground.prompt();
    onThread(
        () -> {
          Thread.currentThread().interrupt();
          var first =
              suspended(
                  start(
                      prompt,
                      () -> {
                        assertThat(Thread.interrupted()).isTrue();
                        prompt.suspend(1);
                        Thread.currentThread().interrupt();
                        return prompt.suspend(2);
                      }));
          assertThat(Thread.currentThread().isInterrupted()).isFalse();
          var second = suspended(first.resume(""));
          assertThat(Thread.interrupted()).isTrue();
          return done(second.resume(""));
        });
  }

  @Test
  void anInterruptOfTheThreadThatWaitsReachesTheBody() throws Exception {
    Prompt<Integer, String> prompt = ground.prompt();
    Thread waiting = Thread.currentThread();
    CountDownLatch inBody = new CountDownLatch(1);
    Thread other =
        new Thread(
            () -> {
              try {
                inBody.await();
              } catch (InterruptedException e) {
                throw new AssertionError(e);
              }
              waiting.interrupt();
            });
    other.start();
    String result =
        done(
            start(
                prompt,
                () -> {
                  inBody.countDown();
                  try {
                    return new SynchronousQueue<String>().take();
                  } catch (InterruptedException e) {
                    return "interrupted";
                  }
                }));
    other.join();
    assertThat(result).isEqualTo("interrupted");
    assertThat(Thread.interrupted()).isFalse();
  }

  @Test
  void anAbandonedContinuationIsCollected() throws Exception {
    Prompt<Integer, String> prompt = ground.prompt();
    CountDownLatch unwound = new CountDownLatch(1);
    WeakReference<Object> held = abandon(prompt, unwound);

    while (held.get() != null) {
      System.gc();
      Thread.onSpinWait();
    }
    if (ground != Ground.BARE || !BareCoroutine.AVAILABLE) {
      unwound.await();
    }
  }

  private WeakReference<Object> abandon(Prompt<Integer, String> prompt, CountDownLatch unwound) {
    Object large = new Object[100_000];
    var left =
        start(
            prompt,
            () -> {
              try {
                prompt.suspend(1);
                return large;
              } finally {
                unwound.countDown();
              }
            });
    assertThat(left).isInstanceOf(Continuation.class);
    return new WeakReference<>(large);
  }

  @Test
  void groundsNestInAnyOrder() throws Exception {
    everywhere(
        () -> {
          for (Ground inside : Ground.values()) {
            Prompt<Integer, String> outer = ground.prompt();
            Prompt<Integer, String> inner = inside.prompt();
            Step<Integer, String, String> step =
                start(
                    outer,
                    () -> {
                      Step<Integer, String, String> within =
                          inside.start(
                              inner, () -> outer.suspend(1) + inner.suspend(2) + outer.suspend(3));
                      return done(suspended(within).resume("b"));
                    });
            assertThat(suspended(step).value()).isEqualTo(1);
            step = suspended(step).resume("a");
            assertThat(suspended(step).value()).isEqualTo(3);
            assertThat(done(suspended(step).resume("c"))).isEqualTo("abc");
          }
          return null;
        });
  }

  @Test
  void onlyMovableBodiesCostAThreadWhereTheFlagsAre() {
    Prompt<Thread, String> prompt = ground.prompt();
    var first = suspended(start(prompt, () -> prompt.suspend(Thread.currentThread())));
    if (ground == Ground.BARE && BareCoroutine.AVAILABLE) {
      assertThat(first.value()).isSameAs(Thread.currentThread());
    } else {
      assertThat(first.value().isVirtual()).isTrue();
    }
    first.cancel();
    assertThat(Fibers.onOwnScheduler())
        .isEqualTo(Object.class.getModule().isOpen("java.lang", Prompt.class.getModule()));
  }
}
