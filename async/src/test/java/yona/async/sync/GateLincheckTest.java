package yona.async.sync;

import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.StressOptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import yona.async.Listener;
import yona.property.Effort;

/** Whatever threads do with a gate at the same time, they could have done one after another. */
@Tag("linearizability")
public class GateLincheckTest {

  private final Gate gate = new Gate(3);
  private final Listener<Gate> listener = open -> true;

  /** Made anew for each scenario. */
  public GateLincheckTest() {}

  @Operation
  public int pass() {
    gate.pass();
    return 0;
  }

  @Operation
  public int remaining() {
    return gate.remaining();
  }

  @Operation
  public boolean poll() {
    return gate.poll() != null;
  }

  @Operation
  public boolean pollWithListener() {
    return gate.poll(open -> true);
  }

  @Operation
  public int listen() {
    gate.onComplete(listener);
    gate.dropListener(listener);
    return 0;
  }

  @Test
  void isLinearizable() {
    new StressOptions()
        .iterations(Effort.of(15))
        .invocationsPerIteration(500)
        .threads(3)
        .check(getClass());
  }
}
