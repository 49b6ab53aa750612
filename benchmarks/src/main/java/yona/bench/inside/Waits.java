package yona.bench.inside;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import yona.async.ErrorReporter;
import yona.async.Program;
import yona.data.Text;
import yona.data.Unit;
import yona.language.Compiler;
import yona.language.ModuleSources;
import yona.language.StandardLibrary;
import yona.language.diagnostics.Source;

/**
 * Times programs that do nothing but wait, on the main fiber of one program: each is compiled, run
 * once, and run again, which counts. Usage: {@code Waits FILE...}; prints for each the nanoseconds
 * and the value.
 */
public final class Waits {
  private Waits() {}

  /** Measures. */
  public static void main(String[] files) throws IOException {
    new Program(ErrorReporter.STANDARD_ERROR)
        .run(
            () -> {
              for (var file : files) {
                time(Path.of(file));
              }
              return Unit.UNIT;
            });
  }

  private static void time(Path file) throws IOException {
    var source = Source.ofBytes(file.toString(), Files.readAllBytes(file));
    var library = new StandardLibrary(Compiler.class.getClassLoader());
    var program = new Compiler(library, ModuleSources.none()).compile(source).program();
    if (program == null) {
      throw new IllegalStateException(file + " does not compile");
    }
    program.evaluate();
    long start = System.nanoTime();
    var value = program.evaluate();
    long nanos = System.nanoTime() - start;
    System.out.println(nanos + " " + Text.plain(value));
  }
}
