package yona.stress;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;
import org.openjdk.jcstress.infra.results.II_Result;
import yona.async.CancellationException;
import yona.async.Collector;
import yona.async.Future;
import yona.async.Promise;
import yona.async.Result;
import yona.async.Scope;

/** Futures that end at the same moment, and those who collect them. */
public final class CollectorRaces {

  private CollectorRaces() {}

  /** The value; -1 for a failure. */
  private static int valueOf(Future<Integer> ended) {
    return ended.poll() instanceof Result.Success<Integer>(Integer value) ? value : -1;
  }

  /** A future that is there already: its value, -1 for a failure; 0 if there is none. */
  private static int next(Collector<Integer> collector) {
    Future<Integer> ended = collector.poll();
    return ended == null ? 0 : valueOf(ended);
  }

  /** Two futures and their collector. */
  static class Two {
    final Promise<Integer> one = new Promise<>();
    final Promise<Integer> other = new Promise<>();
    final Collector<Integer> collector = Future.collector(List.of(one, other));
  }

  /** Each is given once, and those of one thread in the order in which that completed them. */
  @JCStressTest
  @Outcome(
      id = {"123, 0", "132, 0", "312, 0"},
      expect = ACCEPTABLE,
      desc = "each once, 1 before 2")
  @Outcome(expect = FORBIDDEN, desc = "one is lost or doubled, or comes before an earlier one")
  @State
  public static class EndAgainstEnd extends Two {
    private final Promise<Integer> third = new Promise<>();

    public EndAgainstEnd() {
      collector.add(third);
    }

    @Actor
    public void completerOfTwo() {
      one.complete(1);
      other.complete(2);
    }

    @Actor
    public void completerOfOne() {
      third.complete(3);
    }

    @Arbiter
    public void outcome(II_Result result) {
      result.r1 = 100 * next(collector) + 10 * next(collector) + next(collector);
      result.r2 = collector.hasNext() ? 1 : next(collector);
    }
  }

  /** Who waits gets the one that ends first, and the other one is kept. */
  @JCStressTest
  @Outcome(id = "1, 2", expect = ACCEPTABLE, desc = "in the order of their ends")
  @Outcome(expect = FORBIDDEN, desc = "one is lost or doubled, or comes before an earlier one")
  @State
  public static class TakeAgainstEnd extends Two {
    @Actor
    public void taker(II_Result result) {
      result.r1 = valueOf(collector.await());
    }

    @Actor
    public void completer() {
      one.complete(1);
      other.complete(2);
    }

    @Arbiter
    public void outcome(II_Result result) {
      result.r2 = next(collector);
    }
  }

  /** Two take: each future goes to one of them. */
  @JCStressTest
  @Outcome(
      id = {"1, 2, 0", "2, 1, 0"},
      expect = ACCEPTABLE,
      desc = "one each")
  @Outcome(expect = FORBIDDEN, desc = "one is given twice, or to nobody")
  @State
  public static class TakeAgainstTake extends Two {
    public TakeAgainstTake() {
      one.complete(1);
      other.complete(2);
    }

    @Actor
    public void taker(III_Result result) {
      result.r1 = next(collector);
    }

    @Actor
    public void otherTaker(III_Result result) {
      result.r2 = next(collector);
    }

    @Arbiter
    public void outcome(III_Result result) {
      result.r3 = collector.hasNext() ? 1 : next(collector);
    }
  }

  /** A future that is added as it ends is given once. */
  @JCStressTest
  @Outcome(id = "1, 0", expect = ACCEPTABLE, desc = "once")
  @Outcome(expect = FORBIDDEN, desc = "lost or doubled")
  @State
  public static class AddAgainstEnd {
    private final Promise<Integer> promise = new Promise<>();
    private final Collector<Integer> collector = Future.collector(List.of());

    @Actor
    public void adder() {
      collector.add(promise);
    }

    @Actor
    public void completer() {
      promise.complete(1);
    }

    @Arbiter
    public void outcome(II_Result result) {
      result.r1 = next(collector);
      result.r2 = collector.hasNext() ? 1 : next(collector);
    }
  }

  /** A future that is cancelled as it is completed is given once, with the one result it has. */
  @JCStressTest
  @Outcome(
      id = {"1, 1, 0", "0, -1, 0"},
      expect = ACCEPTABLE,
      desc = "one result, once")
  @Outcome(expect = FORBIDDEN, desc = "lost or doubled, or not the result of the one who won")
  @State
  public static class CancelAgainstEnd {
    private final Promise<Integer> promise = new Promise<>();
    private final Collector<Integer> collector = Future.collector(List.of(promise));

    @Actor
    public void completer(III_Result result) {
      result.r1 = promise.complete(1) ? 1 : 0;
    }

    @Actor
    public void canceller() {
      promise.cancel();
    }

    @Arbiter
    public void outcome(III_Result result) {
      result.r2 = next(collector);
      result.r3 = collector.hasNext() ? 1 : next(collector);
    }
  }

  /** A taker that is cancelled as a future ends takes it, or leaves it to others. */
  @JCStressTest
  @Outcome(
      id = {"1, 0, 0", "0, 1, 0"},
      expect = ACCEPTABLE,
      desc = "taken, or left")
  @Outcome(expect = FORBIDDEN, desc = "lost or doubled")
  @State
  public static class CancelTakerAgainstEnd {
    private final Promise<Integer> promise = new Promise<>();
    private final Collector<Integer> collector = Future.collector(List.of(promise));
    private volatile @Nullable Scope scope;

    @Actor
    public void taker(III_Result result) {
      try (Scope own = Scope.open()) {
        scope = own;
        result.r1 = valueOf(collector.await());
      } catch (CancellationException _) {
        // Then it is left.
      }
    }

    @Actor
    public void canceller() {
      Scope other;
      while ((other = scope) == null) {
        Thread.onSpinWait();
      }
      // The taker learns of it while the future ends.
      other.cancel();
      promise.complete(1);
    }

    @Arbiter
    public void outcome(III_Result result) {
      result.r2 = next(collector);
      result.r3 = collector.hasNext() ? 1 : next(collector);
    }
  }
}
