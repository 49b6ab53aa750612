package yona.async.channel;

import java.util.ArrayList;
import java.util.List;
import org.jetbrains.lincheck.datastructures.IntGen;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.jetbrains.lincheck.datastructures.StressOptions;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import yona.property.Effort;

/**
 * Whatever threads do with a channel at the same time, they could have done one after another.
 * Waits are listeners here, which a scenario leaves behind and asks later.
 */
@Tag("linearizability")
class ChannelLincheckTest {

  /** The operations on a channel of some capacity. */
  @Param(name = "value", gen = IntGen.class, conf = "1:9")
  public abstract static class Operations {
    private final Channel<Integer> channel;

    private final List<Integer> heard = new ArrayList<>();

    Operations(Channel<Integer> channel) {
      this.channel = channel;
    }

    @Operation
    public String trySend(@Param(name = "value") int value) {
      try {
        return channel.trySend(value) ? "sent" : "full";
      } catch (ChannelClosedException e) {
        return "closed";
      }
    }

    @Operation
    public @Nullable String tryRead() {
      return text(channel.tryRead());
    }

    @Operation
    public @Nullable String tryReadEven() {
      return text(channel.canRead().filter(read -> read.isClosed() || read.get() % 2 == 0).poll());
    }

    /** Waits for a value; a close lets the listener go, several at a time, and is not recorded. */
    @Operation
    public int listenToRead() {
      channel
          .canRead()
          .onComplete(
              read -> {
                if (!read.isClosed()) {
                  synchronized (heard) {
                    heard.add(read.get());
                  }
                }
                return true;
              });
      return 0;
    }

    @Operation
    public int listenToSend(@Param(name = "value") int value) {
      channel.canSend(value).onComplete(sent -> true);
      return 0;
    }

    @Operation
    public void close() {
      channel.close();
    }

    @Operation
    public boolean isClosed() {
      return channel.isClosed();
    }

    @Operation
    public int size() {
      return channel.size();
    }

    /** What all listeners have read, in any order. */
    @Operation
    public String heard() {
      synchronized (heard) {
        return heard.stream().sorted().toList().toString();
      }
    }

    private static @Nullable String text(@Nullable Read<Integer> read) {
      return read == null ? null : read.isClosed() ? "closed" : String.valueOf(read.get());
    }
  }

  /** No place. */
  public static class Rendezvous extends Operations {
    public Rendezvous() {
      super(new SyncChannel<>());
    }
  }

  /** One place. */
  public static class One extends Operations {
    public One() {
      super(new BufferedChannel<>(1));
    }
  }

  /** Two places. */
  public static class Two extends Operations {
    public Two() {
      super(new BufferedChannel<>(2));
    }
  }

  /** Any number of places. */
  public static class Unbounded extends Operations {
    public Unbounded() {
      super(new UnboundedChannel<>());
    }
  }

  private static void check(Class<? extends Operations> model) {
    new StressOptions()
        .iterations(Effort.of(15))
        .invocationsPerIteration(300)
        .threads(3)
        .actorsPerThread(3)
        .check(model);
  }

  @Test
  void aRendezvousIsLinearizable() {
    check(Rendezvous.class);
  }

  @Test
  void aBufferOfOneIsLinearizable() {
    check(One.class);
  }

  @Test
  void aBufferOfTwoIsLinearizable() {
    check(Two.class);
  }

  @Test
  void anUnboundedChannelIsLinearizable() {
    check(Unbounded.class);
  }
}
