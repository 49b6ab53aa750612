package yona.async;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Futures that are made of others. */
class FuturesTogetherTest {

  private final Promise<String> one = new Promise<>();
  private final Promise<String> two = new Promise<>();
  private final IOException first = new IOException("first");
  private final IOException second = new IOException("second");

  @Test
  void twoValuesAreZippedWhenBothAreThere() {
    Promise<Integer> number = new Promise<>();
    Future<Pair<String, Integer>> both = one.zip(number);
    number.complete(1);
    assertThat(both.poll()).isNull();
    one.complete("a");
    assertThat(both.value()).isEqualTo(new Pair<>("a", 1));
  }

  @Test
  void aFutureIsZippedWithItself() {
    Future<Pair<String, String>> both = one.zip(one);
    one.complete("a");
    assertThat(both.value()).isEqualTo(new Pair<>("a", "a"));
  }

  @Test
  void zipFailsWithTheErrorThatComesFirstAndDoesNotWaitForTheOthers() {
    Future<List<String>> all = Future.zip(List.of(one, two, new Promise<String>()));
    two.fail(first);
    one.fail(second);
    assertThatThrownBy(all::value).isSameAs(first);
    assertThatThrownBy(() -> Future.awaitAll(List.of(one, two))).isSameAs(second);
  }

  private static String raise(IOException error) throws IOException {
    throw error;
  }

  @Test
  void aZipThatAnotherErrorDecidedHasItsResult() {
    Future<List<String>> inner = Future.zip(List.of(one));
    Future<List<Object>> outer = Future.zip(List.of(inner, two));
    List<@Nullable Object> seen = new ArrayList<>();
    // Told behind the outer one, which tells nobody before all who stand at the inner one are told.
    inner.onComplete(
        _ -> {
          two.fail(second);
          return seen.add(outer.poll());
        });
    one.fail(first);
    assertThat(seen).containsExactly(new Result.Failure<>(first));
  }

  @Test
  void aFailureThatNobodyWasGivenIsReported() throws Exception {
    Running.reporting(
        () -> {
          Future<String> failed = Async.future(() -> raise(first));
          Future<String> failedToo = Async.future(() -> raise(second));
          while (failed.peek() == null || failedToo.peek() == null) {
            Async.yield();
          }
          assertThatThrownBy(() -> Future.zip(List.of(failed, failedToo)).value()).isSameAs(first);
          return null;
        });
    assertThat(Running.REPORTED).containsExactly(second);
  }

  @Test
  void whatIsDecidedLeavesNoListenerAtTheOthers() {
    one.complete("a");
    for (int i = 0; i < 10; i++) {
      assertThat(Future.alt(List.of(two, one, two)).value()).isEqualTo("a");
      assertThat(Future.alt(List.of(one, two)).value()).isEqualTo("a");
    }
    Promise<String> failed = new Promise<>();
    failed.fail(first);
    assertThatThrownBy(() -> Future.zip(List.of(two, failed, two)).value()).isSameAs(first);
    assertThat(two.listeners()).isZero();
  }

  @Test
  void whoGivesUpWaitingForAllOrForTheFirstLeavesNoListenerAtThem() throws Exception {
    Running.program(
        () -> {
          List<Promise<String>> both = List.of(one, two);
          for (Body<?, RuntimeException> wait :
              List.<Body<?, RuntimeException>>of(
                  () -> Future.awaitAll(both), () -> Future.awaitFirst(both))) {
            try (Scope scope = Scope.open()) {
              scope.background(wait);
              while (two.listeners() == 0) {
                Async.yield();
              }
            }
            assertThat(one.listeners() + two.listeners()).isZero();
            assertThat(one.peek()).as("not cancelled").isNull();
          }
          return null;
        });
  }

  @Test
  void manyAreZippedInTheirOrder() {
    List<Promise<Integer>> promises = new ArrayList<>();
    for (int i = 0; i < 1_000; i++) {
      promises.add(new Promise<>());
    }
    Future<List<Integer>> all = Future.zip(promises);
    for (int i = 999; i >= 0; i--) {
      assertThat(all.poll()).isNull();
      promises.get(i).complete(i);
    }
    assertThat(all.value()).hasSize(1_000).isSorted();
    assertThat(Future.<Integer>zip(List.of()).value()).isEmpty();
    assertThat(Future.<Integer>awaitAll(promises)).hasSize(1_000);
  }

  @Test
  void altGivesTheFirstSuccess() {
    Future<String> either = one.alt(two);
    one.fail(first);
    assertThat(either.poll()).isNull();
    two.complete("b");
    assertThat(either.value()).isEqualTo("b");
    assertThat(Future.awaitFirst(List.of(one, two))).isEqualTo("b");
  }

  @Test
  void altGivesTheLastErrorWhenAllFail() {
    Future<String> either = Future.alt(List.of(one, two));
    two.fail(first);
    one.fail(second);
    assertThatThrownBy(either::value).isSameAs(second);
  }

  @Test
  void altOfNothingIsRefused() {
    assertThatThrownBy(() -> Future.alt(List.of()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("at least one");
  }

  @Test
  void altCCancelsTheLosersAndAltDoesNot() throws Exception {
    Running.program(
        () -> {
          Future<String> slow = Starting.future(() -> Async.never().getMessage());
          Promise<String> quick = new Promise<>();
          Future<String> kept = quick.alt(slow);
          Future<String> either = quick.altC(slow);
          quick.complete("quick");
          assertThat(kept.value()).isEqualTo("quick");
          assertThat(either.value()).isEqualTo("quick");
          assertThatThrownBy(slow::value).isInstanceOf(CancellationException.class);
          return null;
        });
  }

  @Test
  void aCollectorGivesFuturesInTheOrderInWhichTheyEnd() throws Exception {
    Promise<String> three = new Promise<>();
    Collector<String> collector = Future.collector(List.of(one, two));
    two.complete("b");
    collector.add(three);
    Running.program(
        () -> {
          Future<List<Object>> all =
              Starting.future(
                  () -> {
                    List<Object> ended = new ArrayList<>();
                    for (Future<String> each : collector) {
                      ended.add(each.await());
                    }
                    return ended;
                  });
          three.fail(first);
          one.complete("a");
          assertThat(all.value())
              .containsExactly(
                  new Result.Success<>("b"),
                  new Result.Failure<>(first),
                  new Result.Success<>("a"));
          return null;
        });
    assertThat(collector.hasNext()).isFalse();
    assertThatThrownBy(() -> collector.iterator().next())
        .isInstanceOf(java.util.NoSuchElementException.class);
  }

  @Test
  void aDerivedFutureIsCancelledAlone() {
    Future<Pair<String, String>> both = one.zip(two);
    both.cancel();
    assertThatThrownBy(both::value).isInstanceOf(CancellationException.class);
    assertThat(one.poll()).isNull();
    one.complete("a");
    assertThat(one.value()).isEqualTo("a");
  }

  @Test
  void aFailureThatOnlyADerivedFutureHasSeenIsReportedOnce() throws Exception {
    Running.reporting(
        () -> {
          Future<String> failing =
              Async.future(
                  () -> {
                    throw first;
                  });
          Future<Pair<String, String>> both = failing.zip(failing);
          while (both.peek() == null) {
            Async.yield();
          }
          return null;
        });
    assertThat(Running.REPORTED).containsExactly(first);
  }

  @Test
  void aLongChainIsSettledWithoutAStack() throws Exception {
    Running.program(
        () -> {
          Promise<Object> first = new Promise<>();
          Future<?> zipped = first;
          Future<Object> alternative = first;
          for (int i = 0; i < 50_000; i++) {
            Promise<Object> other = new Promise<>();
            zipped = zipped.zip(other);
            other.complete(i);
            alternative = alternative.alt(new Promise<>());
          }
          first.complete("first");
          Object nested = zipped.value();
          for (int i = 0; i < 50_000; i++) {
            nested = ((Pair<?, ?>) nested).first();
          }
          assertThat(nested).isEqualTo("first");
          assertThat(alternative.value()).isEqualTo("first");
          return null;
        });
  }
}
