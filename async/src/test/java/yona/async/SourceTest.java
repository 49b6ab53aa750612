package yona.async;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import yona.async.channel.BufferedChannel;
import yona.async.channel.Channel;
import yona.async.sync.Gate;

class SourceTest {

  @Test
  void anItemThatIsThereIsGivenAtOnce() {
    Mailbox<String> box = new Mailbox<>();
    assertThat(box.poll()).isNull();
    box.post("a");
    box.post("b");
    assertThat(box.await()).isEqualTo("a");
    assertThat(box.poll()).isEqualTo("b");
    assertThat(box.poll()).isNull();
  }

  @Test
  void aFiberWaitsForAnItem() throws Exception {
    Mailbox<String> box = new Mailbox<>();
    String letter =
        Running.program(
            () -> {
              Future<String> waiting = Starting.future(box::await);
              box.post("a");
              return waiting.value();
            });
    assertThat(letter).isEqualTo("a");
    assertThat(box.isWaitedAt()).isFalse();
  }

  @Test
  void anItemThatAListenerRefusesGoesToTheNext() {
    Mailbox<Integer> box = new Mailbox<>();
    List<String> told = new ArrayList<>();
    box.onComplete(item -> item > 10 && told.add("large " + item));
    box.onComplete(item -> told.add("any " + item));
    box.post(1);
    box.post(2);
    box.post(20);
    assertThat(told).containsExactly("any 1", "large 20");
    assertThat(box.poll()).isEqualTo(2);
    assertThat(box.isWaitedAt()).isFalse();
  }

  @Test
  void aListenerThatThrowsTakesNothingAndIsDropped() throws Exception {
    Mailbox<Integer> box = new Mailbox<>();
    Running.reporting(
        () -> {
          box.onComplete(
              item -> {
                throw new IllegalStateException("thrown by a listener");
              });
          box.post(1);
          return null;
        });
    assertThat(Running.REPORTED)
        .singleElement()
        .hasToString("java.lang.IllegalStateException: thrown by a listener");
    assertThat(box.isWaitedAt()).isFalse();
    assertThat(box.poll()).isEqualTo(1);
  }

  @Test
  void aListenerThatThrowsAtAnItemThatIsThereTakesNothingEither() throws Exception {
    Promise<Integer> done = new Promise<>();
    done.complete(1);
    Collector<Integer> collector = Future.collector(List.of(done));
    Channel<Integer> channel = new BufferedChannel<>(1);
    channel.send(2);
    Mailbox<Integer> box = new Mailbox<>();
    box.post(3);
    List<Source<?>> sources =
        List.of(done, collector, channel.canRead(), box, Timer.afterNanos(0), new Gate(0));
    Running.reporting(
        () -> {
          for (Source<?> source : sources) {
            assertThat(source.poll(SourceTest::raise)).isFalse();
            source.onComplete(SourceTest::raise);
          }
          return null;
        });
    assertThat(Running.REPORTED).hasSize(2 * sources.size());
    assertThat(collector.hasNext()).isTrue();
    assertThat(channel.size()).isEqualTo(1);
    assertThat(box.poll()).isEqualTo(3);
  }

  private static boolean raise(Object item) {
    throw new IllegalStateException("thrown at " + item);
  }

  @Test
  void itemsAreMapped() throws Exception {
    Mailbox<Integer> box = new Mailbox<>();
    Source<String> texts = box.map(item -> "n" + item);
    List<String> told = new ArrayList<>();
    texts.onComplete(told::add);
    Listener<String> dropped = told::add;
    texts.onComplete(dropped);
    texts.dropListener(dropped);
    box.post(1);
    box.post(2);
    assertThat(told).containsExactly("n1");
    assertThat(texts.poll(told::add)).isTrue();
    assertThat(texts.poll(told::add)).isFalse();
    assertThat(told).containsExactly("n1", "n2");
    String third =
        Running.program(
            () -> {
              Future<String> waiting = Starting.future(texts::await);
              box.post(3);
              return waiting.value();
            });
    assertThat(third).isEqualTo("n3");
    assertThat(box.isWaitedAt()).isFalse();
  }

  @Test
  void itemsThatAPredicateRejectsStay() throws Exception {
    Mailbox<Integer> box = new Mailbox<>();
    Source<Integer> even = box.filter(item -> item % 2 == 0);
    box.post(1);
    assertThat(even.poll()).isNull();
    assertThat(even.poll(item -> true)).isFalse();
    assertThat(box.poll()).isEqualTo(1);
    box.post(4);
    assertThat(even.poll()).isEqualTo(4);
    int taken =
        Running.program(
            () -> {
              Future<Integer> waiting = Starting.future(even::await);
              // Else 5 is the first of the box when it comes, and stays before 6.
              while (!box.isWaitedAt()) {
                Async.yield();
              }
              box.post(5);
              box.post(6);
              return waiting.value();
            });
    assertThat(taken).isEqualTo(6);
    assertThat(box.poll()).isEqualTo(5);
  }

  @Test
  void aRaceOfNoSourceNeverEndsAndOneOfOneIsThatSource() throws Exception {
    assertThat(Source.race().poll()).isNull();
    Running.program(
        () -> {
          assertThatThrownBy(() -> Async.timeoutNanos(1_000_000, () -> Source.race().await()))
              .isInstanceOf(TimeoutException.class);
          Mailbox<Integer> box = new Mailbox<>();
          Source<Integer> race = Source.race(box);
          Future<Integer> waiting = Starting.future(race::await);
          box.post(1);
          assertThat(waiting.value()).isEqualTo(1);
          return null;
        });
  }

  @Test
  void aSourceThatLosesARaceKeepsItsItem() throws Exception {
    Mailbox<Integer> left = new Mailbox<>();
    Mailbox<Integer> right = new Mailbox<>();
    Running.program(
        () -> {
          Future<Integer> waiting = Starting.future(Source.race(left, right)::await);
          right.post(2);
          left.post(1);
          assertThat(waiting.value()).isEqualTo(2);
          assertThat(left.isWaitedAt()).isFalse();
          assertThat(right.isWaitedAt()).isFalse();
          assertThat(left.poll()).isEqualTo(1);
          return null;
        });
  }

  @Test
  void theSameSourceMayRaceTwice() throws Exception {
    Mailbox<Integer> box = new Mailbox<>();
    Running.program(
        () -> {
          Future<Integer> waiting = Starting.future(Source.race(box, box)::await);
          box.post(1);
          box.post(2);
          assertThat(waiting.value()).isEqualTo(1);
          assertThat(box.isWaitedAt()).isFalse();
          assertThat(box.poll()).isEqualTo(2);
          return null;
        });
  }

  @Test
  void aListenerOfARaceGetsOneItemAndLeavesTheOthers() throws Exception {
    Mailbox<Integer> left = new Mailbox<>();
    Mailbox<Integer> right = new Mailbox<>();
    List<Integer> told = new ArrayList<>();
    Running.program(
        () -> {
          Source.race(left, right).onComplete(told::add);
          left.post(1);
          right.post(2);
          while (right.isWaitedAt()) {
            Async.yield();
          }
          return null;
        });
    assertThat(told).containsExactly(1);
    assertThat(right.poll()).isEqualTo(2);
  }

  @Test
  void aListenerOfARaceMayRefuseAndStays() {
    Mailbox<Integer> left = new Mailbox<>();
    Mailbox<Integer> right = new Mailbox<>();
    List<Integer> told = new ArrayList<>();
    Listener<Integer> large = item -> item > 10 && told.add(item);
    Source<Integer> race = Source.race(left, right);
    race.onComplete(large);
    left.post(1);
    right.post(12);
    assertThat(told).containsExactly(12);
    assertThat(left.poll()).isEqualTo(1);
    race.onComplete(large);
    race.dropListener(large);
    right.post(13);
    assertThat(told).containsExactly(12);
  }

  @Test
  void eitherTellsWhichOneItWas() throws Exception {
    Mailbox<Integer> number = new Mailbox<>();
    Mailbox<String> text = new Mailbox<>();
    Running.program(
        () -> {
          Source<Either<Integer, String>> either = Source.either(number, text);
          Future<Either<Integer, String>> waiting = Starting.future(either::await);
          text.post("a");
          assertThat(waiting.value()).isEqualTo(new Either.Right<Integer, String>("a"));
          number.post(1);
          assertThat(either.poll()).isEqualTo(new Either.Left<Integer, String>(1));
          return null;
        });
  }

  @Test
  void racesOfRacesOfFilteredSourcesTakeOneItemInAll() throws Exception {
    Mailbox<Integer> left = new Mailbox<>();
    Mailbox<Integer> right = new Mailbox<>();
    Running.program(
        () -> {
          Source<String> race =
              Source.race(
                  Source.race(left.filter(i -> i > 1), right).map(i -> "inner " + i),
                  right.map(i -> "outer " + i));
          Future<String> waiting = Starting.future(race::await);
          while (!right.isWaitedAt()) {
            Async.yield();
          }
          left.post(1);
          left.post(2);
          right.post(3);
          assertThat(waiting.value()).isEqualTo("inner 2");
          assertThat(left.poll()).isEqualTo(1);
          assertThat(right.poll()).isEqualTo(3);
          assertThat(left.isWaitedAt() || right.isWaitedAt()).isFalse();
          return null;
        });
  }

  @Test
  void aWaitThatIsCancelledTakesNothing() throws Exception {
    Mailbox<Integer> left = new Mailbox<>();
    Mailbox<Integer> right = new Mailbox<>();
    Running.program(
        () -> {
          Future<Integer> waiting = Starting.future(Source.race(left, right)::await);
          waiting.cancel();
          while (left.isWaitedAt() || right.isWaitedAt()) {
            Async.yield();
          }
          left.post(1);
          assertThat(waiting.await()).isInstanceOf(Result.Failure.class);
          assertThat(left.poll()).isEqualTo(1);
          return null;
        });
  }

  /** Does what another source does, and raises an error when that has been done. */
  private record Broken(Source<Integer> source) implements Source<Integer> {
    @Override
    public boolean poll(Listener<? super Integer> listener) {
      return false;
    }

    @Override
    public @Nullable Integer poll() {
      return null;
    }

    @Override
    public void onComplete(Listener<? super Integer> listener) {
      source.onComplete(listener);
      throw new IllegalStateException("broken");
    }

    @Override
    public void dropListener(Listener<? super Integer> listener) {
      source.dropListener(listener);
    }
  }

  @Test
  void aSourceThatRaisesLosesNoItemOfAWaitThatNeverBegan() throws Exception {
    Running.program(
        () -> {
          Mailbox<Integer> box = new Mailbox<>();
          assertThatThrownBy(new Broken(box)::await).hasMessage("broken");
          box.post(1);
          assertThat(box.poll()).isEqualTo(1);
          return null;
        });
    Running.reporting(
        () -> {
          Mailbox<Integer> box = new Mailbox<>();
          box.post(2);
          assertThat(new Broken(box).await()).isEqualTo(2);
          return null;
        });
    assertThat(Running.REPORTED)
        .singleElement()
        .hasToString("java.lang.IllegalStateException: broken");
  }
}
