package yona.async;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import yona.async.sync.Mutex;
import yona.async.task.Task;

/** Bodies without a result, and other forms that leave something to write out. */
class ActionTest {

  private final List<String> done = Collections.synchronizedList(new ArrayList<>());

  private void act(String what) throws IOException {
    done.add(what);
  }

  @Test
  void whateverTakesABodyTakesOneWithoutAResult() throws Exception {
    Async.blocking(() -> act("blocking"));
    Async.blocking(ErrorReporter.STANDARD_ERROR, () -> act("reporter"));
    Async.blocking(FiberScheduler.standard(), () -> act("scheduler"));
    new Program(ErrorReporter.STANDARD_ERROR).run(() -> act("program"));
    Async.blocking(
        () -> {
          Future<?> future = Async.future(() -> act("future"));
          assertThat(future.value()).isNull();
          Async.uninterruptible(() -> act("uninterruptible"));
          Async.shielded(() -> act("shielded"));
          Async.timeout(Duration.ofHours(1), () -> act("timeout"));
          Deadline.after(Duration.ofHours(1)).run(() -> act("deadline"));
          try (Scope scope = Scope.open()) {
            scope.future(() -> act("scope")).value();
            scope.background(Body.named("a name", () -> act("background"))).value();
            scope
                .background(
                    () -> {
                      act("block");
                    })
                .value();
          }
          try (var group = new Group<IOException>()) {
            group.fork(() -> act("fork")).value();
            group.inPlace(() -> act("in place"));
            group.join();
          }
          Task.of(() -> act("task")).run().value();
          new Mutex().withPermit(() -> act("permit"));
        });
    assertThat(done)
        .containsExactly(
            "blocking",
            "reporter",
            "scheduler",
            "program",
            "future",
            "uninterruptible",
            "shielded",
            "timeout",
            "deadline",
            "scope",
            "background",
            "block",
            "fork",
            "in place",
            "task",
            "permit");
  }

  @Test
  void theirErrorsAreTheVeryObjects() {
    IOException error = new IOException("broken");
    Action<IOException> body =
        () -> {
          throw error;
        };
    List<ThrowingCallable> all =
        List.of(
            () -> Async.blocking(body),
            () -> Async.blocking(ErrorReporter.STANDARD_ERROR, body),
            () -> Async.blocking(FiberScheduler.standard(), body),
            () -> new Program(ErrorReporter.STANDARD_ERROR).run(body),
            () -> Async.blocking(() -> Async.future(body).value()),
            () -> Async.uninterruptible(body),
            () -> Async.shielded(body),
            () -> Async.timeout(Duration.ofHours(1), body),
            () -> Deadline.NEVER.run(body),
            () -> Task.of(body).runInPlace(),
            () -> new Mutex().withPermit(body),
            () -> Async.group((Group<IOException> group) -> group.fork(body).value()),
            () ->
                Async.group(
                    (Group<IOException> group) -> {
                      group.inPlace(body);
                      return null;
                    }));
    for (ThrowingCallable each : all) {
      assertThatThrownBy(each).isSameAs(error);
    }
  }

  @Test
  void futuresAndResultsThatAreThere() {
    IOException error = new IOException("broken");
    assertThat(Future.completed(1).poll()).isEqualTo(Result.success(1));
    assertThat(Future.completed(1).value()).isEqualTo(1);
    assertThat(Future.<Integer>failed(error).poll()).isEqualTo(Result.<Integer>failure(error));
    assertThatThrownBy(() -> Future.failed(error).value()).isSameAs(error);
    assertThat(Result.success("a")).isEqualTo(new Result.Success<>("a"));
    assertThat(Result.failure(error)).isEqualTo(new Result.Failure<>(error));
    Future<Integer> completed = Future.completed(1);
    completed.cancel();
    assertThat(completed.value()).isEqualTo(1);
  }

  @Test
  void severalCanBeWrittenSideBySide() {
    IOException error = new IOException("broken");
    Async.blocking(
        () -> {
          Future<Integer> one = Future.completed(1);
          Future<Integer> two = Future.completed(2);
          Promise<Integer> never = new Promise<>();
          Future<Integer> failed = Future.failed(error);
          assertThat(Future.zip(one, two, one).value()).containsExactly(1, 2, 1);
          assertThat(Future.<Integer>zip().value()).isEmpty();
          assertThat(Future.awaitAll(one, two)).containsExactly(1, 2);
          assertThat(Future.alt(failed, never, two).value()).isEqualTo(2);
          assertThat(Future.awaitFirst(failed, two)).isEqualTo(2);
          assertThat(Future.altC(never, two).value()).isEqualTo(2);
          assertThat(never.poll()).isInstanceOf(Result.Failure.class);
          assertThat(Async.<Integer, RuntimeException>race(() -> 1)).isEqualTo(1);
          assertThat(
                  Async.<String, RuntimeException>race(
                      () -> {
                        throw Async.never();
                      },
                      () -> "won"))
              .isEqualTo("won");
        });
    assertThatThrownBy(() -> Future.alt()).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> Async.race()).isInstanceOf(IllegalArgumentException.class);
  }
}
