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
import yona.async.Future;
import yona.async.Listener;
import yona.async.Promise;
import yona.async.Result;
import yona.async.StartableTimer;

/** Who completes, cancels, awaits and leaves a future or a timer at the same moment. */
public final class FutureRaces {

  private FutureRaces() {}

  /** The value, -1 for a failure, 0 if there is none yet. */
  private static int valueOf(Result<Integer> result) {
    return switch (result) {
      case null -> 0;
      case Result.Success<Integer>(Integer value) -> value;
      case Result.Failure<Integer> _ -> -1;
    };
  }

  /** Who sees the result sees what was written before it. */
  @JCStressTest
  @Outcome(id = "0", expect = ACCEPTABLE, desc = "not there yet")
  @Outcome(id = "1", expect = ACCEPTABLE, desc = "seen")
  @Outcome(expect = FORBIDDEN, desc = "something written before is not seen")
  @State
  public static class PromisePublishes {
    private final Promise<int[]> promise = new Promise<>();

    @Actor
    public void completer() {
      int[] payload = new int[1];
      payload[0] = 1;
      promise.complete(payload);
    }

    @Actor
    public void reader(I_Result result) {
      Result<int[]> now = promise.poll();
      result.r1 = now == null ? 0 : now.get()[0] == 1 ? 1 : -1;
    }
  }

  /** The same for one who waits. */
  @JCStressTest
  @Outcome(id = "1", expect = ACCEPTABLE, desc = "seen")
  @Outcome(expect = FORBIDDEN, desc = "something written before is not seen")
  @State
  public static class AwaitedPromisePublishes {
    private final Promise<Integer> promise = new Promise<>();
    private int written;

    @Actor
    public void completer() {
      written = 1;
      promise.complete(1);
    }

    @Actor
    public void reader(I_Result result) {
      var _ = promise.await();
      result.r1 = written;
    }
  }

  /** A future's body and the one who awaits it see what the other wrote before. */
  @JCStressTest
  @Outcome(
      id = {"1, 1, 0", "1, 1, 1"},
      expect = ACCEPTABLE,
      desc = "seen")
  @Outcome(expect = FORBIDDEN, desc = "something written before is not seen")
  @State
  public static class FiberPublishes {
    private int before;
    private int after;
    private volatile Future<Integer> future;

    @Actor
    public void starter(III_Result result) {
      Async.blocking(
          () -> {
            before = 1;
            future =
                Async.future(
                    () -> {
                      int seen = before;
                      after = 1;
                      return seen;
                    });
            result.r1 = future.value();
            result.r2 = after;
            return null;
          });
    }

    @Actor
    public void onlooker(III_Result result) {
      Future<Integer> started = future;
      if (started != null && started.poll() != null) {
        result.r3 = after;
      } else {
        result.r3 = 1;
      }
    }
  }

  /** One of two completes it, and both see the same. */
  @JCStressTest
  @Outcome(
      id = {"1, 0, 1", "0, 1, 2"},
      expect = ACCEPTABLE,
      desc = "one of them")
  @Outcome(expect = FORBIDDEN, desc = "both, none, or not the value of the one who won")
  @State
  public static class CompleteAgainstComplete {
    private final Promise<Integer> promise = new Promise<>();

    @Actor
    public void one(III_Result result) {
      result.r1 = promise.complete(1) ? 1 : 0;
    }

    @Actor
    public void other(III_Result result) {
      result.r2 = promise.complete(2) ? 1 : 0;
    }

    @Arbiter
    public void outcome(III_Result result) {
      result.r3 = valueOf(promise.poll());
    }
  }

  /** A promise is cancelled while it is completed: one wins, and all see that. */
  @JCStressTest
  @Outcome(
      id = {"1, 1, 1", "0, -1, -1"},
      expect = ACCEPTABLE,
      desc = "one of them")
  @Outcome(expect = FORBIDDEN, desc = "two results")
  @State
  public static class CancelAgainstComplete {
    private final Promise<Integer> promise = new Promise<>();

    @Actor
    public void completer(III_Result result) {
      result.r1 = promise.complete(1) ? 1 : 0;
    }

    @Actor
    public void canceller(III_Result result) {
      promise.cancel();
      result.r2 = valueOf(promise.poll());
    }

    @Arbiter
    public void outcome(III_Result result) {
      result.r3 = valueOf(promise.poll());
    }
  }

  /** A fiber's future is cancelled at any moment of it: all see one result. */
  @JCStressTest
  @Outcome(
      id = {"1, 1", "-1, -1"},
      expect = ACCEPTABLE,
      desc = "one result")
  @Outcome(expect = FORBIDDEN, desc = "two results")
  @State
  public static class CancelAgainstFiber {
    private volatile Future<Integer> future;

    @Actor
    public void starter(II_Result result) {
      Async.blocking(
          () -> {
            future = Async.future(() -> 1);
            result.r1 = valueOf(future.await());
            return null;
          });
    }

    @Actor
    public void canceller(II_Result result) {
      Future<Integer> started;
      while ((started = future) == null) {
        Thread.onSpinWait();
      }
      started.cancel();
      result.r2 = valueOf(started.poll());
    }
  }

  /** The same where the body runs on the fiber that awaits it, once or not at all. */
  @JCStressTest
  @Outcome(
      id = {"1, 1, 1", "-1, -1, 0", "-1, -1, 1"},
      expect = ACCEPTABLE,
      desc = "one result; a body that runs once, perhaps for nothing")
  @Outcome(expect = FORBIDDEN, desc = "two results, or a body that ran twice")
  @State
  public static class CancelAgainstRunInPlace {
    private volatile Future<Integer> future;
    private final AtomicInteger runs = new AtomicInteger();

    @Actor
    public void starter(III_Result result) {
      Async.blocking(
          () ->
              Async.future(
                      () -> {
                        future =
                            Async.future(
                                () -> {
                                  runs.incrementAndGet();
                                  return 1;
                                });
                        result.r1 = valueOf(future.await());
                        return null;
                      })
                  .value());
    }

    @Actor
    public void canceller(III_Result result) {
      Future<Integer> started;
      while ((started = future) == null) {
        Thread.onSpinWait();
      }
      started.cancel();
      result.r2 = valueOf(started.poll());
    }

    @Arbiter
    public void outcome(III_Result result) {
      result.r3 = runs.get();
    }
  }

  /** Two at a time add their listeners while it is completed: each is told once. */
  @JCStressTest
  @Outcome(id = "1, 1", expect = ACCEPTABLE, desc = "once each")
  @Outcome(expect = FORBIDDEN, desc = "not told, or twice")
  @State
  public static class ListenAgainstComplete {
    private final Promise<Integer> promise = new Promise<>();
    private final AtomicInteger toldEarly = new AtomicInteger();
    private final AtomicInteger toldLate = new AtomicInteger();

    public ListenAgainstComplete() {
      promise.onComplete(
          _ -> {
            toldEarly.incrementAndGet();
            return true;
          });
    }

    @Actor
    public void listener() {
      promise.onComplete(
          _ -> {
            toldLate.incrementAndGet();
            return true;
          });
    }

    @Actor
    public void completer() {
      promise.complete(1);
    }

    @Arbiter
    public void outcome(II_Result result) {
      result.r1 = toldEarly.get();
      result.r2 = toldLate.get();
    }
  }

  /** A listener that leaves is told at most once, and takes no other one along. */
  @JCStressTest
  @Outcome(
      id = {"1, 0, 1", "1, 1, 1"},
      expect = ACCEPTABLE,
      desc = "those who stay are told, the one who leaves perhaps")
  @Outcome(expect = FORBIDDEN, desc = "one who stays is not told, or somebody twice")
  @State
  public static class DropAgainstComplete {
    private final Promise<Integer> promise = new Promise<>();
    private final AtomicInteger toldBefore = new AtomicInteger();
    private final AtomicInteger toldLeaver = new AtomicInteger();
    private final AtomicInteger toldBehind = new AtomicInteger();
    private final Listener<Result<Integer>> leaver;

    public DropAgainstComplete() {
      promise.onComplete(
          _ -> {
            toldBefore.incrementAndGet();
            return true;
          });
      leaver =
          _ -> {
            toldLeaver.incrementAndGet();
            return true;
          };
      promise.onComplete(leaver);
      promise.onComplete(
          _ -> {
            toldBehind.incrementAndGet();
            return true;
          });
    }

    @Actor
    public void leaver() {
      promise.dropListener(leaver);
    }

    @Actor
    public void completer() {
      promise.complete(1);
    }

    @Arbiter
    public void outcome(III_Result result) {
      result.r1 = toldBefore.get();
      result.r2 = toldLeaver.get();
      result.r3 = toldBehind.get();
    }
  }

  /** Both futures of a pair end at once: the pair has both values. */
  @JCStressTest
  @Outcome(id = "3", expect = ACCEPTABLE, desc = "both")
  @Outcome(expect = FORBIDDEN, desc = "a value is missing, or the pair is never complete")
  @State
  public static class ZipOfTwo {
    private final Promise<Integer> one = new Promise<>();
    private final Promise<Integer> other = new Promise<>();
    private final Future<Integer> sum;

    public ZipOfTwo() {
      Promise<Integer> promise = new Promise<>();
      one.zip(other).onComplete(both -> promise.complete(both.get().first() + both.get().second()));
      sum = promise;
    }

    @Actor
    public void one() {
      one.complete(1);
    }

    @Actor
    public void other() {
      other.complete(2);
    }

    @Arbiter
    public void outcome(I_Result result) {
      result.r1 = valueOf(sum.poll());
    }
  }

  /** All alternatives fail at once: the last failure is the result; it is there. */
  @JCStressTest
  @Outcome(id = "-1, -1", expect = ACCEPTABLE, desc = "failed")
  @Outcome(expect = FORBIDDEN, desc = "not complete, though both have failed")
  @State
  public static class AlternativesThatFail {
    private final Promise<Integer> one = new Promise<>();
    private final Promise<Integer> other = new Promise<>();
    private final Future<Integer> first = one.alt(other);
    private final Future<Integer> firstCancelling = one.altC(other);

    @Actor
    public void one() {
      one.cancel();
    }

    @Actor
    public void other() {
      other.cancel();
    }

    @Arbiter
    public void outcome(II_Result result) {
      result.r1 = valueOf(first.poll());
      result.r2 = valueOf(firstCancelling.poll());
    }
  }

  /** A timer fires or is cancelled, and everybody hears the same. */
  @JCStressTest
  @Outcome(
      id = {"1, 1", "0, 0"},
      expect = ACCEPTABLE,
      desc = "one of them")
  @Outcome(expect = FORBIDDEN, desc = "fired for one, cancelled for the other")
  @State
  public static class CancelAgainstFire {
    private final StartableTimer timer = StartableTimer.ofNanos(1);

    @Actor
    public void canceller(II_Result result) {
      timer.start();
      timer.cancel();
      result.r1 = Boolean.TRUE.equals(timer.poll()) ? 1 : 0;
    }

    @Actor
    public void waiter(II_Result result) {
      result.r2 = timer.await() ? 1 : 0;
    }
  }

  /** A timer is cancelled while it is started. */
  @JCStressTest
  @Outcome(
      id = {"1, 0", "0, 0"},
      expect = ACCEPTABLE,
      desc = "cancelled, before or after the start")
  @Outcome(expect = FORBIDDEN, desc = "goes on though it was cancelled")
  @State
  public static class CancelAgainstStart {
    private final StartableTimer timer = StartableTimer.ofNanos(3_600_000_000_000L);

    @Actor
    public void starter(II_Result result) {
      result.r1 = timer.start() ? 1 : 0;
    }

    @Actor
    public void canceller() {
      timer.cancel();
    }

    @Arbiter
    public void outcome(II_Result result) {
      result.r2 = Boolean.FALSE.equals(timer.poll()) ? 0 : 1;
    }
  }
}
