package yona.library;

import java.util.List;
import org.jspecify.annotations.Nullable;
import yona.data.Symbol;
import yona.data.Text;
import yona.language.CompiledModules;
import yona.language.CompiledProgram;
import yona.language.Compiler;
import yona.language.ModuleSources;
import yona.language.Policy;
import yona.language.StandardLibrary;
import yona.language.diagnostics.Code;
import yona.language.diagnostics.Diagnostic;
import yona.language.diagnostics.Source;
import yona.language.interop.JavaClasses;
import yona.language.interop.Languages;
import yona.language.runtime.Function;
import yona.language.runtime.Suspends;
import yona.library.argument.Arguments;
import yona.library.argument.Failure;

/** The Java half of {@code eval}. */
public final class Evaluation {
  private static final Symbol YONA = Symbol.of("yona");

  private Evaluation() {}

  /** Made when the first program is evaluated. */
  private static final class Yona {
    static final StandardLibrary LIBRARY = new StandardLibrary(Evaluation.class.getClassLoader());
  }

  @Suspends
  public static Object eval(Object language, Object source, String where) {
    Symbol name = Arguments.symbol(language, where);
    String text = Arguments.text(source, where);
    if (!name.equals(YONA)) {
      return foreign(name, text);
    }
    Compiler compiler =
        new Compiler(
            Yona.LIBRARY,
            ModuleSources.none(),
            CompiledModules::none,
            // The evaluated text sees the Java classes of its caller, and no others.
            Policy.ofCaller(JavaClasses.ofCaller()));
    Compiler.Compilation compilation = compiler.compile(Source.of("eval", text));
    @Nullable CompiledProgram program = compilation.program();
    if (program == null) {
      throw refused(compilation.diagnostics());
    }
    return Function.mention(program.evaluate());
  }

  private static Object foreign(Symbol name, String text) {
    Languages others = Languages.ofCaller();
    Object value = others == null ? null : others.evaluate(name.name(), text);
    if (value == null) {
      throw Failure.of(
          Symbol.of("polyglot"),
          "eval: there is no language "
              + Text.source(name)
              + " here. A project names those that it has below [project] in yona.toml, languages"
              + " = [\""
              + name.name()
              + "\"]; a Java program has those on its class path");
    }
    return value;
  }

  private static RuntimeException refused(List<Diagnostic> diagnostics) {
    for (Diagnostic diagnostic : diagnostics) {
      if (diagnostic.isError()) {
        Source source = diagnostic.source();
        int start = diagnostic.range().start();
        return Failure.of(
            Symbol.of(diagnostic.code() == Code.UNDEFINED_NAME ? "undefined" : "syntax"),
            source.name()
                + ":"
                + source.line(start)
                + ":"
                + source.column(start)
                + ": "
                + diagnostic.message());
      }
    }
    throw new IllegalStateException("a program without errors was refused");
  }
}
