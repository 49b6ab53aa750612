package yona.stress;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.I_Result;

/**
 * A race that is lost now and then, as has to be noticed: {@link RacesTest} expects its failure.
 */
@JCStressTest
@Outcome(id = "2", expect = ACCEPTABLE, desc = "both increments")
@Outcome(expect = FORBIDDEN, desc = "an increment is lost")
@State
public class LostUpdate {
  private int count;

  @Actor
  public void one() {
    count++;
  }

  @Actor
  public void other() {
    count++;
  }

  @Arbiter
  public void outcome(I_Result result) {
    result.r1 = count;
  }
}
