package yona.library.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static yona.library.Calls.texts;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import yona.async.Async;
import yona.async.ErrorReporter;
import yona.async.Group;
import yona.async.Program;
import yona.async.Promise;
import yona.async.Scope;
import yona.data.Seq;
import yona.data.Symbol;
import yona.data.Unit;
import yona.language.runtime.Errors;
import yona.language.runtime.Invocation;
import yona.language.runtime.ProgramExit;

/** What programs are given and how they end, where several run in one process. */
final class SystemTest {
  private static Invocation invocation(String... arguments) {
    return new Invocation(List.of(arguments), null, Set.of(Invocation.Stream.OUTPUT));
  }

  @Test
  void twoProgramsInOneProcessDoNotMeet() {
    Promise<Boolean> firstExits = new Promise<>();
    Promise<Boolean> secondRuns = new Promise<>();
    List<Object> seen = new ArrayList<>();
    AtomicInteger status = new AtomicInteger(-1);
    new Program(ErrorReporter.STANDARD_ERROR)
        .run(
            () -> {
              try (Group<RuntimeException> group = new Group<>()) {
                return group.all(
                    () -> {
                      try {
                        return invocation("a")
                            .run(
                                status::set,
                                () -> {
                                  seen.add(SystemFunctions.args());
                                  yona.module.Log.set_level(Symbol.of("off"));
                                  assertThat(secondRuns.value()).isTrue();
                                  return yona.module.System.exit(3L);
                                });
                      } catch (ProgramExit exit) {
                        firstExits.complete(true);
                        return exit;
                      }
                    },
                    () ->
                        invocation("b", "c")
                            .run(
                                status::set,
                                () -> {
                                  secondRuns.complete(true);
                                  assertThat(firstExits.value()).isTrue();
                                  Async.yield();
                                  seen.add(SystemFunctions.args());
                                  seen.add(yona.module.System.is_terminal(Symbol.of("stdout")));
                                  return Unit.UNIT;
                                }));
              }
            });
    assertThat(seen).containsExactly(texts("a"), texts("b", "c"), true);
    assertThat(status).hasValue(3);
  }

  /** The program is cancelled as a whole, and what it then raises is its end. */
  @Test
  void anEndInTheBackgroundIsThatOfTheProgram() {
    List<String> released = new ArrayList<>();
    Program program = new Program(ErrorReporter.STANDARD_ERROR);
    assertThatThrownBy(
            () ->
                program.run(
                    () ->
                        invocation()
                            .run(
                                _ -> released.add("told"),
                                () -> {
                                  var _ = Scope.current().background(() -> exitQuietly(5));
                                  try {
                                    throw Async.never();
                                  } finally {
                                    released.add("released");
                                  }
                                })))
        .isInstanceOfSatisfying(ProgramExit.class, exit -> assertThat(exit.status()).isEqualTo(5));
    assertThat(released).containsExactly("told", "released");
  }

  private static Object exitQuietly(long status) {
    try {
      return yona.module.System.exit(status);
    } catch (ProgramExit exit) {
      return exit;
    }
  }

  /** What a catch would be given: not the cancellation that is part of the end. */
  @Test
  void noCatchTakesTheCancellationOfAnEnd() {
    List<Object> caught = new ArrayList<>();
    assertThatThrownBy(
            () ->
                Async.blocking(
                    () ->
                        invocation()
                            .run(
                                _ -> {},
                                () -> {
                                  Object asked = exitQuietly(6);
                                  try {
                                    Async.yield();
                                    return asked;
                                  } catch (RuntimeException cancelled) {
                                    return caught.add(Errors.caught(cancelled));
                                  }
                                })))
        .isInstanceOf(ProgramExit.class);
    assertThat(caught).isEmpty();
  }

  /** A host that has started no invocation has given nothing, and is told by what is thrown. */
  @Test
  void withoutAnInvocationThereIsNothing() {
    assertThat(SystemFunctions.args()).isEqualTo(Seq.EMPTY);
    assertThat(SystemFunctions.script()).isEqualTo(Symbol.of("none"));
    assertThat(yona.module.System.is_terminal(Symbol.of("stdin"))).isEqualTo(false);
    assertThatThrownBy(() -> yona.module.System.exit(7L))
        .isInstanceOfSatisfying(ProgramExit.class, exit -> assertThat(exit.status()).isEqualTo(7));
    // That of another program is not affected.
    assertThat(Async.<Object, RuntimeException>blocking(() -> invocation().run(_ -> {}, () -> 1)))
        .isEqualTo(1);
  }
}
