package yona.tool.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import yona.language.Compiler;
import yona.language.ModuleSources;
import yona.language.StandardLibrary;
import yona.language.diagnostics.Code;
import yona.language.diagnostics.Diagnostic;
import yona.language.diagnostics.Source;
import yona.language.syntax.Parser;
import yona.language.syntax.Tree;
import yona.testrun.DocumentedResult;

/**
 * What the compiler knows of the results of the library is what the documentation says: no result
 * equals a module, and the warning of such a comparison tells what is known.
 */
final class KnownResultsTest {
  private static final StandardLibrary LIBRARY =
      new StandardLibrary(ClassLoader.getSystemClassLoader());

  /** What its commands give in a transaction is of other kinds. */
  private static final String COMMANDS = "redis\\Client";

  static Stream<Arguments> functions() {
    List<Arguments> functions = new ArrayList<>();
    for (String fqn : LIBRARY.names()) {
      Source source = LIBRARY.source(fqn);
      if (source != null
          && !fqn.equals(COMMANDS)
          && Parser.parse(source).program() instanceof Tree.Module module) {
        for (Tree.FunctionClause clause : module.functions()) {
          DocumentedResult result = DocumentedResult.in(clause.documentation());
          if (result != null) {
            // A function that is called like a keyword has a name of its own in the source.
            String function = clause.name().text().replaceFirst("_$", "");
            String name = (fqn.equals("Builtins") ? "" : fqn + "::") + function;
            functions.add(Arguments.of(name + " ()".repeat(clause.parameters().size()), result));
          }
        }
      }
    }
    return functions.stream();
  }

  @ParameterizedTest
  @MethodSource("functions")
  void isWhatTheDocumentationSays(String call, DocumentedResult documented) {
    assertThat(known(call)).as("%s: %s", call, documented).isEqualTo(documented.kind());
  }

  private static String known(String call) {
    Compiler compiler = new Compiler(LIBRARY, ModuleSources.below(List.of()));
    Compiler.Compilation compilation =
        compiler.compile(Source.of("example.yona", "(" + call + ") == Seq"));
    assertThat(compilation.hasErrors()).as("%s", compilation.diagnostics()).isFalse();
    return DocumentedResult.known(
        compilation.diagnostics().stream()
            .filter(diagnostic -> diagnostic.code() == Code.NEVER_EQUAL)
            .map(Diagnostic::message));
  }
}
