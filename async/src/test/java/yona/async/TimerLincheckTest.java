package yona.async;

import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.StressOptions;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import yona.async.clock.ManualClock;
import yona.property.Effort;

/** A timer that threads start, cancel, restart and fire at the same time. */
@Tag("linearizability")
public class TimerLincheckTest {

  /**
   * Time does not pass while a timer is being started: the one that starts it would have to set the
   * alarm before anybody can see that it is started.
   */
  private static final String TIME = "time";

  private final ManualClock clock = new ManualClock();
  private final StartableTimer timer = new StartableTimer(clock, 10);
  private final StartableTimer other = new StartableTimer(clock, 10);

  /** Made anew for each scenario. */
  public TimerLincheckTest() {}

  @Operation(nonParallelGroup = TIME)
  public boolean start() {
    return timer.start();
  }

  @Operation(nonParallelGroup = TIME)
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

  /** Time passes: whoever is pending fires. */
  @Operation(nonParallelGroup = TIME)
  public void pass() {
    clock.leap(10);
  }

  @Test
  void isLinearizable() {
    new StressOptions()
        .iterations(Effort.of(20))
        .invocationsPerIteration(500)
        .threads(3)
        .check(getClass());
  }
}
