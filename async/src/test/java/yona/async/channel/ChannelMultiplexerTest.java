package yona.async.channel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static yona.async.channel.Multiplexing.capacity;
import static yona.async.channel.Multiplexing.channel;
import static yona.async.channel.Multiplexing.program;
import static yona.async.channel.Multiplexing.reading;
import static yona.async.channel.Multiplexing.running;
import static yona.async.channel.Multiplexing.sending;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import yona.async.Async;
import yona.async.Future;
import yona.async.Group;
import yona.async.Starting;

/** Which values a multiplexer passes on, to whom and in which order. */
class ChannelMultiplexerTest {
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
