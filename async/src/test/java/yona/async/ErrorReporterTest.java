package yona.async;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ErrorReporterTest {

  /** Its text cannot be had, as that of errors which look something up late. */
  private static final class Unprintable extends RuntimeException {
    private static final long serialVersionUID = 1;

    @Override
    public String getMessage() {
      throw new IllegalStateException("the session is closed");
    }
  }

  private static String printed(Body<?, RuntimeException> body) {
    PrintStream err = System.err;
    ByteArrayOutputStream printed = new ByteArrayOutputStream();
    System.setErr(new PrintStream(printed, true, StandardCharsets.UTF_8));
    try {
      Async.blocking(body);
    } finally {
      System.setErr(err);
    }
    return printed.toString(StandardCharsets.UTF_8);
  }

  @Test
  void anErrorThatCannotBePrintedIsNamedWithItsStackAndEndsNothing() {
    List<String> done = new ArrayList<>();
    String text =
        printed(
            () -> {
              Scope.current().link(() -> done.add("cancelled"));
              Scope.current()
                  .link(
                      () -> {
                        throw new Unprintable();
                      });
              Promise<Integer> promise = new Promise<>();
              promise.onComplete(
                  _ -> {
                    throw new Unprintable();
                  });
              promise.onComplete(_ -> done.add("told"));
              assertThat(promise.complete(1)).isTrue();
              Future<Object> background =
                  Scope.current()
                      .background(
                          () -> {
                            throw new Unprintable();
                          });
              assertThat(background.await()).isInstanceOf(Result.Failure.class);
              return null;
            });
    assertThat(done).containsExactly("told", "cancelled");
    assertThat(text.lines().filter(line -> !line.startsWith("\tat ")))
        .hasSize(3)
        .containsOnly(
            Unprintable.class.getName()
                + " (its text cannot be had: java.lang.IllegalStateException)");
    assertThat(text).contains("\tat " + getClass().getModule().getName());
  }

  /**
   * Else what it calls might raise the cancellation, and the error were told of as a broken report.
   */
  @Test
  void aReporterIsNotCancelledWithTheFiberThatMeetsTheError() throws Exception {
    List<String> told = new ArrayList<>();
    new Program(error -> told.add(error.getMessage() + " " + Fiber.current().isCancelled()))
        .run(
            () -> {
              try (Scope scope = Scope.open()) {
                scope.cancel();
                scope.report(new IllegalStateException("late"));
                assertThat(Fiber.current().isCancelled()).isTrue();
              }
              return null;
            });
    assertThat(told).containsExactly("late false");
  }

  @Test
  void anErrorIsPrintedWithItsStack() {
    assertThat(
            printed(
                () -> {
                  Scope.current().report(new IllegalArgumentException("the text"));
                  return null;
                }))
        .startsWith("java.lang.IllegalArgumentException: the text\n\tat ");
  }
}
