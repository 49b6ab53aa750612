package yona.tool.properties;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import yona.async.ErrorReporter;
import yona.async.Program;
import yona.async.Promise;
import yona.language.runtime.Function;
import yona.property.Property;
import yona.property.WaitingProgram;
import yona.testrun.TestLimit;

/**
 * What may wait together does (language.md, 11.2): programs of random shapes whose leaves only wait
 * take the time of their critical path, to the millisecond. The time is the test's own: it moves on
 * when exactly those leaves wait that shall, so a program that does one thing after another where
 * it need not, or too much at once, does not get on.
 */
final class CriticalPathTest {
  private static final int PROGRAMS = 400;
  private static final int DEPTH = 5;

  /** How long a leaf may take to begin; shorter while a failure is made smaller. */
  private long patienceMillis = TestLimit.ofWait().toMillis();

  /** Whether there was a failure that does not come of a leaf that is late. */
  private boolean failedOtherwise;

  /** A leaf did not begin when it should; or the machine is slow. */
  private static final class LateError extends AssertionError {
    private static final long serialVersionUID = 1;

    LateError(String message) {
      super(message);
    }
  }

  /** A leaf that waits for its promise. */
  private record Arrival(int id, Promise<Long> promise) {}

  @Test
  void programsTakeTheirCriticalPath() {
    Property.check(
        PROGRAMS,
        choices -> {
          var program = WaitingProgram.of(choices, DEPTH);
          var text = "\\wait -> " + program.text(CriticalPathTest::leaf);
          choices.note(text);
          new Run(program).check((Function) Evaluation.value(text));
        });
  }

  private static String leaf(int id, int millis, boolean plain) {
    return plain ? "async (\\-> wait " + id + ")" : "wait " + id;
  }

  /** One run of a program, whose time this is. */
  private final class Run {
    private final WaitingProgram program;
    private final BlockingQueue<Arrival> arrivals = new LinkedBlockingQueue<>();
    private final Map<Integer, List<Promise<Long>>> waiting = new HashMap<>();

    Run(WaitingProgram program) {
      this.program = program;
    }

    void check(Function function) {
      var wait = Function.suspending("wait", 1, arguments -> await((Long) arguments[0]));
      var main = new Program(ErrorReporter.STANDARD_ERROR);
      var result = new CompletableFuture<Object>();
      var thread =
          new Thread(
              () -> {
                try {
                  result.complete(main.run(() -> function.apply(wait)));
                } catch (Throwable error) {
                  result.completeExceptionally(error);
                }
              });
      thread.start();
      try {
        moveTime(result);
        assertThat(result.orTimeout(patienceMillis, TimeUnit.MILLISECONDS).join())
            .isEqualTo(program.value());
        assertThat(arrivals).isEmpty();
      } catch (LateError error) {
        main.cancel();
        if (failedOtherwise) {
          return;
        }
        patienceMillis = 1000;
        throw error;
      } catch (RuntimeException | AssertionError error) {
        main.cancel();
        failedOtherwise = true;
        patienceMillis = 1000;
        throw error;
      } finally {
        join(thread);
      }
    }

    private Object await(long id) {
      var promise = new Promise<Long>();
      arrivals.add(new Arrival((int) id, promise));
      return promise.value();
    }

    private void moveTime(CompletableFuture<Object> result) {
      var starts = new TreeMap<Long, List<Integer>>();
      var ends = new TreeMap<Long, List<Integer>>();
      for (var wait : program.waits()) {
        starts.computeIfAbsent(wait.start(), time -> new ArrayList<>()).add(wait.id());
        ends.computeIfAbsent(wait.start() + wait.millis(), time -> new ArrayList<>())
            .add(wait.id());
      }
      begin(0, starts.getOrDefault(0L, List.of()));
      for (var end : ends.entrySet()) {
        assertThat(result.isDone()).as("ended before %d ms", end.getKey()).isFalse();
        // All of a moment: the order among them must not matter.
        for (int id : end.getValue()) {
          waiting.get(id).removeFirst().complete((long) id);
        }
        begin(end.getKey(), starts.getOrDefault(end.getKey(), List.of()));
      }
    }

    /** Waits until these leaves have begun, and no other. */
    private void begin(long time, List<Integer> expected) {
      var missing = new ArrayList<>(expected);
      while (!missing.isEmpty()) {
        var arrival = next();
        if (arrival == null) {
          throw new LateError("at " + time + " ms these should begin, and do not: " + missing);
        }
        assertThat(missing.remove(Integer.valueOf(arrival.id)))
            .as("at %d ms begins %d, where only these should: %s", time, arrival.id, missing)
            .isTrue();
        waiting.computeIfAbsent(arrival.id, id -> new ArrayList<>()).add(arrival.promise);
      }
    }

    private @Nullable Arrival next() {
      try {
        return arrivals.poll(patienceMillis, TimeUnit.MILLISECONDS);
      } catch (InterruptedException error) {
        throw new IllegalStateException(error);
      }
    }

    private static void join(Thread thread) {
      try {
        thread.join(30_000);
      } catch (InterruptedException error) {
        throw new IllegalStateException(error);
      }
    }
  }
}
