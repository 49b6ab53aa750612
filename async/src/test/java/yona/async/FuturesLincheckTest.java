package yona.async;

import java.util.List;
import org.jetbrains.lincheck.datastructures.IntGen;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.jetbrains.lincheck.datastructures.StressOptions;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import yona.property.Effort;

/**
 * What is made of several futures, which threads complete and cancel at the same time.
 *
 * <p>Each of the futures is ended by one operation, and nothing but the one thing that is made of
 * them is looked at: whoever ends a future tells all who wait for it before it goes on, but one
 * after the other, and somebody else can see the future before.
 */
@Tag("linearizability")
class FuturesLincheckTest {

  /** What nobody looks at is reported, thousands of times: in one line each. */
  private static final class Failed extends RuntimeException {
    private static final long serialVersionUID = 1L;

    Failed(int value) {
      super("failure " + value, null, false, false);
    }
  }

  /** Three futures that end. */
  @Param(name = "outcome", gen = IntGen.class, conf = "0:2")
  public abstract static class Three {
    final Promise<Integer> one = new Promise<>();
    final Promise<Integer> other = new Promise<>();
    final Promise<Integer> third = new Promise<>();
    final List<Promise<Integer>> all = List.of(one, other, third);

    private static void end(Promise<Integer> promise, int value, int outcome) {
      switch (outcome) {
        case 0 -> promise.complete(value);
        case 1 -> promise.fail(new Failed(value));
        default -> promise.cancel();
      }
    }

    static String text(@Nullable Result<?> result) {
      return switch (result) {
        case null -> "nothing";
        case Result.Success<?>(Object value) -> String.valueOf(value);
        case Result.Failure<?>(Throwable error) ->
            error instanceof Failed ? error.getMessage() : "cancelled";
      };
    }

    @Operation(runOnce = true)
    public void endOne(@Param(name = "outcome") int outcome) {
      end(one, 1, outcome);
    }

    @Operation(runOnce = true)
    public void endOther(@Param(name = "outcome") int outcome) {
      end(other, 2, outcome);
    }

    @Operation(runOnce = true)
    public void endThird(@Param(name = "outcome") int outcome) {
      end(third, 3, outcome);
    }
  }

  /** All values, or the first failure. */
  public static class Zip extends Three {
    private final Future<List<Integer>> zip = Future.zip(all);

    @Operation
    public String now() {
      return text(zip.poll());
    }

    @Operation
    public void cancel() {
      zip.cancel();
    }
  }

  /** The first value, or the last failure. */
  public static class Alt extends Three {
    private final Future<Integer> alt = Future.alt(all);

    @Operation
    public String now() {
      return text(alt.poll());
    }

    @Operation
    public void cancel() {
      alt.cancel();
    }
  }

  /** The futures in the order in which they end. */
  public static class Collected extends Three {
    private final Collector<Integer> collector = Future.collector(all);

    /** The number of the one that has ended next. */
    @Operation
    public int poll() {
      Future<Integer> ended = collector.poll();
      return ended == null ? 0 : 1 + all.indexOf(ended);
    }

    @Operation
    public boolean hasNext() {
      return collector.hasNext();
    }
  }

  private static void check(Class<? extends Three> model) {
    new StressOptions()
        .iterations(Effort.of(15))
        .invocationsPerIteration(200)
        .threads(3)
        .actorsPerThread(2)
        .check(model);
  }

  @Test
  void allValuesAreLinearizable() {
    check(Zip.class);
  }

  @Test
  void theFirstValueIsLinearizable() {
    check(Alt.class);
  }

  @Test
  void theOrderOfTheEndsIsLinearizable() {
    check(Collected.class);
  }
}
