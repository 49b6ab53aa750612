package yona.tool.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import yona.language.Compiler;
import yona.language.ModuleSources;
import yona.language.StandardLibrary;
import yona.language.diagnostics.Diagnostic;
import yona.language.diagnostics.Source;
import yona.language.syntax.Parser;

/** Programs as {@code yona check} looks at them. */
final class Checked {
  static final StandardLibrary LIBRARY = new StandardLibrary(ClassLoader.getSystemClassLoader());

  private Checked() {}

  /** A program without errors. */
  static Compiler.Compilation program(String text, ModuleSources modules) {
    Compiler.Compilation compilation =
        new Compiler(LIBRARY, modules).check(Parser.parse(Source.of("example.yona", text)));
    assertThat(compilation.hasErrors()).as("%s", compilation.diagnostics()).isFalse();
    return compilation;
  }

  /** A program without errors that needs no other files. */
  static Compiler.Compilation program(String text) {
    return program(text, ModuleSources.below(List.of()));
  }

  /** What a run does not tell: the code and the place of each. */
  static List<String> told(Compiler.Compilation compilation) {
    return compilation.deferred().stream().map(Checked::brief).toList();
  }

  private static String brief(Diagnostic diagnostic) {
    return diagnostic.code().id() + " " + diagnostic.source().text(diagnostic.range());
  }
}
