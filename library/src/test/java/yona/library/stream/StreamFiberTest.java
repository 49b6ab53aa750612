package yona.library.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static yona.library.Calls.fn;
import static yona.library.Calls.raises;
import static yona.library.Calls.seq;
import static yona.library.Calls.suspending;

import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import yona.async.Async;
import yona.async.Body;
import yona.async.Fiber;
import yona.async.Promise;
import yona.async.channel.SyncChannel;
import yona.data.Seq;
import yona.language.runtime.Function;
import yona.language.runtime.Walk;

/** Streams that others work for: how far ahead, how many at a time, and in which order. */
final class StreamFiberTest {
  private static <T> T blocking(Body<T, RuntimeException> body) {
    return Async.<T, RuntimeException>blocking(body);
  }

  /** Counts the elements that were asked for. */
  private static Object counted(AtomicInteger asked) {
    return yona.module.Stream.map(
        fn(
            n -> {
              asked.incrementAndGet();
              return n;
            }),
        StreamFunctions.naturals());
  }

  private static void goesAhead(Object stream, AtomicInteger asked, int ahead) {
    Walk walk = ((Stream) stream).walk();
    for (int taken = 1; taken < 20; taken++) {
      assertThat(walk.pull()).isEqualTo((long) taken - 1);
      // As far as it goes, and no further.
      while (asked.get() < taken + ahead) {
        Async.yield();
      }
      for (int i = 0; i < 20; i++) {
        Async.yield();
      }
      assertThat(asked).hasValue(taken + ahead);
    }
    walk.close();
  }

  @Test
  void bufferedGoesAheadAsFarAsItWasTold() {
    for (long ahead = 1; ahead < 4; ahead++) {
      AtomicInteger asked = new AtomicInteger();
      int told = (int) ahead;
      Object stream = counted(asked);
      blocking(
          () -> {
            goesAhead(yona.module.Stream.buffered((long) told, stream), asked, told);
            return true;
          });
    }
  }

  @Test
  void mergeGoesAheadByOne() {
    AtomicInteger asked = new AtomicInteger();
    blocking(
        () -> {
          goesAhead(yona.module.Stream.merge(seq(counted(asked))), asked, 1);
          return true;
        });
  }

  @Test
  void mapTogetherAppliesTogether() {
    AtomicInteger running = new AtomicInteger();
    AtomicInteger started = new AtomicInteger();
    Promise<Boolean> all = new Promise<>();
    Function meeting =
        suspending(
            n -> {
              assertThat(running.incrementAndGet()).isLessThanOrEqualTo(3);
              if (started.incrementAndGet() == 3) {
                all.complete(true);
              }
              all.await();
              running.decrementAndGet();
              return n;
            });
    Object result =
        blocking(
            () ->
                yona.module.Stream.to_seq(
                    yona.module.Stream.map_together(
                        3L, meeting, yona.module.Stream.range(0L, 50L))));
    assertThat(result).isEqualTo(Seq.range(0, 50, 1));
  }

  @Test
  void mergeGivesElementsAsTheyCome() {
    SyncChannel<Object> pipe = new SyncChannel<>();
    Object waiting =
        yona.library.stream.Stream.of(
            true,
            () ->
                new StreamSource() {
                  @Override
                  protected Object next() {
                    return pipe.read().get();
                  }
                });
    blocking(
        () -> {
          Walk walk =
              ((Stream)
                      yona.module.Stream.merge(
                          seq(
                              yona.module.Stream.take(1L, waiting),
                              yona.module.Stream.range(0L, 3L))))
                  .walk();
          assertThat(walk.pull()).isEqualTo(0L);
          assertThat(walk.pull()).isEqualTo(1L);
          pipe.send(":sent");
          assertThat(Seq.of(walk.pull(), walk.pull())).containsExactlyInAnyOrder(":sent", 2L);
          assertThat(walk.pull()).isNull();
          return true;
        });
  }

  @Test
  void aStreamWithoutWaitsStartsNoFiber() {
    long before = Fiber.startedCount();
    Object numbers =
        yona.module.Stream.map_together(5L, fn(n -> n), yona.module.Stream.range(0L, 10L));
    assertThat(yona.module.Stream.sum(numbers)).isEqualTo(45L);
    assertThat(Fiber.startedCount()).isEqualTo(before);
  }

  @Test
  void whatAnotherStreamHasWalkedIsSaidToTheConsumer() {
    blocking(
        () -> {
          Object numbers = yona.module.Stream.range(0L, 3L);
          yona.module.Stream.to_seq(numbers);
          raises(
              "closed", () -> yona.module.Stream.to_seq(yona.module.Stream.buffered(1L, numbers)));
          raises("closed", () -> yona.module.Stream.to_seq(yona.module.Stream.merge(seq(numbers))));
          return true;
        });
  }

  @Test
  void whoWaitsOutsideIsToldThatTheScopeHasEnded() {
    Promise<Walk> begun = new Promise<>();
    blocking(
        () -> {
          yona.async.Future<Object> outside =
              Async.future(
                  () -> {
                    Walk walk = begun.value();
                    raises("closed", walk::pull);
                    return true;
                  });
          try (yona.async.Scope _ = yona.async.Scope.open()) {
            Function hangs =
                suspending(
                    _ -> {
                      throw Async.never();
                    });
            Object stream =
                yona.module.Stream.buffered(
                    1L, yona.module.Stream.map(hangs, StreamFunctions.naturals()));
            begun.complete(((Stream) stream).walk());
            for (int i = 0; i < 100; i++) {
              Async.yield();
            }
          }
          return outside.value();
        });
  }
}
