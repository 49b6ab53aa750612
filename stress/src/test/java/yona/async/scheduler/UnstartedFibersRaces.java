package yona.async.scheduler;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;

/** Fibers that have been asked for are started once, by a carrier or by who awaits them. */
public final class UnstartedFibersRaces {

  private UnstartedFibersRaces() {}

  private static int poll(UnstartedFibers list) {
    Runnable start = list.poll();
    if (start == null) {
      return 0;
    }
    start.run();
    return 1;
  }

  /** One takes an entry out, the other one the oldest. */
  @JCStressTest
  @Outcome(
      id = {"1, 0, 0", "0, 1, 1"},
      expect = ACCEPTABLE,
      desc = "one of them")
  @Outcome(expect = FORBIDDEN, desc = "both, or neither")
  @State
  public static class TakeAgainstPoll {
    private final UnstartedFibers list = new UnstartedFibers();
    private int started;
    private final Fibers.Unstarted entry = list.add(() -> started++);

    @Actor
    public void awaiting(III_Result result) {
      result.r1 = entry.take() ? 1 : 0;
    }

    @Actor
    public void carrier(III_Result result) {
      result.r2 = poll(list);
    }

    @Arbiter
    public void outcome(III_Result result) {
      result.r3 = started;
    }
  }

  /** The one in the middle is taken out while others come and go. */
  @JCStressTest
  @Outcome(id = "1, 1, 2", expect = ACCEPTABLE, desc = "each once")
  @Outcome(expect = FORBIDDEN, desc = "one is lost, or started twice")
  @State
  public static class TakeAgainstAdd {
    private final UnstartedFibers list = new UnstartedFibers();
    private int started;

    {
      list.add(() -> started++);
    }

    private final Fibers.Unstarted middle = list.add(() -> started += 100);

    @Actor
    public void awaiting(III_Result result) {
      result.r1 = middle.take() ? 1 : 0;
    }

    @Actor
    public void carrier(III_Result result) {
      list.add(() -> started++);
      result.r2 = poll(list);
    }

    @Arbiter
    public void outcome(III_Result result) {
      while (poll(list) == 1) {
        // Until nothing is left.
      }
      result.r3 = started;
    }
  }
}
