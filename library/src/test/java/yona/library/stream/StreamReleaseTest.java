package yona.library.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static yona.library.Calls.fn;
import static yona.library.Calls.fn2;
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
import yona.data.Symbol;
import yona.data.Tuple;
import yona.language.runtime.Function;
import yona.language.runtime.Groups;
import yona.language.runtime.Walk;
import yona.library.argument.Failure;
import yona.library.reducer.Reducing;

/** What a stream holds is released, once, in every way in which its walk ends. */
final class StreamReleaseTest {
  /** Streams that count what they hold. */
  private static final class Holdings {
    private final AtomicInteger acquired = new AtomicInteger();
    private final AtomicInteger released = new AtomicInteger();

    /** An endless stream. */
    Object stream() {
      return yona.module.Stream.bracket(
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
    return yona.module.Stream.len(yona.module.Stream.take(3L, stream));
  }

  private static Stream<Ending> endings() {
    Function below = fn(n -> (Long) n < 3);
    Function five = fn(n -> (Long) n == 5);
    return Stream.of(
        new Ending("take", StreamReleaseTest::taken),
        new Ending(
            "take_while", s -> yona.module.Stream.to_seq(yona.module.Stream.take_while(below, s))),
        new Ending("head", yona.module.Stream::head),
        new Ending("find", s -> yona.module.Stream.find(five, s)),
        new Ending("any", s -> yona.module.Stream.any(five, s)),
        new Ending("all", s -> yona.module.Stream.all(below, s)),
        new Ending(
            "error of a stage", s -> yona.module.Stream.len(yona.module.Stream.map(failing(4), s))),
        new Ending("error of who walks", s -> yona.module.Stream.each(failing(4), s)),
        new Ending(
            "shorter",
            s ->
                yona.module.Stream.len(
                    yona.module.Stream.zip(yona.module.Stream.range(0L, 3L), s))),
        new Ending(
            "shorter, asked last",
            s ->
                yona.module.Stream.len(
                    yona.module.Stream.zip(s, yona.module.Stream.range(0L, 3L)))),
        new Ending(
            "interleaved",
            s -> taken(yona.module.Stream.interleave(StreamFunctions.naturals(), s))),
        new Ending(
            "beside a filler",
            s -> taken(yona.module.Stream.zip_longest(0L, StreamFunctions.empty(), s))),
        new Ending(
            "error in merge_sorted",
            s ->
                yona.module.Stream.len(
                    yona.module.Stream.merge_sorted(
                        seq(s, yona.module.Stream.map(failing(3), StreamFunctions.naturals()))))),
        new Ending(
            "done in transform",
            s ->
                yona.module.Stream.len(
                    yona.module.Stream.transform(
                        fn2((_, n) -> (Long) n < 3 ? Tuple.of(seq(n), n) : Symbol.of("done")),
                        0L,
                        s))),
        new Ending(
            "done in fold_while",
            s ->
                yona.module.Stream.fold_while(
                    fn2((_, n) -> Tuple.of(Symbol.of((Long) n < 3 ? "next" : "done"), n)), 0L, s)),
        new Ending(
            "below flat_map", s -> taken(yona.module.Stream.flat_map(fn(n -> seq(n, n)), s))),
        new Ending(
            "inside flat_map",
            s -> taken(yona.module.Stream.flat_map(fn(_ -> s), yona.module.Stream.range(0L, 2L)))),
        new Ending("inside concat", s -> taken(yona.module.Stream.concat(seq(s)))),
        new Ending(
            "reduction",
            s ->
                yona.module.Reducers.reduce(yona.module.Transducers.take(3L, Reducing.toSeq()), s)),
        new Ending(
            "error of a reduction",
            s ->
                yona.module.Reducers.reduce(
                    yona.module.Transducers.map(failing(3), Reducing.toSeq()), s)),
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
        new Ending("behind buffered", s -> taken(yona.module.Stream.buffered(2L, s))),
        new Ending(
            "error behind buffered",
            s -> yona.module.Stream.each(failing(3), yona.module.Stream.buffered(2L, s))),
        new Ending(
            "error before buffered",
            s ->
                yona.module.Stream.len(
                    yona.module.Stream.buffered(2L, yona.module.Stream.map(failing(3), s)))),
        new Ending(
            "behind merge",
            s -> taken(yona.module.Stream.merge(seq(s, StreamFunctions.naturals())))),
        new Ending(
            "error in merge",
            s ->
                yona.module.Stream.len(
                    yona.module.Stream.merge(
                        seq(s, yona.module.Stream.map(failing(3), StreamFunctions.naturals()))))),
        new Ending(
            "behind map_together",
            s -> taken(yona.module.Stream.map_together(2L, suspending(n -> n), s))),
        new Ending(
            "error in map_together",
            s ->
                yona.module.Stream.len(
                    yona.module.Stream.map_together(2L, suspending(n -> failing(3).apply(n)), s))),
        new Ending("cancellation", StreamReleaseTest::cancelled),
        new Ending(
            "cancellation behind buffered", s -> cancelled(yona.module.Stream.buffered(1L, s))),
        new Ending(
            "transfer of control",
            s ->
                yona.module.Stream.each(
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
      scope.background(() -> yona.module.Stream.each(hangs, stream));
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
          raises("closed", () -> yona.module.Stream.head(stream));
          return null;
        });
    holdings.check(1);
  }

  @Test
  void withTheScopeAtTheLatest() {
    for (UnaryOperator<Object> made :
        java.util.List.<UnaryOperator<Object>>of(
            s -> s,
            s -> yona.module.Stream.map(fn(n -> n), s),
            s -> yona.module.Stream.buffered(2L, s),
            s -> yona.module.Stream.merge(seq(s)),
            s -> yona.module.Stream.map_together(2L, suspending(n -> n), s))) {
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
          Object stream = yona.module.Stream.buffered(2L, holdings.stream());
          yona.module.Stream.to_seq(yona.module.Stream.take(0L, stream));
          return yona.module.Stream.merge(seq(holdings.stream()));
        });
    holdings.check(0);
  }

  @Test
  void anErrorOfTheReleaseIsRaisedAtTheEnd() {
    Object stream =
        blocking(
            () -> {
              Object broken =
                  yona.module.Stream.bracket(
                      Function.of("acquire", () -> 1L),
                      fn(
                          _ -> {
                            throw Failure.badarg("test", "release");
                          }),
                      fn(_ -> yona.module.Stream.range(0L, 2L)));
              raises("badarg", () -> yona.module.Stream.to_seq(broken));
              return broken;
            });
    raises("closed", () -> yona.module.Stream.to_seq(stream));
  }
}
