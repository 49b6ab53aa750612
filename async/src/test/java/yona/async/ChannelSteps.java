package yona.async;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import yona.async.channel.Channel;
import yona.async.channel.Channels;
import yona.async.channel.Read;

/** Steps of random programs: channels, selects over them, and a source of one's own. */
final class ChannelSteps {

  private final SoakProgram program;
  private final MultiplexerSteps multiplexers;

  ChannelSteps(SoakProgram program) {
    this.program = program;
    this.multiplexers = new MultiplexerSteps(program);
  }

  Object step(Random random) throws Exception {
    return switch (random.nextInt(5)) {
      case 0, 1 -> pipeline(random);
      case 2 -> selects(random);
      case 3 -> mailbox(random);
      default -> multiplexers.step(random);
    };
  }

  /** A channel of any kind. */
  static <T> Channel<T> channel(SoakProgram program, Random random) {
    return program.leftovers.at(Channels.<T>of(random.nextInt(4) - 1));
  }

  /** Senders and readers share a channel; what is sent is read, unless the whole is cancelled. */
  private Object pipeline(Random random) throws Exception {
    Channel<Integer> channel = channel(program, random);
    int senders = 1 + random.nextInt(3);
    int readers = 1 + random.nextInt(3);
    int values = random.nextInt(20);
    boolean filtered = random.nextBoolean();
    long sum =
        Async.<Long, Exception>group(
            reading -> {
              List<Future<Long>> sums = new ArrayList<>();
              for (int i = 0; i < readers; i++) {
                boolean picky = filtered && i > 0;
                sums.add(reading.fork(program.watched(() -> sumOf(channel, picky))));
              }
              Async.<Object, Exception>group(
                  sending -> {
                    for (int i = 0; i < senders; i++) {
                      sending.fork(program.watched(() -> sendAll(channel, values)));
                    }
                    return "";
                  });
              channel.close();
              long all = 0;
              for (Future<Long> each : sums) {
                all += each.value();
              }
              return all;
            });
    assertThat(sum).isEqualTo((long) senders * values * (values + 1) / 2);
    return "piped";
  }

  private static int sendAll(Channel<Integer> channel, int values) {
    for (int value = 1; value <= values; value++) {
      channel.send(value);
    }
    return values;
  }

  private static long sumOf(Channel<Integer> channel, boolean picky) {
    Source<Read<Integer>> reading =
        picky
            ? channel.canRead().filter(read -> read.isClosed() || read.get() % 3 == 0)
            : channel.canRead();
    long sum = 0;
    for (Read<Integer> read = reading.await(); !read.isClosed(); read = reading.await()) {
      sum += read.get();
    }
    return sum;
  }

  /** Selects that face each other over two channels, and one that only passes by. */
  private Object selects(Random random) throws Exception {
    Channel<Integer> there = channel(program, random);
    Channel<Integer> back = channel(program, random);
    int rounds = random.nextInt(30);
    int[] balances = new int[2];
    Async.<Object, Exception>group(
        group -> {
          group.fork(program.watched(() -> balances[0] = exchange(there, back, rounds)));
          group.fork(program.watched(() -> balances[1] = exchange(back, there, rounds)));
          return "";
        });
    int left = 0;
    for (Channel<Integer> channel : List.of(there, back)) {
      for (Read<Integer> read = channel.tryRead(); read != null; read = channel.tryRead()) {
        left++;
      }
    }
    assertThat(balances[0] + balances[1]).isEqualTo(left);
    return "selected";
  }

  private int exchange(Channel<Integer> out, Channel<Integer> in, int rounds) {
    int balance = 0;
    for (int i = 0; i < rounds; i++) {
      Timer timer = program.leftovers.at(Timer.after(Duration.ofNanos(200_000)));
      balance +=
          Async.<Integer, RuntimeException>select(
              out.canSend(i).handle(sent -> 1),
              in.canRead().handle(read -> -1),
              timer.handle(fired -> 0));
    }
    return balance;
  }

  // ---- a source of one's own -------------------------------------------------------------------

  /** The one of the documentation. */
  private static final class Mailbox extends OriginalSource<Long> {
    private final ArrayDeque<Long> letters = new ArrayDeque<>();

    synchronized void post(long letter) {
      if (!offer(letter)) {
        letters.add(letter);
      }
    }

    @Override
    public synchronized boolean poll(Listener<? super Long> listener) {
      Long first = letters.peek();
      if (first != null && Listener.offer(listener, first)) {
        letters.remove();
        return true;
      }
      return false;
    }

    synchronized long sum() {
      return letters.stream().mapToLong(letter -> letter).sum();
    }
  }

  /** Letters that are taken in races and within times, each once; the others stay. */
  private Object mailbox(Random random) throws Exception {
    Mailbox mailbox = program.leftovers.at(new Mailbox());
    int letters = random.nextInt(20);
    AtomicLong taken = new AtomicLong();
    Async.<Object, Exception>group(
        group -> {
          for (int i = 1 + random.nextInt(3); i > 0; i--) {
            Random own = new Random(random.nextLong());
            group.fork(
                program.watched(
                    () -> {
                      for (int n = 0; n < letters / 2; n++) {
                        taken.addAndGet(takeOne(mailbox, own));
                      }
                      return null;
                    }));
          }
          for (int letter = 1; letter <= letters; letter++) {
            mailbox.post(letter);
            SoakProgram.pause(random);
          }
          return "";
        });
    assertThat(taken.get() + mailbox.sum()).isEqualTo((long) letters * (letters + 1) / 2);
    return "posted";
  }

  private long takeOne(Mailbox mailbox, Random random) {
    Timer timer = program.leftovers.at(Timer.afterNanos(random.nextInt(50_000)));
    @Nullable Long letter =
        random.nextBoolean()
            ? Source.race(timer.map(_ -> 0L), mailbox.filter(each -> each % 2 == 1), mailbox)
                .await()
            : Async.<Long, RuntimeException>select(
                mailbox.map(each -> each).handle(each -> each), timer.handle(_ -> 0L));
    return letter;
  }
}
