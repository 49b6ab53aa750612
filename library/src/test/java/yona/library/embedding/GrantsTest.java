package yona.library.embedding;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import yona.language.embedding.CompilationException;
import yona.language.embedding.Engine;
import yona.language.embedding.ProgramException;
import yona.language.embedding.Script;
import yona.language.interop.JavaClasses;

/**
 * A script without grants touches nothing. What each function of the library needs is tested where
 * all of it is there, in {@code tool}.
 */
final class GrantsTest {
  private static final Engine NOTHING = Engine.untrusted().build();

  @ParameterizedTest
  @ValueSource(
      strings = {
        "eval :yona \"File::read_text \\\"/etc/passwd\\\"\"",
        "eval :yona \"eval :yona \\\"System::env\\\"\"",
        "(\\e -> e :yona \"System::pid\") eval",
        "Seq::map (eval :yona) [\"System::exit 3\"]",
        "async (\\-> eval :yona \"File::list_dir \\\".\\\"\")",
        "eval :yona \"let m = File in m::exists \\\"a\\\"\"",
        "let m = Shell in m::list",
        "Shell::list",
        "import list from Shell in list",
        "timeout (:seconds, 5) (\\-> eval :yona \"System::user\")",
        "race [\\-> eval :yona \"System::user\"]",
        "Seq::head [do eval :yona \"System::user\"; n end | n <- [1]]",
        "Stream::to_seq (Stream::map (\\m -> m::user) (Stream::from_seq [System]))",
        "Task::await (Task::spawn (\\-> let m = System in m::user))",
        "STM::atomically (\\-> let m = System in m::user)",
        "try let m = System in m::user catch (:notgranted, s, t) -> raise :notgranted s end",
      })
  void noWayLeadsAround(String text) {
    Engine engine =
        Engine.untrusted()
            .modules(
                Map.of(
                    "Shell", "module Shell exports list as\n  list = System::run [\"ls\"]\nend\n"))
            .build();
    assertThatThrownBy(() -> engine.evaluate(text))
        .isInstanceOfAny(ProgramException.class, CompilationException.class)
        .satisfies(
            e -> {
              if (e instanceof ProgramException error) {
                assertThat(error.symbol()).isIn("notgranted", "syntax");
                assertThat(error.text()).contains("needs a grant for");
              } else {
                assertThat(e).hasMessageContaining("needs a grant for");
              }
            });
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "java\\lang\\System::exit 1",
        "java\\lang\\Runtime",
        "Java::type \"java.lang.Runtime\"",
        "java\\Types::to_int 1",
        "eval :yona \"java\\\\lang\\\\Runtime::getRuntime\"",
        "given::getClass",
        "given::close",
        "(\\o -> o::toString) given",
        "let m = given in m::hashCode",
      })
  void javaIsOutOfReach(String text) {
    Script script = NOTHING.compile("script", "(" + text + ", given)", "given");
    Thread object = new Thread(() -> {});
    assertThatThrownBy(() -> script.run(Map.of("given", object)))
        .isInstanceOfSatisfying(
            ProgramException.class,
            e -> assertThat(e.symbol()).isIn("nomodule", "polyglot", "undefined"));
  }

  @Test
  void theHostShowsWhichJavaItWants() throws InterruptedException {
    Engine engine =
        Engine.untrusted()
            .java(
                JavaClasses.of(
                    ClassLoader.getPlatformClassLoader(),
                    type -> type == Math.class || type == StringBuilder.class))
            .build();
    assertThat(engine.evaluate("java\\lang\\Math::max 1 2").toJava()).isEqualTo(2L);
    assertThatThrownBy(() -> engine.evaluate("java\\lang\\System::exit 1"))
        .isInstanceOf(ProgramException.class);
  }

  @Test
  void aScriptWhoseOutputIsTakenMayPrint() throws InterruptedException {
    StringBuilder all = new StringBuilder();
    Engine engine =
        Engine.untrusted()
            .output(
                (stream, text) -> all.append(stream).append(' ').append(new String(text, UTF_8)))
            .build();
    engine.evaluate("do println \"tea\"; eprint \"milk\"; Log::set_level :off end");
    assertThat(all).hasToString("OUTPUT tea\nERROR milk");
    assertThatThrownBy(() -> NOTHING.compile("script", "println 1"))
        .hasMessageContaining("println needs a grant for standard output (Grant.OUTPUT)");
  }

  @Test
  void aTrustedProgramBesideItKeepsItsRights() throws InterruptedException {
    assertThatThrownBy(() -> NOTHING.evaluate("let m = System in m::pid"))
        .isInstanceOf(ProgramException.class);
    assertThat(Engine.create().evaluate("System::pid").as(long.class))
        .isEqualTo(ProcessHandle.current().pid());
  }
}
