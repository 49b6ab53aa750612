package yona.language;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import yona.data.Checkpoint;
import yona.language.analysis.FunctionFacts;
import yona.language.analysis.Grouping;
import yona.language.analysis.ModuleInterface;
import yona.language.analysis.Resolution;
import yona.language.analysis.Resolved;
import yona.language.analysis.Warnings;
import yona.language.bytecode.Bytecode;
import yona.language.bytecode.Splitting;
import yona.language.core.CompilationUnit;
import yona.language.core.Replacements;
import yona.language.core.StaticFunction;
import yona.language.core.Suspension;
import yona.language.diagnostics.Code;
import yona.language.diagnostics.Diagnostic;
import yona.language.diagnostics.Source;
import yona.language.interop.JavaClasses;
import yona.language.optimize.CallGraph;
import yona.language.optimize.CallPatternSpecialization;
import yona.language.optimize.Inference;
import yona.language.optimize.OptimizedUnit;
import yona.language.optimize.Recursion;
import yona.language.syntax.ParseResult;
import yona.language.syntax.Parser;

/** Each phase of the compiler can be called alone, and is stopped at a checkpoint. */
final class PhasesTest {
  private static final String PROGRAM =
      """
      let
          sum = \\pair -> case pair of
              ([], all)       -> all
              (x -| xs, all)  -> sum (xs, all + x)
          end
      in
          sum ([1, 2], 0)
      """;

  private static final String MODULE =
      """
      module shop\\Cart exports slow, quick, jump as
      slow x = wait x
      quick x = x + 1
      jump f = f 1
      end
      """;

  /** A standard library of one function, which waits. */
  private static StandardLibrary library() {
    StaticFunction wait =
        new StaticFunction(
            "yona/module/Builtins",
            "wait",
            "Builtins",
            "wait",
            1,
            Suspension.ALWAYS,
            false,
            false,
            false);
    ModuleInterface builtins =
        new ModuleInterface(
            "Builtins", "yona/module/Builtins", Map.of("wait", wait), List.of(), List.of());
    byte[] summaries =
        LibrarySummaries.write(
            LibraryPart.BASE, new TreeMap<>(Map.of("Builtins", ModuleSummary.write(builtins))));
    return new StandardLibrary(
        new ClassLoader(PhasesTest.class.getClassLoader()) {
          @Override
          protected Class<?> findClass(String name) throws ClassNotFoundException {
            if (name.equals(
                LibrarySummaries.path(LibraryPart.BASE).replace(".class", "").replace('/', '.'))) {
              return defineClass(name, summaries, 0, summaries.length);
            }
            throw new ClassNotFoundException(name);
          }
        });
  }

  private static CompilationModules modules() {
    return new CompilationModules(
        library(),
        path -> path.equals("shop/Cart.yona") ? Source.of(path, MODULE) : null,
        CompiledModules::none,
        Policy.trusting(JavaClasses.none()),
        false);
  }

  private static Resolved resolve(String program) {
    Source source = Source.of("test.yona", program);
    ParseResult parsed = Parser.parse(source);
    return Resolution.program(source, parsed.program(), modules(), "yona/program/P");
  }

  @Test
  void aProgramIsCheckedWithoutClasses() {
    Compiler compiler = new Compiler(library(), ModuleSources.none());
    assertThat(compiler.check(Parser.parse(Source.of("good.yona", PROGRAM))).hasErrors()).isFalse();
    assertThat(compiler.check(Parser.parse(Source.of("good.yona", PROGRAM))).program()).isNull();
    Compiler.Compilation wrong = compiler.check(Parser.parse(Source.of("bad.yona", "missing 1")));
    assertThat(wrong.hasErrors()).isTrue();
    assertThat(wrong.diagnostics())
        .extracting(Diagnostic::code)
        .containsExactly(Code.UNDEFINED_NAME);
  }

  @Test
  void theInterfaceOfAModuleNeedsNoneOfItsClasses() {
    CompilationModules modules = modules();
    ModuleInterface cart = modules.find("shop\\Cart", true).module();
    Map<String, StaticFunction> functions = cart.functions();
    assertThat(functions.keySet()).containsExactly("slow", "quick", "jump");
    assertThat(functions.get("slow").suspension()).isEqualTo(Suspension.ALWAYS);
    assertThat(functions.get("quick").suspension()).isEqualTo(Suspension.NEVER);
    assertThat(functions.get("quick").bounces()).isFalse();
    assertThat(functions.get("jump").bounces()).isTrue();
    assertThat(modules.classes()).containsKey("yona/module/shop/Cart");
  }

  @Test
  void theCoreFormOfAProgramComesWithItsDiagnostics() {
    Resolved resolved = resolve("do 1; 2 end");
    assertThat(Compiler.analyse(resolved)).isNotNull();
    assertThat(resolved.diagnostics()).extracting(Diagnostic::isError).containsExactly(false);
  }

  /** What stops a phase. */
  private static final class Stopped extends RuntimeException {
    private static final long serialVersionUID = 1;
  }

  private static void assertStopped(Runnable phase) {
    AtomicReference<Runnable> guarded = new AtomicReference<>();
    Checkpoint.guardedBy(
        () ->
            _ -> {
              throw new Stopped();
            });
    guarded.set(Checkpoint.inherited(phase));
    Checkpoint.guardedBy(() -> _ -> {});
    Checkpoint.raise();
    try {
      assertThatThrownBy(() -> guarded.get().run()).isInstanceOf(Stopped.class);
    } finally {
      Checkpoint.lower();
    }
  }

  @Test
  void aCheckpointEndsAnyPhase() {
    Source source = Source.of("test.yona", PROGRAM);
    assertStopped(() -> Parser.parse(source));
    ParseResult parsed = Parser.parse(source);
    CompilationModules modules = modules();
    assertStopped(() -> Resolution.program(source, parsed.program(), modules, "yona/program/P"));
    Resolved resolved = Resolution.program(source, parsed.program(), modules, "yona/program/P");
    assertStopped(() -> FunctionFacts.find(resolved));
    FunctionFacts facts = FunctionFacts.find(resolved);
    assertStopped(() -> Warnings.report(resolved, facts));
    Warnings.report(resolved, facts);
    assertStopped(() -> Grouping.run(resolved, facts));
    Grouping.run(resolved, facts);
    CompilationUnit core = resolved.core();
    Replacements replacements = new Replacements();
    assertStopped(() -> CallPatternSpecialization.run(core, replacements));
    CallGraph graph = CallPatternSpecialization.run(core, replacements);
    assertStopped(() -> Recursion.run(graph, replacements));
    Recursion recursion = Recursion.run(graph, replacements);
    assertStopped(() -> Splitting.run(graph.functions(), replacements));
    Splitting.run(graph.functions(), replacements);
    assertStopped(() -> Inference.run(core, recursion, replacements));
    OptimizedUnit unit =
        new OptimizedUnit(
            core, replacements, recursion, Inference.run(core, recursion, replacements));
    assertStopped(() -> Bytecode.generate(unit));
    assertThat(new LinkedHashMap<>(Bytecode.generate(unit))).containsKey("yona/program/P");
  }
}
