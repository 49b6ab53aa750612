package yona.stress;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;
import static yona.async.monadic.Computation.await;
import static yona.async.monadic.Computation.delay;
import static yona.async.monadic.Computation.fork;
import static yona.async.monadic.Computation.pause;
import static yona.async.monadic.Computation.return_;
import static yona.async.monadic.Computation.value;

import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.IIII_Result;
import org.openjdk.jcstress.infra.results.III_Result;
import org.openjdk.jcstress.infra.results.II_Result;
import yona.async.CancellationException;
import yona.async.Future;
import yona.async.Promise;
import yona.async.Result;
import yona.async.Scope;
import yona.async.channel.Channel;
import yona.async.channel.Read;
import yona.async.channel.SyncChannel;
import yona.async.monadic.Computation;

/** Computations in monadic style, which go from carrier to carrier and are cancelled meanwhile. */
public final class ComputationRaces {

  private ComputationRaces() {}

  private static int valueOf(@Nullable Result<Integer> result) {
    return result instanceof Result.Success<Integer>(Integer value) ? value : -1;
  }

  /** Runs a computation in a scope that another thread may cancel; -1 if it was. */
  static class Owner {
    private volatile @Nullable Scope scope;

    int run(Computation<Integer> computation) {
      try (Scope own = Scope.open()) {
        scope = own;
        return computation.run();
      } catch (CancellationException _) {
        return -1;
      }
    }

    void cancel() {
      Scope other;
      while ((other = scope) == null) {
        Thread.onSpinWait();
      }
      other.cancel();
    }
  }

  /** A function sees what was written before the item came, and who runs it what that wrote. */
  @JCStressTest
  @Outcome(id = "1, 1", expect = ACCEPTABLE, desc = "seen")
  @Outcome(expect = FORBIDDEN, desc = "something written before is not seen")
  @State
  public static class AwaitPublishes {
    private final Promise<Integer> promise = new Promise<>();
    private int before;
    private int after;

    @Actor
    public void completer() {
      before = 1;
      promise.complete(1);
    }

    @Actor
    public void runner(II_Result result) {
      result.r1 =
          await(promise)
              .bind(
                  _ -> {
                    int seen = before;
                    after = 1;
                    return return_(seen);
                  })
              .run();
      result.r2 = after;
    }
  }

  /** Functions of one computation see each other's writes, whichever carriers they run on. */
  @JCStressTest
  @Outcome(id = "4, 4", expect = ACCEPTABLE, desc = "seen")
  @Outcome(expect = FORBIDDEN, desc = "a function has not seen what the one before has written")
  @State
  public static class PausesPublish {

    private static int count() {
      int[] turns = new int[1];
      Computation<Integer> turn = pause().map(_ -> ++turns[0]);
      return turn.bind(_ -> turn).bind(_ -> turn).bind(_ -> turn).run();
    }

    @Actor
    public void one(II_Result result) {
      result.r1 = count();
    }

    @Actor
    public void other(II_Result result) {
      result.r2 = count();
    }
  }

  /** A computation that only ever pauses ends when it is cancelled, and before its run does. */
  @JCStressTest
  @Outcome(
      id = {"-1, 1", "-1, 0"},
      expect = ACCEPTABLE,
      desc = "cancelled; it has ended, or not begun")
  @Outcome(expect = FORBIDDEN, desc = "it goes on behind its run, or ends twice")
  @State
  public static class CancelAgainstPause extends Owner {
    private final AtomicInteger going = new AtomicInteger();
    private final AtomicInteger ended = new AtomicInteger();

    private Computation<Integer> forEver() {
      return pause().bind(_ -> forEver());
    }

    @Actor
    public void runner(II_Result result) {
      result.r1 =
          run(
              delay(going::incrementAndGet)
                  .bind(_ -> forEver())
                  .handle(
                      _ -> {
                        going.decrementAndGet();
                        return return_(ended.incrementAndGet());
                      }));
      result.r2 = going.get() == 0 ? ended.get() : -1;
    }

    @Actor
    public void canceller() {
      cancel();
    }
  }

  /** A computation that is cancelled as its item comes goes on once, and takes it or leaves it. */
  @JCStressTest
  @Outcome(
      id = {"1, 1, 1, 0", "-1, 1, 1, 0", "-1, 0, 0, 0"},
      expect = ACCEPTABLE,
      desc = "what is sent is taken, by one whose cancellation may come too late for that")
  @Outcome(expect = FORBIDDEN, desc = "the item is lost, or the cancelled one still waits for it")
  @State
  public static class CancelAgainstAwait extends Owner {
    private final Channel<Integer> channel = new SyncChannel<>();
    private final AtomicInteger taken = new AtomicInteger();

    @Actor
    public void runner(IIII_Result result) {
      result.r1 =
          run(
              await(channel.canRead())
                  .map(Read::get)
                  .map(
                      value -> {
                        taken.addAndGet(value);
                        return value;
                      }));
    }

    @Actor
    public void canceller(IIII_Result result) {
      cancel();
      result.r2 = channel.trySend(1) ? 1 : 0;
    }

    @Arbiter
    public void outcome(IIII_Result result) {
      result.r3 = taken.get();
      result.r4 = channel.trySend(2) ? 1 : 0;
    }
  }

  /** What is forked while the whole is cancelled has ended when the whole has. */
  @JCStressTest
  @Outcome(
      id = {"-1, 0, 0", "-1, 1, 1"},
      expect = ACCEPTABLE,
      desc = "begun and ended, or not begun")
  @Outcome(expect = FORBIDDEN, desc = "it goes on behind the run that forked it")
  @State
  public static class CancelAgainstFork extends Owner {
    private final AtomicInteger begun = new AtomicInteger();
    private final AtomicInteger ended = new AtomicInteger();

    @Actor
    public void runner(III_Result result) {
      Computation<Integer> child =
          delay(begun::incrementAndGet)
              .bind(_ -> value(new Promise<Integer>()))
              .handle(_ -> return_(ended.incrementAndGet()));
      result.r1 = run(fork(child).bind(Computation::value));
      result.r2 = begun.get();
      result.r3 = ended.get();
    }

    @Actor
    public void canceller() {
      cancel();
    }
  }

  /** One that was forked is cancelled by its future as its item comes: it goes on once. */
  @JCStressTest
  @Outcome(
      id = {"1, 1, 1", "-1, -1, 1"},
      expect = ACCEPTABLE,
      desc = "one result, and one answer to its wait")
  @Outcome(expect = FORBIDDEN, desc = "two results, or it goes on twice or not at all")
  @State
  public static class CancelForkedAgainstItem {
    private final Promise<Integer> promise = new Promise<>();
    private final AtomicInteger answers = new AtomicInteger();
    private volatile boolean begun;
    private volatile @Nullable Future<Integer> forked;

    private Future<Integer> forked() {
      Future<Integer> future;
      while (!begun || (future = forked) == null) {
        Thread.onSpinWait();
      }
      return future;
    }

    @Actor
    public void starter(III_Result result) {
      Computation<Integer> child =
          delay(() -> begun = true)
              .bind(_ -> value(promise))
              .handle(
                  end -> {
                    answers.incrementAndGet();
                    return return_(valueOf(end));
                  });
      try (Scope _ = Scope.open()) {
        Future<Integer> whole =
            fork(child)
                .bind(
                    future -> {
                      forked = future;
                      return await(future);
                    })
                .map(ComputationRaces::valueOf)
                .start();
        var _ = forked();
        promise.complete(1);
        result.r1 = whole.value();
      }
    }

    @Actor
    public void canceller(III_Result result) {
      Future<Integer> future = forked();
      future.cancel();
      result.r2 = valueOf(future.poll());
    }

    @Arbiter
    public void outcome(III_Result result) {
      result.r3 = answers.get();
    }
  }
}
