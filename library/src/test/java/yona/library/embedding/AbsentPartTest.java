package yona.library.embedding;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;
import yona.language.Compiler;
import yona.language.ModuleSources;
import yona.language.StandardLibrary;
import yona.language.diagnostics.Code;
import yona.language.diagnostics.Diagnostic;
import yona.language.diagnostics.Source;
import yona.language.embedding.CompilationException;
import yona.language.embedding.Engine;
import yona.language.embedding.ProgramException;
import yona.language.syntax.Parser;

/**
 * A part of the library that is not there, as none but the first is for these tests: who uses a
 * module of it is told what to add.
 */
final class AbsentPartTest {
  private static final String MESSAGE =
      "The module redis\\Client belongs to yona-library-redis, which is not on the class path or"
          + " module path";
  private static final String REMEDY =
      "Add the dependency org.yona-lang:yona-library-redis; a host that is a Java module also"
          + " requires yona.library.redis";

  private final Engine engine = Engine.create();

  private static void assertTold(Diagnostic error) {
    assertThat(error.code()).isEqualTo(Code.MODULE_NOT_FOUND);
    assertThat(error.message()).isEqualTo(MESSAGE);
    assertThat(error.hint()).isEqualTo(REMEDY);
  }

  @Test
  void anImportIsNoProgram() {
    assertThatThrownBy(() -> engine.compile("cache.yona", "import get from redis\\Client in get"))
        .isInstanceOfSatisfying(
            CompilationException.class,
            e -> {
              assertTold(e.firstError());
              assertThat(e).hasMessageContaining(MESSAGE).hasMessageContaining(REMEDY);
            });
  }

  @Test
  void aMentionRaisesWhenItIsReached() throws InterruptedException {
    assertThat(engine.evaluate("if true then 1 else redis\\Client::get 1 2").as(int.class))
        .isEqualTo(1);
    assertThatThrownBy(() -> engine.evaluate("redis\\Client::get 1 2"))
        .isInstanceOfSatisfying(
            ProgramException.class,
            e -> {
              assertThat(e.symbol()).isEqualTo("nomodule");
              assertThat(e.text()).isEqualTo(MESSAGE + ". " + REMEDY);
            });
  }

  @Test
  void aMentionIsReportedByACheck() {
    Compiler compiler =
        new Compiler(
            new StandardLibrary(AbsentPartTest.class.getClassLoader()), ModuleSources.none());
    assertThat(
            compiler
                .check(Parser.parse(Source.of("cache.yona", "redis\\Client::get 1 2")))
                .checked())
        .singleElement()
        .satisfies(AbsentPartTest::assertTold);
  }

  /** Other languages are the one part that projects of the command have to ask for. */
  @Test
  void otherLanguagesAreToBeNamedByTheProject() {
    assertThatThrownBy(() -> engine.compile("a.yona", "import open from polyglot\\Context in open"))
        .isInstanceOfSatisfying(
            CompilationException.class,
            e ->
                assertThat(e.firstError().hint())
                    .isEqualTo(
                        "In a project write languages = [\"js\"] below [project] in yona.toml; in a"
                            + " Java program add the dependency org.yona-lang:yona-graal; a host"
                            + " that is a Java module also requires yona.graal"));
    assertThatThrownBy(() -> engine.evaluate("eval :js \"1\""))
        .isInstanceOfSatisfying(
            ProgramException.class,
            e -> {
              assertThat(e.symbol()).isEqualTo("polyglot");
              assertThat(e.text())
                  .isEqualTo(
                      "eval: there is no language :js here. A project names those that it has below"
                          + " [project] in yona.toml, languages = [\"js\"]; a Java program has"
                          + " those on its class path");
            });
  }

  @Test
  void aModuleOfTheProgramMayBeInSuchAFolder() throws InterruptedException {
    Engine own =
        Engine.builder()
            .modules(Map.of("redis\\Own", "module redis\\Own exports one as\n  one = 1\nend\n"))
            .build();
    assertThat(own.evaluate("redis\\Own::one").as(int.class)).isEqualTo(1);
  }

  @Test
  void itsModulesAreNotAmongTheNames() {
    assertThat(new StandardLibrary(AbsentPartTest.class.getClassLoader()).names())
        .contains("Seq", "socket\\tcp\\Client")
        .doesNotContain("redis\\Client");
  }
}
