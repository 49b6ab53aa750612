package yona.tool;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import yona.async.CancellationException;
import yona.async.FiberWatch;
import yona.async.Program;
import yona.io.console.Console;
import yona.language.Policy;
import yona.language.diagnostics.Source;
import yona.language.runtime.Invocation;
import yona.language.runtime.Invocation.Stream;
import yona.language.runtime.ProgramExit;
import yona.tool.project.ProjectException;

/**
 * The {@code yona repl} command: a session at a terminal, or with what standard input holds,
 * without prompts and echo.
 */
final class Prompt implements PromptSession.Output {
  /** An input of more lines is no longer looked at after each of them. */
  private static final int MAXIMUM_LINES = 2_000;

  private final Set<Stream> terminals = Terminals.all();
  private final boolean terminal =
      terminals.contains(Stream.INPUT) && terminals.contains(Stream.OUTPUT);
  private final Program program = new Program(this::reportDropped);
  private volatile @Nullable PromptSession session;
  private volatile @Nullable PromptTerminal lines;

  private Prompt() {}

  /**
   * Runs a session to its end, and gives the exit status: after a session without terminal that of
   * a failure if an input went wrong.
   *
   * @param load a file to load first, or null
   * @param with Java libraries that inputs may use besides those of the project
   */
  static int run(@Nullable String load, List<String> with) {
    Surroundings around;
    try {
      around = Surroundings.of(Path.of(""), with);
    } catch (ProjectException problem) {
      Exit.complain(problem.report(Reports.inColour()));
      return Exit.FAILURE;
    }
    return new Prompt().run(load, around);
  }

  private int run(@Nullable String load, Surroundings around) {
    Signals signals = Signals.handle(program);
    // For since when fibers wait: whoever types can always wake one.
    FiberWatch.begin(null);
    int status;
    try {
      Invocation given = new Invocation(List.of(), null, terminals);
      Invocation invocation = terminal ? given.printingTo(this::write) : given;
      status =
          program.run(
              () -> invocation.run(signals::exiting, () -> converse(load, around, signals)));
    } catch (ProgramExit exit) {
      status = exit.status();
    } catch (CancellationException stopped) {
      status = Exit.FAILURE;
    } catch (Throwable fault) {
      status = Internal.error(fault);
    }
    flush();
    return signals.status() == Exit.SUCCESS ? status : signals.status();
  }

  private int converse(@Nullable String load, Surroundings around, Signals signals)
      throws IOException {
    PromptSession made =
        new PromptSession(
            this,
            new Roots(null, null, around.roots()).folders(),
            Policy.trusting(Surroundings.java(around.classPath())),
            around.library());
    session = made;
    if (load != null) {
      made.load(load);
    }
    if (terminal) {
      atTerminal(made);
    } else {
      fromPipe(made);
    }
    if (made.leavesComputation()) {
      signals.endIfBusy(0);
    }
    return terminal || !made.hasFailed() ? Exit.SUCCESS : Exit.FAILURE;
  }

  private void atTerminal(PromptSession made) throws IOException {
    try (PromptTerminal taken =
        new PromptTerminal(
            made.completion(),
            inColour(),
            () -> {
              boolean _ = made.interrupt();
            })) {
      lines = taken;
      print(Version.text().lines().findFirst().orElse("Yona") + "; :help lists the commands\n");
      while (true) {
        taken.expect();
        flush();
        PromptTerminal.Line line = taken.read();
        if (line.isEnd()) {
          return;
        }
        String text = line.text();
        if (text != null && !made.accept(text.getBytes(StandardCharsets.UTF_8))) {
          return;
        }
      }
    } finally {
      lines = null;
    }
  }

  private static void fromPipe(PromptSession made) throws IOException {
    while (true) {
      byte[] input = readInput();
      if (input == null || !made.accept(input)) {
        return;
      }
    }
  }

  /** Lines up to where an input is complete; null at the end. */
  private static byte @Nullable [] readInput() throws IOException {
    ByteArrayOutputStream input = new ByteArrayOutputStream();
    for (int count = 1; ; count++) {
      byte[] line = Console.in().readLine();
      if (line == null) {
        return count == 1 ? null : input.toByteArray();
      }
      boolean tooLong = count > MAXIMUM_LINES || input.size() > PromptSession.MAXIMUM_INPUT;
      if (!tooLong || input.size() <= PromptSession.MAXIMUM_INPUT) {
        input.writeBytes(line);
        input.write('\n');
      }
      if (tooLong ? line.length == 0 : !PromptSession.isIncomplete(text(input))) {
        return input.toByteArray();
      }
    }
  }

  private static Source text(ByteArrayOutputStream input) {
    return Source.ofBytes("", input.toByteArray());
  }

  private void reportDropped(Throwable thrown) {
    PromptSession to = session;
    if (to != null) {
      to.reportDropped(thrown);
    }
  }

  @Override
  public void print(String text) {
    try {
      Console.print(text.getBytes(StandardCharsets.UTF_8));
    } catch (IOException nobodyReads) {
      throw new java.io.UncheckedIOException(nobodyReads);
    }
  }

  /** Takes what programs print: while a line is being edited it comes above that. */
  private void write(Stream stream, byte[] text) {
    PromptTerminal above = lines;
    if (above != null && above.printAbove(new String(text, StandardCharsets.UTF_8))) {
      return;
    }
    try {
      if (stream == Stream.ERROR) {
        Console.printDiagnostic(text);
      } else {
        Console.print(text);
      }
    } catch (IOException nobodyReads) {
      // The terminal is gone, which a signal tells.
    }
  }

  @Override
  public void complain(String text) {
    PromptTerminal above = lines;
    if (above != null && above.printAbove(text)) {
      return;
    }
    try {
      Console.printDiagnostic(text.getBytes(StandardCharsets.UTF_8));
    } catch (IOException | CancellationException nobodyToTell) {
      // The exit status tells.
    }
  }

  @Override
  public boolean isTerminal() {
    return terminal;
  }

  @Override
  public boolean inColour() {
    return terminal && Reports.inColour();
  }

  /** Waits until all is written: the terminal is then JLine's. */
  private static void flush() {
    try {
      while (!Console.flush(Execution.FLUSH_NANOS)) {}
    } catch (IOException nobodyReads) {
      // What is printed next finds out.
    }
  }
}
