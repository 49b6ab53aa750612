package yona.async.sync;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import yona.async.Async;
import yona.async.Body;
import yona.async.CancellationException;
import yona.async.Either;
import yona.async.Future;
import yona.async.Group;
import yona.async.Listener;
import yona.async.Promise;
import yona.async.Result;
import yona.async.Running;
import yona.async.Scope;
import yona.async.Source;
import yona.async.TimeoutException;

class SemaphoreTest {

  /** Takes what it is offered. */
  private static final class Taker implements Listener<Permit> {
    private final List<Permit> taken = new ArrayList<>();

    @Override
    public boolean complete(Permit permit) {
      return taken.add(permit);
    }
  }

  @Test
  void permitsAreLentAndGivenBackOnce() {
    Semaphore semaphore = new Semaphore(3);
    Permit one = semaphore.acquire();
    Permit two = semaphore.acquire(2);
    assertThat(semaphore.free()).isZero();
    assertThat(semaphore.tryAcquire()).isNull();
    two.close();
    two.close();
    assertThat(two.isHeld()).isFalse();
    assertThat(semaphore.free()).isEqualTo(2);
    assertThat(semaphore.tryAcquire(3)).isNull();
    one.close();
    assertThat(semaphore.tryAcquire(3)).isNotNull();
  }

  @Test
  void impossibleNumbersAreRefused() {
    assertThatThrownBy(() -> new Semaphore(-1)).isInstanceOf(IllegalArgumentException.class);
    Semaphore semaphore = new Semaphore(2);
    assertThatThrownBy(() -> semaphore.acquire(0)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> semaphore.together(-1)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> semaphore.tryAcquire(3))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("3 permits cannot be had of a semaphore of 2");
    assertThat(new Semaphore(0).tryAcquire()).isNull();
  }

  @Test
  void whoWantsSeveralIsNotStarvedByWhoWantsOne() {
    Semaphore semaphore = new Semaphore(2);
    Permit first = semaphore.acquire();
    Taker both = new Taker();
    Taker one = new Taker();
    semaphore.together(2).onComplete(both);
    semaphore.onComplete(one);
    assertThat(semaphore.free()).isEqualTo(1);
    assertThat(semaphore.tryAcquire()).isNull();
    assertThat(one.taken).isEmpty();
    first.close();
    assertThat(both.taken).hasSize(1);
    assertThat(one.taken).isEmpty();
    both.taken.getFirst().close();
    assertThat(one.taken).hasSize(1);
  }

  @Test
  void whenTheOneInFrontLeavesThoseBehindAreServed() throws Exception {
    Running.program(
        () -> {
          Semaphore semaphore = new Semaphore(2);
          Permit first = semaphore.acquire();
          Taker one = new Taker();
          Future<Permit> both = Async.future(() -> semaphore.acquire(2));
          while (semaphore.pool.waiting() == 0) {
            Async.yield();
          }
          semaphore.onComplete(one);
          assertThat(one.taken).isEmpty();
          both.cancel();
          while (one.taken.isEmpty()) {
            Async.yield();
          }
          first.close();
          one.taken.getFirst().close();
          assertThat(semaphore.free()).isEqualTo(2);
          return null;
        });
  }

  @Test
  void oneThatRefusesStopsNobody() {
    Semaphore semaphore = new Semaphore(1);
    Permit held = semaphore.acquire();
    boolean[] wanted = {false};
    Taker refusing = new Taker();
    Taker behind = new Taker();
    Source<Permit> filtered = semaphore.filter(permit -> wanted[0]);
    filtered.onComplete(refusing);
    semaphore.onComplete(behind);
    held.close();
    assertThat(refusing.taken).isEmpty();
    assertThat(behind.taken).hasSize(1);
    wanted[0] = true;
    behind.taken.getFirst().close();
    assertThat(refusing.taken).hasSize(1);
    assertThat(semaphore.free()).isZero();
    assertThat(semaphore.pool.waiting()).isZero();
  }

  @Test
  void oneThatRefusesDoesNotKeepThePermitFromATry() {
    Semaphore semaphore = new Semaphore(1);
    Listener<Permit> refusing = permit -> false;
    semaphore.onComplete(refusing);
    assertThat(semaphore.poll(refusing)).isFalse();
    try (Permit permit = semaphore.tryAcquire()) {
      assertThat(permit).isNotNull();
    }
    semaphore.dropListener(refusing);
    assertThat(semaphore.pool.waiting()).isZero();
  }

  @Test
  void aListenerThatThrowsIsReportedAndTakesNothing() throws Exception {
    Running.reporting(
        () -> {
          Semaphore semaphore = new Semaphore(1);
          Listener<Permit> throwing =
              permit -> {
                throw new IllegalStateException("from the listener");
              };
          assertThat(semaphore.poll(throwing)).isFalse();
          semaphore.onComplete(throwing);
          assertThat(semaphore.free()).isEqualTo(1);
          Permit held = semaphore.acquire();
          Taker behind = new Taker();
          semaphore.onComplete(throwing);
          semaphore.onComplete(behind);
          held.close();
          assertThat(behind.taken).hasSize(1);
          assertThat(semaphore.pool.waiting()).isZero();
          return null;
        });
    assertThat(Running.REPORTED)
        .hasSize(3)
        .allSatisfy(error -> assertThat(error).hasMessage("from the listener"));
  }

  @Test
  void whatARefusingListenerKeptIsWorthNothing() {
    Semaphore semaphore = new Semaphore(1);
    List<Permit> kept = new ArrayList<>();
    semaphore.poll(permit -> !kept.add(permit));
    kept.getFirst().close();
    assertThat(semaphore.free()).isEqualTo(1);
  }

  @Test
  void aListenerMayCloseThePermitAtOnce() {
    for (boolean takes : new boolean[] {true, false}) {
      Semaphore semaphore = new Semaphore(1);
      Permit held = semaphore.acquire();
      List<String> order = new ArrayList<>();
      for (String name : List.of("first", "second")) {
        semaphore.onComplete(
            permit -> {
              order.add(name);
              permit.close();
              return takes;
            });
      }
      held.close();
      assertThat(order).containsExactly("first", "second");
      assertThat(semaphore.free()).isEqualTo(1);
      assertThat(semaphore.pool.waiting()).isZero();
    }
  }

  @Test
  void aListenerMayNotUseTheSemaphoreOtherwise() throws Exception {
    Semaphore semaphore = new Semaphore(2);
    Running.reporting(() -> semaphore.poll(permit -> semaphore.acquire().isHeld()));
    assertThat(Running.REPORTED)
        .singleElement()
        .satisfies(error -> assertThat(error).isInstanceOf(IllegalStateException.class));
    assertThat(semaphore.free()).isEqualTo(2);
  }

  @Test
  void aLostRaceAcquiresNothing() throws Exception {
    Running.program(
        () -> {
          Semaphore semaphore = new Semaphore(1);
          Promise<String> promise = new Promise<>();
          Permit held = semaphore.acquire();
          // It waits at the promise before it waits at the semaphore.
          Future<Either<Result<String>, Permit>> race =
              Async.future(() -> Source.either(promise, semaphore).await());
          while (semaphore.pool.waiting() == 0) {
            Async.yield();
          }
          promise.complete("value");
          held.close();
          assertThat(race.value()).isInstanceOf(Either.Left.class);
          assertThat(semaphore.free()).isEqualTo(1);
          assertThat(semaphore.pool.waiting()).isZero();
          return null;
        });
  }

  @Test
  void aRaceOfTheSameOneTwiceAcquiresOnce() throws Exception {
    Running.program(
        () -> {
          Semaphore semaphore = new Semaphore(2);
          Permit held = semaphore.acquire(2);
          Future<Permit> race = Async.future(() -> Source.race(semaphore, semaphore).await());
          while (semaphore.pool.waiting() < 2) {
            Async.yield();
          }
          held.close();
          Permit permit = race.value();
          assertThat(semaphore.free()).isEqualTo(1);
          assertThat(semaphore.pool.waiting()).isZero();
          permit.close();
          Source.race(semaphore, semaphore).await().close();
          assertThat(Source.race(semaphore).poll()).isNotNull();
          assertThat(Source.<Permit>race().poll()).isNull();
          assertThat(semaphore.free()).isEqualTo(1);
          return null;
        });
  }

  @Test
  void aRaceForOneOrForAllHasOneOfThem() throws Exception {
    Running.program(
        () -> {
          Semaphore semaphore = new Semaphore(2);
          Permit held = semaphore.acquire(2);
          Taker taker = new Taker();
          Source<Permit> race = Source.race(semaphore.together(2), semaphore);
          race.onComplete(taker);
          race.dropListener(taker);
          assertThat(semaphore.pool.waiting()).isZero();
          race.onComplete(taker);
          held.close();
          assertThat(taker.taken).hasSize(1);
          assertThat(semaphore.free()).isZero();
          while (semaphore.pool.waiting() > 0) {
            Async.yield();
          }
          return null;
        });
  }

  @Test
  void aDroppedListenerLeavesOnlyTheSourceThatItIsDroppedFrom() {
    Semaphore semaphore = new Semaphore(2);
    Permit held = semaphore.acquire(2);
    Taker taker = new Taker();
    semaphore.onComplete(taker);
    semaphore.together(2).onComplete(taker);
    semaphore.dropListener(taker);
    assertThat(semaphore.pool.waiting()).isEqualTo(1);
    held.close();
    assertThat(taker.taken).hasSize(1);
    assertThat(semaphore.free()).isZero();
  }

  @Test
  void selectsHaveAtMostOneOfTheirCases() throws Exception {
    Running.program(
        () -> {
          Semaphore one = new Semaphore(1);
          Semaphore other = new Semaphore(1);
          for (int i = 0; i < 100; i++) {
            Permit taken =
                Async.<Permit, RuntimeException>select(
                    one.handle(permit -> permit), other.handle(permit -> permit));
            assertThat(one.free() + other.free()).isEqualTo(1);
            taken.close();
          }
          return null;
        });
  }

  @Test
  void aCancelledWaitAcquiresNothing() throws Exception {
    Running.program(
        () -> {
          Semaphore semaphore = new Semaphore(1);
          try (Permit _ = semaphore.acquire();
              Scope scope = Scope.open()) {
            scope.cancel();
            assertThatThrownBy(semaphore::acquire).isInstanceOf(CancellationException.class);
          }
          assertThat(semaphore.free()).isEqualTo(1);
          assertThat(semaphore.pool.waiting()).isZero();
          return null;
        });
  }

  @Test
  void theTimeToWaitCanBeLimited() throws Exception {
    Running.program(
        () -> {
          Semaphore semaphore = new Semaphore(1);
          Permit held = semaphore.acquire(Duration.ofHours(1));
          assertThatThrownBy(() -> semaphore.acquire(Duration.ofMillis(1)))
              .isInstanceOf(TimeoutException.class);
          held.close();
          assertThat(semaphore.free()).isEqualTo(1);
          return null;
        });
  }

  @Test
  void aBodyHasAPermitHoweverItEnds() {
    Semaphore semaphore = new Semaphore(1);
    assertThat(semaphore.<Integer, RuntimeException>withPermit(semaphore::free)).isZero();
    assertThatThrownBy(
            () ->
                semaphore.withPermit(
                    () -> {
                      throw new java.io.IOException("from the body");
                    }))
        .hasMessage("from the body");
    assertThat(semaphore.free()).isEqualTo(1);
  }

  @Test
  void platformThreadsAndFibersShareIt() throws Exception {
    Semaphore semaphore = new Semaphore(2);
    int[] inside = new int[1];
    int[] most = new int[1];
    Mutex counting = new Mutex();
    Runnable work =
        () -> {
          for (int i = 0; i < 2_000; i++) {
            try (Permit _ = semaphore.acquire()) {
              try (Permit _ = counting.acquire()) {
                most[0] = Math.max(most[0], ++inside[0]);
              }
              try (Permit _ = counting.acquire()) {
                inside[0]--;
              }
            }
          }
        };
    Thread platform = Thread.ofPlatform().start(work);
    Running.program(
        () -> {
          try (var group = new Group<RuntimeException>()) {
            for (int i = 0; i < 3; i++) {
              group.fork(
                  () -> {
                    work.run();
                    return null;
                  });
            }
            group.join();
          }
          return null;
        });
    platform.join();
    assertThat(most[0]).isBetween(1, 2);
    assertThat(semaphore.free()).isEqualTo(2);
  }

  private static Source<String> failing(Source<?> source) {
    return source.map(
        item -> {
          throw new IllegalStateException("of " + item);
        });
  }

  static Stream<UnaryOperator<Source<?>>> uses() {
    return Stream.of(
        source -> failing(source),
        source -> failing(source.map(permit -> "a permit")),
        source -> failing(Source.race(source, new Promise<>())),
        source -> failing(Source.either(source, new Promise<>())),
        source -> failing(Source.either(new Promise<>(), source)),
        source -> Source.race(failing(source)),
        source -> failing(source.filter(permit -> true)));
  }

  @ParameterizedTest
  @MethodSource("uses")
  void aFunctionThatThrowsInPlaceOfWhoWaitsLosesNoPermit(UnaryOperator<Source<?>> use)
      throws Exception {
    Running.reporting(
        () -> {
          Semaphore semaphore = new Semaphore(1);
          Source<?> source = use.apply(semaphore);
          fails(source::poll);
          assertThat(semaphore.free()).isOne();
          fails(() -> Async.select(source.handle(item -> item)));
          assertThat(semaphore.free()).isOne();
          fails(source::await);
          assertThat(semaphore.free()).isOne();
          Permit permit = semaphore.acquire();
          try (var group = new Group<RuntimeException>()) {
            group.fork(
                () -> {
                  fails(source::await);
                  return null;
                });
            group.fork(
                () -> {
                  permit.close();
                  return null;
                });
            group.join();
          }
          assertThat(semaphore.free()).isOne();
          return null;
        });
  }

  /** Raises the error, or reports it and goes on waiting for an item without one. */
  private static void fails(Body<?, RuntimeException> operation) {
    try {
      Async.timeout(Duration.ofMillis(1), operation);
    } catch (IllegalStateException | TimeoutException expected) {
      return;
    }
  }
}
