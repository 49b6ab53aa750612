package yona.async.scheduler;

import org.jetbrains.lincheck.datastructures.IntGen;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.jetbrains.lincheck.datastructures.StressOptions;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import yona.property.Effort;

/** One thread adds to the queue, all take from it: as if they did one after another. */
@Tag("linearizability")
public class RunQueueLincheckTest {

  private record Task(int number) implements Runnable {
    @Override
    public void run() {}
  }

  private final RunQueue queue = new RunQueue();

  @Operation(nonParallelGroup = "owner")
  public boolean offer(@Param(gen = IntGen.class) int number) {
    return queue.offer(new Task(number));
  }

  @Operation
  public @Nullable Integer poll() {
    return queue.poll() instanceof Task task ? task.number() : null;
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
