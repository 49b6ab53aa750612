package yona.async.monadic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static yona.async.monadic.Computation.await;
import static yona.async.monadic.Computation.delay;
import static yona.async.monadic.Computation.fail;
import static yona.async.monadic.Computation.fork;
import static yona.async.monadic.Computation.pause;
import static yona.async.monadic.Computation.return_;
import static yona.async.monadic.Computation.sleep;
import static yona.async.monadic.Computation.sleepNanos;
import static yona.async.monadic.Computation.value;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import yona.async.Async;
import yona.async.CancellationException;
import yona.async.FiberScheduler;
import yona.async.Future;
import yona.async.Listener;
import yona.async.OriginalSource;
import yona.async.Promise;
import yona.async.Result;
import yona.async.Scope;

class ComputationTest {
  private static final int DEEP = 1_000_000;

  private final List<String> log = Collections.synchronizedList(new ArrayList<>());

  private Computation<Boolean> says(String text) {
    return delay(() -> log.add(text));
  }

  // ---- values and errors -----------------------------------------------------------------------

  @Test
  void nothingHappensUntilItRuns() {
    Computation<Boolean> says = says("ran").bind(_ -> says("again"));
    assertThat(log).isEmpty();
    says.run();
    says.run();
    assertThat(log).containsExactly("ran", "again", "ran", "again");
  }

  @Test
  void theLawsOfMonads() {
    RandomGenerator random = RandomGenerator.of("L64X128MixRandom");
    for (int i = 0; i < 100; i++) {
      long x = random.nextInt(1000);
      Computation<Long> m = random.nextBoolean() ? return_(x) : pause().map(_ -> x);
      assertThat(return_(x).bind(ComputationTest::f).run()).isEqualTo(f(x).run());
      assertThat(m.bind(Computation::return_).run()).isEqualTo(m.run());
      assertThat(m.bind(ComputationTest::f).flatMap(ComputationTest::g).run())
          .isEqualTo(m.bind(y -> f(y).bind(ComputationTest::g)).run());
      assertThat(m.map(y -> y + 1).run()).isEqualTo(m.bind(y -> return_(y + 1)).run());
    }
  }

  private static Computation<Long> f(long x) {
    return x % 3 == 0 ? pause().map(_ -> x * 31) : return_(x + 7);
  }

  private static Computation<Long> g(long x) {
    return x % 2 == 0 ? sleepNanos(1).map(_ -> x / 2) : delay(() -> 3 * x + 1);
  }

  @Test
  void bindsNestToTheLeftWithoutAStack() {
    Computation<Integer> sum = return_(0);
    for (int i = 0; i < DEEP; i++) {
      sum = sum.bind(n -> return_(n + 1));
    }
    assertThat(sum.run()).isEqualTo(DEEP);
  }

  @Test
  void bindsNestToTheRightWithoutAStack() {
    assertThat(down(DEEP).run()).isEqualTo("ground");
  }

  private static Computation<String> down(int n) {
    return n == 0 ? return_("ground") : return_(n - 1).bind(ComputationTest::down);
  }

  @Test
  void recursionThatIsNotATailCallNeedsNoStack() {
    assertThat(sum(DEEP).run()).isEqualTo((long) DEEP * (DEEP + 1) / 2);
  }

  private static Computation<Long> sum(long n) {
    return n == 0 ? return_(0L) : delay(() -> n - 1).bind(ComputationTest::sum).map(m -> m + n);
  }

  @Test
  void handlersNestWithoutAStack() {
    Computation<Integer> failing = fail(new IOException());
    for (int i = 0; i < DEEP; i++) {
      failing = failing.recover(Computation::fail);
    }
    assertThatThrownBy(failing::run).isInstanceOf(IOException.class);
  }

  @Test
  @SuppressWarnings("ReferenceEquality") // the very error
  void errorsPassByWhatIsBoundUntilAHandler() {
    IOException error = new IOException("checked");
    Computation<Boolean> failing = Computation.<Boolean>fail(error).bind(_ -> says("not reached"));
    assertThatThrownBy(failing::run).isSameAs(error);
    assertThat(failing.recover(raised -> delay(() -> raised == error)).run()).isTrue();
    assertThat(log).isEmpty();
  }

  @Test
  void whatFunctionsRaiseIsAnError() {
    List<Computation<Object>> all =
        List.of(
            delay(
                () -> {
                  throw new IOException("raised");
                }),
            pause().map(ComputationTest::raise),
            pause().bind(ComputationTest::raise),
            return_(1).handle(ComputationTest::raise),
            fail(new Exception()).handle(ComputationTest::raise));
    for (Computation<Object> each : all) {
      assertThat(each.recover(error -> return_(String.valueOf(error.getMessage()))).run())
          .isEqualTo("raised");
    }
  }

  @SuppressWarnings("TypeParameterUnusedInFormals") // it gives nothing
  private static <T> T raise(Object ignored) {
    throw new IllegalStateException("raised");
  }

  @Test
  void aHandlerSeesValuesToo() {
    assertThat(return_(1).handle(end -> return_(end.get() + 1)).run()).isEqualTo(2);
    assertThat(return_(1).recover(_ -> return_(2)).run()).isEqualTo(1);
  }

  // ---- waiting ---------------------------------------------------------------------------------

  @Test
  void sourcesAreAwaited() {
    Promise<Integer> promise = new Promise<>();
    Future<Integer> running =
        Async.blocking(
            () -> {
              Future<Integer> started = value(promise).map(n -> n + 1).start();
              promise.complete(41);
              started.await();
              return started;
            });
    assertThat(running.value()).isEqualTo(42);
    assertThat(value(promise).run()).isEqualTo(41);
    assertThat(await(promise.map(Result::get)).run()).isEqualTo(41);
  }

  @Test
  void theFailureOfAFutureIsTheError() {
    Promise<Integer> before = new Promise<>();
    before.fail(new IOException("failed"));
    assertThatThrownBy(() -> value(before).run()).hasMessage("failed");
    Promise<Integer> later = new Promise<>();
    Computation<Integer> both =
        fork(pause().map(_ -> later.fail(new IOException("failed later")))).bind(_ -> value(later));
    assertThatThrownBy(both::run).hasMessage("failed later");
  }

  @Test
  void sleepingTakesItsTime() {
    long start = System.nanoTime();
    sleep(Duration.ofMillis(20)).bind(_ -> sleepNanos(0)).bind(_ -> sleepNanos(-1)).run();
    assertThat(System.nanoTime() - start).isGreaterThanOrEqualTo(20_000_000);
  }

  @Test
  void whoPausesComesBehindTheOthers() {
    try (ExecutorService one = Executors.newSingleThreadExecutor()) {
      Async.blocking(
          FiberScheduler.of(one),
          () ->
              fork(says("a1").bind(_ -> pause()).bind(_ -> says("a2")))
                  .bind(
                      a ->
                          fork(says("b1").bind(_ -> pause()).bind(_ -> says("b2")))
                              .map(b -> List.of(a, b)))
                  .bind(both -> value(both.get(0)).bind(_ -> value(both.get(1))))
                  .run());
    }
    assertThat(log).containsExactlyInAnyOrder("a1", "a2", "b1", "b2");
    assertThat(log).containsSubsequence("a1", "b2").containsSubsequence("b1", "a2");
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aHundredThousandWaitTogether(boolean onJdk) {
    int count = 100_000;
    Promise<Integer> gate = new Promise<>();
    AtomicInteger waiting = new AtomicInteger(count);
    AtomicInteger sum = new AtomicInteger();
    Computation<Integer> one =
        delay(waiting::decrementAndGet)
            .bind(left -> left == 0 ? delay(() -> gate.complete(1)) : return_(false))
            .bind(_ -> value(gate))
            .map(sum::addAndGet);
    Async.blocking(
        onJdk ? FiberScheduler.jdk() : FiberScheduler.standard(), () -> forkAll(one, count).run());
    assertThat(sum.get()).isEqualTo(count);
  }

  private static Computation<Integer> forkAll(Computation<Integer> one, int count) {
    return count == 0
        ? return_(0)
        : fork(one).bind(forked -> forkAll(one, count - 1).bind(_ -> value(forked)));
  }

  // ---- cancellation ----------------------------------------------------------------------------

  @Test
  void leavingTheScopeCancelsAndWaits() {
    Promise<Boolean> waits = new Promise<>();
    Promise<Integer> never = new Promise<>();
    Async.blocking(
        () -> {
          Future<Integer> started =
              delay(() -> waits.complete(true))
                  .bind(_ -> value(never))
                  .handle(
                      end ->
                          delay(
                              () -> {
                                log.add(
                                    end instanceof Result.Failure<Integer>(var error)
                                            && error instanceof CancellationException
                                        ? "cleaned up"
                                        : "not cancelled");
                                return 1;
                              }))
                  .start();
          waits.value();
          return started;
        });
    assertThat(log).containsExactly("cleaned up");
  }

  @Test
  void everyKindOfWaitIsCancelled() {
    Promise<Integer> never = new Promise<>();
    for (Computation<?> wait :
        List.of(
            value(never),
            sleep(Duration.ofDays(1)),
            forever(),
            value(never).recover(_ -> value(never)))) {
      Promise<Boolean> begun = new Promise<>();
      Async.blocking(
          _ -> {},
          () -> {
            Future<?> started = delay(() -> begun.complete(true)).bind(_ -> wait).start();
            begun.value();
            started.cancel();
            return assertThat(started.await())
                .isInstanceOfSatisfying(
                    Result.Failure.class,
                    failure ->
                        assertThat(failure.error()).isInstanceOf(CancellationException.class));
          });
    }
    assertThat(never.complete(1)).isTrue();
    assertThat(value(never).run()).isEqualTo(1);
  }

  private static Computation<Integer> forever() {
    return pause().bind(_ -> forever());
  }

  @Test
  void aCancelledFiberRunsNothing() {
    try (Scope scope = Scope.open()) {
      scope.cancel();
      assertThatThrownBy(() -> says("ran").run()).isInstanceOf(CancellationException.class);
    }
    assertThat(log).isEmpty();
  }

  @Test
  void errorsOfCleaningUpAreReported() {
    List<Throwable> reported = Collections.synchronizedList(new ArrayList<>());
    Promise<Boolean> waits = new Promise<>();
    Async.blocking(
        reported::add,
        () -> {
          Future<?> started =
              delay(() -> waits.complete(true))
                  .bind(_ -> sleep(Duration.ofDays(1)))
                  .recover(_ -> fail(new IOException("while cleaning up")))
                  .start();
          waits.value();
          return started;
        });
    assertThat(reported).extracting(Throwable::getMessage).contains("while cleaning up");
  }

  @Test
  void theEndOfTheFirstCancelsTheForked() {
    Promise<Integer> never = new Promise<>();
    Promise<Boolean> waits = new Promise<>();
    String result =
        fork(delay(() -> waits.complete(true))
                .bind(_ -> value(never))
                .handle(_ -> says("cleaned up")))
            .bind(_ -> value(waits))
            .map(_ -> "end")
            .run();
    assertThat(result).isEqualTo("end");
    assertThat(log).containsExactly("cleaned up");
  }

  @Test
  void aForkedOneThatFailsCancelsTheOthers() {
    Promise<Integer> never = new Promise<>();
    Computation<Integer> both =
        fork(pause().bind(_ -> fail(new IOException("forked"))))
            .bind(_ -> value(never))
            .handle(_ -> says("cleaned up").map(_ -> 1));
    assertThatThrownBy(both::run).hasMessage("forked");
    assertThat(log).containsExactly("cleaned up");
  }

  @Test
  void aForkedOneIsCancelledByItsFuture() {
    Promise<Integer> never = new Promise<>();
    Promise<Boolean> waits = new Promise<>();
    Promise<Boolean> ended = new Promise<>();
    fork(delay(() -> waits.complete(true))
            .bind(_ -> value(never))
            .handle(_ -> delay(() -> ended.complete(true))))
        .bind(forked -> value(waits).map(_ -> forked))
        .bind(
            forked -> {
              forked.cancel();
              return value(ended);
            })
        .run();
    assertThat(ended.value()).isTrue();
  }

  /** Counts its listeners. */
  private static final class Bell extends OriginalSource<String> {
    final AtomicInteger polls = new AtomicInteger();

    synchronized boolean ring() {
      return offer("ring");
    }

    @Override
    public boolean poll(Listener<? super String> listener) {
      polls.incrementAndGet();
      return false;
    }
  }

  @Test
  void aCancelledWaitTakesNothing() {
    Bell bell = new Bell();
    for (int i = 0; i < 200; i++) {
      Promise<Boolean> begun = new Promise<>();
      Async.blocking(
          () -> {
            Future<?> started = delay(() -> begun.complete(true)).bind(_ -> await(bell)).start();
            begun.value();
            return started;
          });
      assertThat(bell.ring()).isFalse();
    }
  }

  /** Keeps whoever comes to wait, perhaps gives it an item, and raises an error. */
  private static final class Raising extends OriginalSource<String> {
    private final boolean gives;
    private Listener<? super String> kept;

    Raising(boolean gives) {
      this.gives = gives;
    }

    @Override
    public String poll() {
      return null;
    }

    @Override
    public boolean poll(Listener<? super String> listener) {
      kept = listener;
      if (gives) {
        listener.complete("item");
      }
      throw new IllegalStateException("no place to wait");
    }
  }

  @Test
  void aSourceThatRaisesHasNoPartInWhatComesAfter() {
    Raising source = new Raising(false);
    Listener<Boolean> late = _ -> source.kept.complete("late");
    // While the computation goes on, and when it has ended.
    Computation<String> goesOn =
        await(source).recover(error -> return_(error.getMessage() + ", " + late.complete(true)));
    assertThat(goesOn.run()).isEqualTo("no place to wait, false");
    assertThat(late.complete(true)).isFalse();
  }

  @Test
  void anItemThatWasGivenStandsThoughTheSourceRaises() {
    assertThat(await(new Raising(true)).run()).isEqualTo("item");
  }

  @Test
  void anItemAndACancellationRaceForTheWait() {
    for (int i = 0; i < 500; i++) {
      Promise<Integer> promise = new Promise<>();
      Promise<Boolean> begun = new Promise<>();
      Result<Integer> end =
          Async.blocking(
              _ -> {},
              () -> {
                Future<Integer> started =
                    delay(() -> begun.complete(true)).bind(_ -> value(promise)).start();
                Future<Boolean> completing =
                    Scope.current().background(() -> begun.value() && promise.complete(7));
                begun.value();
                started.cancel();
                completing.value();
                return started.await();
              });
      if (end instanceof Result.Success<Integer>(Integer value)) {
        assertThat(value).isEqualTo(7);
      } else {
        assertThat(((Result.Failure<Integer>) end).error())
            .isInstanceOf(CancellationException.class);
      }
    }
  }
}
