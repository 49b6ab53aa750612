package yona.async.channel;

import java.util.List;
import java.util.StringJoiner;
import org.jetbrains.lincheck.datastructures.IntGen;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.jetbrains.lincheck.datastructures.StressOptions;
import org.jetbrains.lincheck.datastructures.Validate;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import yona.async.scheduler.Backoff;
import yona.property.Effort;

/**
 * Whatever threads do with a running multiplexer at the same time, it could have come out of what
 * {@link PassingOn} says.
 *
 * <p>That is weaker than one operation after another, and as strong as what a multiplexer promises:
 * the values wait with their publishers until somebody passes them on, which is no part of the
 * operation that sends them. Which publisher has its turn is open, and while one thread passes on,
 * the others do not wait for it. The channels themselves are linearizable, see {@link
 * ChannelLincheckTest}; here they are without a bound, so that all that is missing is missing by
 * the multiplexer. Nobody waits at them, either: who waits, at full channels and at empty ones, is
 * in {@link ChannelMultiplexerInterleavingsTest}.
 */
@Tag("linearizability")
class ChannelMultiplexerLincheckTest {

  /** Two publishers and two subscribers, of which the first are there from the beginning. */
  @Param(name = "which", gen = IntGen.class, conf = "0:1")
  @Param(name = "value", gen = IntGen.class, conf = "1:99")
  public abstract static class Operations {
    final ChannelMultiplexer<Integer> multiplexer = new ChannelMultiplexer<>();

    private final List<Channel<Integer>> publishers =
        List.of(new UnboundedChannel<>(), new UnboundedChannel<>());
    private final List<Channel<Read<Integer>>> subscribers =
        List.of(new UnboundedChannel<>(), new UnboundedChannel<>());

    Operations() {
      // Only so that it runs: those who do the operations pass the values on.
      Thread runner = Thread.startVirtualThread(multiplexer::run);
      for (int looks = 0; runner.getState() != Thread.State.WAITING; looks++) {
        Backoff.pause(looks);
      }
      multiplexer.addPublisher(publishers.getFirst());
      multiplexer.addSubscriber(subscribers.getFirst());
    }

    @Operation
    public String publish(@Param(name = "which") int which, @Param(name = "value") int value) {
      return publishers.get(which).trySend(value) ? "sent" : "full";
    }

    /** Everything that is there. */
    @Operation
    public String read(@Param(name = "which") int which) {
      StringJoiner all = new StringJoiner(" ");
      Channel<Read<Integer>> subscriber = subscribers.get(which);
      for (Read<Read<Integer>> read = subscriber.tryRead();
          read != null;
          read = subscriber.tryRead()) {
        all.add(read.get().isClosed() ? PassingOn.CLOSED : String.valueOf(read.get().get()));
      }
      return all.toString();
    }

    @Operation
    public String addSubscriber(@Param(name = "which") int which) {
      try {
        multiplexer.addSubscriber(subscribers.get(which));
        return "added";
      } catch (ChannelClosedException _) {
        return "refused";
      }
    }

    @Operation
    public String removeSubscriber(@Param(name = "which") int which) {
      multiplexer.removeSubscriber(subscribers.get(which));
      return "removed";
    }

    @Operation
    public String addPublisher(@Param(name = "which") int which) {
      try {
        multiplexer.addPublisher(publishers.get(which));
        return "added";
      } catch (ChannelClosedException _) {
        return "refused";
      }
    }

    @Operation
    public String removePublisher(@Param(name = "which") int which) {
      multiplexer.removePublisher(publishers.get(which));
      return "removed";
    }

    @Validate
    public void end() {
      multiplexer.close();
    }
  }

  /** Publishers and subscribers come and go. */
  public static class ComingAndGoing extends Operations {}

  /** The same, and the multiplexer is closed. */
  public static class Closing extends Operations {
    @Operation(runOnce = true)
    public String close() {
      multiplexer.close();
      return "closed";
    }
  }

  private static void check(Class<? extends Operations> model) {
    new StressOptions()
        .iterations(Effort.of(25))
        .invocationsPerIteration(100)
        .threads(3)
        .actorsBefore(3)
        .actorsPerThread(3)
        .actorsAfter(4)
        .verifier(PassingOn.class)
        .check(model);
  }

  @Test
  void everySubscriberHasEveryValueSinceItCame() {
    check(ComingAndGoing.class);
  }

  @Test
  void aCloseComesBehindTheValuesThatWereTaken() {
    check(Closing.class);
  }
}
