package yona.async;

import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.StressOptions;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** A timer that threads start, cancel, restart and ring at the same time. */
public class TimerLincheckTest {

  private final ManualClock clock = new ManualClock();
  private final StartableTimer timer = new StartableTimer(clock, 10);
  private final StartableTimer other = new StartableTimer(clock, 10);

  /** Made anew for each scenario. */
  public TimerLincheckTest() {}

  @Operation
  public boolean start() {
    return timer.start();
  }

  @Operation
  public boolean startOther() {
    return other.start();
  }

  @Operation
  public boolean cancel() {
    timer.cancel();
    return timer.poll();
  }

  @Operation
  public boolean restart() {
    return timer.restart();
  }

  @Operation
  public @Nullable Boolean poll() {
    return timer.poll();
  }

  /** Time passes: whoever is pending rings. */
  @Operation
  public void pass() {
    clock.leap(10);
  }

  @Test
  void isLinearizable() {
    new StressOptions().iterations(30).invocationsPerIteration(500).threads(3).check(getClass());
  }
}
