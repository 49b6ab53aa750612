package yona.tool.library;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import yona.async.ErrorReporter;
import yona.data.Seq;
import yona.data.Text;
import yona.language.Compiler;
import yona.language.ModuleSources;
import yona.language.StandardLibrary;
import yona.language.diagnostics.Diagnostic;
import yona.language.diagnostics.Source;
import yona.language.runtime.Errors;
import yona.language.runtime.ProgramExit;
import yona.language.runtime.YonaError;
import yona.testrun.ModuleExample;

/**
 * Runs all examples in a process of its own, whose standard output tells what became of them: what
 * a program prints, then a line that starts with {@link #END} and its result.
 */
final class ExampleWorker {
  static final char END = '\u0001';

  private static final Compiler COMPILER =
      new Compiler(new StandardLibrary(ExampleWorker.class.getClassLoader()), ModuleSources.none());

  private ExampleWorker() {}

  /** Takes the folders of the modules. */
  public static void main(String[] arguments) throws IOException {
    for (ModuleExample example :
        ModuleExample.in(PartFiles.sources(Stream.of(arguments).map(Path::of).toList()))) {
      String result = run(example);
      print("\n" + END + result.replace("\n", "\\n") + "\n");
    }
    yona.io.console.Console.flush(Long.MAX_VALUE);
  }

  private static void print(String text) throws IOException {
    yona.io.console.Console.print(text.getBytes(StandardCharsets.UTF_8));
  }

  private static String run(ModuleExample example) {
    try {
      Compiler.Compilation compilation =
          COMPILER.compile(Source.of(example.name(), example.program()));
      if (compilation.program() == null) {
        return "does not compile: "
            + compilation.diagnostics().stream()
                .map(Diagnostic::message)
                .collect(Collectors.joining("; "));
      }
      Object value =
          new yona.async.Program(ErrorReporter.STANDARD_ERROR).run(compilation.program()::run);
      return value instanceof Seq seq && seq.isKnownText() ? Text.plain(value) : Text.source(value);
    } catch (ProgramExit e) {
      return "exit: " + e.status();
    } catch (YonaError e) {
      return "error: " + Text.source(e.symbol()) + " " + e.getMessage();
    } catch (RuntimeException | Error e) {
      return "error: " + Errors.caught(e) + " " + java.util.Arrays.toString(e.getStackTrace());
    }
  }
}
