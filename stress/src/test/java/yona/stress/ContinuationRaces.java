package yona.stress;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.jspecify.annotations.Nullable;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;
import org.openjdk.jcstress.infra.results.II_Result;
import yona.async.CancellationException;
import yona.async.Promise;
import yona.async.Scope;
import yona.async.continuation.Continuation;
import yona.async.continuation.Prompt;
import yona.async.continuation.Step;

/** Continuations that move from one thread to another, and are wanted by two. */
public final class ContinuationRaces {

  private ContinuationRaces() {}

  /** A body that one thread starts and that all may have when it has suspended. */
  static class Shared {
    private static final Prompt<Integer, Integer> PROMPT = new Prompt<>();

    private volatile @Nullable Continuation<Integer, Integer, Integer> suspended;

    /** What bodies write: before their suspension, behind it, and when they are unwound. */
    int before;

    int passed;
    int unwound;

    /** What resumers write. */
    int answered;

    Continuation<Integer, Integer, Integer> start() {
      Step<Integer, Integer, Integer> step =
          PROMPT.startMovable(
              () -> {
                before = 1;
                try {
                  int answer = PROMPT.suspend(before);
                  int seen = before + answered;
                  passed++;
                  return answer + seen;
                } catch (CancellationException e) {
                  unwound++;
                  throw e;
                }
              });
      Continuation<Integer, Integer, Integer> left = (Continuation<Integer, Integer, Integer>) step;
      suspended = left;
      return left;
    }

    Continuation<Integer, Integer, Integer> await() {
      Continuation<Integer, Integer, Integer> other;
      while ((other = suspended) == null) {
        Thread.onSpinWait();
      }
      return other;
    }

    /** The body's result, or 0 if the continuation was used before. */
    static int resume(Continuation<Integer, Integer, Integer> continuation) {
      try {
        return continuation.resume(1) instanceof Step.Done<Integer, Integer, Integer>(Integer end)
            ? end
            : -1;
      } catch (IllegalStateException _) {
        return 0;
      }
    }
  }

  /** On another thread the body sees what it wrote before, and what its resumer wrote. */
  @JCStressTest
  @Outcome(id = "3, 1", expect = ACCEPTABLE, desc = "seen")
  @Outcome(expect = FORBIDDEN, desc = "something written before the move is not seen behind it")
  @State
  public static class MovePublishes extends Shared {
    @Actor
    public void starter() {
      var _ = start();
    }

    @Actor
    public void resumer(II_Result result) {
      Continuation<Integer, Integer, Integer> continuation = await();
      answered = 1;
      result.r1 = resume(continuation);
      result.r2 = passed;
    }
  }

  /** Two resume it: one succeeds, and the body runs once. */
  @JCStressTest
  @Outcome(
      id = {"2, 0, 1", "0, 2, 1"},
      expect = ACCEPTABLE,
      desc = "one of them")
  @Outcome(expect = FORBIDDEN, desc = "both, or neither")
  @State
  public static class ResumeAgainstResume extends Shared {
    @Actor
    public void one(III_Result result) {
      result.r1 = resume(start());
    }

    @Actor
    public void other(III_Result result) {
      result.r2 = resume(await());
    }

    @Arbiter
    public void outcome(III_Result result) {
      result.r3 = passed;
    }
  }

  /** One resumes it while another one cancels it: it goes on, or is unwound. */
  @JCStressTest
  @Outcome(
      id = {"2, 1, 0", "0, 0, 1"},
      expect = ACCEPTABLE,
      desc = "one of them; the other one does nothing")
  @Outcome(expect = FORBIDDEN, desc = "both, or neither")
  @State
  public static class CancelAgainstResume extends Shared {
    @Actor
    public void resumer(III_Result result) {
      result.r1 = resume(start());
    }

    @Actor
    public void canceller() {
      await().cancel();
    }

    @Arbiter
    public void outcome(III_Result result) {
      result.r2 = passed;
      result.r3 = unwound;
    }
  }

  /** Two cancel it: it is unwound once, and both come back. */
  @JCStressTest
  @Outcome(id = "0, 1", expect = ACCEPTABLE, desc = "unwound once")
  @Outcome(expect = FORBIDDEN, desc = "twice, or not at all")
  @State
  public static class CancelAgainstCancel extends Shared {
    @Actor
    public void one() {
      start().cancel();
    }

    @Actor
    public void other() {
      await().cancel();
    }

    @Arbiter
    public void outcome(II_Result result) {
      result.r1 = passed;
      result.r2 = unwound;
    }
  }

  /** A fiber is cancelled while control goes from it to a body and back: it arrives once. */
  @JCStressTest
  @Outcome(id = "1, 0", expect = ACCEPTABLE, desc = "cancelled")
  @Outcome(expect = FORBIDDEN, desc = "waited on, or an interrupt is left behind the scope")
  @State
  public static class CancelAgainstSwitch {
    private static final Prompt<Integer, Integer> PROMPT = new Prompt<>();

    private volatile @Nullable Scope scope;

    @Actor
    public void owner(II_Result result) {
      try (Scope own = Scope.open()) {
        scope = own;
        Step<Integer, Integer, Integer> step =
            PROMPT.startMovable(
                () -> {
                  int answer = PROMPT.suspend(1);
                  var _ = new Promise<Integer>().await();
                  return answer;
                });
        var _ = ((Continuation<Integer, Integer, Integer>) step).resume(1);
      } catch (CancellationException _) {
        result.r1 = 1;
      }
      result.r2 = Thread.interrupted() ? 1 : 0;
    }

    @Actor
    public void canceller() {
      Scope other;
      while ((other = scope) == null) {
        Thread.onSpinWait();
      }
      other.cancel();
    }
  }
}
