package yona.async;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Members run beside each other, whatever they block in: here they meet in plain Java, which ends
 * only if all of them have started.
 */
class GroupBesideTest {

  /** Where the group is opened. */
  record Place(String name, FiberScheduler scheduler, boolean onFiber) {
    <T> T run(Body<T, Exception> body) throws Exception {
      return Async.<T, Exception>blocking(
          scheduler, () -> onFiber ? Async.<T>future(body).value() : body.run());
    }

    @Override
    public String toString() {
      return name;
    }
  }

  static Stream<Place> places() {
    return Stream.of(
        new Place("a thread", FiberScheduler.standard(), false),
        new Place("a fiber", FiberScheduler.standard(), true),
        new Place("a fiber on one carrier", FiberScheduler.carriers(1), true),
        new Place("a fiber on the JDK's scheduler", FiberScheduler.jdk(), true));
  }

  @ParameterizedTest
  @MethodSource("places")
  void forksMeetAtABarrier(Place place) throws Exception {
    CyclicBarrier five = new CyclicBarrier(5);
    List<Integer> values =
        place.run(
            () ->
                Async.<List<Integer>, Exception>group(
                    group -> {
                      List<Future<Integer>> members = new ArrayList<>();
                      for (int i = 0; i < 5; i++) {
                        members.add(group.fork(() -> five.await()));
                      }
                      return Future.awaitAll(members);
                    }));
    assertThat(values).containsExactlyInAnyOrder(0, 1, 2, 3, 4);
  }

  @ParameterizedTest
  @MethodSource("places")
  void forkReturnsAtOnce(Place place) throws Exception {
    CountDownLatch latch = new CountDownLatch(1);
    String value =
        place.run(
            () ->
                Async.<String, Exception>group(
                    group -> {
                      Future<String> member =
                          group.fork(
                              () -> {
                                latch.await();
                                return "has ended";
                              });
                      assertThat(member.poll()).isNull();
                      latch.countDown();
                      return member.value();
                    }));
    assertThat(value).isEqualTo("has ended");
  }

  @ParameterizedTest
  @MethodSource("places")
  void twoMembersMeetAtAQueue(Place place) throws Exception {
    var queue = new SynchronousQueue<String>();
    Object[] values =
        place.run(
            () -> {
              try (var group = new Group<Exception>()) {
                return group.all(
                    () -> {
                      queue.put("handed over");
                      return "put";
                    },
                    queue::take);
              }
            });
    assertThat(values).containsExactly("put", "handed over");
  }

  @ParameterizedTest
  @MethodSource("places")
  void applicationsMeetAsManyAsTheLimitAllows(Place place) throws Exception {
    int limit = 4;
    CyclicBarrier barrier = new CyclicBarrier(limit);
    AtomicInteger running = new AtomicInteger();
    AtomicInteger most = new AtomicInteger();
    List<Integer> values =
        place.run(
            () -> {
              try (var group = new Group<Exception>()) {
                return group.map(
                    IntStream.range(0, 6 * limit).iterator(),
                    limit,
                    element -> {
                      most.accumulateAndGet(running.incrementAndGet(), Math::max);
                      barrier.await();
                      running.decrementAndGet();
                      return element;
                    });
              }
            });
    assertThat(values).isEqualTo(IntStream.range(0, 6 * limit).boxed().toList());
    assertThat(most).hasValue(limit);
  }

  @ParameterizedTest
  @MethodSource("places")
  void aRaceIsWonByWhoDoesNotBlockWhereverItStands(Place place) throws Exception {
    for (int winner = 0; winner < 3; winner++) {
      List<Body<String, Exception>> bodies = new ArrayList<>();
      AtomicInteger interrupted = new AtomicInteger();
      CyclicBarrier begun = new CyclicBarrier(3);
      for (int i = 0; i < 3; i++) {
        int index = i;
        int first = winner;
        bodies.add(
            () -> {
              begun.await();
              if (index == first) {
                return "won by " + index;
              }
              try {
                new CountDownLatch(1).await();
              } catch (InterruptedException e) {
                interrupted.incrementAndGet();
                throw e;
              }
              return "cannot be";
            });
      }
      String won = place.run(() -> Async.<String, Exception>race(bodies));
      assertThat(won).isEqualTo("won by " + winner);
      assertThat(interrupted).hasValue(2);
    }
  }

  /** Its initialisation blocks, which keeps the carrier: nothing can be unmounted under it. */
  private static final class Pinning {
    static final CountDownLatch OTHER_RUNS = new CountDownLatch(1);
    static final AtomicInteger PINNED = new AtomicInteger();

    static final class Initialized {
      static final int VALUE = pin();

      private Initialized() {}

      private static int pin() {
        try {
          OTHER_RUNS.await();
        } catch (InterruptedException e) {
          throw new IllegalStateException(e);
        }
        return PINNED.incrementAndGet();
      }
    }

    private Pinning() {}
  }

  @Test
  void aMemberThatKeepsItsCarrierHoldsNobodyUp() throws Exception {
    Object[] values =
        Async.<Object[], Exception>blocking(
            FiberScheduler.carriers(1),
            () ->
                Async.<Object[]>future(
                        () -> {
                          try (var group = new Group<Exception>()) {
                            return group.all(
                                () -> Pinning.Initialized.VALUE,
                                () -> {
                                  Pinning.OTHER_RUNS.countDown();
                                  return "ran";
                                });
                          }
                        })
                    .value());
    assertThat(values).containsExactly(1, "ran");
  }

  @Test
  void aMemberThatHasNotBegunWhenAnotherFailsDoesNotRun() throws Exception {
    AtomicInteger ran = new AtomicInteger();
    Async.blocking(
        () -> {
          assertThatThrownBy(
                  () ->
                      Async.<Object, IOException>group(
                          group -> {
                            Future<?> fails =
                                group.fork(
                                    () -> {
                                      throw new IOException("first");
                                    });
                            fails.await();
                            group.fork(ran::incrementAndGet);
                            return null;
                          }))
              .isInstanceOf(IOException.class)
              .hasMessage("first");
          return null;
        });
    assertThat(ran).hasValue(0);
  }

  @Test
  void theErrorOfAGroupThatIsLeftWithoutAJoinIsReported() throws Exception {
    Running.reporting(
        () -> {
          try (var group = new Group<IOException>()) {
            Future<Object> member =
                group.fork(
                    () -> {
                      throw new IOException("nobody asked");
                    });
            Async.shielded(member::await);
          }
          return null;
        });
    assertThat(Running.REPORTED)
        .singleElement()
        .satisfies(error -> assertThat(error).hasMessage("nobody asked"));
  }

  @Test
  void applicationsThatWaitForNothingShareFibers() throws Exception {
    Running.program(
        () -> {
          long before = Fiber.startedCount();
          try (var group = new Group<RuntimeException>()) {
            assertThat(group.map(IntStream.range(0, 5_000).iterator(), 5_000, e -> e))
                .hasSize(5_000);
          }
          // One for each carrier that had time to help.
          assertThat(Fiber.startedCount() - before).isLessThan(1_000);
          return null;
        });
  }
}
