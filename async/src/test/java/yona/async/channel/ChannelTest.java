package yona.async.channel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import yona.async.Async;
import yona.async.CancellationException;
import yona.async.Future;
import yona.async.Group;
import yona.async.Program;
import yona.async.Promise;
import yona.async.Result;
import yona.async.Source;
import yona.async.Starting;

class ChannelTest {

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

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 3, 20, 64, -1})
  void valuesArriveOnceAndInOrder(int capacity) {
    program(
        () -> {
          Channel<Integer> channel = Channels.of(capacity);
          Future<?> sender =
              Starting.future(
                  () -> {
                    for (int i = 0; i < 1_000; i++) {
                      channel.send(i);
                    }
                    channel.close();
                    return null;
                  });
          List<Integer> read = new ArrayList<>();
          for (int value : channel) {
            read.add(value);
          }
          sender.value();
          assertThat(read).hasSize(1_000).isSorted().startsWith(0).endsWith(999);
        });
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 5, -1})
  void manySendersAndManyReadersShareTheValues(int capacity) {
    program(
        () -> {
          Channel<Integer> channel = Channels.of(capacity);
          int fibers = 8;
          int each = 2_000;
          List<Future<Long>> sums = new ArrayList<>();
          for (int reader = 0; reader < fibers; reader++) {
            sums.add(
                Starting.future(
                    () -> {
                      long sum = 0;
                      for (int value : channel) {
                        sum += value;
                      }
                      return sum;
                    }));
          }
          Async.<Void, RuntimeException>group(
              group -> {
                for (int sender = 0; sender < fibers; sender++) {
                  group.fork(
                      () -> {
                        for (int i = 1; i <= each; i++) {
                          channel.send(i);
                        }
                        return null;
                      });
                }
                return null;
              });
          channel.close();
          assertThat(sums.stream().mapToLong(Future::value).sum())
              .isEqualTo((long) fibers * each * (each + 1) / 2);
        });
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 3, -1})
  void nullIsAValue(int capacity) {
    program(
        () -> {
          Channel<@Nullable String> channel = Channels.of(capacity);
          Future<?> sender =
              Starting.future(
                  () -> {
                    channel.send(null);
                    channel.send("b");
                    return null;
                  });
          assertThat(channel.read()).isEqualTo(new Read.Value<@Nullable String>(null));
          assertThat(channel.take()).isEqualTo("b");
          sender.value();
        });
  }

  @Test
  void aRendezvousHoldsNothing() {
    program(
        () -> {
          Channel<Integer> channel = new SyncChannel<>();
          assertThat(channel.trySend(1)).isFalse();
          assertThat(channel.tryRead()).isNull();
          Future<?> sender =
              Starting.future(
                  () -> {
                    channel.send(2);
                    return null;
                  });
          assertThat(sender.poll()).isNull();
          assertThat(channel.size()).isZero();
          assertThat(channel.tryRead()).isEqualTo(new Read.Value<>(2));
          sender.value();
        });
  }

  @Test
  void aBufferHoldsAsManyAsItSays() {
    program(
        () -> {
          for (int capacity : new int[] {1, 2, 3, 16, 17, 100}) {
            Channel<Integer> channel = new BufferedChannel<>(capacity);
            for (int i = 0; i < capacity; i++) {
              assertThat(channel.trySend(i)).isTrue();
            }
            assertThat(channel.trySend(-1)).isFalse();
            assertThat(channel.size()).isEqualTo(capacity).isEqualTo(channel.capacity());
            for (int i = 0; i < capacity; i++) {
              assertThat(channel.take()).isEqualTo(i);
            }
            assertThat(channel.tryRead()).isNull();
          }
        });
  }

  @Test
  void anUnboundedChannelGrowsAndShrinks() {
    program(
        () -> {
          Channel<Integer> channel = new UnboundedChannel<>();
          int sent = 0;
          int read = 0;
          for (int size : new int[] {100_000, 3, 70_000, 0, 5_000, 0}) {
            while (sent - read < size) {
              channel.send(sent++);
            }
            while (sent - read > size) {
              assertThat(channel.take()).isEqualTo(read++);
            }
          }
          assertThat(channel.size()).isZero();
        });
  }

  @Test
  void aBufferOfLessThanOneIsRefused() {
    assertThatThrownBy(() -> new BufferedChannel<>(0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("at least 1");
  }

  @Test
  void whatIsBufferedAtTheCloseIsStillRead() {
    program(
        () -> {
          Channel<Integer> channel = new BufferedChannel<>(4);
          channel.send(1);
          channel.send(2);
          channel.close();
          channel.close();
          assertThat(channel.isClosed()).isTrue();
          assertThatThrownBy(() -> channel.send(3)).isInstanceOf(ChannelClosedException.class);
          assertThatThrownBy(() -> channel.trySend(3)).isInstanceOf(ChannelClosedException.class);
          assertThat(channel.read()).isEqualTo(new Read.Value<>(1));
          assertThat(channel.tryRead()).isEqualTo(new Read.Value<>(2));
          assertThat(channel.read().isClosed()).isTrue();
          assertThat(channel.tryRead()).isEqualTo(Read.closed());
          assertThatThrownBy(channel::take).isInstanceOf(ChannelClosedException.class);
        });
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1})
  void sendersThatWaitAreToldOfTheCloseAndTheirValuesAreNotDelivered(int capacity) {
    program(
        () -> {
          Channel<Integer> channel = Channels.of(capacity);
          if (capacity > 0) {
            channel.send(0);
          }
          Future<@Nullable Object> sender =
              Starting.future(
                  () -> {
                    channel.send(1);
                    return null;
                  });
          channel.close();
          assertThat(sender.await())
              .isInstanceOfSatisfying(
                  Result.Failure.class,
                  failure ->
                      assertThat(failure.error()).isInstanceOf(ChannelClosedException.class));
          if (capacity > 0) {
            assertThat(channel.take()).isEqualTo(0);
          }
          assertThat(channel.read().isClosed()).isTrue();
        });
  }

  @Test
  void readersThatWaitAreToldOfTheClose() {
    program(
        () -> {
          Channel<Integer> channel = new SyncChannel<>();
          List<Future<Read<Integer>>> readers = new ArrayList<>();
          for (int i = 0; i < 5; i++) {
            readers.add(Starting.future(channel::read));
          }
          channel.close();
          assertThat(readers).allSatisfy(reader -> assertThat(reader.value().isClosed()).isTrue());
        });
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 2, -1})
  void readersThatRefuseTheHeadLeaveItForOthers(int capacity) {
    program(
        () -> {
          Channel<Integer> channel = Channels.of(capacity);
          Source<Read<Integer>> even =
              channel.canRead().filter(read -> !read.isClosed() && read.get() % 2 == 0);
          Future<Read<Integer>> reader = Starting.future(even::await);
          Future<?> sender =
              Starting.future(
                  () -> {
                    channel.send(1);
                    channel.send(3);
                    channel.send(4);
                    channel.send(5);
                    return null;
                  });
          assertThat(reader.poll()).isNull();
          assertThat(channel.take()).isEqualTo(1);
          assertThat(reader.poll()).isNull();
          assertThat(channel.take()).isEqualTo(3);
          assertThat(reader.value().get()).isEqualTo(4);
          assertThat(channel.take()).isEqualTo(5);
          sender.value();
        });
  }

  @Test
  void theHeadOfASenderThatGivesUpIsReplacedByTheNext() {
    program(
        () -> {
          Channel<Integer> channel = new SyncChannel<>();
          Future<Read<Integer>> reader =
              Starting.future(channel.canRead().filter(read -> read.get() == 2)::await);
          Future<@Nullable Object> first =
              Starting.future(
                  () -> {
                    channel.send(1);
                    return null;
                  });
          Future<@Nullable Object> second =
              Starting.future(
                  () -> {
                    channel.send(2);
                    return null;
                  });
          assertThat(reader.poll()).isNull();
          first.cancel();
          assertThat(reader.value().get()).isEqualTo(2);
          second.value();
        });
  }

  @Test
  void allReadersThatRefuseAreToldOfTheCloseWhenTheBufferIsEmpty() {
    program(
        () -> {
          Channel<Integer> channel = new BufferedChannel<>(2);
          channel.send(1);
          List<Future<Read<Integer>>> readers = new ArrayList<>();
          for (int i = 0; i < 3; i++) {
            readers.add(Starting.future(channel.canRead().filter(Read::isClosed)::await));
          }
          channel.close();
          assertThat(readers).allSatisfy(reader -> assertThat(reader.poll()).isNull());
          assertThat(channel.take()).isEqualTo(1);
          assertThat(readers).allSatisfy(reader -> assertThat(reader.value().isClosed()).isTrue());
        });
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1})
  void aSenderThatIsCancelledHasSentNothing(int capacity) {
    program(
        () -> {
          Channel<Integer> channel = Channels.of(capacity);
          if (capacity > 0) {
            channel.send(0);
          }
          Future<@Nullable Object> sender =
              Async.blocking(
                  () -> {
                    Future<@Nullable Object> sending =
                        Starting.future(
                            () -> {
                              channel.send(1);
                              return null;
                            });
                    sending.cancel();
                    return sending;
                  });
          assertThat(sender.await()).isInstanceOf(Result.Failure.class);
          if (capacity > 0) {
            assertThat(channel.take()).isEqualTo(0);
          }
          assertThat(channel.tryRead()).isNull();
        });
  }

  @Test
  void aReaderThatIsCancelledHasReadNothing() {
    program(
        () -> {
          Channel<Integer> channel = new SyncChannel<>();
          Future<Read<Integer>> reader =
              Async.blocking(
                  () -> {
                    Future<Read<Integer>> reading = Starting.future(channel::read);
                    reading.cancel();
                    return reading;
                  });
          assertThat(channel.trySend(1)).isFalse();
          assertThatThrownBy(reader::value).isInstanceOf(CancellationException.class);
        });
  }

  @Test
  void aListenerThatUsesTheChannelThatCallsItGetsAnError() {
    Channel<Integer> channel = new BufferedChannel<>(1);
    new Program(reported::add)
        .run(
            () -> {
              channel.canRead().onComplete(read -> channel.trySend(2));
              assertThat(channel.trySend(1)).isTrue();
              assertThat(channel.take()).isEqualTo(1);
              return null;
            });
    assertThat(reported)
        .singleElement()
        .isInstanceOfSatisfying(
            IllegalStateException.class,
            error -> assertThat(error).hasMessageContaining("must not use the channel"));
  }

  @Test
  void aPlainListenerOfASendIsTold() {
    program(
        () -> {
          Channel<Integer> channel = new SyncChannel<>();
          List<Boolean> told = new ArrayList<>();
          channel.canSend(1).onComplete(told::add);
          assertThat(told).isEmpty();
          assertThat(channel.take()).isEqualTo(1);
          assertThat(told).containsExactly(true);
          channel.canSend(2).onComplete(told::add);
          channel.close();
          assertThat(told).containsExactly(true, false);
        });
  }

  @Test
  void aRaceOfASendAndAReadDoesOne() {
    program(
        () -> {
          Channel<Integer> out = new SyncChannel<>();
          Promise<Integer> other = new Promise<>();
          Future<String> raced =
              Starting.future(
                  Source.race(out.canSend(1).map(sent -> "sent"), other.map(result -> "completed"))
                      ::await);
          other.complete(1);
          assertThat(raced.value()).isEqualTo("completed");
          assertThat(out.tryRead()).isNull();
        });
  }

  @Test
  void aChannelBetweenPlatformThreadsWorksToo() throws Exception {
    Channel<Integer> channel = new SyncChannel<>();
    Thread sender =
        Thread.ofPlatform()
            .start(
                () -> {
                  for (int i = 0; i < 1_000; i++) {
                    channel.send(i);
                  }
                  channel.close();
                });
    int expected = 0;
    for (int value : channel) {
      assertThat(value).isEqualTo(expected++);
    }
    assertThat(expected).isEqualTo(1_000);
    sender.join();
  }

  @Test
  void selectsOnManyChannelsUnderLoadLoseAndRepeatNothing() {
    program(
        () -> {
          int channels = 5;
          int selectors = 6;
          int each = 3_000;
          List<Channel<Integer>> all = new ArrayList<>();
          for (int i = 0; i < channels; i++) {
            all.add(Channels.of(i % 3 == 2 ? 0 : i % 3));
          }
          long[] balance = new long[selectors];
          Promise<Integer> ready = new Promise<>();
          ready.complete(0);
          try (var group = new Group<RuntimeException>()) {
            for (int selector = 0; selector < selectors; selector++) {
              int own = selector;
              group.fork(
                  () -> {
                    for (int i = 0; i < each; i++) {
                      int number = i;
                      Channel<Integer> out = all.get((own + i) % channels);
                      Channel<Integer> in = all.get((own * 2 + i / 7) % channels);
                      balance[own] +=
                          Async.<Integer, RuntimeException>select(
                              out.canSend(number).handle(sent -> number),
                              in.canRead().handle(read -> -read.get()),
                              ready.handle(result -> 0));
                    }
                    return null;
                  });
            }
            group.join();
          }
          long left = 0;
          for (Channel<Integer> channel : all) {
            for (Read<Integer> read = channel.tryRead(); read != null; read = channel.tryRead()) {
              left += read.get();
            }
          }
          long sum = left;
          for (long each2 : balance) {
            sum -= each2;
          }
          assertThat(sum).isZero();
        });
  }
}
