package yona.stress;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import java.util.concurrent.atomic.AtomicInteger;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;
import org.openjdk.jcstress.infra.results.II_Result;
import org.openjdk.jcstress.infra.results.I_Result;
import yona.async.Async;
import yona.async.CancellationException;
import yona.async.Listener;
import yona.async.Scope;
import yona.async.channel.BufferedChannel;
import yona.async.channel.Channel;
import yona.async.channel.ChannelClosedException;
import yona.async.channel.ChannelMultiplexer;
import yona.async.channel.Read;
import yona.async.channel.SyncChannel;
import yona.async.channel.UnboundedChannel;

/** What threads do to one channel at the same moment. */
public final class ChannelRaces {

  private ChannelRaces() {}

  /** The value, 0 if the channel is closed, or -1 if there is nothing. */
  private static int valueOf(Read<Integer> read) {
    return read == null ? -1 : read.isClosed() ? 0 : read.get();
  }

  private static int drain(Channel<Integer> channel) {
    int count = 0;
    for (Read<Integer> read = channel.tryRead();
        read != null && !read.isClosed();
        read = channel.tryRead()) {
      count++;
    }
    return count;
  }

  private static int trySend(Channel<Integer> channel, int value) {
    try {
      return channel.trySend(value) ? 1 : 0;
    } catch (ChannelClosedException _) {
      return 0;
    }
  }

  /** At a rendezvous each side sees what the other one wrote before. */
  @JCStressTest
  @Outcome(id = "1, 1", expect = ACCEPTABLE, desc = "each sees the other")
  @Outcome(expect = FORBIDDEN, desc = "something written before is not seen")
  @State
  public static class RendezvousPublishesBothWays {
    private final Channel<Integer> channel = new SyncChannel<>();
    private int sent;
    private int received;

    @Actor
    public void sender(II_Result result) {
      sent = 1;
      channel.send(7);
      result.r1 = received;
    }

    @Actor
    public void reader(II_Result result) {
      received = 1;
      if (channel.read().get() == 7) {
        result.r2 = sent;
      }
    }
  }

  /** A select hands over like a read. */
  @JCStressTest
  @Outcome(id = "1, 1", expect = ACCEPTABLE, desc = "each sees the other")
  @Outcome(expect = FORBIDDEN, desc = "something written before is not seen")
  @State
  public static class SelectPublishesBothWays {
    private final Channel<Integer> channel = new SyncChannel<>();
    private final Channel<Integer> other = new SyncChannel<>();
    private int sent;
    private int received;

    @Actor
    public void sender(II_Result result) {
      sent = 1;
      result.r1 =
          Async.<Integer, RuntimeException>select(
              channel.canSend(7).handle(_ -> received), other.canRead().handle(_ -> -1));
    }

    @Actor
    public void reader(II_Result result) {
      received = 1;
      result.r2 =
          Async.<Integer, RuntimeException>select(
              other.canRead().handle(_ -> -1), channel.canRead().handle(_ -> sent));
    }
  }

  /** What stands in a buffer carries what was written before. */
  @JCStressTest
  @Outcome(id = "-1", expect = ACCEPTABLE, desc = "nothing there yet")
  @Outcome(id = "1", expect = ACCEPTABLE, desc = "seen")
  @Outcome(expect = FORBIDDEN, desc = "something written before is not seen")
  @State
  public static class BufferPublishes {
    private final Channel<int[]> channel = new BufferedChannel<>(2);

    @Actor
    public void sender() {
      int[] payload = new int[1];
      payload[0] = 1;
      channel.trySend(payload);
    }

    @Actor
    public void reader(I_Result result) {
      Read<int[]> read = channel.tryRead();
      result.r1 = read == null ? -1 : read.get()[0];
    }
  }

  /** The same without a bound. */
  @JCStressTest
  @Outcome(id = "-1", expect = ACCEPTABLE, desc = "nothing there yet")
  @Outcome(id = "1", expect = ACCEPTABLE, desc = "seen")
  @Outcome(expect = FORBIDDEN, desc = "something written before is not seen")
  @State
  public static class UnboundedPublishes {
    private final Channel<int[]> channel = new UnboundedChannel<>();

    @Actor
    public void sender() {
      int[] payload = new int[1];
      payload[0] = 1;
      channel.trySend(payload);
    }

    @Actor
    public void reader(I_Result result) {
      Read<int[]> read = channel.tryRead();
      result.r1 = read == null ? -1 : read.get()[0];
    }
  }

  /** The place in a full buffer that a reader frees carries what the reader wrote before. */
  @JCStressTest
  @Outcome(id = "1", expect = ACCEPTABLE, desc = "seen")
  @Outcome(expect = FORBIDDEN, desc = "something written before is not seen")
  @State
  public static class FreedPlacePublishes {
    private final Channel<Integer> channel = new BufferedChannel<>(1);
    private int read;

    public FreedPlacePublishes() {
      channel.trySend(1);
    }

    @Actor
    public void sender(I_Result result) {
      channel.send(2);
      result.r1 = read;
    }

    @Actor
    public void reader() {
      read = 1;
      channel.tryRead();
    }
  }

  /** Two sends of one thread come out in their order. */
  @JCStressTest
  @Outcome(
      id = {"-1, -1", "-1, 1", "1, -1", "1, 2"},
      expect = ACCEPTABLE,
      desc = "in order")
  @Outcome(expect = FORBIDDEN, desc = "out of order, or twice")
  @State
  public static class ReadsComeInTheOrderOfSends {
    private final Channel<Integer> channel = new BufferedChannel<>(2);

    @Actor
    public void sender() {
      channel.trySend(1);
      channel.trySend(2);
    }

    @Actor
    public void reader(II_Result result) {
      result.r1 = valueOf(channel.tryRead());
      result.r2 = valueOf(channel.tryRead());
    }
  }

  /** A value goes to one of two readers. */
  @JCStressTest
  @Outcome(
      id = {"1, -1", "-1, 1"},
      expect = ACCEPTABLE,
      desc = "one of them")
  @Outcome(expect = FORBIDDEN, desc = "lost or doubled")
  @State
  public static class OneOfTwoReaders {
    private final Channel<Integer> channel = new BufferedChannel<>(1);

    public OneOfTwoReaders() {
      channel.trySend(1);
    }

    @Actor
    public void one(II_Result result) {
      result.r1 = valueOf(channel.tryRead());
    }

    @Actor
    public void other(II_Result result) {
      result.r2 = valueOf(channel.tryRead());
    }
  }

  /** A value is sent before the close, and can be read, or is refused. */
  @JCStressTest
  @Outcome(
      id = {"1, 1", "0, 0"},
      expect = ACCEPTABLE,
      desc = "sent and read, or refused")
  @Outcome(expect = FORBIDDEN, desc = "lost, or delivered though refused")
  @State
  public static class CloseAgainstSend {
    private final Channel<Integer> channel = new BufferedChannel<>(1);

    @Actor
    public void sender(II_Result result) {
      result.r1 = trySend(channel, 1);
    }

    @Actor
    public void closer() {
      channel.close();
    }

    @Arbiter
    public void rest(II_Result result) {
      result.r2 = drain(channel);
    }
  }

  /** A sender that waits gets rid of its value or hears of the close, never both. */
  @JCStressTest
  @Outcome(
      id = {"1, 1, 0", "0, 0, 0"},
      expect = ACCEPTABLE,
      desc = "handed over, or refused")
  @Outcome(expect = FORBIDDEN, desc = "lost, or delivered though refused")
  @State
  public static class CloseAgainstWaitingSender {
    private final Channel<Integer> channel = new SyncChannel<>();

    @Actor
    public void sender(III_Result result) {
      try {
        channel.send(1);
        result.r1 = 1;
      } catch (ChannelClosedException _) {
        result.r1 = 0;
      }
    }

    @Actor
    public void readerThatCloses(III_Result result) {
      result.r2 = Math.max(0, valueOf(channel.tryRead()));
      channel.close();
    }

    @Arbiter
    public void rest(III_Result result) {
      result.r3 = drain(channel);
    }
  }

  /** A reader that waits gets the value that was sent before the close. */
  @JCStressTest
  @Outcome(id = "1, 1, 0", expect = ACCEPTABLE, desc = "read")
  @Outcome(expect = FORBIDDEN, desc = "lost, or closed was read before it")
  @State
  public static class CloseAgainstWaitingReader {
    private final Channel<Integer> channel = new BufferedChannel<>(1);

    @Actor
    public void senderThatCloses(III_Result result) {
      result.r1 = trySend(channel, 1);
      channel.close();
    }

    @Actor
    public void reader(III_Result result) {
      result.r2 = valueOf(channel.read());
    }

    @Arbiter
    public void rest(III_Result result) {
      result.r3 = drain(channel);
    }
  }

  /** A listener that is dropped takes the value or leaves it. */
  @JCStressTest
  @Outcome(
      id = {"1, 0", "0, 1"},
      expect = ACCEPTABLE,
      desc = "taken or left")
  @Outcome(expect = FORBIDDEN, desc = "lost or doubled")
  @State
  public static class DropAgainstSend {
    private final Channel<Integer> channel = new BufferedChannel<>(1);
    private final AtomicInteger taken = new AtomicInteger();
    private final Listener<Read<Integer>> listener =
        _ -> {
          taken.incrementAndGet();
          return true;
        };

    public DropAgainstSend() {
      channel.canRead().onComplete(listener);
    }

    @Actor
    public void leaver() {
      channel.canRead().dropListener(listener);
    }

    @Actor
    public void sender() {
      channel.trySend(1);
    }

    @Arbiter
    public void rest(II_Result result) {
      result.r1 = taken.get();
      result.r2 = drain(channel);
    }
  }

  /** A read that is cancelled has the value or leaves it. */
  @JCStressTest
  @Outcome(
      id = {"1, 0", "0, 1"},
      expect = ACCEPTABLE,
      desc = "read or left")
  @Outcome(expect = FORBIDDEN, desc = "lost or doubled")
  @State
  public static class CancelAgainstSend {
    private final Channel<Integer> channel = new BufferedChannel<>(1);
    private volatile Scope scope;

    @Actor
    public void reader(II_Result result) {
      try (Scope own = Scope.open()) {
        scope = own;
        result.r1 = valueOf(channel.read());
      } catch (CancellationException _) {
        result.r1 = 0;
      }
    }

    @Actor
    public void sender() {
      Scope cancelled;
      while ((cancelled = scope) == null) {
        Thread.onSpinWait();
      }
      cancelled.cancel();
      channel.trySend(1);
    }

    @Arbiter
    public void rest(II_Result result) {
      result.r2 = drain(channel);
    }
  }

  /** A send that waits and is cancelled has handed its value over or taken it back. */
  @JCStressTest
  @Outcome(
      id = {"1, 1", "0, -1"},
      expect = ACCEPTABLE,
      desc = "handed over or taken back")
  @Outcome(expect = FORBIDDEN, desc = "lost, or delivered though taken back")
  @State
  public static class CancelAgainstRead {
    private final Channel<Integer> channel = new SyncChannel<>();
    private volatile Scope scope;

    @Actor
    public void sender(II_Result result) {
      try (Scope own = Scope.open()) {
        scope = own;
        channel.send(1);
        result.r1 = 1;
      } catch (CancellationException _) {
        result.r1 = 0;
      }
    }

    @Actor
    public void reader(II_Result result) {
      Scope cancelled;
      while ((cancelled = scope) == null) {
        Thread.onSpinWait();
      }
      cancelled.cancel();
      result.r2 = valueOf(channel.tryRead());
    }
  }

  /** A subscriber that leaves a multiplexer does not take the others' values along. */
  @JCStressTest
  @Outcome(
      id = {"1, 0", "1, 1"},
      expect = ACCEPTABLE,
      desc = "the one who stays has it")
  @Outcome(expect = FORBIDDEN, desc = "lost or doubled")
  @State
  public static class UnsubscribeAgainstPublish {
    private final ChannelMultiplexer<Integer> multiplexer = new ChannelMultiplexer<>();
    private final Channel<Integer> publisher = new BufferedChannel<>(1);
    private final Channel<Integer> stays;
    private final Channel<Integer> leaves;

    public UnsubscribeAgainstPublish() {
      multiplexer.addPublisher(publisher);
      stays = multiplexer.subscribe(1);
      leaves = multiplexer.subscribe(1);
    }

    @Actor
    public void leaver() {
      multiplexer.removeSubscriber(leaves);
    }

    @Actor
    public void publisherThatRuns(II_Result result) {
      publisher.trySend(1);
      try (Scope scope = Scope.open()) {
        scope.background(
            () -> {
              multiplexer.run();
              return null;
            });
        result.r1 = valueOf(stays.read());
      }
    }

    @Arbiter
    public void rest(II_Result result) {
      result.r1 += drain(stays);
      result.r2 = drain(leaves);
    }
  }

  /** A sender that gets stuck behind a multiplexer goes on when the full subscriber is read. */
  @JCStressTest
  @Outcome(id = "1, 1", expect = ACCEPTABLE, desc = "sent and read")
  @Outcome(expect = FORBIDDEN, desc = "lost or out of order")
  @State
  public static class ReadAgainstStuckPublisher {
    private final ChannelMultiplexer<Integer> multiplexer = new ChannelMultiplexer<>();
    private final Channel<Integer> publisher = new BufferedChannel<>(1);
    private final Channel<Integer> subscriber;
    private volatile boolean full;

    public ReadAgainstStuckPublisher() {
      multiplexer.addPublisher(publisher);
      subscriber = multiplexer.subscribe(1);
    }

    @Actor
    public void sender(II_Result result) {
      try (Scope scope = Scope.open()) {
        scope.background(
            () -> {
              multiplexer.run();
              return null;
            });
        publisher.send(1);
        publisher.send(2);
        full = true;
        publisher.send(3);
        result.r1 = 1;
      }
    }

    @Actor
    public void reader(II_Result result) {
      while (!full) {
        Thread.onSpinWait();
      }
      result.r2 = valueOf(subscriber.read());
    }
  }
}
