package yona.redis.connection;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.I_Result;

/** Whoever comes while another one lets go of its turn is served. */
public final class TurnRaces {

  private TurnRaces() {}

  /** Each of two has a place in the ring, which who has the turn empties. */
  @JCStressTest
  @Outcome(id = "0", expect = ACCEPTABLE, desc = "both are served")
  @Outcome(expect = FORBIDDEN, desc = "one waits, and nobody has the turn")
  @State
  public static class BringAgainstLetGo {
    private final ReplyRing ring = new ReplyRing(2);
    private final Turn turn = new Turn();

    private void bring() {
      synchronized (this) {
        ring.add(new Call(1, 0));
      }
      if (turn.take()) {
        do {
          ring.failAll(_ -> new UnansweredException("served", false, false, null));
        } while (turn.keep(() -> !ring.isEmpty()));
      }
    }

    @Actor
    public void one() {
      bring();
    }

    @Actor
    public void other() {
      bring();
    }

    @Arbiter
    public void outcome(I_Result result) {
      result.r1 = ring.size();
    }
  }
}
