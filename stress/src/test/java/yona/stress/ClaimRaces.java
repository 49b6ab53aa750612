package yona.stress;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import java.util.concurrent.atomic.AtomicInteger;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.IIII_Result;
import org.openjdk.jcstress.infra.results.III_Result;
import org.openjdk.jcstress.infra.results.II_Result;
import yona.async.Async;
import yona.async.Claim;
import yona.async.Listener;
import yona.async.Source;
import yona.async.channel.BufferedChannel;
import yona.async.channel.Channel;
import yona.async.channel.Read;
import yona.async.channel.SyncChannel;

/** One wait at several sources: whoever comes first decides, and the others keep what they have. */
public final class ClaimRaces {

  private ClaimRaces() {}

  /** A claim that counts its completions. */
  private static final class Counted extends Claim<Integer> {
    private final AtomicInteger completions = new AtomicInteger();

    @Override
    protected void completed() {
      completions.incrementAndGet();
    }
  }

  private static int itemOf(Claim<Integer> claim) {
    Integer item = claim.item();
    return item == null ? 0 : item;
  }

  private static int valueOf(Read<Integer> read) {
    return read == null ? 0 : read.get();
  }

  /** Two want to complete it: one does, and what it brought is there, with all before it. */
  @JCStressTest
  @Outcome(
      id = {"1, 0, 1, 1", "0, 1, 2, 1"},
      expect = ACCEPTABLE,
      desc = "one of them")
  @Outcome(expect = FORBIDDEN, desc = "both, none, or the item of the other one")
  @State
  public static class CompleteAgainstComplete {
    private final Counted claim = new Counted();

    @Actor
    public void one(IIII_Result result) {
      result.r1 = claim.complete(1) ? 1 : 0;
    }

    @Actor
    public void other(IIII_Result result) {
      result.r2 = claim.complete(2) ? 1 : 0;
    }

    @Arbiter
    public void outcome(IIII_Result result) {
      result.r3 = itemOf(claim);
      result.r4 = claim.completions.get();
    }
  }

  /** The owner gives it up while somebody completes it. */
  @JCStressTest
  @Outcome(
      id = {"1, 0, 0", "0, 1, 1"},
      expect = ACCEPTABLE,
      desc = "one of them")
  @Outcome(expect = FORBIDDEN, desc = "given up and completed, or neither")
  @State
  public static class AbandonAgainstComplete {
    private final Counted claim = new Counted();

    @Actor
    public void owner(III_Result result) {
      result.r1 = claim.abandon() ? 1 : 0;
    }

    @Actor
    public void source(III_Result result) {
      result.r2 = claim.complete(1) ? 1 : 0;
    }

    @Arbiter
    public void outcome(III_Result result) {
      result.r3 = claim.completions.get();
    }
  }

  /** Two pairs are held in opposite orders. */
  @JCStressTest
  @Outcome(
      id = {"1, 0, 1, 1", "0, 1, 2, 2"},
      expect = ACCEPTABLE,
      desc = "one pair")
  @Outcome(expect = FORBIDDEN, desc = "a half of each, both or none")
  @State
  public static class PairsHeldInOppositeOrders {
    private final Counted left = new Counted();
    private final Counted right = new Counted();

    @Actor
    public void one(IIII_Result result) {
      if (Claim.holdBoth(left, right)) {
        result.r1 = left.complete(1) && right.complete(1) ? 1 : -1;
      }
    }

    @Actor
    public void other(IIII_Result result) {
      if (Claim.holdBoth(right, left)) {
        result.r2 = right.complete(2) && left.complete(2) ? 1 : -1;
      }
    }

    @Arbiter
    public void outcome(IIII_Result result) {
      result.r3 = itemOf(left);
      result.r4 = itemOf(right);
    }
  }

  /** A pair that is held and released again hides neither from one who completes it. */
  @JCStressTest
  @Outcome(id = "1, 1", expect = ACCEPTABLE, desc = "completed")
  @Outcome(expect = FORBIDDEN, desc = "refused though it was free again")
  @State
  public static class ReleaseAgainstComplete {
    private final Counted claim = new Counted();

    @Actor
    public void holder() {
      if (claim.hold()) {
        claim.release();
      }
    }

    @Actor
    public void source(II_Result result) {
      result.r1 = claim.complete(1) ? 1 : 0;
    }

    @Arbiter
    public void outcome(II_Result result) {
      result.r2 = claim.completions.get();
    }
  }

  /** A select over two channels that are sent to at the same moment takes one value. */
  @JCStressTest
  @Outcome(
      id = {"1, 0, 2", "2, 1, 0"},
      expect = ACCEPTABLE,
      desc = "one taken, one left")
  @Outcome(expect = FORBIDDEN, desc = "lost or doubled")
  @State
  public static class SelectOfTwoSources {
    private final Channel<Integer> one = new BufferedChannel<>(1);
    private final Channel<Integer> other = new BufferedChannel<>(1);

    @Actor
    public void reader(III_Result result) {
      result.r1 =
          Async.<Integer, RuntimeException>select(
              one.canRead().handle(Read::get), other.canRead().handle(Read::get));
    }

    @Actor
    public void sender() {
      one.trySend(1);
      other.trySend(2);
    }

    @Arbiter
    public void rest(III_Result result) {
      result.r2 = valueOf(one.tryRead());
      result.r3 = valueOf(other.tryRead());
    }
  }

  /** A listener at a race of two channels takes one value, and the other one stays. */
  @JCStressTest
  @Outcome(
      id = {"1, 0, 2", "2, 1, 0"},
      expect = ACCEPTABLE,
      desc = "one taken, one left")
  @Outcome(expect = FORBIDDEN, desc = "lost or doubled")
  @State
  public static class RaceOfTwoSources {
    private final Channel<Integer> one = new BufferedChannel<>(1);
    private final Channel<Integer> other = new BufferedChannel<>(1);
    private final AtomicInteger taken = new AtomicInteger();
    private final Listener<Read<Integer>> listener =
        read -> {
          taken.addAndGet(read.get());
          return true;
        };

    public RaceOfTwoSources() {
      Source.race(one.canRead(), other.canRead()).onComplete(listener);
    }

    @Actor
    public void senderToOne() {
      one.trySend(1);
    }

    @Actor
    public void senderToOther() {
      other.trySend(2);
    }

    @Arbiter
    public void rest(III_Result result) {
      result.r1 = taken.get();
      result.r2 = valueOf(one.tryRead());
      result.r3 = valueOf(other.tryRead());
    }
  }

  /** Two selects that face each other agree on the channel that they meet at. */
  @JCStressTest
  @Outcome(
      id = {"0, 1", "2, 0"},
      expect = ACCEPTABLE,
      desc = "met at one of the two")
  @Outcome(expect = FORBIDDEN, desc = "met at both or at neither")
  @State
  public static class SelectsThatFaceEachOther {
    private final Channel<Integer> there = new SyncChannel<>();
    private final Channel<Integer> back = new SyncChannel<>();

    @Actor
    public void one(II_Result result) {
      result.r1 =
          Async.<Integer, RuntimeException>select(
              there.canSend(1).handle(_ -> 0), back.canRead().handle(Read::get));
    }

    @Actor
    public void other(II_Result result) {
      result.r2 =
          Async.<Integer, RuntimeException>select(
              back.canSend(2).handle(_ -> 0), there.canRead().handle(Read::get));
    }
  }
}
