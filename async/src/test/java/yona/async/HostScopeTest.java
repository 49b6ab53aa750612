package yona.async;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

/** A thread of a host that acts in the scope of a program. */
class HostScopeTest {
  /** Runs a body on another thread, as a host does, while a program is open, and closes that. */
  private static void inProgram(java.util.function.Consumer<Scope> host) throws Exception {
    CountDownLatch open = new CountDownLatch(1);
    Promise<Object> end = new Promise<>();
    Scope[] scope = new Scope[1];
    Thread program =
        Thread.ofPlatform()
            .start(
                () ->
                    new Program(_ -> {})
                        .run(
                            () -> {
                              try (Scope opened = Scope.open("program")) {
                                scope[0] = opened;
                                open.countDown();
                                return end.await();
                              }
                            }));
    open.await();
    try {
      host.accept(scope[0]);
    } finally {
      end.complete("over");
      program.join();
    }
  }

  @Test
  void whatItLinksEndsWithTheProgramAndNotWithTheCall() throws Exception {
    List<String> seen = Collections.synchronizedList(new ArrayList<>());
    inProgram(
        program -> {
          try (Scope _ = Scope.openFor(program, "call")) {
            Scope.holding().link(() -> seen.add("released"));
            assertThat(Scope.current().local()).isEqualTo("call");
          }
          seen.add("called");
        });
    assertThat(seen).containsExactly("called", "released");
  }

  @Test
  void whatItStartsGoesOnAfterTheCall() throws Exception {
    inProgram(
        program -> {
          Promise<String> value = new Promise<>();
          Future<String> started;
          try (Scope _ = Scope.openFor(program, "call")) {
            started = Scope.holding().background(() -> value.value());
          }
          assertThat(started.poll()).isNull();
          value.complete("late");
          assertThat(started.value()).isEqualTo("late");
        });
  }

  @Test
  void theCallerStandsWhereItStoodWhenItIsClosed() throws Exception {
    inProgram(
        program -> {
          Scope before = Scope.current();
          try (Scope _ = Scope.openFor(program, "call")) {
            assertThat(Scope.current()).isNotSameAs(before);
          }
          assertThat(Scope.current()).isSameAs(before);
        });
  }
}
