package yona.library.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static yona.library.Calls.fn;
import static yona.library.Calls.raises;
import static yona.library.Calls.seq;
import static yona.library.Calls.suspending;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import yona.async.Async;
import yona.async.Body;
import yona.async.Promise;
import yona.async.Scope;
import yona.language.runtime.Function;
import yona.language.runtime.Groups;
import yona.language.runtime.Walk;
import yona.library.argument.Failure;
import yona.library.reducer.Reducing;
import yona.library.reducer.Transducing;

/** What a stream holds is released, once, in every way in which its walk ends. */
final class StreamReleaseTest {
  /** Streams that count what they hold. */
  private static final class Holdings {
    private final AtomicInteger acquired = new AtomicInteger();
    private final AtomicInteger released = new AtomicInteger();

    /** An endless stream. */
    Object stream() {
      return StreamFunctions.bracket(
          Function.of("acquire", () -> (long) acquired.incrementAndGet()),
          fn(
              resource -> {
                released.incrementAndGet();
                return resource;
              }),
          fn(_ -> StreamFunctions.naturals()));
    }

    void check(int times) {
      assertThat(acquired).hasValue(times);
      assertThat(released).hasValue(times);
    }
  }

  private static <T> T blocking(Body<T, RuntimeException> body) {
    return Async.<T, RuntimeException>blocking(body);
  }

  private static Function failing(long at) {
    return fn(
        n -> {
          if ((Long) n == at) {
            throw Failure.badarg("test", "it is " + n);
          }
          return n;
        });
  }

  /** How a walk of an endless stream ends. */
  private record Ending(String name, UnaryOperator<Object> walk) {}

  private static Object taken(Object stream) {
    return StreamFolds.len(StreamFunctions.take(3L, stream));
  }

  private static Stream<Ending> endings() {
    Function below = fn(n -> (Long) n < 3);
    Function five = fn(n -> (Long) n == 5);
    return Stream.of(
        new Ending("take", StreamReleaseTest::taken),
        new Ending("take_while", s -> StreamFolds.toSeq(StreamFunctions.takeWhile(below, s))),
        new Ending("head", StreamFolds::head),
        new Ending("find", s -> StreamFolds.find(five, s)),
        new Ending("any", s -> StreamFolds.any(five, s)),
        new Ending("all", s -> StreamFolds.all(below, s)),
        new Ending("error of a stage", s -> StreamFolds.len(StreamFunctions.map(failing(4), s))),
        new Ending("error of who walks", s -> StreamFolds.each(failing(4), s)),
        new Ending(
            "shorter", s -> StreamFolds.len(StreamFunctions.zip(StreamFunctions.range(0L, 3L), s))),
        new Ending(
            "shorter, asked last",
            s -> StreamFolds.len(StreamFunctions.zip(s, StreamFunctions.range(0L, 3L)))),
        new Ending("below flat_map", s -> taken(StreamFunctions.flatMap(fn(n -> seq(n, n)), s))),
        new Ending(
            "inside flat_map",
            s -> taken(StreamFunctions.flatMap(fn(_ -> s), StreamFunctions.range(0L, 2L)))),
        new Ending("inside concat", s -> taken(StreamFunctions.concat(seq(s)))),
        new Ending("reduction", s -> Reducing.reduce(Transducing.take(3L, Reducing.toSeq()), s)),
        new Ending(
            "error of a reduction",
            s -> Reducing.reduce(Transducing.map(failing(3), Reducing.toSeq()), s)),
        new Ending("error of a body", s -> Groups.mapTogether(failing(9), s)),
        new Ending(
            "error of a body beside others",
            s ->
                Groups.mapTogether(
                    3,
                    suspending(
                        n -> {
                          Async.yield();
                          return failing(9).apply(n);
                        }),
                    s)),
        new Ending("behind buffered", s -> taken(StreamFunctions.buffered(2L, s))),
        new Ending(
            "error behind buffered",
            s -> StreamFolds.each(failing(3), StreamFunctions.buffered(2L, s))),
        new Ending(
            "error before buffered",
            s -> StreamFolds.len(StreamFunctions.buffered(2L, StreamFunctions.map(failing(3), s)))),
        new Ending(
            "behind merge", s -> taken(StreamFunctions.merge(seq(s, StreamFunctions.naturals())))),
        new Ending(
            "error in merge",
            s ->
                StreamFolds.len(
                    StreamFunctions.merge(
                        seq(s, StreamFunctions.map(failing(3), StreamFunctions.naturals()))))),
        new Ending(
            "behind map_together",
            s -> taken(StreamFunctions.mapTogether(2L, suspending(n -> n), s))),
        new Ending(
            "error in map_together",
            s ->
                StreamFolds.len(
                    StreamFunctions.mapTogether(2L, suspending(n -> failing(3).apply(n)), s))),
        new Ending("cancellation", StreamReleaseTest::cancelled),
        new Ending("cancellation behind buffered", s -> cancelled(StreamFunctions.buffered(1L, s))),
        new Ending(
            "transfer of control",
            s ->
                StreamFolds.each(
                    fn(
                        _ -> {
                          throw new Reduction.Done();
                        }),
                    s)),
        new Ending(
            "its with",
            s -> {
              try (Scope _ = Scope.open()) {
                Walk walk = ((yona.library.stream.Stream) s).walk();
                walk.pull();
                ((yona.library.stream.Stream) s).release();
                return walk;
              }
            }));
  }

  /** Whoever walks waits, and is cancelled. */
  private static Object cancelled(Object stream) {
    Promise<Boolean> waits = new Promise<>();
    try (Scope scope = Scope.open()) {
      Function hangs =
          suspending(
              _ -> {
                waits.complete(true);
                throw Async.never();
              });
      scope.background(() -> StreamFolds.each(hangs, stream));
      return waits.value();
    }
  }

  @TestFactory
  Stream<DynamicTest> atOnce() {
    return endings().map(ending -> DynamicTest.dynamicTest(ending.name, () -> check(ending)));
  }

  private static void check(Ending ending) {
    Holdings holdings = new Holdings();
    blocking(
        () -> {
          Object stream = holdings.stream();
          try {
            assertThat(ending.walk.apply(stream)).isNotNull();
          } catch (RuntimeException _) {
            // An end like others.
          }
          holdings.check(1);
          raises("closed", () -> StreamFolds.head(stream));
          return null;
        });
    holdings.check(1);
  }

  @Test
  void withTheScopeAtTheLatest() {
    for (UnaryOperator<Object> made :
        java.util.List.<UnaryOperator<Object>>of(
            s -> s,
            s -> StreamFunctions.map(fn(n -> n), s),
            s -> StreamFunctions.buffered(2L, s),
            s -> StreamFunctions.merge(seq(s)),
            s -> StreamFunctions.mapTogether(2L, suspending(n -> n), s))) {
      Holdings holdings = new Holdings();
      Walk walk =
          blocking(
              () -> {
                Walk begun = ((yona.library.stream.Stream) made.apply(holdings.stream())).walk();
                assertThat(begun.pull()).isEqualTo(0L);
                assertThat(holdings.released).hasValue(0);
                return begun;
              });
      holdings.check(1);
      raises("closed", () -> blocking(walk::pull));
    }
  }

  @Test
  void nothingIsAcquiredForAStreamThatNobodyWalks() {
    Holdings holdings = new Holdings();
    blocking(
        () -> {
          Object stream = StreamFunctions.buffered(2L, holdings.stream());
          StreamFolds.toSeq(StreamFunctions.take(0L, stream));
          return StreamFunctions.merge(seq(holdings.stream()));
        });
    holdings.check(0);
  }

  @Test
  void anErrorOfTheReleaseIsRaisedAtTheEnd() {
    Object stream =
        blocking(
            () -> {
              Object broken =
                  StreamFunctions.bracket(
                      Function.of("acquire", () -> 1L),
                      fn(
                          _ -> {
                            throw Failure.badarg("test", "release");
                          }),
                      fn(_ -> StreamFunctions.range(0L, 2L)));
              raises("badarg", () -> StreamFolds.toSeq(broken));
              return broken;
            });
    raises("closed", () -> StreamFolds.toSeq(stream));
  }
}
