package yona.async.stm;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import yona.property.Effort;
import yona.property.Property;

/**
 * Random programs of transactions: alone they do what a plain model of the memory does, and
 * together what some order of them does. A failure is shrunk, and shown with its seed.
 */
class StmPropertyTest {

  private static final int VARIABLES = 4;
  private static final int PROGRAMS = Effort.of(3_000);

  private static final long SEED = Long.getLong("yona.seed", System.nanoTime());

  /** A step of a transaction; values flow through an accumulator. */
  private sealed interface Step {}

  /** Adds a variable to the accumulator. */
  private record Read(int variable) implements Step {}

  /** Writes accumulator plus constant. */
  private record Write(int variable, int plus) implements Step {}

  /** Retries if the accumulator is odd. */
  private record RetryIfOdd() implements Step {}

  /** Raises an error if the accumulator is a multiple of three. */
  private record RaiseIfThird() implements Step {}

  /** A nested transaction whose error is caught. */
  private record Nested(List<Step> steps) implements Step {}

  private record OrElse(List<Step> first, List<Step> second) implements Step {}

  private static List<Step> steps(Random random, int depth) {
    List<Step> steps = new ArrayList<>();
    int count = 1 + random.nextInt(4);
    for (int i = 0; i < count; i++) {
      steps.add(
          switch (random.nextInt(depth == 0 ? 7 : 9)) {
            case 0, 1 -> new Read(random.nextInt(VARIABLES));
            case 2, 3, 4 -> new Write(random.nextInt(VARIABLES), random.nextInt(10));
            case 5 -> new RetryIfOdd();
            case 6 -> new RaiseIfThird();
            case 7 -> new Nested(steps(random, depth - 1));
            default -> new OrElse(steps(random, depth - 1), steps(random, depth - 1));
          });
    }
    return steps;
  }

  private static final class Raised extends RuntimeException {
    private static final long serialVersionUID = 1;
  }

  // ---- the model -------------------------------------------------------------------------------

  private static final class ModelRetry extends RuntimeException {
    private static final long serialVersionUID = 1;
  }

  /** What a transaction came to. */
  private record Outcome(String result, List<Integer> after) {}

  private static final class Model {
    private int[] values;
    private int sum;

    private Model(List<Integer> values) {
      this.values = values.stream().mapToInt(Integer::intValue).toArray();
    }

    private Outcome transaction(List<Step> steps) {
      int[] before = values.clone();
      String result;
      try {
        run(steps);
        result = "done " + sum;
      } catch (Raised e) {
        values = before;
        result = "raised";
      } catch (ModelRetry e) {
        values = before;
        result = "retried";
      }
      return new Outcome(result, Arrays.stream(values).boxed().toList());
    }

    private void run(List<Step> steps) {
      for (Step step : steps) {
        switch (step) {
          case Read(int variable) -> sum += values[variable];
          case Write(int variable, int plus) -> values[variable] = sum + plus;
          case RetryIfOdd() -> {
            if (sum % 2 != 0) {
              throw new ModelRetry();
            }
          }
          case RaiseIfThird() -> {
            if (sum % 3 == 0) {
              throw new Raised();
            }
          }
          case Nested(List<Step> inner) -> {
            int[] before = values.clone();
            try {
              run(inner);
            } catch (Raised e) {
              values = before;
            }
          }
          case OrElse(List<Step> first, List<Step> second) -> {
            int[] before = values.clone();
            int sumBefore = sum;
            try {
              run(first);
            } catch (ModelRetry e) {
              values = before;
              sum = sumBefore;
              run(second);
            }
          }
        }
      }
    }
  }

  // ---- the memory ------------------------------------------------------------------------------

  private static final class Real {
    private final TransactionalMemory memory = new TransactionalMemory();
    private final List<TVar<Integer>> variables = new ArrayList<>();

    private Real() {
      for (int i = 0; i < VARIABLES; i++) {
        variables.add(memory.tvar(i));
      }
    }

    /** A retry of the whole is answered by an alternative, so that nothing sleeps. */
    private String transaction(List<Step> steps) {
      try {
        return memory.<String, RuntimeException>orElse(
            () -> {
              int[] sum = {0};
              run(steps, sum);
              return "done " + sum[0];
            },
            () -> "retried");
      } catch (Raised e) {
        return "raised";
      }
    }

    private void run(List<Step> steps, int[] sum) {
      for (Step step : steps) {
        switch (step) {
          case Read(int variable) -> sum[0] += variables.get(variable).read();
          case Write(int variable, int plus) -> variables.get(variable).write(sum[0] + plus);
          case RetryIfOdd() -> STM.check(sum[0] % 2 == 0);
          case RaiseIfThird() -> {
            if (sum[0] % 3 == 0) {
              throw new Raised();
            }
          }
          case Nested(List<Step> inner) -> {
            try {
              memory.atomically(
                  () -> {
                    run(inner, sum);
                    return null;
                  });
            } catch (Raised expected) {
              // Its writes are undone.
            }
          }
          case OrElse(List<Step> first, List<Step> second) -> {
            int before = sum[0];
            memory.orElse(
                () -> {
                  run(first, sum);
                  return null;
                },
                () -> {
                  sum[0] = before;
                  run(second, sum);
                  return null;
                });
          }
        }
      }
    }

    private List<Integer> values() {
      return memory.<List<Integer>, RuntimeException>readOnly(
          () -> variables.stream().map(TVar::read).toList());
    }
  }

  private static List<Integer> initial() {
    return new Real().values();
  }

  // ---- alone -----------------------------------------------------------------------------------

  private static @Nullable String differsAlone(List<List<Step>> program) {
    Real real = new Real();
    List<Integer> state = initial();
    for (List<Step> transaction : program) {
      Outcome expected = new Model(state).transaction(transaction);
      String result = real.transaction(transaction);
      if (!result.equals(expected.result) || !real.values().equals(expected.after)) {
        return "expected " + expected + ", got " + result + " " + real.values();
      }
      state = expected.after;
    }
    return null;
  }

  @Test
  void oneAfterTheOtherTheyDoWhatTheModelDoes() {
    Random random = new Random(SEED);
    for (int i = 0; i < PROGRAMS; i++) {
      List<List<Step>> program = new ArrayList<>();
      for (int t = 0; t < 5; t++) {
        program.add(steps(random, 3));
      }
      check(program, StmPropertyTest::differsAlone);
    }
  }

  // ---- together --------------------------------------------------------------------------------

  /** Each transaction on a thread of its own; the outcome has to be that of some order. */
  private static @Nullable String differsTogether(List<List<Step>> program) {
    Real real = new Real();
    int count = program.size();
    String[] results = new String[count];
    AtomicReference<Throwable> failure = new AtomicReference<>();
    var start = new java.util.concurrent.CyclicBarrier(count);
    List<Thread> threads = new ArrayList<>();
    for (int t = 0; t < count; t++) {
      int number = t;
      threads.add(
          Thread.ofPlatform()
              .start(
                  () -> {
                    try {
                      start.await();
                      results[number] = real.transaction(program.get(number));
                    } catch (Throwable e) {
                      failure.set(e);
                    }
                  }));
    }
    try {
      for (Thread thread : threads) {
        thread.join();
      }
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
    if (failure.get() != null) {
      return failure.get().toString();
    }
    List<String> got = Arrays.asList(results);
    return isSomeOrder(program, new boolean[count], initial(), got, real.values())
        ? null
        : "no order gives " + got + " " + real.values();
  }

  private static boolean isSomeOrder(
      List<List<Step>> program,
      boolean[] done,
      List<Integer> state,
      List<String> results,
      List<Integer> end) {
    boolean all = true;
    for (int i = 0; i < done.length; i++) {
      if (done[i]) {
        continue;
      }
      all = false;
      Outcome outcome = new Model(state).transaction(program.get(i));
      if (outcome.result.equals(results.get(i))) {
        done[i] = true;
        if (isSomeOrder(program, done, outcome.after, results, end)) {
          return true;
        }
        done[i] = false;
      }
    }
    return all && state.equals(end);
  }

  @Test
  void togetherTheyDoWhatSomeOrderOfThemDoes() {
    Random random = new Random(SEED);
    for (int i = 0; i < PROGRAMS / 3; i++) {
      List<List<Step>> program = new ArrayList<>();
      for (int t = 0; t < 3; t++) {
        program.add(steps(random, 2));
      }
      check(program, StmPropertyTest::differsTogether);
    }
  }

  // ---- shrinking -------------------------------------------------------------------------------

  private interface Property {
    @Nullable String differs(List<List<Step>> program);
  }

  private static void check(List<List<Step>> program, Property property) {
    String difference = property.differs(program);
    if (difference == null) {
      return;
    }
    List<List<Step>> smallest = program;
    boolean smaller = true;
    while (smaller) {
      smaller = false;
      for (List<List<Step>> candidate : smallerThan(smallest)) {
        String now = property.differs(candidate);
        if (now != null) {
          smallest = candidate;
          difference = now;
          smaller = true;
          break;
        }
      }
    }
    assertThat(difference).as("seed " + SEED + ", program " + smallest).isNull();
  }

  /** The program without one transaction, or with a smaller one. */
  private static List<List<List<Step>>> smallerThan(List<List<Step>> program) {
    List<List<List<Step>>> all = new ArrayList<>();
    for (int i = 0; i < program.size(); i++) {
      all.add(replaced(program, i, null));
      for (List<Step> steps : smallerSteps(program.get(i))) {
        all.add(replaced(program, i, steps));
      }
    }
    return all;
  }

  private static List<List<Step>> smallerSteps(List<Step> steps) {
    List<List<Step>> all = new ArrayList<>();
    for (int i = 0; i < steps.size(); i++) {
      all.add(replaced(steps, i, null));
      switch (steps.get(i)) {
        case Nested(List<Step> inner) -> {
          for (List<Step> each : smallerSteps(inner)) {
            all.add(replaced(steps, i, new Nested(each)));
          }
        }
        case OrElse(List<Step> first, List<Step> second) -> {
          for (List<Step> each : smallerSteps(first)) {
            all.add(replaced(steps, i, new OrElse(each, second)));
          }
          for (List<Step> each : smallerSteps(second)) {
            all.add(replaced(steps, i, new OrElse(first, each)));
          }
        }
        default -> {}
      }
    }
    return all;
  }

  private static <T> List<T> replaced(List<T> list, int at, @Nullable T replacement) {
    List<T> copy = new ArrayList<>(list);
    if (replacement == null) {
      copy.remove(at);
    } else {
      copy.set(at, replacement);
    }
    return copy;
  }
}
