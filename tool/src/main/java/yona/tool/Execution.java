package yona.tool;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import yona.async.CancellationException;
import yona.async.FiberWatch;
import yona.async.Program;
import yona.data.Seq;
import yona.data.Text;
import yona.data.Unit;
import yona.io.console.Console;
import yona.language.CompiledProgram;
import yona.language.Compiler;
import yona.language.diagnostics.Diagnostic;
import yona.language.diagnostics.DiagnosticPrinter;
import yona.language.diagnostics.RecordFields;
import yona.language.diagnostics.Source;
import yona.language.runtime.ControlTransfer;
import yona.language.runtime.Errors;
import yona.language.runtime.Fault;
import yona.language.runtime.Function;
import yona.language.runtime.Invocation;
import yona.language.runtime.Module;
import yona.language.runtime.ProgramExit;
import yona.language.runtime.YonaError;

/**
 * One program from its text to its exit status (language.md 14).
 *
 * <p>Everything happens on the program's main fiber: its stack is deep enough for deeply nested
 * values, and the console keeps the order of what a program prints and what is said about it.
 */
final class Execution {
  /** The deadlock with this number ends the process, whatever is still to be released. */
  private static final int LAST_DEADLOCK = 10;

  /** How often a process that was asked to end looks whether its output is stalled. */
  static final long FLUSH_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

  private final Supplier<Compiler.Compilation> compilation;
  private final Invocation invocation;

  /** What reports show lines of. */
  private List<Source> sources;

  private List<Diagnostic> deferred = List.of();

  /** The error that the program ended with, once it is told. */
  private @Nullable Throwable told;

  /** How often all fibers were found to wait for each other; the watch alone counts. */
  private volatile int deadlocks;

  private final Program program = new Program(this::reportDropped);

  /**
   * A program to run.
   *
   * @param source its text
   * @param file its file, or null if it comes from elsewhere
   * @param around what it finds around it
   * @param arguments what the program is given on the command line
   */
  Execution(Source source, @Nullable Path file, Surroundings around, List<String> arguments) {
    this.sources = List.of(source);
    this.compilation = () -> around.compile(source, file);
    this.invocation =
        new Invocation(arguments, file == null ? null : file.toString(), Terminals.all());
  }

  /** A program that was compiled before. */
  Execution(CompiledProgram compiled, List<String> arguments) {
    this.sources = compiled.sources();
    this.compilation =
        () -> new Compiler.Compilation(compiled, List.of(), List.of(), new RecordFields());
    this.invocation = new Invocation(arguments, null, Terminals.all());
  }

  /** Runs the program, prints its value or what went wrong, and gives the exit status. */
  int run() {
    Signals signals = Signals.handle(program);
    FiberWatch.begin(this::endDeadlock);
    int status;
    try {
      status = program.run(() -> invocation.run(signals::exiting, () -> evaluate(signals)));
    } catch (ProgramExit exit) {
      return flush(deadlocks > 0 ? Exit.FAILURE : exit.status(), signals);
    } catch (CancellationException stopped) {
      status = Exit.FAILURE;
    } catch (Throwable fault) {
      status = Internal.error(fault);
    }
    status = flush(status, signals);
    return signals.status() == Exit.SUCCESS ? status : signals.status();
  }

  /**
   * Ends the program, all fibers of which wait for each other: what is held is released first. If
   * the releases come to wait for each other too, they end as well, each time; and if that does not
   * help, the process.
   */
  private void endDeadlock() {
    int count = deadlocks + 1;
    deadlocks = count;
    say(
        ErrorReport.of(
                "error", Deadlock.error(), new Sources(sources, deferred), Reports.inColour())
            + FiberDump.text());
    if (count == 1) {
      invocation.end(Exit.FAILURE);
    } else if (count < LAST_DEADLOCK) {
      invocation.endReleases();
    } else {
      Signals.halt(Exit.FAILURE);
    }
  }

  /** On the main fiber: from the text to the output. */
  private int evaluate(Signals signals) {
    try {
      return compileAndRun(signals);
    } catch (Fault fault) {
      return Internal.error(fault, sources);
    } catch (ControlTransfer exit) {
      throw exit;
    } catch (Throwable thrown) {
      return failed(thrown, signals.status() != Exit.SUCCESS);
    }
  }

  private int compileAndRun(Signals signals) throws IOException {
    Compiler.Compilation compiled = signals.holdingNothing(compilation);
    if (!compiled.diagnostics().isEmpty()) {
      say(DiagnosticPrinter.print(compiled.diagnostics(), Reports.inColour()));
    }
    if (compiled.program() == null) {
      return Exit.FAILURE;
    }
    sources = compiled.program().sources();
    deferred = compiled.deferred();
    Object value = compiled.program().run();
    if (value instanceof Module module && invocation.script() != null) {
      say("yona: " + withoutMain(module) + "\n");
      return Exit.FAILURE;
    }
    if (value != Unit.UNIT && signals.status() == Exit.SUCCESS && !invocation.isExiting()) {
      Console.print((text(value) + "\n").getBytes(StandardCharsets.UTF_8));
    }
    return Exit.SUCCESS;
  }

  /** Why a module is no program, and how it becomes one. */
  private static String withoutMain(Module module) {
    String name = "module " + module.fqn();
    Function main =
        module.functions().stream()
            .filter(function -> function.name().equals("main"))
            .findFirst()
            .orElse(null);
    if (main == null) {
      return name
          + " has no function main, so there is nothing to run: a program is an expression, or a"
          + " module that exports main";
    }
    String exports = String.join(", ", module.exports());
    return module.exports().contains("main")
        ? "main of "
            + name
            + " has parameters, and a program is run without: main = ...; what stands behind it on"
            + " the command line is System::args"
        : name
            + " does not export its main, so there is nothing to run: "
            + name
            + " exports main, "
            + exports;
  }

  /** What a program's value prints: its source text, a string plain. */
  private static String text(Object value) {
    boolean string = value instanceof Seq seq && seq.isKnownText();
    return string ? Text.plain(value) : Text.source(value);
  }

  private int failed(Throwable thrown, boolean stopped) {
    if (invocation.isExiting()) {
      return Exit.FAILURE;
    }
    YonaError error = asError(thrown);
    if (error == null) {
      return thrown instanceof IOException ? Exit.FAILURE : Internal.error(thrown, sources);
    }
    boolean interrupted = stopped && error.symbol().name().equals("interrupted");
    if (!interrupted) {
      say(ErrorReport.of("error", error, new Sources(sources, deferred), Reports.inColour()));
      told = error;
    }
    return Exit.FAILURE;
  }

  /** The error as a program would see it, or null for what must not happen. */
  private static @Nullable YonaError asError(Throwable thrown) {
    return thrown instanceof IOException || Fault.is(thrown) ? null : Errors.caught(thrown);
  }

  /** Tells of an error that nobody could be given: of a background part, or of cleanup. */
  private void reportDropped(Throwable thrown) {
    boolean isOfItsEnd = thrown instanceof CancellationException && invocation.isExiting();
    if (isOfItsEnd || (thrown instanceof ControlTransfer && !Fault.is(thrown))) {
      return;
    }
    YonaError error = asError(thrown);
    if (error == null) {
      Internal.error(thrown, sources);
    } else {
      say(ErrorReport.ofDropped(error, new Sources(sources, deferred), Reports.inColour()));
    }
  }

  /** Writes to standard error, behind what was printed before. */
  private static void say(String text) {
    try {
      Console.printDiagnostic(text.getBytes(StandardCharsets.UTF_8));
    } catch (IOException | CancellationException nobodyToTell) {
      // The exit status tells.
    }
  }

  /**
   * Waits until everything is written, and gives the exit status: that of a broken pipe if nobody
   * reads standard output any more, that of a failure if either stream lost something. A process
   * that was asked to end does not wait for a reader.
   */
  private int flush(int status, Signals signals) {
    try {
      while (!Console.flush(FLUSH_NANOS) && signals.status() == Exit.SUCCESS) {}
      boolean isLost = Console.isErrorLost() || invocation.hasFailedRelease();
      return status == Exit.SUCCESS && isLost ? Exit.FAILURE : status;
    } catch (IOException problem) {
      if (Console.isBrokenPipe(problem)) {
        return Exit.BROKEN_PIPE;
      }
      return isTold(problem)
          ? Exit.FAILURE
          : Exit.failure("cannot write to standard output: " + problem.getMessage());
    }
  }

  /** Whether the program has ended with that problem, whose cause is what the writer has met. */
  private boolean isTold(IOException problem) {
    for (Throwable each = told; each != null; each = each.getCause()) {
      if (each.equals(problem.getCause())) {
        return true;
      }
    }
    return false;
  }
}
