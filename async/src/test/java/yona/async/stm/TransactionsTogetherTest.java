package yona.async.stm;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import yona.async.Async;
import yona.async.Group;
import yona.property.Choices;
import yona.property.Property;

/**
 * Random transactions of several fibers, which also sleep until others have changed something, come
 * to what some serial order of them comes to that keeps the order of each fiber. What shows here is
 * a lost update, a state between two commits, a write that an error or a retry has left behind, and
 * a sleeper whom nobody has woken: then the test does not end.
 */
class TransactionsTogetherTest {
  private static final int VARIABLES = 3;

  /** A step of a transaction; values flow through an accumulator. */
  private sealed interface Step {}

  private record Read(int variable) implements Step {}

  /** Writes accumulator plus constant. */
  private record Write(int variable, int plus) implements Step {}

  private record Increment(int variable) implements Step {}

  /** Sleeps until the variable is even, or everybody may go on. */
  private record AwaitEven(int variable) implements Step {}

  /** Raises an error if the accumulator is a multiple of three. */
  private record RaiseIfThird() implements Step {}

  /** Takes a while, so that others get in between. */
  private record GiveWay() implements Step {}

  /** The second if the first would sleep. */
  private record OrElse(List<Step> first, List<Step> second) implements Step {}

  private static final class Raised extends RuntimeException {
    private static final long serialVersionUID = 1;
  }

  /** In the model: this transaction cannot happen now. */
  private static final class Asleep extends RuntimeException {
    private static final long serialVersionUID = 1;
  }

  private static List<Step> steps(Choices choices, int depth) {
    List<Step> steps = new ArrayList<>();
    for (int n = choices.below(5); n > 0; n--) {
      int variable = choices.below(VARIABLES);
      steps.add(
          switch (choices.below(depth == 0 ? 7 : 9)) {
            case 0 -> new Read(variable);
            case 1, 2 -> new Increment(variable);
            case 3 -> new Write(variable, choices.below(5));
            case 4 -> new AwaitEven(variable);
            case 5 -> new RaiseIfThird();
            case 6 -> new GiveWay();
            default -> new OrElse(steps(choices, depth - 1), steps(choices, depth - 1));
          });
    }
    return steps;
  }

  /** Variables of either kind, and what a transaction does with them. */
  private abstract static class Machine {
    int sum;

    abstract int read(int variable);

    abstract void write(int variable, int value);

    abstract boolean mayGoOn();

    abstract RuntimeException sleep();

    abstract void orElse(Runnable first, Runnable second);

    void giveWay() {}

    final String transaction(List<Step> steps) {
      sum = 0;
      run(steps);
      return "done " + sum;
    }

    private void run(List<Step> steps) {
      for (Step step : steps) {
        switch (step) {
          case Read(int variable) -> sum += read(variable);
          case Write(int variable, int plus) -> write(variable, sum + plus);
          case Increment(int variable) -> write(variable, read(variable) + 1);
          case AwaitEven(int variable) -> {
            if (read(variable) % 2 != 0 && !mayGoOn()) {
              throw sleep();
            }
          }
          case RaiseIfThird() -> {
            if (sum % 3 == 0) {
              throw new Raised();
            }
          }
          case GiveWay() -> giveWay();
          case OrElse(List<Step> first, List<Step> second) -> {
            int before = sum;
            orElse(
                () -> run(first),
                () -> {
                  sum = before;
                  run(second);
                });
          }
        }
      }
    }
  }

  /** A state of the model: the variables, and behind them whether everybody may go on. */
  private static final class Model extends Machine {
    private int[] values;

    Model(int[] values) {
      this.values = values.clone();
    }

    @Override
    int read(int variable) {
      return values[variable];
    }

    @Override
    void write(int variable, int value) {
      values[variable] = value;
    }

    @Override
    boolean mayGoOn() {
      return values[VARIABLES] == 1;
    }

    @Override
    RuntimeException sleep() {
      return new Asleep();
    }

    @Override
    void orElse(Runnable first, Runnable second) {
      int[] before = values.clone();
      try {
        first.run();
      } catch (Asleep e) {
        values = before;
        second.run();
      }
    }
  }

  private static final class Real extends Machine {
    private final List<TVar<Integer>> variables;

    Real(List<TVar<Integer>> variables) {
      this.variables = variables;
    }

    @Override
    int read(int variable) {
      return variables.get(variable).read();
    }

    @Override
    void write(int variable, int value) {
      variables.get(variable).write(value);
    }

    @Override
    boolean mayGoOn() {
      return variables.get(VARIABLES).read() == 1;
    }

    @Override
    RuntimeException sleep() {
      return STM.retry();
    }

    @Override
    void orElse(Runnable first, Runnable second) {
      STM.orElse(
          () -> {
            first.run();
            return null;
          },
          () -> {
            second.run();
            return null;
          });
    }

    @Override
    void giveWay() {
      for (int i = 0; i < 200; i++) {
        Thread.onSpinWait();
      }
    }
  }

  /** The transactions of each fiber; the last fiber lets everybody go on in the end. */
  private record Script(List<List<List<Step>>> fibers, int turns) {
    static Script of(Choices choices) {
      List<List<List<Step>>> fibers = new ArrayList<>();
      for (int n = choices.below(4); n >= 0; n--) {
        List<List<Step>> transactions = new ArrayList<>();
        for (int t = choices.below(3); t >= 0; t--) {
          transactions.add(steps(choices, 2));
        }
        choices.note("fiber " + transactions);
        fibers.add(transactions);
      }
      fibers.add(List.of(List.of(new Write(VARIABLES, 1))));
      return new Script(fibers, choices.below(6));
    }
  }

  private record Came(List<List<String>> results, List<Integer> values) {}

  private static Came together(Script script) {
    List<TVar<Integer>> variables = new ArrayList<>();
    for (int i = 0; i <= VARIABLES; i++) {
      variables.add(STM.tvar(i % VARIABLES));
    }
    return Async.blocking(
        () -> {
          List<List<String>> results = new ArrayList<>();
          Async.<Object, RuntimeException>group(
              (Group<RuntimeException> group) -> {
                for (List<List<Step>> transactions : script.fibers) {
                  List<String> own = new ArrayList<>();
                  results.add(own);
                  int turns = results.size() == script.fibers.size() ? script.turns : 1;
                  group.fork(
                      () -> {
                        for (int i = 0; i < turns; i++) {
                          Async.yield();
                        }
                        for (List<Step> steps : transactions) {
                          own.add(outcome(variables, steps));
                        }
                        return null;
                      });
                }
                return null;
              });
          return new Came(results, STM.readOnly(() -> variables.stream().map(TVar::read).toList()));
        });
  }

  private static String outcome(List<TVar<Integer>> variables, List<Step> steps) {
    try {
      Real real = new Real(variables);
      return STM.<String, RuntimeException>atomically(() -> real.transaction(steps));
    } catch (Raised e) {
      return "raised";
    }
  }

  /** Whether the transactions that are left come to what was seen, in some order. */
  private static boolean isSerial(Script script, int[] done, int[] values, Came came) {
    boolean over = true;
    for (int fiber = 0; fiber < done.length; fiber++) {
      List<List<Step>> transactions = script.fibers.get(fiber);
      if (done[fiber] == transactions.size()) {
        continue;
      }
      over = false;
      Model model = new Model(values);
      String result;
      int[] after;
      try {
        result = model.transaction(transactions.get(done[fiber]));
        after = model.values;
      } catch (Raised e) {
        result = "raised";
        after = values;
      } catch (Asleep e) {
        continue;
      }
      if (result.equals(came.results.get(fiber).get(done[fiber]))) {
        done[fiber]++;
        boolean serial = isSerial(script, done, after, came);
        done[fiber]--;
        if (serial) {
          return true;
        }
      }
    }
    return over && Arrays.stream(values).boxed().toList().equals(came.values);
  }

  @Test
  void transactionsOfSeveralFibersHaveASerialOrder() {
    Property.check(
        2000,
        choices -> {
          Script script = Script.of(choices);
          // The fibers run differently each time.
          for (int attempt = 0; attempt < 3; attempt++) {
            Came came = together(script);
            int[] initial = new int[VARIABLES + 1];
            Arrays.setAll(initial, i -> i % VARIABLES);
            assertThat(isSerial(script, new int[script.fibers.size()], initial, came))
                .as("a serial order that gives " + came)
                .isTrue();
          }
        });
  }
}
