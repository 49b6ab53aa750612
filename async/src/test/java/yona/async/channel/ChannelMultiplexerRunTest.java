package yona.async.channel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static yona.async.channel.Multiplexing.capacity;
import static yona.async.channel.Multiplexing.channel;
import static yona.async.channel.Multiplexing.program;
import static yona.async.channel.Multiplexing.running;
import static yona.async.channel.Multiplexing.sending;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import yona.async.Async;
import yona.async.CancellationException;
import yona.async.Future;
import yona.async.Result;
import yona.async.Scope;
import yona.async.Starting;
import yona.testrun.TestLimit;

/** When a multiplexer runs, and what ends it. */
class ChannelMultiplexerRunTest {
  @Test
  void oneThatIsStartedRunsByItselfUntilItsScopeIsLeft() {
    program(
        () -> {
          Channel<Integer> numbers = new SyncChannel<>();
          Channel<Integer> own;
          Channel<Read<Integer>> added = new BufferedChannel<>(4);
          ChannelMultiplexer<Integer> multiplexer;
          try (Scope _ = Scope.open()) {
            multiplexer = new ChannelMultiplexer<Integer>().start();
            multiplexer.addPublisher(numbers);
            own = multiplexer.subscribe(4);
            multiplexer.addSubscriber(added);
            numbers.send(1);
            numbers.send(2);
            assertThat(own.take() + own.take()).isEqualTo(3);
            assertThat(added.take().get() + added.take().get()).isEqualTo(3);
          }
          assertThat(multiplexer.isClosed()).isTrue();
          assertThat(own.isClosed()).isTrue();
          assertThat(added.take()).isEqualTo(Read.closed());
          assertThat(numbers.isClosed()).isFalse();
        });
  }

  @Test
  void oneThatIsClosedOrEndsWithItsPublishersEndsItsFiber() {
    program(
        () -> {
          try (Scope scope = Scope.open()) {
            new ChannelMultiplexer<Integer>().start().close();
            Channel<Integer> numbers = new SyncChannel<>();
            var ending = ChannelMultiplexer.<Integer>endingWithPublishers().start();
            ending.addPublisher(numbers);
            Channel<Integer> subscriber = ending.subscribe(1);
            numbers.close();
            assertThat(subscriber.read()).isEqualTo(Read.closed());
            assertThat(scope.awaitMembers(TestLimit.ofWait())).isTrue();
          }
        });
  }

  @Test
  void nothingIsPassedOnUntilItRuns() {
    program(
        () -> {
          try (var multiplexer = new ChannelMultiplexer<Integer>()) {
            Channel<Integer> publisher = new BufferedChannel<>(1);
            multiplexer.addPublisher(publisher);
            Channel<Integer> subscriber = multiplexer.subscribe(1);
            publisher.send(1);
            assertThat(subscriber.tryRead()).isNull();
            Future<Integer> reader = Starting.future(subscriber::take);
            assertThat(reader.poll()).isNull();
            running(multiplexer);
            assertThat(reader.value()).isEqualTo(1);
          }
        });
  }

  @Test
  void closingTellsTheSubscribersBehindTheirValuesAndClosesNobodysChannel() {
    program(
        () -> {
          var multiplexer = new ChannelMultiplexer<Integer>();
          Channel<Integer> publisher = new BufferedChannel<>(4);
          Channel<Read<Integer>> theirs = new BufferedChannel<>(2);
          Channel<Read<Integer>> rendezvous = new SyncChannel<>();
          multiplexer.addPublisher(publisher);
          multiplexer.addSubscriber(theirs);
          multiplexer.addSubscriber(theirs);
          Channel<Integer> ours = multiplexer.subscribe(2);
          Future<@Nullable Object> running = running(multiplexer);
          publisher.send(1);
          publisher.send(2);
          publisher.send(3);
          assertThat(ours.take()).isEqualTo(1);
          multiplexer.addSubscriber(rendezvous);
          multiplexer.close();
          multiplexer.close();
          running.value();
          assertThat(multiplexer.isClosed()).isTrue();
          assertThat(theirs.take()).isEqualTo(new Read.Value<>(1));
          assertThat(theirs.take()).isEqualTo(new Read.Value<>(2));
          assertThat(theirs.take()).isEqualTo(Read.closed());
          assertThat(rendezvous.take()).isEqualTo(Read.closed());
          assertThat(ours.take()).isEqualTo(2);
          assertThat(ours.read().isClosed()).isTrue();
          assertThat(publisher.isClosed() || theirs.isClosed() || rendezvous.isClosed()).isFalse();
          assertThat(publisher.take()).isEqualTo(3);
          assertThatThrownBy(() -> multiplexer.subscribe(1))
              .isInstanceOf(ChannelClosedException.class);
          assertThatThrownBy(() -> multiplexer.addPublisher(publisher))
              .isInstanceOf(ChannelClosedException.class);
          assertThatThrownBy(() -> multiplexer.addSubscriber(theirs))
              .isInstanceOf(ChannelClosedException.class);
        });
  }

  @Test
  void publishersThatCloseLeaveWhenTheyHaveBeenRead() {
    program(
        () -> {
          try (var multiplexer = new ChannelMultiplexer<Integer>()) {
            Channel<Integer> closing = new BufferedChannel<>(4);
            Channel<Integer> other = new SyncChannel<>();
            multiplexer.addPublisher(closing);
            multiplexer.addPublisher(other);
            Channel<Integer> subscriber = multiplexer.subscribe(0);
            running(multiplexer);
            closing.send(1);
            closing.send(2);
            closing.close();
            assertThat(subscriber.take()).isEqualTo(1);
            assertThat(subscriber.take()).isEqualTo(2);
            Future<Integer> third = Starting.future(subscriber::take);
            other.send(3);
            assertThat(third.value()).isEqualTo(3);
            assertThat(subscriber.isClosed()).isFalse();
          }
        });
  }

  @ParameterizedTest
  @ValueSource(ints = {-1, 0, 1, 3})
  void oneThatEndsWithItsPublishersIsClosedByTheLastOfThem(int capacity) {
    program(
        () -> {
          Channel<Integer> first = channel(capacity);
          Channel<Integer> second = channel(capacity);
          ChannelMultiplexer<Integer> multiplexer = ChannelMultiplexer.endingWithPublishers();
          multiplexer.addPublisher(first);
          multiplexer.addPublisher(second);
          Channel<Integer> subscriber = multiplexer.subscribe(capacity(capacity));
          Future<@Nullable Object> run = running(multiplexer);
          Future<List<Integer>> all =
              Starting.future(
                  () -> {
                    List<Integer> values = new ArrayList<>();
                    subscriber.forEach(values::add);
                    return values;
                  });
          sending(first, 0, 5).value();
          first.close();
          sending(second, 5, 10).value();
          assertThat(multiplexer.isClosed()).isFalse();
          second.close();
          // What the first still held may come between that of the second.
          assertThat(all.value())
              .containsSubsequence(0, 1, 2, 3, 4)
              .containsSubsequence(5, 6, 7, 8, 9)
              .hasSize(10);
          run.value();
          assertThat(multiplexer.isClosed()).isTrue();
          assertThatThrownBy(() -> multiplexer.addPublisher(channel(0)))
              .isInstanceOf(ChannelClosedException.class);
        });
  }

  @Test
  void aReaderThatComesWhileTheRunBeginsIsServed() {
    program(
        () -> {
          for (int i = 0; i < 1_000; i++) {
            try (Scope scope = Scope.open()) {
              Channel<Integer> publisher = channel(5);
              var multiplexer = new ChannelMultiplexer<Integer>();
              multiplexer.addPublisher(publisher);
              scope.background(
                  () -> {
                    multiplexer.run();
                    return null;
                  });
              Channel<Integer> subscriber = multiplexer.subscribe(5);
              publisher.send(i);
              assertThat(subscriber.take()).isEqualTo(i);
            }
          }
        });
  }

  @Test
  void oneThatEndsWithItsPublishersEndsForWhoSubscribesLater() {
    program(
        () -> {
          Channel<Integer> publisher = channel(3);
          publisher.send(1);
          publisher.send(2);
          publisher.close();
          ChannelMultiplexer<Integer> multiplexer = ChannelMultiplexer.endingWithPublishers();
          multiplexer.addPublisher(publisher);
          Future<@Nullable Object> run = running(multiplexer);
          Async.yield();
          assertThat(multiplexer.isClosed()).isFalse();
          Channel<Integer> subscriber = multiplexer.subscribe(1);
          assertThat(subscriber).containsExactly(1, 2);
          run.value();
        });
  }

  @Test
  void oneThatEndsWithItsPublishersGoesOnWhenTheyAreRemoved() {
    program(
        () -> {
          Channel<Integer> publisher = channel(3);
          ChannelMultiplexer<Integer> multiplexer = ChannelMultiplexer.endingWithPublishers();
          Channel<Integer> subscriber = multiplexer.subscribe(2);
          Future<@Nullable Object> run = running(multiplexer);
          multiplexer.addPublisher(publisher);
          publisher.send(1);
          assertThat(subscriber.take()).isEqualTo(1);
          multiplexer.removePublisher(publisher);
          publisher.close();
          assertThat(subscriber.tryRead()).isNull();
          assertThat(multiplexer.isClosed()).isFalse();
          multiplexer.close();
          run.value();
        });
  }

  @Test
  void aRunThatIsCancelledLeavesTheValuesForTheNextOne() {
    program(
        () -> {
          var multiplexer = new ChannelMultiplexer<Integer>();
          Channel<Integer> publisher = new BufferedChannel<>(4);
          multiplexer.addPublisher(publisher);
          Channel<Integer> subscriber = multiplexer.subscribe(4);
          Future<@Nullable Object> first =
              Async.blocking(
                  () -> {
                    Future<@Nullable Object> run = running(multiplexer);
                    publisher.send(1);
                    assertThat(subscriber.take()).isEqualTo(1);
                    return run;
                  });
          assertThat(first.await())
              .isInstanceOfSatisfying(
                  Result.Failure.class,
                  failure -> assertThat(failure.error()).isInstanceOf(CancellationException.class));
          publisher.send(2);
          assertThat(subscriber.tryRead()).isNull();
          Future<@Nullable Object> second = running(multiplexer);
          assertThat(subscriber.take()).isEqualTo(2);
          assertThatThrownBy(multiplexer::run)
              .isInstanceOf(IllegalStateException.class)
              .hasMessageContaining("runs already");
          multiplexer.close();
          second.value();
          multiplexer.run();
        });
  }

  @Test
  void aRunThatIsCancelledBeforeItBeginsDoesNotRun() {
    program(
        () -> {
          var multiplexer = new ChannelMultiplexer<Integer>();
          try (Scope scope = Scope.open()) {
            scope.cancel();
            assertThatThrownBy(multiplexer::run).isInstanceOf(CancellationException.class);
          }
          Future<@Nullable Object> run = running(multiplexer);
          multiplexer.close();
          run.value();
        });
  }
}
