package yona.library.program;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import yona.language.CompiledModules;
import yona.language.CompiledProgram;
import yona.language.Compiler;
import yona.language.ModuleSources;
import yona.language.StandardLibrary;
import yona.language.diagnostics.Source;
import yona.language.interop.JavaClasses;
import yona.language.runtime.Function;
import yona.language.runtime.YonaError;

/** A program that is compiled without Java reaches no class by any way. */
final class WithoutJavaTest {
  private static CompiledProgram program(String text, JavaClasses java) {
    Compiler compiler =
        new Compiler(
            new StandardLibrary(WithoutJavaTest.class.getClassLoader()),
            ModuleSources.none(),
            CompiledModules::none,
            java);
    CompiledProgram program = compiler.compile(Source.of("program", text)).program();
    if (program == null) {
      throw new IllegalStateException("does not compile: " + text);
    }
    return program;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "java\\lang\\Math::max 1 2",
        "java\\lang\\Math",
        "Java::type \"java.lang.Math\"",
        "Java",
        "java\\Types::to_int 1",
        "eval :yona \"java\\\\lang\\\\Math::max 1 2\"",
        "eval :yona \"Java::type \\\"java.lang.Math\\\"\"",
        "eval :yona \"eval :yona \\\"java\\\\\\\\lang\\\\\\\\Math::max 1 2\\\"\"",
      })
  void hasNoClassesAndNoModuleForThem(String text) {
    assertThatThrownBy(() -> program(text, JavaClasses.none()).run())
        .isInstanceOfSatisfying(
            YonaError.class, error -> assertThat(error.symbol().name()).isEqualTo("nomodule"));
  }

  @Test
  void importsAreErrors() {
    assertThatThrownBy(() -> program("import java\\lang\\Math in 1", JavaClasses.none()))
        .hasMessageContaining("does not compile");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\\it -> it::size",
        "\\it -> it::add 1",
        "\\it -> it::getClass",
        "\\it -> it::max 1 2"
      })
  void callsNoMethodOfWhatItIsGiven(String text) {
    Function function = (Function) program(text, JavaClasses.none()).evaluate();
    for (Object given : List.of(new ArrayList<>(), Math.class, new Object())) {
      assertThatThrownBy(() -> function.apply(given))
          .isInstanceOfSatisfying(
              YonaError.class, error -> assertThat(error.symbol().name()).isEqualTo("polyglot"));
    }
  }

  @Test
  void anotherProgramHasJavaAllTheSame() {
    assertThat(program("java\\lang\\Math::max 1 2", JavaClasses.platform()).run()).isEqualTo(2L);
    Function size = (Function) program("\\it -> it::size", JavaClasses.platform()).evaluate();
    assertThat(size.apply(new ArrayList<>(List.of(1)))).isEqualTo(1L);
  }
}
