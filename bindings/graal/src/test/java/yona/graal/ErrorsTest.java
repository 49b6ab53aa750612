package yona.graal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.util.ArrayList;
import java.util.List;
import org.graalvm.polyglot.Context;
import org.graalvm.polyglot.PolyglotException;
import org.graalvm.polyglot.Source;
import org.graalvm.polyglot.Value;
import org.graalvm.polyglot.proxy.ProxyExecutable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What goes wrong, as hosts see it. */
class ErrorsTest {
  private final Context context = Context.create("yona");

  @AfterEach
  void close() {
    context.close();
  }

  private PolyglotException failure(String text) {
    return catchThrowableOfType(PolyglotException.class, () -> context.eval("yona", text));
  }

  private static List<String> guestFrames(PolyglotException failure) {
    List<String> frames = new ArrayList<>();
    for (PolyglotException.StackFrame frame : failure.getPolyglotStackTrace()) {
      if (frame.isGuestFrame()) {
        frames.add(frame.getRootName() + ":" + frame.getSourceLocation().getStartLine());
      }
    }
    return frames;
  }

  @Test
  void anErrorHasAPlaceAndTheFramesOfItsTrace() throws Exception {
    Source source =
        Source.newBuilder(
                "yona",
                """
                let
                    share = \\total people -> total / people + 0
                    half = \\total -> share total 0 + 1
                in half 100 + 1
                """,
                "shares.yona")
            .build();
    PolyglotException failure =
        catchThrowableOfType(PolyglotException.class, () -> context.eval(source));
    assertThat(failure.isGuestException()).isTrue();
    assertThat(failure.isInternalError()).isFalse();
    assertThat(failure).hasMessage(":badarith: expected a divisor other than 0, found 100 / 0");
    assertThat(failure.getSourceLocation().getStartLine()).isEqualTo(2);
    assertThat(failure.getSourceLocation().getStartColumn()).isEqualTo(36);
    assertThat(failure.getSourceLocation().getSource().getName()).isEqualTo("shares.yona");
    assertThat(guestFrames(failure)).hasSize(3).first().asString().startsWith("share:2");
    Value error = failure.getGuestObject();
    assertThat(error.isException()).isTrue();
    assertThat(error.getMember("symbol").asString()).isEqualTo("badarith");
    assertThat(error.getMember("message").asString()).startsWith("expected a divisor");
    assertThat(error.getMetaObject().getMetaSimpleName()).isEqualTo("Error");
  }

  @ParameterizedTest
  @ValueSource(strings = {"[1, 2", "if true then", "\"text", "let x = 1 in", "1 +", "case 1 of"})
  void whereMoreTextCouldHelpAParseErrorIsIncomplete(String text) {
    PolyglotException failure = failure(text);
    assertThat(failure.isSyntaxError()).isTrue();
    assertThat(failure.isIncompleteSource()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"1 2 )", "] 1", "let in", "let = 5 in 5"})
  void anyOtherParseErrorIsNot(String text) {
    PolyglotException failure = failure(text);
    assertThat(failure.isSyntaxError()).isTrue();
    assertThat(failure.isIncompleteSource()).isFalse();
  }

  @Test
  void anUnknownNameIsASyntaxErrorWithItsPlace() {
    PolyglotException failure = failure("1 + nmae");
    assertThat(failure.isSyntaxError()).isTrue();
    assertThat(failure.getSourceLocation().getCharacters()).hasToString("nmae");
    assertThat(failure).hasMessageContaining("nmae");
  }

  @Test
  void theHostsExceptionComesBackThroughYona() {
    context
        .getBindings("yona")
        .putMember(
            "fail",
            (ProxyExecutable)
                _ -> {
                  throw new IllegalStateException("of the host");
                });
    PolyglotException failure = failure("fail 1");
    assertThat(failure.isHostException()).isTrue();
    assertThat(failure.asHostException())
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("of the host");
    assertThat(
            context.eval("yona", "try fail 1 catch (:java, message, _) -> message end").asString())
        .isEqualTo("java.lang.IllegalStateException: of the host");
  }

  @Test
  void anErrorGoesThroughTheHostAndComesBack() {
    context.getBindings("yona").putMember("through", (ProxyExecutable) all -> all[0].execute());
    assertThat(
            context
                .eval(
                    "yona",
                    "try through (\\-> raise :mine \"it is mine\") catch (:mine, text, _) -> text"
                        + " end")
                .asString())
        .isEqualTo("it is mine");
  }

  @Test
  void exitIsAnExit() {
    PolyglotException failure =
        catchThrowableOfType(
            PolyglotException.class,
            () -> {
              try (Context other = Context.create("yona")) {
                other.eval("yona", "System::exit 7");
              }
            });
    assertThat(failure.isExit()).isTrue();
    assertThat(failure.getExitStatus()).isEqualTo(7);
  }

  @Test
  void deepRecursionIsAnErrorAndTheContextGoesOn() {
    assertThat(failure("let f = \\n -> 1 + f (n + 1) in f 0"))
        .hasMessageStartingWith(":stackoverflow");
    assertThat(context.eval("yona", "1 + 1").asInt()).isEqualTo(2);
  }

  @Test
  void wrongTypesAreErrors() {
    assertThat(failure("1 + \"a\"")).hasMessageStartingWith(":typeerror");
    Value head = context.eval("yona", "\\seq -> Seq::head seq");
    assertThat(catchThrowableOfType(PolyglotException.class, () -> head.execute(new Object())))
        .hasMessageStartingWith(":typeerror");
    assertThat(catchThrowableOfType(PolyglotException.class, () -> head.execute(5)))
        .hasMessageStartingWith(":typeerror");
  }

  @Test
  void aFileIsCompiledOnceAndItsNameStandsInErrors() throws Exception {
    Source source = Source.newBuilder("yona", "raise :mine \"x\"", "named.yona").build();
    PolyglotException failure =
        catchThrowableOfType(PolyglotException.class, () -> context.parse(source).execute());
    assertThat(failure.getSourceLocation().getSource().getName()).isEqualTo("named.yona");
  }
}
