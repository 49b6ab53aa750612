package yona.tool.conformance;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import yona.async.CancellationException;
import yona.async.Fiber;
import yona.async.Program;
import yona.async.TimeoutException;
import yona.data.Seq;
import yona.data.Text;
import yona.data.Unit;
import yona.io.console.Console;
import yona.language.CompiledProgram;
import yona.language.Compiler;
import yona.language.ModuleSources;
import yona.language.StandardLibrary;
import yona.language.diagnostics.Diagnostic;
import yona.language.diagnostics.Source;
import yona.language.runtime.Errors;
import yona.language.runtime.Invocation;
import yona.language.runtime.ProgramExit;
import yona.language.runtime.StackTrace;
import yona.language.runtime.YonaError;
import yona.tool.ReportedErrors;

/**
 * The JVM that conformance programs run in, one after the other, in its current folder and on its
 * standard streams. It takes programs from the socket at the port that is its argument and answers
 * with what they did.
 */
public final class Worker {
  private final StandardLibrary library = new StandardLibrary(ClassLoader.getSystemClassLoader());
  private final DataInputStream requests;
  private final DataOutputStream answers;

  private Worker(Socket socket) throws IOException {
    requests = new DataInputStream(socket.getInputStream());
    answers = new DataOutputStream(socket.getOutputStream());
  }

  /**
   * Serves until it is killed.
   *
   * @param arguments the port
   */
  public static void main(String[] arguments) throws IOException {
    int port = Integer.parseInt(arguments[0]);
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      socket.setTcpNoDelay(true);
      Worker worker = new Worker(socket);
      while (true) {
        worker.serve();
      }
    }
  }

  private void serve() throws IOException {
    String name = requests.readUTF();
    byte[] text = requests.readNBytes(requests.readInt());
    Source source = Source.ofBytes(name, text);
    long before = Fiber.startedCount();
    Map<String, byte[]> classes = new HashMap<>();
    Answer answer = run(source, classes);
    long fibers = Fiber.startedCount() - before - 1;
    Console.flush(Long.MAX_VALUE);
    System.err.flush();
    optional(answer.result);
    answer(answer.error, name);
    optional(answer.exit == null ? null : answer.exit.toString());
    answer(answer.diagnostics, true);
    answer(answer.diagnostics, false);
    answers.writeLong(fibers);
    strings(ClassFileProblems.of(classes, file -> file.equals(name) ? source.text() : read(file)));
    answers.flush();
  }

  /** A module of the program's. */
  private static @Nullable String read(String file) {
    try {
      return Files.isRegularFile(Path.of(file)) ? Files.readString(Path.of(file)) : null;
    } catch (IOException | InvalidPathException e) {
      return null;
    }
  }

  private Answer run(Source source, Map<String, byte[]> classes) {
    Program program = new Program(Worker::report);
    Invocation invocation = new Invocation(List.of(), null, Set.of());
    try {
      return program.run(() -> invocation.run(_ -> {}, () -> evaluate(source, classes)));
    } catch (ProgramExit exit) {
      return new Answer(null, null, exit.status(), List.of());
    } catch (YonaError error) {
      return new Answer(null, error, null, List.of());
    } catch (StackOverflowError | CancellationException | TimeoutException thrown) {
      return new Answer(null, Errors.caught(thrown), null, List.of());
    } catch (Throwable broken) {
      broken.printStackTrace();
      return new Answer(
          null,
          YonaError.of("runtime", "the runtime is broken: " + broken, broken),
          null,
          List.of());
    }
  }

  private static void report(Throwable dropped) {
    if (dropped instanceof YonaError error) {
      System.err.print(ReportedErrors.dropped(error));
    } else if (!(dropped instanceof ProgramExit)) {
      System.err.println("error in the background: " + dropped);
    }
  }

  private Answer evaluate(Source source, Map<String, byte[]> classes) {
    Compiler compiler = new Compiler(library, ModuleSources.below(List.of(Path.of(""))));
    Compiler.Compilation compilation = compiler.compile(source);
    CompiledProgram program = compilation.program();
    if (program == null) {
      return new Answer(null, null, null, compilation.diagnostics());
    }
    classes.putAll(program.classes());
    try {
      return new Answer(text(program.run()), null, null, compilation.diagnostics());
    } catch (YonaError error) {
      return new Answer(null, error, null, compilation.diagnostics());
    }
  }

  private static @Nullable String text(Object value) {
    if (value == Unit.UNIT) {
      return null;
    }
    boolean string = value instanceof Seq seq && seq.isKnownText();
    return string ? Text.plain(value) : Text.source(value);
  }

  private record Answer(
      @Nullable String result,
      @Nullable YonaError error,
      @Nullable Integer exit,
      List<Diagnostic> diagnostics) {}

  private void optional(@Nullable String text) throws IOException {
    if (text == null) {
      answers.writeInt(-1);
    } else {
      byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
      answers.writeInt(bytes.length);
      answers.write(bytes);
    }
  }

  private void answer(@Nullable YonaError error, String name) throws IOException {
    if (error == null) {
      optional(null);
      return;
    }
    optional(error.symbol().name());
    optional(error.getMessage());
    optional(position(error, name));
  }

  /** The innermost place in the program itself. */
  private static @Nullable String position(YonaError error, String name) {
    for (StackTrace.Frame frame : error.trace().frames()) {
      if (frame.file().equals(name)) {
        return frame.line() + ":" + frame.column();
      }
    }
    return null;
  }

  private void answer(List<Diagnostic> diagnostics, boolean errors) throws IOException {
    List<Diagnostic> chosen =
        diagnostics.stream().filter(diagnostic -> diagnostic.isError() == errors).toList();
    strings(
        chosen.stream()
            .map(
                diagnostic -> {
                  Source source = diagnostic.source();
                  int start = diagnostic.range().start();
                  String place = source.line(start) + ":" + source.column(start);
                  return diagnostic.code().id() + " at " + place;
                })
            .toList());
  }

  private void strings(List<String> strings) throws IOException {
    answers.writeInt(strings.size());
    for (String string : strings) {
      answers.writeUTF(string);
    }
  }
}
