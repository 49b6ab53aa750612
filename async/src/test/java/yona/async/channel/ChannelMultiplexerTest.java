package yona.async.channel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import yona.async.Async;
import yona.async.CancellationException;
import yona.async.Future;
import yona.async.Group;
import yona.async.Program;
import yona.async.Result;
import yona.async.Scope;
import yona.async.Starting;
import yona.testrun.TestLimit;

class ChannelMultiplexerTest {

  private final List<Throwable> reported = new CopyOnWriteArrayList<>();

  private void program(Runnable body) {
    new Program(reported::add)
        .run(
            () -> {
              body.run();
              return null;
            });
    assertThat(reported).isEmpty();
  }

  private static <T extends @Nullable Object> Channel<T> channel(int capacity) {
    return switch (capacity) {
      case 0 -> new SyncChannel<>();
      case -1 -> new UnboundedChannel<>();
      default -> new BufferedChannel<>(capacity);
    };
  }

  private static int capacity(int capacity) {
    return capacity < 0 ? Integer.MAX_VALUE : capacity;
  }

  private static Future<@Nullable Object> running(ChannelMultiplexer<?> multiplexer) {
    return Starting.future(
        () -> {
          multiplexer.run();
          return null;
        });
  }

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

  private static Future<@Nullable Object> sending(Channel<Integer> channel, int from, int until) {
    return Starting.future(
        () -> {
          for (int i = from; i < until; i++) {
            channel.send(i);
          }
          return null;
        });
  }

  private static Future<List<Integer>> reading(Channel<Integer> channel, int count) {
    return Starting.future(
        () -> {
          List<Integer> all = new ArrayList<>();
          while (all.size() < count) {
            all.add(channel.take());
          }
          return all;
        });
  }

  @ParameterizedTest
  @CsvSource({
    "0,0", "0,1", "0,5", "0,-1", "1,0", "1,1", "1,64", "64,0", "64,1", "64,64", "64,200", "-1,0",
    "-1,3", "-1,-1"
  })
  void everySubscriberReceivesEveryValueInOrder(int published, int subscribed) {
    program(
        () -> {
          try (var multiplexer = new ChannelMultiplexer<Integer>()) {
            Channel<Integer> publisher = channel(published);
            multiplexer.addPublisher(publisher);
            List<Future<List<Integer>>> readers = new ArrayList<>();
            for (int i = 0; i < 3; i++) {
              readers.add(reading(multiplexer.subscribe(capacity(subscribed)), 1_000));
            }
            running(multiplexer);
            sending(publisher, 0, 1_000).value();
            for (var reader : readers) {
              assertThat(reader.value()).isEqualTo(IntStream.range(0, 1_000).boxed().toList());
            }
          }
        });
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 7, 64})
  void theValuesOfEachPublisherStayInOrderAndAllSubscribersSeeTheSame(int capacity) {
    program(
        () -> {
          try (var multiplexer = new ChannelMultiplexer<Integer>()) {
            List<Future<List<Integer>>> readers = new ArrayList<>();
            for (int i = 0; i < 3; i++) {
              readers.add(reading(multiplexer.subscribe(capacity + i), 5_000));
            }
            List<Future<@Nullable Object>> senders = new ArrayList<>();
            running(multiplexer);
            for (int i = 0; i < 5; i++) {
              Channel<Integer> publisher = channel(capacity);
              multiplexer.addPublisher(publisher);
              senders.add(sending(publisher, i * 1_000, (i + 1) * 1_000));
            }
            senders.forEach(Future::value);
            List<Integer> first = readers.getFirst().value();
            assertThat(readers).allSatisfy(each -> assertThat(each.value()).isEqualTo(first));
            for (int i = 0; i < 5; i++) {
              int publisher = i;
              assertThat(first.stream().filter(value -> value / 1_000 == publisher))
                  .containsExactlyElementsOf(
                      IntStream.range(i * 1_000, (i + 1) * 1_000).boxed().toList());
            }
          }
        });
  }

  @Test
  void aSubscriberReceivesWhatIsSentAfterItCame() {
    program(
        () -> {
          try (var multiplexer = new ChannelMultiplexer<Integer>()) {
            Channel<Integer> publisher = new BufferedChannel<>(8);
            multiplexer.addPublisher(publisher);
            Channel<Integer> early = multiplexer.subscribe(8);
            running(multiplexer);
            publisher.send(1);
            Channel<Integer> late = multiplexer.subscribe(8);
            publisher.send(2);
            assertThat(early.take()).isEqualTo(1);
            assertThat(early.take()).isEqualTo(2);
            assertThat(late.take()).isEqualTo(2);
            multiplexer.removeSubscriber(late);
            publisher.send(3);
            assertThat(early.take()).isEqualTo(3);
            assertThat(late.tryRead()).isNull();
            assertThat(late.isClosed()).isFalse();
          }
        });
  }

  @Test
  void whatAPublisherHasWhenItIsRemovedIsPassedOnAndNothingAfterIt() {
    program(
        () -> {
          try (var multiplexer = new ChannelMultiplexer<Integer>()) {
            Channel<Integer> publisher = new BufferedChannel<>(8);
            multiplexer.addPublisher(publisher);
            multiplexer.addPublisher(publisher);
            Channel<Integer> subscriber = multiplexer.subscribe(8);
            running(multiplexer);
            publisher.send(1);
            publisher.send(2);
            multiplexer.removePublisher(publisher);
            multiplexer.removePublisher(publisher);
            publisher.send(3);
            assertThat(subscriber.take()).isEqualTo(1);
            assertThat(subscriber.take()).isEqualTo(2);
            assertThat(subscriber.tryRead()).isNull();
            assertThat(publisher.take()).isEqualTo(3);
          }
        });
  }

  @Test
  void withoutSubscribersTheValuesStayWithTheirPublishers() {
    program(
        () -> {
          try (var multiplexer = new ChannelMultiplexer<Integer>()) {
            Channel<Integer> publisher = new BufferedChannel<>(1);
            multiplexer.addPublisher(publisher);
            running(multiplexer);
            publisher.send(1);
            assertThat(publisher.trySend(2)).isFalse();
            Channel<Integer> subscriber = multiplexer.subscribe(0);
            assertThat(subscriber.take()).isEqualTo(1);
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
  void aSlowSubscriberDelaysTheOthersByWhatItsBufferDoesNotHold() {
    program(
        () -> {
          try (var multiplexer = new ChannelMultiplexer<Integer>()) {
            Channel<Integer> publisher = new SyncChannel<>();
            multiplexer.addPublisher(publisher);
            Channel<Integer> slow = multiplexer.subscribe(2);
            Channel<Integer> quick = multiplexer.subscribe(8);
            running(multiplexer);
            Future<@Nullable Object> sender = sending(publisher, 0, 4);
            assertThat(quick.take()).isEqualTo(0);
            assertThat(quick.take()).isEqualTo(1);
            assertThat(quick.tryRead()).isNull();
            assertThat(sender.poll()).isNull();
            Future<Integer> third = Starting.future(quick::take);
            assertThat(third.poll()).isNull();
            assertThat(slow.take()).isEqualTo(0);
            assertThat(third.value()).isEqualTo(2);
            assertThat(slow.take()).isEqualTo(1);
            assertThat(sender.value()).isNull();
            assertThat(quick.take()).isEqualTo(3);
          }
        });
  }

  @Test
  void aSenderThatWaitsGoesOnWhenAFullSubscriberIsRead() {
    program(
        () -> {
          try (var multiplexer = new ChannelMultiplexer<Integer>()) {
            Channel<Integer> publisher = new BufferedChannel<>(1);
            multiplexer.addPublisher(publisher);
            Channel<Integer> subscriber = multiplexer.subscribe(3);
            running(multiplexer);
            Future<@Nullable Object> sender = sending(publisher, 0, 5);
            assertThat(sender.poll()).isNull();
            assertThat(subscriber.take()).isEqualTo(0);
            sender.value();
            Future<@Nullable Object> other = sending(publisher, 5, 6);
            assertThat(other.poll()).isNull();
            assertThat(subscriber.take()).isEqualTo(1);
            other.value();
          }
        });
  }

  /** The multiplexer is held up at another publisher, whose lock a listener has. */
  @Test
  void aSenderThatWaitsGoesOnWhenAFullSubscriberIsReadWhileTheMultiplexerLooksForSenders() {
    program(
        () -> {
          try (var multiplexer = new ChannelMultiplexer<Integer>()) {
            Channel<Integer> publisher = new BufferedChannel<>(1);
            Channel<Integer> other = new BufferedChannel<>(1);
            multiplexer.addPublisher(publisher);
            multiplexer.addPublisher(other);
            Channel<Integer> subscriber = multiplexer.subscribe(2);
            running(multiplexer);
            sending(publisher, 0, 3).value();
            CompletableFuture<Void> locked = new CompletableFuture<>();
            CompletableFuture<Void> released = new CompletableFuture<>();
            CompletableFuture<Boolean> sent = new CompletableFuture<>();
            try (var threads = Executors.newThreadPerTaskExecutor(Thread::new)) {
              threads.execute(
                  () ->
                      other
                          .canSend(9)
                          .onComplete(
                              _ -> {
                                locked.complete(null);
                                released.join();
                                return true;
                              }));
              locked.join();
              CompletableFuture<Thread> sender = new CompletableFuture<>();
              threads.execute(
                  () -> {
                    sender.complete(Thread.currentThread());
                    publisher.canSend(3).onComplete(sent::complete);
                  });
              awaitCall(sender.join(), "look");
              assertThat(List.of(subscriber.take(), subscriber.take())).containsExactly(0, 1);
              released.complete(null);
            }
            assertThat(sent).isCompletedWithValue(true);
            assertThat(List.of(subscriber.take(), subscriber.take()))
                .containsExactlyInAnyOrder(2, 9);
            assertThat(subscriber.take()).isEqualTo(3);
          }
        });
  }

  private static void awaitCall(Thread thread, String method) {
    while (Arrays.stream(thread.getStackTrace())
        .noneMatch(frame -> frame.getMethodName().equals(method))) {
      Thread.onSpinWait();
    }
  }

  @Test
  void aDeadSubscriberStopsTheOthersUntilItIsClosedOrRemoved() {
    program(
        () -> {
          for (boolean close : new boolean[] {true, false}) {
            try (var multiplexer = new ChannelMultiplexer<Integer>()) {
              Channel<Integer> publisher = new UnboundedChannel<>();
              multiplexer.addPublisher(publisher);
              Channel<Integer> dead = multiplexer.subscribe(1);
              Channel<Integer> live = multiplexer.subscribe(4);
              running(multiplexer);
              sending(publisher, 0, 3).value();
              assertThat(live.take()).isEqualTo(0);
              Future<Integer> next = Starting.future(live::take);
              assertThat(next.poll()).isNull();
              if (close) {
                dead.close();
              } else {
                multiplexer.removeSubscriber(dead);
              }
              assertThat(next.value()).isEqualTo(1);
              assertThat(live.take()).isEqualTo(2);
            }
          }
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
          assertThat(all.value()).isEqualTo(IntStream.range(0, 10).boxed().toList());
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

  @Test
  void operationsThatDoNotWaitSeeThroughTheMultiplexer() {
    program(
        () -> {
          try (var multiplexer = new ChannelMultiplexer<Integer>()) {
            Channel<Integer> publisher = new SyncChannel<>();
            multiplexer.addPublisher(publisher);
            Channel<Integer> subscriber = multiplexer.subscribe(0);
            running(multiplexer);
            assertThat(publisher.trySend(0)).isFalse();
            assertThat(subscriber.tryRead()).isNull();
            Future<@Nullable Object> sender = sending(publisher, 1, 2);
            assertThat(subscriber.tryRead()).isEqualTo(new Read.Value<>(1));
            sender.value();
            Future<Integer> reader = Starting.future(subscriber::take);
            assertThat(publisher.trySend(2)).isTrue();
            assertThat(reader.value()).isEqualTo(2);
            Future<Integer> another = Starting.future(subscriber::take);
            assertThat(publisher.canSend(3).poll()).isTrue();
            assertThat(another.value()).isEqualTo(3);
            sending(publisher, 4, 5);
            int selected =
                Async.<Integer, RuntimeException>selectOr(
                    () -> -1, List.of(subscriber.canRead().handle(Read::get)));
            assertThat(selected).isEqualTo(4);
            publisher.close();
            assertThatThrownBy(() -> publisher.trySend(5))
                .isInstanceOf(ChannelClosedException.class);
          }
        });
  }

  @Test
  void multiplexersStandBehindEachOther() {
    program(
        () -> {
          try (var first = new ChannelMultiplexer<Integer>();
              var second = new ChannelMultiplexer<Integer>()) {
            Channel<Integer> publisher = new SyncChannel<>();
            first.addPublisher(publisher);
            second.addPublisher(first.subscribe(0));
            second.addPublisher(first.subscribe(3));
            Channel<Integer> subscriber = second.subscribe(1);
            running(first);
            running(second);
            Future<@Nullable Object> sender = sending(publisher, 0, 500);
            List<Integer> all = reading(subscriber, 1_000).value();
            sender.value();
            assertThat(all).hasSize(1_000);
            assertThat(all.stream().mapToInt(i -> i).sum()).isEqualTo(2 * 500 * 499 / 2);
          }
        });
  }

  @Test
  void multiplexersInACircleLetOthersGoOn() {
    program(
        () -> {
          try (var first = new ChannelMultiplexer<Integer>();
              var second = new ChannelMultiplexer<Integer>()) {
            Channel<Integer> publisher = new SyncChannel<>();
            first.addPublisher(publisher);
            second.addPublisher(first.subscribe(4));
            first.addPublisher(second.subscribe(4));
            Channel<Integer> tap = second.subscribe(16);
            running(first);
            running(second);
            publisher.send(1);
            for (int i = 0; i < 1_000; i++) {
              assertThat(tap.take()).isEqualTo(1);
            }
          }
        });
  }

  @Test
  void subscribersAndPublishersComeAndGoUnderLoad() {
    program(
        () -> {
          var multiplexer = new ChannelMultiplexer<Integer>();
          Channel<Integer> constant = multiplexer.subscribe(16);
          Future<@Nullable Object> run = running(multiplexer);
          int publishers = 40;
          int each = 300;
          Future<List<Integer>> seen = reading(constant, publishers * each);
          try (var group = new Group<RuntimeException>()) {
            for (int p = 0; p < 4; p++) {
              int own = p;
              group.fork(
                  () -> {
                    for (int i = own; i < publishers; i += 4) {
                      Channel<Integer> publisher = channel(i % 3 == 2 ? 10 : i % 3);
                      multiplexer.addPublisher(publisher);
                      for (int n = 0; n < each; n++) {
                        publisher.send(i * each + n);
                      }
                      publisher.close();
                    }
                    return null;
                  });
              group.fork(
                  () -> {
                    for (int i = 0; i < 100; i++) {
                      Channel<Integer> passing;
                      try {
                        passing = multiplexer.subscribe(i % 4);
                      } catch (ChannelClosedException _) {
                        return null; // All has been seen.
                      }
                      Read<Integer> last = passing.read();
                      for (int n = 0; n < i % 7 && !last.isClosed(); n++) {
                        last = passing.read();
                      }
                      if (i % 2 == 0) {
                        multiplexer.removeSubscriber(passing);
                      } else {
                        passing.close();
                      }
                    }
                    return null;
                  });
            }
            List<Integer> all = seen.value();
            assertThat(all).doesNotHaveDuplicates().hasSize(publishers * each);
            multiplexer.close();
            run.value();
          }
        });
  }
}
