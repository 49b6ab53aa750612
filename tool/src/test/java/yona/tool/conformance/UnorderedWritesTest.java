package yona.tool.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import yona.language.CompiledModules;
import yona.language.Compiler;
import yona.language.ModuleSources;
import yona.language.Policy;
import yona.language.StandardLibrary;
import yona.language.diagnostics.Code;
import yona.language.diagnostics.Diagnostic;
import yona.language.diagnostics.Source;
import yona.language.interop.JavaClasses;

/** Which writes {@code yona check} says of that they come in no order. */
final class UnorderedWritesTest {
  private static final String NAMES =
      "let p = \"log\"\n    fetch = \\n -> do sleep (:millis, 1); \"{n}\" end\nin\n    ";

  private static List<Code> told(String program) {
    Compiler.Compilation compilation =
        new Compiler(
                new StandardLibrary(ClassLoader.getSystemClassLoader()),
                ModuleSources.below(List.of()),
                CompiledModules::none,
                Policy.trusting(JavaClasses.platform()))
            .compile(Source.of("example.yona", NAMES + program));
    assertThat(compilation.diagnostics()).isEmpty();
    return compilation.deferred().stream().map(Diagnostic::code).toList();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "[File::append_text p (fetch n) | n <- [1, 2]]",
        "[File::append_text \"x\" \"{fetch n}!\" | n <- [1, 2]]",
        "[let line = fetch n in File::append_text p line | n <- [1, 2]]",
        "[do sleep (:millis, n); File::write_text p \"{n}\" end | n <- [1, 2]]",
        "[if fetch n == \"1\" then File::append_text p \"x\" else () | n <- [1, 2]]",
        "[File::append_text p (fetch (n + m)) | n <- [1, 2], m <- [3]]",
        "Seq::map (\\n -> File::append_text p (fetch n)) [1, 2]",
        "with File::open p {:write, :create} as log [File::write_line log (fetch n) | n <- [1]]; ()"
            + " end"
      })
  void writesBehindAWaitAre(String program) {
    assertThat(told(program)).containsExactly(Code.UNORDERED_WRITES);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "[File::append_text p \"{n}\" | n <- [1, 2]]",
        "[File::append_text \"{p}{n}\" (fetch n) | n <- [1, 2]]",
        "[let file = \"{n}\" in File::append_text file (fetch n) | n <- [1, 2]]",
        "[do File::append_text p \"{n}\"; fetch n end | n <- [1, 2]]",
        "File::append_text p (fetch 1)",
        "[File::append_text p line | line <- [fetch n | n <- [1, 2]]]",
        "\\f -> [File::append_text p (f n) | n <- [1, 2]]"
      })
  void othersAreNot(String program) {
    assertThat(told(program)).isEmpty();
  }
}
