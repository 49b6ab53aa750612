package yona.haskell;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import yona.language.Compiler;
import yona.language.ModuleSources;
import yona.language.StandardLibrary;
import yona.language.diagnostics.Code;
import yona.language.diagnostics.Diagnostic;
import yona.language.diagnostics.Source;
import yona.language.embedding.CompilationException;
import yona.language.embedding.Engine;
import yona.language.runtime.Grant;
import yona.language.syntax.Parser;
import yona.language.syntax.Tree;
import yona.testrun.DocumentedResult;

/** The module {@code haskell\Library} keeps to what those of the other parts of the library do. */
class YonaModuleTest {
  private static final String MODULE = "haskell\\Library";

  private static final StandardLibrary LIBRARY =
      new StandardLibrary(YonaModuleTest.class.getClassLoader());

  /** A function: as programs call it, its number of parameters, its comment. */
  record Documented(String name, int arity, String comment) {
    @Override
    public String toString() {
      return name;
    }
  }

  static List<Documented> functions() {
    Source source = Objects.requireNonNull(LIBRARY.source(MODULE));
    return Objects.requireNonNull(Parser.parse(source).module()).functions().stream()
        .map(YonaModuleTest::documented)
        .toList();
  }

  private static Documented documented(Tree.FunctionClause clause) {
    return new Documented(
        MODULE + "::" + clause.name().text(),
        clause.parameters().size(),
        Objects.requireNonNullElse(clause.documentation(), ""));
  }

  @Test
  void allFunctionsAreInItsText() {
    assertThat(functions())
        .map(Documented::name)
        .containsExactlyInAnyOrderElementsOf(
            LIBRARY.functions(MODULE).stream().map(name -> MODULE + "::" + name).toList());
  }

  @ParameterizedTest
  @MethodSource("functions")
  void aFunctionIsDocumentedWithAnExample(Documented function) {
    assertThat(function.comment)
        .contains("\n- result: ", "\n- errors: ", "\n- suspends: ", "\n```\n", "\n# => ")
        .contains(function.name);
    assertThat(function.comment.split("\n- `", -1)).hasSize(function.arity + 1);
  }

  @ParameterizedTest
  @MethodSource("functions")
  void theCompilerKnowsOfItsResultWhatTheDocumentationSays(Documented function) {
    String call = function.name + " ()".repeat(function.arity);
    Stream<String> warnings =
        new Compiler(LIBRARY, ModuleSources.none())
            .compile(Source.of("example.yona", "(" + call + ") == Seq")).diagnostics().stream()
                .filter(diagnostic -> diagnostic.code() == Code.NEVER_EQUAL)
                .map(Diagnostic::message);
    DocumentedResult result = Objects.requireNonNull(DocumentedResult.in(function.comment));
    assertThat(DocumentedResult.known(warnings)).as(result.text()).isEqualTo(result.kind());
  }

  @ParameterizedTest
  @MethodSource("functions")
  void whatLoadsALibraryNeedsAllGrants(Documented function) {
    String program = "\\-> " + function.name;
    if (!Set.of("load", "load_with").contains(function.name.substring(MODULE.length() + 2))) {
      assertThatCode(() -> Engine.untrusted().build().compile("script", program))
          .doesNotThrowAnyException();
      return;
    }
    for (Grant missing : Grant.values()) {
      assertThatThrownBy(() -> Engine.builder().deny(missing).build().compile("script", program))
          .isInstanceOfSatisfying(
              CompilationException.class,
              e -> {
                assertThat(e.firstError().code()).isEqualTo(Code.NOT_GRANTED);
                assertThat(e.firstError().message()).contains("Grant." + missing);
              });
    }
  }
}
