package yona.async;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.IIII_Result;
import org.openjdk.jcstress.infra.results.III_Result;
import org.openjdk.jcstress.infra.results.II_Result;

/**
 * Futures made of others that end at the same moment: one result, and nobody left standing at those
 * that have not ended.
 */
public final class DerivedRaces {

  private DerivedRaces() {}

  /** The value, -1 for a failure, 0 if there is none yet. */
  private static int valueOf(Future<Integer> future) {
    return switch (future.poll()) {
      case null -> 0;
      case Result.Success<Integer>(Integer value) -> value;
      case Result.Failure<Integer> _ -> -1;
    };
  }

  /** Futures to make others of; nobody ever completes the last one. */
  static class Operands {
    final Promise<Integer> one = new Promise<>();
    final Promise<Integer> other = new Promise<>();
    final Promise<Integer> pending = new Promise<>();
    final List<Promise<Integer>> all = List.of(one, other, pending);
  }

  /** Two alternatives succeed at once: one is the value, and all that have not ended are losers. */
  @JCStressTest
  @Outcome(
      id = {"1, 2, 1, -1", "1, 2, 2, -1", "1, -1, 1, -1", "-1, 2, 2, -1"},
      expect = ACCEPTABLE,
      desc = "the value of one of them; who has none was cancelled")
  @Outcome(expect = FORBIDDEN, desc = "no value, that of a loser, or a loser that goes on")
  @State
  public static class AlternativesThatSucceed extends Operands {
    private final Future<Integer> first = Future.altC(all);

    @Actor
    public void one() {
      one.complete(1);
    }

    @Actor
    public void other() {
      other.complete(2);
    }

    @Arbiter
    public void outcome(IIII_Result result) {
      result.r1 = valueOf(one);
      result.r2 = valueOf(other);
      result.r3 = valueOf(first);
      result.r4 = valueOf(pending);
    }
  }

  /** An alternative is cancelled as it is decided: only if there was a value are there losers. */
  @JCStressTest
  @Outcome(
      id = {"1, -1, 0", "-1, 0, 0"},
      expect = ACCEPTABLE,
      desc = "decided, with a loser, or cancelled, without one")
  @Outcome(expect = FORBIDDEN, desc = "two results, or somebody is left standing")
  @State
  public static class CancelAgainstDecision extends Operands {
    private final Future<Integer> first = one.altC(pending);

    @Actor
    public void completer() {
      one.complete(1);
    }

    @Actor
    public void canceller() {
      first.cancel();
    }

    @Arbiter
    public void outcome(III_Result result) {
      result.r1 = valueOf(first);
      result.r2 = valueOf(pending);
      result.r3 = pending.listeners();
    }
  }

  /** Two alternatives of the same two, which both cancel the loser: nobody loses to a loser. */
  @JCStressTest
  @Outcome(
      id = {"1, -1, 1, 1", "-1, 2, 2, 2"},
      expect = ACCEPTABLE,
      desc = "the one that succeeded")
  @Outcome(
      id = {"1, 2, 1, 1", "1, 2, 1, 2", "1, 2, 2, 1", "1, 2, 2, 2"},
      expect = ACCEPTABLE,
      desc = "one of two that succeeded")
  @Outcome(expect = FORBIDDEN, desc = "not complete, or not with the value of one that succeeded")
  @State
  public static class DecisionAgainstDecision extends Operands {
    private final Future<Integer> first = one.altC(other);
    private final Future<Integer> second = other.altC(one);

    @Actor
    public void one() {
      one.complete(1);
    }

    @Actor
    public void other() {
      other.complete(2);
    }

    @Arbiter
    public void outcome(IIII_Result result) {
      result.r1 = valueOf(one);
      result.r2 = valueOf(other);
      result.r3 = valueOf(first);
      result.r4 = valueOf(second);
    }
  }

  /** One alternative decides while another one ends: nobody is left at the third. */
  @JCStressTest
  @Outcome(
      id = {"1, 0", "2, 0"},
      expect = ACCEPTABLE,
      desc = "one of the values, and gone")
  @Outcome(expect = FORBIDDEN, desc = "no value, or somebody is left standing")
  @State
  public static class AltLeavesAgainstComplete extends Operands {
    private final Future<Integer> first = Future.alt(all);

    @Actor
    public void one() {
      one.complete(1);
    }

    @Actor
    public void other() {
      other.complete(2);
    }

    @Arbiter
    public void outcome(II_Result result) {
      result.r1 = valueOf(first);
      result.r2 = pending.listeners();
    }
  }

  /** One of several fails while another one ends: nobody is left at the third. */
  @JCStressTest
  @Outcome(id = "-1, 0", expect = ACCEPTABLE, desc = "failed, and gone")
  @Outcome(expect = FORBIDDEN, desc = "not failed, or somebody is left standing")
  @State
  public static class ZipLeavesAgainstComplete extends Operands {
    private final Future<List<Integer>> zipped = Future.zip(all);

    @Actor
    public void one() {
      one.cancel();
    }

    @Actor
    public void other() {
      other.complete(2);
    }

    @Arbiter
    public void outcome(II_Result result) {
      result.r1 = zipped.poll() instanceof Result.Failure ? -1 : 0;
      result.r2 = pending.listeners();
    }
  }

  /** A pair is cancelled as its second value comes: one result, which both see. */
  @JCStressTest
  @Outcome(
      id = {"3, 3, 0", "-1, -1, 0"},
      expect = ACCEPTABLE,
      desc = "one result")
  @Outcome(expect = FORBIDDEN, desc = "two results, or somebody is left standing")
  @State
  public static class CancelAgainstZip extends Operands {
    private final Future<Pair<Integer, Integer>> pair = one.zip(other);

    public CancelAgainstZip() {
      one.complete(1);
    }

    private int now() {
      return switch (pair.poll()) {
        case null -> 0;
        case Result.Success<Pair<Integer, Integer>>(Pair<Integer, Integer> both) ->
            both.first() + both.second();
        case Result.Failure<Pair<Integer, Integer>> _ -> -1;
      };
    }

    @Actor
    public void completer() {
      other.complete(2);
    }

    @Actor
    public void canceller(III_Result result) {
      pair.cancel();
      result.r1 = now();
    }

    @Arbiter
    public void outcome(III_Result result) {
      result.r2 = now();
      result.r3 = other.listeners();
    }
  }

  /** An operand decides what is just being made of it: nobody is left at the others. */
  @JCStressTest
  @Outcome(id = "1, -1, 0", expect = ACCEPTABLE, desc = "decided, and gone")
  @Outcome(expect = FORBIDDEN, desc = "not decided, or somebody is left standing")
  @State
  public static class MakeAgainstComplete extends Operands {
    private @Nullable Future<Integer> first;
    private @Nullable Future<List<Integer>> zipped;

    @Actor
    public void maker() {
      first = Future.alt(List.of(one, pending));
      zipped = Future.zip(List.of(other, pending));
    }

    @Actor
    public void completer() {
      one.complete(1);
      other.cancel();
    }

    @Arbiter
    public void outcome(III_Result result) {
      result.r1 = valueOf(first);
      result.r2 = zipped.poll() instanceof Result.Failure ? -1 : 0;
      result.r3 = pending.listeners();
    }
  }
}
