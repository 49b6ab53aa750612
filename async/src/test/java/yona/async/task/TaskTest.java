package yona.async.task;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import yona.async.Async;
import yona.async.Body;
import yona.async.CancellationException;
import yona.async.Future;
import yona.async.Promise;
import yona.async.Result;
import yona.async.Scope;
import yona.async.TimeoutException;
import yona.async.task.Schedule.Every;
import yona.async.task.Schedule.ExponentialBackoff;
import yona.async.task.Schedule.FibonacciBackoff;
import yona.async.task.Schedule.Fixed;
import yona.async.task.Schedule.RepeatUntilFailure;
import yona.async.task.Schedule.RepeatUntilSuccess;
import yona.property.Property;

class TaskTest {

  private static final Duration TEN = Duration.ofNanos(10);

  private final FakeTime time = new FakeTime();
  private int runs;

  /** A task that counts its runs, and fails in those that a string marks with a minus. */
  private Task<Integer> task(String outcomes) {
    return new Task<>(
        time,
        () -> {
          runs++;
          if (outcomes.charAt(Math.min(runs, outcomes.length()) - 1) == '-') {
            throw new IOException("run " + runs);
          }
          return runs;
        });
  }

  private static String text(List<Result<Integer>> outcomes) {
    StringBuilder text = new StringBuilder();
    for (Result<Integer> outcome : outcomes) {
      text.append(outcome instanceof Result.Success ? '+' : '-');
    }
    return text.toString();
  }

  @Test
  void aTaskIsATemplate() {
    Async.blocking(
        () -> {
          Task<Integer> task = task("+");
          assertThat(runs).as("nothing runs yet").isZero();
          Future<Integer> first = task.run();
          assertThat(first.value()).isEqualTo(1);
          assertThat(first.value()).isEqualTo(1);
          assertThat(task.run().value()).isEqualTo(2);
          assertThat(task.runInPlace()).isEqualTo(3);
          Task<Integer> repeated = task.schedule(new Fixed(TEN, 3));
          assertThat(runs).isEqualTo(3);
          assertThat(repeated.run().value()).isEqualTo(6);
          assertThat(repeated.run().value()).isEqualTo(9);
          return null;
        });
  }

  @Test
  void anErrorIsTheSameObject() {
    Async.blocking(
        () -> {
          IOException error = new IOException("broken");
          Task<Object> task =
              Task.of(
                  () -> {
                    throw error;
                  });
          assertThatThrownBy(task::runInPlace).isSameAs(error);
          assertThatThrownBy(() -> task.run().value()).isSameAs(error);
          assertThatThrownBy(task.schedule(new Fixed(Duration.ZERO, 4))::runInPlace)
              .isSameAs(error);
          return null;
        });
  }

  @Test
  void pacesRepeatWhateverTheOutcome() {
    for (Schedule pace :
        List.of(
            new Every(TEN, 5),
            new Fixed(TEN, 5),
            new ExponentialBackoff(TEN, 5),
            new FibonacciBackoff(TEN, 5))) {
      runs = 0;
      assertThat(text(task("+-+-+").outcomes(pace).runInPlace())).isEqualTo("+-+-+");
      runs = 0;
      assertThat(task("-----+").schedule(pace).outcomes(new Fixed(TEN, 1)).runInPlace())
          .singleElement()
          .isInstanceOf(Result.Failure.class);
      assertThat(runs).isEqualTo(5);
      runs = 0;
      assertThat(task("----+").schedule(pace).runInPlace()).isEqualTo(5);
    }
  }

  @Test
  void repeatUntilSuccessStopsAtIt() {
    assertThat(text(task("--+").outcomes(new RepeatUntilSuccess(TEN, 10)).runInPlace()))
        .isEqualTo("--+");
    assertThat(time.slept).containsExactly(10L, 10L);
    runs = 0;
    assertThat(task("--+").schedule(new RepeatUntilSuccess(TEN, 10)).runInPlace()).isEqualTo(3);
    runs = 0;
    assertThatThrownBy(task("-").schedule(new RepeatUntilSuccess(TEN, 4))::runInPlace)
        .isInstanceOf(IOException.class)
        .hasMessage("run 4");
    runs = 0;
    assertThat(
            task("-------+")
                .schedule(new RepeatUntilSuccess(Duration.ZERO, Schedule.FOREVER))
                .runInPlace())
        .isEqualTo(8);
  }

  @Test
  void repeatUntilFailureStopsAtIt() {
    assertThat(text(task("++-").outcomes(new RepeatUntilFailure(TEN, 10)).runInPlace()))
        .isEqualTo("++-");
    runs = 0;
    assertThatThrownBy(task("++-").schedule(new RepeatUntilFailure(TEN, 10))::runInPlace)
        .hasMessage("run 3");
    runs = 0;
    assertThat(task("+").schedule(new RepeatUntilFailure(TEN, 4)).runInPlace()).isEqualTo(4);
  }

  @Test
  void theNumberOfRunsObeysTheSchedule() {
    Property.check(
        500,
        choices -> {
          StringBuilder outcomes = new StringBuilder();
          for (int i = 1 + choices.below(8); i > 0; i--) {
            outcomes.append(choices.yes() ? '-' : '+');
          }
          String all = outcomes.toString();
          int most = 1 + choices.below(12);
          Schedule.Pace pace =
              choices.oneOf(
                  new Fixed(TEN, most),
                  new Every(TEN, most),
                  new ExponentialBackoff(TEN, most).jittered(),
                  new FibonacciBackoff(TEN, most).jittered());
          Schedule schedule =
              choices.oneOf(pace, new RepeatUntilSuccess(pace), new RepeatUntilFailure(pace));
          choices.note(all + " " + schedule);
          runs = 0;
          String got = text(task(all).outcomes(schedule).runInPlace());
          String whole = (all + all.substring(all.length() - 1).repeat(20));
          String expected = whole.substring(0, most);
          char last =
              switch (schedule) {
                case RepeatUntilSuccess _ -> '+';
                case RepeatUntilFailure _ -> '-';
                default -> '?';
              };
          int end = expected.indexOf(last);
          assertThat(got).isEqualTo(end < 0 ? expected : expected.substring(0, end + 1));
        });
  }

  @Test
  void everyCountsFromStartToStart() {
    List<Long> starts = new ArrayList<>();
    long[] takes = {3, 10, 11, 25, 0, 0};
    long begin = time.now();
    new Task<Object>(
            time,
            () -> {
              starts.add(time.now() - begin);
              time.pass(takes[starts.size() - 1]);
              return null;
            })
        .outcomes(new Every(TEN, 6))
        .runInPlace();
    assertThat(starts).containsExactly(0L, 10L, 20L, 40L, 70L, 80L);
  }

  @Test
  void aRetryGivesTheFirstSuccessOrTheLastError() {
    RetryPolicy policy = RetryPolicy.at(new Fixed(TEN, 4));
    assertThat(task("--+").retry(policy).runInPlace()).isEqualTo(3);
    runs = 0;
    assertThatThrownBy(task("-").retry(policy)::runInPlace).hasMessage("run 4");
    assertThat(runs).isEqualTo(4);
  }

  @Test
  void aPolicySaysWhichErrorsAreWorthATry() {
    RetryPolicy policy =
        RetryPolicy.at(new Fixed(TEN, 10))
            .onlyAfter(IOException.class::isInstance)
            .onlyAfter(error -> !error.getMessage().equals("run 3"));
    assertThatThrownBy(task("-").retry(policy)::runInPlace).hasMessage("run 3");
    Task<Object> broken =
        new Task<>(
            time,
            () -> {
              runs++;
              throw new IllegalStateException("broken");
            });
    runs = 0;
    assertThatThrownBy(broken.retry(policy)::runInPlace).hasMessage("broken");
    assertThat(runs).isEqualTo(1);
  }

  @Test
  void anObserverIsToldBeforeEachWait() {
    List<String> told = new ArrayList<>();
    RetryPolicy policy =
        RetryPolicy.at(new ExponentialBackoff(TEN, 10))
            .whenRetrying(
                retry ->
                    told.add(
                        retry.number()
                            + " "
                            + retry.error().getMessage()
                            + " "
                            + retry.delay().toNanos()))
            .whenRetrying(retry -> told.add("after " + time.slept.size()));
    assertThat(task("--+").retry(policy).runInPlace()).isEqualTo(3);
    assertThat(told).containsExactly("1 run 1 10", "after 0", "2 run 2 20", "after 1");
  }

  @Test
  void aTryThatTakesTooLongIsCancelledAndFollowedByAnother() {
    AtomicInteger cancelled = new AtomicInteger();
    Integer result =
        Async.blocking(
            () ->
                Task.of(
                        () -> {
                          if (++runs < 3) {
                            try {
                              Async.never();
                            } catch (CancellationException e) {
                              cancelled.incrementAndGet();
                              throw e;
                            }
                          }
                          return runs;
                        })
                    .retry(
                        RetryPolicy.at(new Fixed(Duration.ZERO, 10))
                            .timeoutEach(Duration.ofMillis(1)))
                    .run()
                    .value());
    assertThat(result).isEqualTo(3);
    assertThat(cancelled).hasValue(2);
    assertThatThrownBy(
            Task.of(Async::never)
                    .retry(
                        RetryPolicy.at(new Fixed(Duration.ZERO, 2))
                            .timeoutEach(Duration.ofMillis(1)))
                ::runInPlace)
        .isInstanceOf(TimeoutException.class);
  }

  @Test
  void cancellationsAndInterruptionsAreNeverRepeated() {
    List<Throwable> errors =
        List.of(
            new CancellationException(),
            new InterruptedException(),
            new java.nio.channels.ClosedByInterruptException());
    for (Throwable error : errors) {
      Task<Object> task =
          new Task<>(
              time,
              new Body<Object, Throwable>() {
                @Override
                public Object run() throws Throwable {
                  runs++;
                  throw error;
                }
              });
      runs = 0;
      assertThatThrownBy(task.retry(RetryPolicy.at(new Fixed(TEN, 10)))::runInPlace)
          .isSameAs(error);
      assertThatThrownBy(task.schedule(new Fixed(TEN, 10))::runInPlace).isSameAs(error);
      assertThatThrownBy(task.outcomes(new RepeatUntilSuccess(TEN, 10))::runInPlace)
          .isSameAs(error);
      assertThat(runs).isEqualTo(3);
    }
    assertThat(time.slept).isEmpty();
  }

  @Test
  void aRepetitionIsCancelledInTheRunOrInTheWait() {
    for (Duration delay : List.of(Duration.ZERO, Duration.ofHours(1), Schedule.UNLIMITED)) {
      for (boolean inRun : new boolean[] {true, false}) {
        AtomicInteger started = new AtomicInteger();
        Promise<String> ran = new Promise<>();
        Async.blocking(
            () -> {
              Future<String> future;
              try (Scope _ = Scope.open()) {
                future =
                    Scope.holding()
                        .background(
                            Task.of(
                                        () -> {
                                          started.incrementAndGet();
                                          ran.complete("ran");
                                          if (inRun) {
                                            Async.never();
                                          }
                                          return "never";
                                        })
                                    .schedule(new Fixed(delay, Schedule.FOREVER))
                                ::runInPlace);
                ran.value();
              }
              assertThat(future.poll()).isInstanceOf(Result.Failure.class);
              assertThatThrownBy(future::value).isInstanceOf(CancellationException.class);
              if (inRun || !delay.isZero()) {
                assertThat(started).hasValue(1);
              }
              return null;
            });
      }
    }
  }

  @Test
  void aRepetitionUnderATimeoutEndsWithIt() {
    Task<String> endless = Task.of(() -> "ran").schedule(new Every(Duration.ofNanos(1)));
    assertThatThrownBy(() -> Async.timeout(Duration.ofMillis(5), endless::runInPlace))
        .isInstanceOf(TimeoutException.class);
  }
}
