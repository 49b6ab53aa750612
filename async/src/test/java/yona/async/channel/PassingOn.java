package yona.async.channel;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jetbrains.kotlinx.lincheck.Actor;
import org.jetbrains.kotlinx.lincheck.execution.ExecutionResult;
import org.jetbrains.kotlinx.lincheck.execution.ExecutionScenario;
import org.jetbrains.kotlinx.lincheck.execution.ResultWithClock;
import org.jetbrains.lincheck.datastructures.verifier.CachedVerifier;

/**
 * What a multiplexer over channels without a bound may do, as a machine of steps, each of which
 * happens at once: looks for steps that lead to the results of a scenario.
 *
 * <p>At any moment the oldest value of a publisher may be <em>taken</em>: it is owed to all who
 * subscribe at that moment from then on, in the order of the takes, which is the same for all. An
 * operation that changes who stands there, and the close, is several steps, in the time from its
 * call to its return: for each publisher one at which that has no values left to be taken, and then
 * the change. A read is one step for each value that it gives, which is the oldest that is owed,
 * and a last one at which there is none. Somebody may be about to bring one then, but only during
 * an operation of another thread: alone, a reader gets everything that was published.
 */
public final class PassingOn extends CachedVerifier {

  static final String CLOSED = "closed";

  private static final int CHANNELS = 2;

  /** All publishers have been without values. */
  private static final int PASSED_ON = (1 << CHANNELS) - 1;

  /** An operation, what it gave, and how many of each thread had ended before it began. */
  private record Call(
      String name,
      int which,
      String value,
      String result,
      int thread,
      int index,
      List<Integer> before,
      boolean alone) {

    List<String> reads() {
      return result.isEmpty() ? List.of() : List.of(result.split(" "));
    }
  }

  /** A moment: how far the threads and the multiplexer have come. */
  private static final class Moment {
    /** How many calls of each thread have ended, and the steps of the next one: see above. */
    final int[] ended;

    final int[] steps;
    final List<List<String>> waiting = new ArrayList<>();
    final List<List<String>> owed = new ArrayList<>();
    final boolean[] publishes;
    final boolean[] subscribes;
    boolean closed;

    Moment(int threads) {
      ended = new int[threads];
      steps = new int[threads];
      publishes = new boolean[] {true, false};
      subscribes = new boolean[] {true, false};
      for (int i = 0; i < CHANNELS; i++) {
        waiting.add(new ArrayList<>());
        owed.add(new ArrayList<>());
      }
    }

    Moment(Moment other) {
      ended = other.ended.clone();
      steps = other.steps.clone();
      publishes = other.publishes.clone();
      subscribes = other.subscribes.clone();
      other.waiting.forEach(values -> waiting.add(new ArrayList<>(values)));
      other.owed.forEach(values -> owed.add(new ArrayList<>(values)));
      closed = other.closed;
    }

    boolean canTake(int publisher) {
      return publishes[publisher]
          && !waiting.get(publisher).isEmpty()
          && (subscribes[0] || subscribes[1]);
    }

    void take(int publisher) {
      oweAll(waiting.get(publisher).removeFirst());
    }

    void oweAll(String value) {
      for (int i = 0; i < CHANNELS; i++) {
        if (subscribes[i]) {
          owed.get(i).add(value);
        }
      }
    }

    /** Nothing is left to be taken or read. */
    boolean isQuiet(int subscriber) {
      return owed.get(subscriber).isEmpty() && !canTake(0) && !canTake(1);
    }

    void end(int thread) {
      ended[thread]++;
      steps[thread] = 0;
    }

    /** The last step of a change; false if it would not give this result. */
    boolean change(Call call) {
      boolean refused = closed && call.name.startsWith("add");
      if (call.result.equals("refused") != refused) {
        return false;
      }
      switch (call.name) {
        case "addPublisher" -> publishes[call.which] |= !refused;
        case "addSubscriber" -> subscribes[call.which] |= !refused;
        case "removePublisher" -> publishes[call.which] = false;
        case "removeSubscriber" -> subscribes[call.which] = false;
        case "close" -> {
          oweAll(CLOSED);
          closed = true;
          for (int i = 0; i < CHANNELS; i++) {
            publishes[i] = false;
            subscribes[i] = false;
          }
        }
        default -> throw new IllegalArgumentException(call.name);
      }
      return true;
    }

    /** Equal texts have equal futures. */
    String text() {
      StringBuilder text = new StringBuilder();
      for (int thread = 0; thread < ended.length; thread++) {
        text.append(ended[thread]).append('.').append(steps[thread]).append(' ');
      }
      return text.append(waiting)
          .append(owed)
          .append(publishes[0])
          .append(publishes[1])
          .append(subscribes[0])
          .append(subscribes[1])
          .append(closed)
          .toString();
    }
  }

  /**
   * Made by Lincheck.
   *
   * @param unused the class of the operations
   */
  public PassingOn(Class<?> unused) {}

  @Override
  public boolean verifyResultsImpl(ExecutionScenario scenario, ExecutionResult results) {
    List<List<Call>> calls = calls(scenario, results);
    return leadsToTheEnd(new Moment(calls.size()), calls, new HashSet<>());
  }

  /** The calls of each thread; what comes before and after the threads is the first one's. */
  private static List<List<Call>> calls(ExecutionScenario scenario, ExecutionResult results) {
    List<List<Call>> all = new ArrayList<>();
    int threads = scenario.getNThreads();
    for (int thread = 0; thread < threads; thread++) {
      List<Actor> actors = scenario.getThreads().get(thread);
      List<ResultWithClock> ends = results.getThreadsResultsWithClock().get(thread);
      List<Call> calls = new ArrayList<>();
      for (int i = 0; i < actors.size(); i++) {
        List<Object> arguments = actors.get(i).getArguments();
        List<Integer> before = new ArrayList<>();
        for (int other = 0; other < threads; other++) {
          before.add(ends.get(i).getClockOnStart().get(other));
        }
        calls.add(
            new Call(
                actors.get(i).getMethod().getName(),
                arguments.isEmpty() ? 0 : (Integer) arguments.getFirst(),
                arguments.size() < 2 ? "" : String.valueOf(arguments.get(1)),
                ends.get(i).getResult().toString(),
                thread,
                i,
                before,
                isAlone(thread, i, results)));
      }
      all.add(calls);
    }
    return all;
  }

  /** Whether no call of another thread was under way during this one. */
  private static boolean isAlone(int thread, int index, ExecutionResult results) {
    List<List<ResultWithClock>> all = results.getThreadsResultsWithClock();
    for (int other = 0; other < all.size(); other++) {
      int endedBefore = all.get(thread).get(index).getClockOnStart().get(other);
      if (other != thread
          && endedBefore < all.get(other).size()
          && all.get(other).get(endedBefore).getClockOnStart().get(thread) <= index) {
        return false;
      }
    }
    return true;
  }

  private static boolean leadsToTheEnd(Moment now, List<List<Call>> calls, Set<String> seen) {
    if (!seen.add(now.text())) {
      return false;
    }
    boolean atTheEnd = true;
    for (int thread = 0; thread < calls.size(); thread++) {
      if (now.ended[thread] < calls.get(thread).size()) {
        atTheEnd = false;
        Call call = calls.get(thread).get(now.ended[thread]);
        if (hasBegun(call, now)) {
          for (Moment next : steps(call, now)) {
            if (leadsToTheEnd(next, calls, seen)) {
              return true;
            }
          }
        }
      }
    }
    for (int publisher = 0; publisher < CHANNELS && !atTheEnd; publisher++) {
      if (now.canTake(publisher)) {
        Moment next = new Moment(now);
        next.take(publisher);
        if (leadsToTheEnd(next, calls, seen)) {
          return true;
        }
      }
    }
    return atTheEnd;
  }

  private static boolean hasBegun(Call call, Moment now) {
    for (int other = 0; other < now.ended.length; other++) {
      if (other != call.thread && now.ended[other] < call.before.get(other)) {
        return false;
      }
    }
    return true;
  }

  /** What the next step of a call may lead to. */
  private static List<Moment> steps(Call call, Moment now) {
    List<Moment> all = new ArrayList<>();
    int steps = now.steps[call.thread];
    Moment next = new Moment(now);
    if (call.name.equals("publish")) {
      next.waiting.get(call.which).add(call.value);
      next.end(call.thread);
      all.add(next);
    } else if (call.name.equals("read")) {
      List<String> reads = call.reads();
      List<String> owed = next.owed.get(call.which);
      if (steps < reads.size()) {
        if (!owed.isEmpty() && owed.getFirst().equals(reads.get(steps))) {
          owed.removeFirst();
          next.steps[call.thread]++;
          all.add(next);
        }
      } else if (!call.alone || now.isQuiet(call.which)) {
        next.end(call.thread);
        all.add(next);
      }
    } else if (steps == PASSED_ON) {
      if (next.change(call)) {
        next.end(call.thread);
        all.add(next);
      }
    } else {
      for (int publisher = 0; publisher < CHANNELS; publisher++) {
        if ((steps & 1 << publisher) == 0 && !now.canTake(publisher)) {
          Moment passed = new Moment(now);
          passed.steps[call.thread] |= 1 << publisher;
          all.add(passed);
        }
      }
    }
    return all;
  }
}
