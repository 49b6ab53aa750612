package yona.async;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import yona.async.sync.Permit;
import yona.async.sync.Semaphore;

/** What a function that throws does to those who read a source that is mapped or filtered. */
class DerivedSourceTest {

  /** A way from a source to one whose function throws at each item. */
  private interface Way {
    Source<?> from(Source<?> source);
  }

  /** A way of taking an item. */
  private interface Reading {
    Object read(Source<?> source) throws Exception;
  }

  private static final Map<String, Way> WAYS = new LinkedHashMap<>();
  private static final Map<String, Reading> READINGS = new LinkedHashMap<>();

  static {
    WAYS.put("map", source -> source.map(DerivedSourceTest::raise));
    WAYS.put("filter", source -> source.filter(DerivedSourceTest::raise));
    WAYS.put("map to null", source -> source.map(DerivedSourceTest::nothing));
    WAYS.put("map, map", source -> source.map(DerivedSourceTest::raise).map(String::valueOf));
    WAYS.put("text, map", source -> source.map(String::valueOf).map(DerivedSourceTest::raise));
    WAYS.put("map, filter", source -> source.map(DerivedSourceTest::raise).filter(item -> true));
    WAYS.put("filter, map", source -> source.filter(item -> true).map(DerivedSourceTest::raise));
    WAYS.put(
        "text, filter, map",
        source -> source.map(String::valueOf).filter(item -> true).map(DerivedSourceTest::raise));
    WAYS.put("filter, filter", source -> source.filter(DerivedSourceTest::raise).filter(i -> true));
    WAYS.put("then filter", source -> source.filter(i -> true).filter(DerivedSourceTest::raise));
    READINGS.put("await", Source::await);
    READINGS.put(
        "awaitUncounted",
        source -> {
          Fiber.reachedWait();
          return source.awaitUncounted();
        });
    READINGS.put("race", source -> Source.race(source, new Promise<>()).await());
    READINGS.put("either", source -> Source.either(source, new Promise<>()).await());
    READINGS.put(
        "race of races",
        source -> Source.race(Source.race(new Promise<>(), source), new Promise<>()).await());
    READINGS.put(
        "race, mapped and filtered",
        source ->
            Source.race(source, new Promise<>()).map(String::valueOf).filter(i -> true).await());
    READINGS.put(
        "select",
        source -> Async.select(source.handle(item -> 1), new Promise<>().handle(item -> 2)));
    READINGS.put(
        "select of a race",
        source -> Async.select(Source.race(source, new Promise<>()).handle(item -> 1)));
  }

  private static boolean raise(Object item) {
    throw new IllegalStateException("thrown");
  }

  @SuppressWarnings("NullAway") // what is tested
  private static Object nothing(Object item) {
    return null;
  }

  static Stream<List<String>> everyWayOfReading() {
    return WAYS.keySet().stream()
        .flatMap(way -> READINGS.keySet().stream().map(reading -> List.of(way, reading)));
  }

  private static void assertRaised(Result<?> result) {
    assertThat(result).isInstanceOf(Result.Failure.class);
    assertThatThrownBy(result::get)
        .matches(
            error ->
                error instanceof IllegalStateException
                    ? "thrown".equals(error.getMessage())
                    : error instanceof NullPointerException);
  }

  @ParameterizedTest
  @MethodSource("everyWayOfReading")
  void anErrorIsTheReadersWhetherTheItemIsThereOrComesLater(List<String> names) throws Exception {
    Way way = WAYS.get(names.getFirst());
    Reading reading = READINGS.get(names.getLast());
    Running.program(
        () -> {
          Mailbox<Integer> box = new Mailbox<>();
          box.post(1);
          assertRaised(Async.future(() -> reading.read(way.from(box))).await());
          assertThat(box.poll()).isNull();
          Future<Object> reader = Async.future(() -> reading.read(way.from(box)));
          while (!box.isWaitedAt()) {
            Async.yield();
          }
          box.post(2);
          assertRaised(reader.await());
          assertThat(box.isWaitedAt()).isFalse();
          assertThat(box.poll()).isNull();
          return null;
        });
  }

  @ParameterizedTest
  @MethodSource("everyWayOfReading")
  void anErrorLosesNoPermit(List<String> names) throws Exception {
    Way way = WAYS.get(names.getFirst());
    Reading reading = READINGS.get(names.getLast());
    Running.program(
        () -> {
          Semaphore one = new Semaphore(1);
          assertRaised(Async.future(() -> reading.read(way.from(one))).await());
          Permit held = one.tryAcquire();
          assertThat(held).isNotNull();
          Future<Object> reader = Starting.future(() -> reading.read(way.from(one)));
          held.close();
          assertRaised(reader.await());
          assertThat(one.tryAcquire()).isNotNull();
          return null;
        });
  }

  @Test
  void aPollRaisesTooAndHasTakenTheItem() {
    for (Way way : WAYS.values()) {
      Mailbox<Integer> box = new Mailbox<>();
      for (UnaryOperator<Source<?>> form :
          List.<UnaryOperator<Source<?>>>of(
              source -> source, source -> Source.race(source, new Promise<>()))) {
        box.post(1);
        assertThatThrownBy(form.apply(way.from(box))::poll)
            .isInstanceOfAny(IllegalStateException.class, NullPointerException.class);
        assertThat(box.poll()).isNull();
      }
    }
  }

  @Test
  void aListenerHasNotTakenTheItem() throws Exception {
    for (Way way : WAYS.values()) {
      Mailbox<Integer> box = new Mailbox<>();
      List<Object> told = new ArrayList<>();
      Running.reporting(
          () -> {
            way.from(box).onComplete(told::add);
            box.post(1);
            Source.race(way.from(box), new Promise<>()).poll(told::add);
            return null;
          });
      assertThat(told).isEmpty();
      assertThat(Running.REPORTED).hasSize(2).allSatisfy(error -> assertRaised(failed(error)));
      assertThat(box.isWaitedAt()).isFalse();
      assertThat(box.poll()).isEqualTo(1);
    }
  }

  private static Result<Object> failed(Throwable error) {
    return new Result.Failure<>(error);
  }

  @Test
  void thoseWhoReadWithoutTheFunctionAreNotConcerned() throws Exception {
    Mailbox<Integer> box = new Mailbox<>();
    Running.program(
        () -> {
          Source<Integer> picky = box.filter(item -> 6 / item == 2);
          Future<Object> reader =
              Starting.future(() -> Source.race(picky, new Promise<>()).await());
          Future<Integer> plain = Starting.future(box::await);
          box.post(1);
          box.post(0);
          assertThat(plain.value()).isEqualTo(1);
          assertThatThrownBy(reader::value).isInstanceOf(ArithmeticException.class);
          box.post(3);
          assertThat(picky.await()).isEqualTo(3);
          return null;
        });
  }
}
