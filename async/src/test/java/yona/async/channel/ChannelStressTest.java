package yona.async.channel;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import yona.async.Async;
import yona.async.FiberScheduler;
import yona.async.Future;
import yona.async.Program;
import yona.async.Scope;
import yona.async.Source;
import yona.async.Starting;
import yona.testrun.TestLimit;

/** Channels under load, in great numbers, and by those who misuse them. */
@Tag("slow")
class ChannelStressTest {

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

  private static void awaitAll(List<Thread> threads) throws InterruptedException {
    for (Thread thread : threads) {
      assertThat(thread.join(TestLimit.ofWait())).as("has ended").isTrue();
    }
  }

  @Test
  void selectsThatFaceEachOtherOnPlatformThreadsNeitherDeadlockNorDeliverTwice() throws Exception {
    for (int capacity : new int[] {0, 1}) {
      Channel<Integer> one = channel(capacity);
      Channel<Integer> other = channel(capacity);
      AtomicLong balance = new AtomicLong();
      List<Thread> threads = new ArrayList<>();
      for (int i = 0; i < 4; i++) {
        boolean forth = i % 2 == 0;
        threads.add(
            Thread.ofPlatform()
                .start(
                    () -> {
                      Channel<Integer> out = forth ? one : other;
                      Channel<Integer> in = forth ? other : one;
                      long sum = 0;
                      for (int n = 1; n <= 5_000; n++) {
                        int number = n;
                        sum +=
                            Async.<Integer, RuntimeException>select(
                                out.canSend(number).handle(sent -> number),
                                in.canRead().handle(read -> -read.get()));
                      }
                      balance.addAndGet(sum);
                    }));
      }
      // The last one may find that all the others have gone.
      Thread rest =
          Thread.ofPlatform()
              .start(
                  () -> {
                    boolean alive = true;
                    while (alive) {
                      alive = false;
                      for (Thread thread : threads) {
                        alive |= thread.isAlive();
                      }
                      for (Channel<Integer> channel : List.of(one, other)) {
                        Read<Integer> read = channel.tryRead();
                        if (read != null) {
                          balance.addAndGet(-read.get());
                        }
                      }
                      Thread.onSpinWait();
                    }
                    for (Channel<Integer> channel : List.of(one, other)) {
                      for (Read<Integer> read = channel.tryRead();
                          read != null;
                          read = channel.tryRead()) {
                        balance.addAndGet(-read.get());
                      }
                    }
                  });
      awaitAll(threads);
      awaitAll(List.of(rest));
      assertThat(balance).hasValue(0);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 8, -1})
  void cancelledAndClosedUnderLoadNothingIsLostOrComesTwice(int capacity) {
    for (FiberScheduler scheduler : List.of(FiberScheduler.standard(), FiberScheduler.jdk())) {
      Async.<@Nullable Object, RuntimeException>blocking(
          scheduler,
          () -> {
            Scope.current().background(() -> hurried(capacity)).value();
            return null;
          });
    }
  }

  /** Sends and reads that may be cancelled; each says whether it took place. */
  private static @Nullable Object hurried(int capacity) {
    int count = 2_000;
    Channel<Integer> channel = channel(capacity);
    boolean[] sent = new boolean[count];
    int[] read = new int[count];
    try (Scope scope = Scope.open()) {
      List<Future<?>> all = new ArrayList<>();
      for (int i = 0; i < count; i++) {
        int number = i;
        all.add(
            scope.future(
                () -> {
                  try {
                    channel.send(number);
                    sent[number] = true;
                  } catch (ChannelClosedException e) {
                    // Not sent.
                  }
                  return null;
                }));
        all.add(
            scope.future(
                () -> {
                  if (channel.read() instanceof Read.Value<Integer>(Integer value)) {
                    read[number] = value + 1;
                  }
                  return null;
                }));
        if (i % 2 == 0) {
          all.get(i * 7 % all.size()).cancel();
          all.getLast().cancel();
        }
        if (i % 64 == 0) {
          Async.yield();
        }
      }
      channel.close();
    }
    List<Integer> got = new ArrayList<>();
    for (int value : read) {
      if (value > 0) {
        got.add(value - 1);
      }
    }
    channel.forEach(got::add);
    List<Integer> given = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      if (sent[i]) {
        given.add(i);
      }
    }
    assertThat(got).containsExactlyInAnyOrderElementsOf(given);
    return null;
  }

  @Test
  void tenThousandWhoWaitLeaveFromTheMiddle() {
    program(
        () -> {
          Channel<Integer> reading = new SyncChannel<>();
          Channel<Integer> sending = new SyncChannel<>();
          List<Future<?>> waiting = new ArrayList<>();
          try (Scope scope = Scope.open()) {
            for (int i = 0; i < 10_000; i++) {
              int number = i;
              waiting.add(scope.future(reading::take));
              waiting.add(
                  scope.future(
                      () -> {
                        sending.send(number);
                        return null;
                      }));
            }
            Async.yield();
            for (int i = waiting.size() / 2, step = 1; step < waiting.size(); step++) {
              waiting.get(i).cancel();
              i += step % 2 == 0 ? step : -step;
              if (i < 2 || i >= waiting.size()) {
                break;
              }
            }
          }
          assertThat(reading.waiting()).isZero();
          assertThat(sending.waiting()).isZero();
          assertThat(reading.trySend(1)).isFalse();
          assertThat(sending.tryRead()).isNull();
        });
  }

  @Test
  void theLosersOfAMillionSelectsLeaveNothingInAQuietChannel() {
    program(
        () -> {
          Channel<Integer> busy = new SyncChannel<>();
          Channel<Integer> quiet = new SyncChannel<>();
          Channel<Integer> raced = new SyncChannel<>();
          int rounds = 1_000_000;
          Future<@Nullable Object> sender =
              Starting.future(
                  () -> {
                    for (int i = 0; i < rounds; i++) {
                      busy.send(i);
                    }
                    return null;
                  });
          long sum = 0;
          for (int i = 0; i < rounds; i++) {
            sum +=
                i % 4 == 0
                    ? Source.race(busy.canRead(), raced.canRead()).await().get()
                    : Async.<Integer, RuntimeException>select(
                        busy.canRead().handle(Read::get),
                        quiet.canRead().handle(Read::get),
                        quiet.canRead().handle(Read::get));
            if (quiet.waiting() > 300 || raced.waiting() > 300) {
              throw new AssertionError("the losers of round " + i + " stay");
            }
          }
          sender.value();
          assertThat(sum).isEqualTo(rounds * (rounds - 1L) / 2);
        });
  }

  @Test
  void listenersThatThrowAreReportedAndTheValueGoesToTheNext() {
    for (int capacity : new int[] {0, 1, -1}) {
      reported.clear();
      new Program(reported::add)
          .run(
              () -> {
                Channel<Integer> channel = channel(capacity);
                channel
                    .canRead()
                    .onComplete(
                        read -> {
                          throw new IllegalStateException("listener");
                        });
                Future<Integer> reader = Starting.future(channel::take);
                channel.send(1);
                assertThat(reader.value()).isEqualTo(1);
                return null;
              });
      assertThat(reported).singleElement().satisfies(e -> assertThat(e).hasMessage("listener"));
    }
  }

  @Test
  void racesOfNoneOfOneAndOfTheSameTakeOneValue() {
    program(
        () -> {
          Channel<Integer> channel = new SyncChannel<>();
          Future<Integer> one = Starting.future(() -> Source.race(channel.canRead()).await().get());
          channel.send(1);
          assertThat(one.value()).isEqualTo(1);
          Source<Read<Integer>> same = channel.canRead();
          Future<Integer> twice = Starting.future(() -> Source.race(same, same).await().get());
          channel.send(2);
          assertThat(twice.value()).isEqualTo(2);
          assertThat(channel.waiting()).isZero();
          assertThat(channel.trySend(3)).isFalse();
          Source<Boolean> sending = channel.canSend(4);
          Future<Boolean> sent = Starting.future(Source.race(sending, sending)::await);
          assertThat(channel.take()).isEqualTo(4);
          assertThat(sent.value()).isTrue();
          assertThat(channel.tryRead()).isNull();
          assertThat(channel.waiting()).isZero();
        });
  }
}
