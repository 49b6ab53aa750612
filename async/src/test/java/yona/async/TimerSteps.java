package yona.async;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;

/** Steps of random programs: timers, tickers and deadlines. */
final class TimerSteps {

  private final SoakProgram program;

  TimerSteps(SoakProgram program) {
    this.program = program;
  }

  Object step(Random random, long seed, int depth) throws Exception {
    return switch (random.nextInt(4)) {
      case 0 -> ticker(random);
      case 1 -> cancelledTicker(random);
      case 2 -> timer(random);
      default -> deadline(random, seed, depth);
    };
  }

  /** Several take from one ticker: each tick goes to one of them, and no number falls. */
  private Object ticker(Random random) throws Exception {
    int readers = 1 + random.nextInt(3);
    int ticks = 1 + random.nextInt(4);
    try (Scope _ = Scope.open()) {
      Ticker ticker = program.leftovers.at(Timer.everyNanos(20_000 + random.nextInt(100_000)));
      List<Future<List<Long>>> taken = new ArrayList<>();
      Async.<Object, Exception>group(
          group -> {
            for (int i = 0; i < readers; i++) {
              boolean raced = random.nextBoolean();
              taken.add(group.fork(program.watched(() -> take(ticker, ticks, raced))));
            }
            return "";
          });
      TreeSet<Long> numbers = new TreeSet<>();
      for (Future<List<Long>> each : taken) {
        List<Long> own = each.value();
        assertThat(own).isSorted().allMatch(number -> number > 0);
        numbers.addAll(own);
      }
      assertThat(numbers).hasSize(readers * ticks);
      return "ticked";
    }
  }

  private List<Long> take(Ticker ticker, int ticks, boolean raced) {
    Promise<Object> never = program.leftovers.at(new Promise<>());
    List<Long> own = new ArrayList<>();
    for (int i = 0; i < ticks; i++) {
      own.add(
          raced
              ? Async.<Long, RuntimeException>select(
                  never.handle(_ -> -1L), ticker.handle(number -> number))
              : ticker.await());
    }
    return own;
  }

  /** A ticker that is cancelled gives nothing but 0. */
  private Object cancelledTicker(Random random) throws Exception {
    try (Scope scope = Scope.open()) {
      Ticker ticker = program.leftovers.at(Timer.everyNanos(10_000 + random.nextInt(50_000)));
      Future<Long> last =
          scope.future(
              program.watched(
                  () -> {
                    long number = ticker.await();
                    while (number != 0) {
                      number = ticker.await();
                    }
                    return number;
                  }));
      SoakProgram.pause(random);
      ticker.cancel();
      return last.value();
    }
  }

  /** One starts a timer, one may restart or cancel it, and all get the same answer. */
  private Object timer(Random random) throws Exception {
    try (Scope scope = Scope.open()) {
      StartableTimer timer = program.leftovers.at(StartableTimer.ofNanos(random.nextInt(100_000)));
      List<Future<Boolean>> answers = new ArrayList<>();
      for (int i = random.nextInt(3); i >= 0; i--) {
        answers.add(scope.future(program.watched(timer::await)));
      }
      SoakProgram.pause(random);
      boolean cancels = random.nextInt(3) == 0;
      boolean restarts = random.nextBoolean();
      scope.background(program.watched(timer::start));
      if (restarts) {
        timer.restart();
      }
      if (cancels) {
        timer.cancel();
      }
      boolean fired = timer.await();
      assertThat(fired || cancels).isTrue();
      for (Future<Boolean> each : answers) {
        assertThat(each.value()).isEqualTo(fired);
      }
      return fired;
    }
  }

  private Object deadline(Random random, long seed, int depth) throws Exception {
    Deadline deadline = Deadline.afterNanos(random.nextInt(300_000));
    try {
      deadline.run(program.below(seed, depth));
      return deadline.run(program.below(seed + 1, depth));
    } catch (TimeoutException _) {
      assertThat(deadline.isOver()).isTrue();
      return "over";
    }
  }
}
