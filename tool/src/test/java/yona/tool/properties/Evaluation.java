package yona.tool.properties;

import java.util.List;
import yona.data.Text;
import yona.language.Compiler;
import yona.language.ModuleSources;
import yona.language.StandardLibrary;
import yona.language.diagnostics.Source;

/** Evaluates programs that do not wait, on the thread of the test. */
final class Evaluation {
  private static final Compiler COMPILER =
      new Compiler(
          new StandardLibrary(ClassLoader.getSystemClassLoader()), ModuleSources.below(List.of()));

  private Evaluation() {}

  /** The program's value. */
  static Object value(String program) {
    Compiler.Compilation compilation = COMPILER.compile(Source.of("generated.yona", program));
    if (compilation.program() == null) {
      throw new AssertionError(compilation.diagnostics() + "\n" + program);
    }
    return compilation.program().run();
  }

  /** The source text of the program's value. */
  static String text(String program) {
    return Text.source(value(program));
  }
}
