package yona.async;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class ProgramTest {

  private static final long HOUR = TimeUnit.HOURS.toNanos(1);

  private final List<String> trace = Collections.synchronizedList(new ArrayList<>());

  @Test
  void theMainBodyIsAFiberAndItsErrorIsRaisedAsItIs() throws Exception {
    Exception error = new Exception("main");
    assertThat(Running.program(() -> Thread.currentThread().isVirtual())).isTrue();
    assertThatThrownBy(
            () ->
                Running.program(
                    () -> {
                      throw error;
                    }))
        .isSameAs(error);
  }

  @Test
  @Tag("own-scheduler")
  void theStackIsAMillionFramesDeepInEveryFiber() throws Exception {
    Running.program(
        () -> {
          assertThat(depth(1_000_000)).isEqualTo(1_000_000);
          try (var group = new Group<RuntimeException>()) {
            assertThat(group.all(() -> depth(1_000_000), () -> depth(1_000_000)))
                .containsExactly(1_000_000L, 1_000_000L);
          }
          return null;
        });
  }

  private static long depth(long n) {
    return n == 0 ? 0 : 1 + depth(n - 1);
  }

  @Test
  @Tag("own-scheduler")
  @Tag("deep-suspension")
  void fibersSuspendAMillionFramesDeep() throws Exception {
    Running.program(
        () -> {
          assertThat(depthWithWaits(1_000_000)).isEqualTo(1_000_000);
          return null;
        });
  }

  private static long depthWithWaits(long n) {
    if (n % 250_000 == 0) {
      Async.yield();
    }
    long rest = n == 0 ? 0 : 1 + depthWithWaits(n - 1);
    if (n % 250_000 == 0) {
      Async.yield();
    }
    return rest;
  }

  @Test
  void endlessRecursionEndsInAStackOverflowThatCanBeCaught() throws Exception {
    Running.program(
        () -> {
          assertThatThrownBy(() -> depth(Long.MAX_VALUE)).isInstanceOf(StackOverflowError.class);
          Async.yield();
          return null;
        });
  }

  @Test
  void backgroundFibersEndWithTheProgram() throws Exception {
    Running.program(
        () -> {
          Promise<Boolean> runs = new Promise<>();
          Scope.holding()
              .background(
                  () -> {
                    try {
                      runs.complete(true);
                      return Async.never();
                    } finally {
                      trace.add("ended");
                    }
                  });
          return runs.value();
        });
    assertThat(trace).containsExactly("ended");
  }

  @Test
  void aStopCancelsTheMainBodyAndLeavesTheBackgroundItsGrace() {
    Program program = new Program(error -> trace.add("reported " + error));
    assertThatThrownBy(
            () ->
                program.run(
                    () -> {
                      Promise<Boolean> mainHasEnded = new Promise<>();
                      Promise<Boolean> runs = new Promise<>();
                      Scope.holding()
                          .background(
                              () -> {
                                runs.complete(true);
                                mainHasEnded.value();
                                Async.yield();
                                return trace.add("background is done");
                              });
                      try {
                        assertThat(runs.value()).isTrue();
                        program.stopNanos(HOUR);
                        return Async.never();
                      } finally {
                        trace.add("main is done");
                        mainHasEnded.complete(true);
                      }
                    }))
        .isInstanceOf(CancellationException.class);
    assertThat(trace).containsExactly("main is done", "background is done");
  }

  @Test
  void aCancelEndsTheGrace() {
    Program program = new Program(error -> trace.add("reported " + error));
    assertThatThrownBy(
            () ->
                program.run(
                    () -> {
                      Promise<Boolean> runs = new Promise<>();
                      Scope.holding()
                          .background(
                              () -> {
                                try {
                                  runs.complete(true);
                                  return Async.never();
                                } finally {
                                  trace.add("background is cancelled");
                                }
                              });
                      assertThat(runs.value()).isTrue();
                      program.stopNanos(HOUR);
                      try {
                        return Async.never();
                      } finally {
                        trace.add("main is done");
                        program.cancel();
                      }
                    }))
        .isInstanceOf(CancellationException.class);
    assertThat(trace).containsExactlyInAnyOrder("main is done", "background is cancelled");
  }

  @Test
  void aReleaseLearnsThatTheProgramIsCancelled() {
    Program program = new Program(error -> trace.add("reported " + error));
    Promise<Boolean> told = new Promise<>();
    Promise<Boolean> toldAtOnce = new Promise<>();
    assertThatThrownBy(
            () ->
                program.run(
                    () -> {
                      program.stopNanos(HOUR);
                      try {
                        return Async.never();
                      } finally {
                        Async.shielded(
                            () -> {
                              Runnable undone = Program.onCancel(() -> trace.add("undone"));
                              var _ = Program.onCancel(() -> told.complete(true));
                              undone.run();
                              assertThat(told.poll()).isNull();
                              program.cancel();
                              assertThat(told.value()).isTrue();
                              var _ = Program.onCancel(() -> toldAtOnce.complete(true));
                              assertThat(toldAtOnce.poll()).isNotNull();
                            });
                      }
                    }))
        .isInstanceOf(CancellationException.class);
    assertThat(trace).isEmpty();
  }

  @Test
  void theGraceRunsOut() {
    Program program = new Program(error -> trace.add("reported " + error));
    assertThatThrownBy(
            () ->
                program.run(
                    () -> {
                      try (Scope scope = Scope.open()) {
                        Promise<Boolean> runs = new Promise<>();
                        scope.background(
                            () -> {
                              try {
                                runs.complete(true);
                                return Async.never();
                              } finally {
                                trace.add("background is cancelled");
                              }
                            });
                        assertThat(runs.value()).isTrue();
                        program.stopNanos(1_000_000);
                        return Async.never();
                      }
                    }))
        .isInstanceOf(CancellationException.class);
    assertThat(trace).containsExactly("background is cancelled");
  }

  @Test
  void aProgramThatWasStoppedBeforeItBeganDoesNotRun() {
    Program program = new Program(error -> trace.add("reported " + error));
    program.stopNanos(0);
    assertThatThrownBy(() -> program.run(() -> trace.add("ran")))
        .isInstanceOf(CancellationException.class);
    assertThat(trace).isEmpty();
  }

  @Test
  void aProgramRunsOnce() {
    Program program = new Program(ErrorReporter.STANDARD_ERROR);
    assertThat(program.<Integer, RuntimeException>run(() -> 1)).isEqualTo(1);
    assertThatThrownBy(() -> program.<Integer, RuntimeException>run(() -> 2))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("a program runs once");
    assertThat(Scope.current().parent()).isNull();
  }
}
