package yona.async.channel;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import yona.async.Async;
import yona.async.FiberScheduler;
import yona.async.Future;
import yona.async.Scope;

/**
 * Stacks that overflow inside the operations of a channel: what raised has not happened, what
 * returned has, and the channel goes on.
 *
 * <p>The attackers recurse with an operation in each of the last frames, until one does not fit,
 * again and again and each time from another depth. What they note between two operations needs no
 * stack.
 */
@Tag("slow")
class ChannelOverflowTest {

  /** How many of the last frames have operations. */
  private static final int ATTACKED = 40;

  /** Sends or reads until the stack overflows, again and again. */
  private abstract static class Attacker implements Runnable {
    private final int overflows;
    final int operations;
    private int deepest = Integer.MIN_VALUE / 2;
    private int reached;

    /** How many operations were tried. */
    int tried;

    Attacker(int overflows) {
      this.overflows = overflows;
      this.operations = 2 * ATTACKED * overflows;
    }

    abstract void operate();

    @Override
    public final void run() {
      for (int overflowed = 0; overflowed < overflows; deepest = reached) {
        try {
          descend(-(overflowed % 64));
        } catch (StackOverflowError expected) {
          overflowed++;
        }
      }
    }

    private int descend(int depth) {
      reached = depth;
      if (depth > deepest - ATTACKED && depth < deepest + ATTACKED && tried < operations) {
        operate();
      }
      return depth == Integer.MAX_VALUE ? 0 : descend(depth + 1) + 1;
    }
  }

  private static final class Sender extends Attacker {
    private final Channel<Integer> channel;
    private final Integer[] values;
    private final boolean[] sent;

    Sender(Channel<Integer> channel, int overflows, int number) {
      super(overflows);
      this.channel = channel;
      values = new Integer[operations];
      Arrays.setAll(values, i -> number * operations + i);
      sent = new boolean[operations];
    }

    @Override
    void operate() {
      int number = tried++;
      if (number % 4 == 0) {
        sent[number] = channel.trySend(values[number]);
      } else {
        channel.send(values[number]);
        sent[number] = true;
      }
    }
  }

  private static final class Reader extends Attacker {
    private final Channel<Integer> channel;
    private final @Nullable Object[] read;

    Reader(Channel<Integer> channel, int overflows) {
      super(overflows);
      this.channel = channel;
      read = new Object[operations];
    }

    @Override
    void operate() {
      int number = tried++;
      read[number] = number % 4 == 0 ? channel.tryRead() : channel.read();
    }
  }

  /** Two senders and two readers against one channel, or against the ends of a multiplexer. */
  private static final class Attack {
    private final Channel<Integer> into;
    private final Channel<Integer> from;
    private final List<Sender> senders = new ArrayList<>();
    private final List<Reader> readers = new ArrayList<>();
    private final List<Integer> given = new ArrayList<>();
    private final List<Integer> taken = new ArrayList<>();
    private int served;

    Attack(Channel<Integer> into, Channel<Integer> from, int overflows) {
      this.into = into;
      this.from = from;
      for (int i = 0; i < 2; i++) {
        senders.add(new Sender(into, overflows, i));
        readers.add(new Reader(from, overflows));
      }
      // Classes that are initialized where the stack ends stay unusable: not what is tested here.
      assertThat(Scope.current()).isNotNull();
      serve();
      serve();
    }

    List<Attacker> attackers() {
      List<Attacker> all = new ArrayList<>(senders);
      all.addAll(readers);
      return all;
    }

    /** Is a partner for attackers whose partners have ended. */
    void serve() {
      served--;
      if (!readOne() && into.trySend(served)) {
        given.add(served);
      }
    }

    private boolean readOne() {
      if (from.tryRead() instanceof Read.Value<Integer>(Integer value)) {
        taken.add(value);
        return true;
      }
      return false;
    }

    void check() {
      while (readOne()) {}
      for (Reader reader : readers) {
        for (Object read : reader.read) {
          if (read instanceof Read.Value<?>(Integer value)) {
            taken.add(value);
          }
        }
      }
      for (Sender sender : senders) {
        for (int i = 0; i < sender.tried; i++) {
          if (sender.sent[i]) {
            given.add(sender.values[i]);
          }
        }
      }
      taken.sort(null);
      given.sort(null);
      assertThat(taken).isEqualTo(given);
      assertThat(into.waiting() + from.waiting()).isZero();
    }

    void onThreads() throws InterruptedException {
      List<Thread> threads = new ArrayList<>();
      for (Attacker attacker : attackers()) {
        threads.add(new Thread(null, attacker, "attacker", 200_000));
        threads.getLast().start();
      }
      for (Thread thread : threads) {
        while (!thread.join(Duration.ofNanos(20_000))) {
          serve();
        }
      }
      check();
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 8, -1})
  void threadsThatOverflowLoseNothing(int capacity) throws Exception {
    Channel<Integer> channel = Channels.of(capacity);
    new Attack(channel, channel, 300).onThreads();
  }

  /** Fibers there cannot wait where the stack ends either: it does not fit into the heap then. */
  @ParameterizedTest
  @ValueSource(ints = {0, 1, 8, -1})
  void fibersOfTheJdkThatOverflowLoseNothing(int capacity) {
    Channel<Integer> channel = Channels.of(capacity);
    Attack attack = new Attack(channel, channel, 25);
    Async.<@Nullable Object, RuntimeException>blocking(
        FiberScheduler.jdk(),
        () -> {
          List<Future<?>> fibers = new ArrayList<>();
          for (Attacker attacker : attack.attackers()) {
            fibers.add(
                Scope.current()
                    .background(
                        () -> {
                          attacker.run();
                          return null;
                        }));
          }
          for (Future<?> fiber : fibers) {
            while (fiber.poll() == null) {
              attack.serve();
              Async.yield();
            }
          }
          return null;
        });
    attack.check();
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 8})
  void throughAMultiplexerNothingIsLostEither(int capacity) throws Exception {
    Async.<@Nullable Object, InterruptedException>blocking(
        () -> {
          try (Scope scope = Scope.open();
              ChannelMultiplexer<Integer> multiplexer = new ChannelMultiplexer<>()) {
            Channel<Integer> publisher = Channels.of(capacity);
            multiplexer.addPublisher(publisher);
            Channel<Integer> subscriber = multiplexer.subscribe(capacity);
            scope.background(
                () -> {
                  multiplexer.run();
                  return null;
                });
            new Attack(publisher, subscriber, 100).onThreads();
          }
          return null;
        });
  }
}
