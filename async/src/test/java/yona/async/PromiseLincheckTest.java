package yona.async;

import org.jetbrains.lincheck.datastructures.IntGen;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.jetbrains.lincheck.datastructures.StressOptions;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import yona.property.Effort;

/** Whatever threads do with a promise at the same time, they could have done one after another. */
@Tag("linearizability")
public class PromiseLincheckTest {

  private final Promise<Integer> promise = new Promise<>();
  private final Listener<Result<Integer>> listener = result -> true;

  /** Made anew for each scenario. */
  public PromiseLincheckTest() {}

  @Operation
  public boolean complete(@Param(gen = IntGen.class) int value) {
    return promise.complete(value);
  }

  @Operation
  public @Nullable Integer now() {
    Result<Integer> result = promise.poll();
    return result == null ? null : result.get();
  }

  @Operation
  public boolean poll() {
    return promise.poll(result -> true);
  }

  @Operation
  public int listen() {
    promise.onComplete(listener);
    promise.dropListener(listener);
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
