package yona.graal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
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
import yona.language.embedding.ProgramException;
import yona.language.embedding.Value;
import yona.language.runtime.Grant;
import yona.language.syntax.Parser;
import yona.language.syntax.Tree;
import yona.testrun.DocumentedResult;
import yona.testrun.ModuleExample;

/**
 * The modules of this part of the library keep to what those of the other parts do: each function
 * has documentation with an example that tells the truth, the compiler knows of its result what
 * that says, and a script that is granted nothing is refused what reaches the world outside.
 */
class LibraryModulesTest {
  private static final StandardLibrary LIBRARY =
      new StandardLibrary(LibraryModulesTest.class.getClassLoader());

  private static final List<String> MODULES = List.of("polyglot\\Context", "polyglot\\Value");

  /** What opens a context, by which all else is reached. */
  private static final Set<String> GUARDED =
      Set.of("polyglot\\Context::open", "polyglot\\Context::open_with", "polyglot\\Context::pool");

  private static final Engine ENGINE = Engine.create();
  private static final Engine NOTHING = Engine.untrusted().build();

  /** A function of a module: as programs call it, its number of parameters, its comment. */
  record Documented(String name, int arity, String comment) {
    @Override
    public String toString() {
      return name;
    }
  }

  static List<ModuleExample> examples() throws IOException {
    Path folder = Jvm.root().resolve("bindings/graal/src/main/yona/polyglot");
    return ModuleExample.in(
        Map.of(
            "Context.yona",
            folder.resolve("Context.yona"),
            "Value.yona",
            folder.resolve("Value.yona")));
  }

  static List<Documented> functions() {
    List<Documented> all = new ArrayList<>();
    for (String module : MODULES) {
      Source source = Objects.requireNonNull(LIBRARY.source(module));
      Tree.Module tree = Objects.requireNonNull(Parser.parse(source).module());
      for (Tree.FunctionClause clause : tree.functions()) {
        // One that is called like a keyword has a name of its own in the source.
        String name = module + "::" + clause.name().text().replaceFirst("_$", "");
        all.add(new Documented(name, clause.parameters().size(), comment(clause)));
      }
    }
    assertThat(all)
        .map(Documented::name)
        .containsExactlyInAnyOrderElementsOf(
            LIBRARY.names().stream()
                .filter(name -> name.startsWith("polyglot\\"))
                .flatMap(m -> LIBRARY.functions(m).stream().map(name -> m + "::" + name))
                .toList());
    return all;
  }

  private static String comment(Tree.FunctionClause clause) {
    return Objects.requireNonNullElse(clause.documentation(), "");
  }

  @ParameterizedTest
  @MethodSource("examples")
  void anExampleGivesWhatItSays(ModuleExample example) throws Exception {
    Value value = ENGINE.evaluate(example.program());
    assertThat(value.toJava() instanceof String text ? text : value.source())
        .isEqualTo(example.result());
  }

  @ParameterizedTest
  @MethodSource("functions")
  void aFunctionIsDocumentedWithAnExample(Documented function) {
    assertThat(function.comment)
        .contains("\n- result: ", "\n- suspends: ", "\n```\n", function.name, "\n# => ");
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
  void whatOpensAContextNeedsAllGrants(Documented function) {
    String program = "\\-> " + function.name;
    if (!GUARDED.contains(function.name)) {
      assertThatCode(() -> NOTHING.compile("script", program)).doesNotThrowAnyException();
      return;
    }
    Set<Grant> needed = EnumSet.complementOf(EnumSet.of(Grant.INPUT, Grant.OUTPUT));
    assertThatThrownBy(() -> NOTHING.compile("script", program))
        .isInstanceOfSatisfying(
            CompilationException.class,
            e -> {
              assertThat(e.firstError().code()).isEqualTo(Code.NOT_GRANTED);
              String message = e.firstError().message();
              assertThat(Grant.values())
                  .allSatisfy(
                      grant ->
                          assertThat(message.contains("Grant." + grant))
                              .as(message)
                              .isEqualTo(needed.contains(grant)));
            });
    String reached =
        "let m = " + function.name.replace("::", " in m::") + " ()".repeat(function.arity);
    assertThatThrownBy(() -> NOTHING.compile("script", reached).run())
        .isInstanceOfSatisfying(
            ProgramException.class, e -> assertThat(e.symbol()).isEqualTo("notgranted"));
    Engine.Builder enough = Engine.untrusted();
    needed.forEach(enough::grant);
    assertThatCode(() -> enough.build().compile("script", program)).doesNotThrowAnyException();
  }
}
