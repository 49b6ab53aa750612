package yona.library.system;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import yona.async.Blocking;
import yona.async.stm.STM;
import yona.data.Dict;
import yona.data.Seq;
import yona.data.SeqBuilder;
import yona.data.Symbol;
import yona.data.Text;
import yona.data.Unit;
import yona.language.runtime.Grant;
import yona.language.runtime.Invocation;
import yona.language.runtime.Needs;
import yona.language.runtime.Suspends;
import yona.library.argument.Arguments;
import yona.library.argument.Failure;
import yona.library.argument.Opts;
import yona.library.stream.Stream;
import yona.library.text.LineOptions;

/**
 * The Java half of module System: what the program was given, where it runs, and its end. What the
 * command line says comes from the {@link Invocation}.
 */
public final class SystemFunctions {
  /** Where Linux keeps the name, which may change. */
  private static final Path HOSTNAME = Path.of("/proc/sys/kernel/hostname");

  private static final Map<Symbol, Invocation.Stream> STREAMS =
      Map.of(
          Symbol.of("stdin"), Invocation.Stream.INPUT,
          Symbol.of("stdout"), Invocation.Stream.OUTPUT,
          Symbol.of("stderr"), Invocation.Stream.ERROR);

  private SystemFunctions() {}

  public static Object args() {
    SeqBuilder arguments = Seq.builder();
    Invocation.current().arguments().forEach(each -> arguments.add(Seq.text(each)));
    return arguments.build();
  }

  public static Object script() {
    @Nullable String script = Invocation.current().script();
    return script == null ? Opts.NONE : Opts.ok(Seq.text(script));
  }

  @Needs(Grant.ENVIRONMENT)
  public static Object isTerminal(Object stream, String where) {
    Symbol name = Arguments.symbol(stream, where);
    Invocation.@Nullable Stream meant = STREAMS.get(name);
    if (meant == null) {
      throw Failure.badarg(where, Text.source(name) + " is none of :stdin, :stdout and :stderr");
    }
    return Invocation.current().isTerminal(meant);
  }

  @Needs(Grant.EXIT)
  public static Object exit(Object status, String where) {
    long given = Arguments.integer(status, where);
    if (given < 0 || given > 255) {
      throw Failure.badarg(where, "the status " + given + " is outside of 0 to 255");
    }
    throw Invocation.exit((int) given);
  }

  public static Object version() {
    return Seq.text(Version.TEXT);
  }

  /** What the build has written beside the library's classes. */
  private static final class Version {
    static final String TEXT = read();

    private static String read() {
      try (InputStream text = SystemFunctions.class.getResourceAsStream("version.txt")) {
        return new String(text.readAllBytes(), StandardCharsets.UTF_8).strip();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  @Needs(Grant.ENVIRONMENT)
  public static Object getEnv(Object name, String where) {
    @Nullable String value = System.getenv(Arguments.text(name, where));
    return value == null ? Unit.UNIT : Seq.text(value);
  }

  @Needs(Grant.ENVIRONMENT)
  public static Object env() {
    Dict.Builder variables = Dict.builder();
    System.getenv().forEach((name, value) -> variables.put(Seq.text(name), Seq.text(value)));
    return variables.build();
  }

  @Needs(Grant.ENVIRONMENT)
  public static Object pid() {
    return ProcessHandle.current().pid();
  }

  public static Object newline() {
    return Seq.text(System.lineSeparator());
  }

  @Needs(Grant.ENVIRONMENT)
  public static Object cwd() {
    return Seq.text(Path.of("").toAbsolutePath().toString());
  }

  /** What {@code HOME} says comes before what the system's list of users says, as in a shell. */
  @Needs(Grant.ENVIRONMENT)
  public static Object homeDir() {
    @Nullable String home = System.getenv("HOME");
    return Seq.text(home == null || home.isEmpty() ? System.getProperty("user.home") : home);
  }

  @Needs(Grant.ENVIRONMENT)
  public static Object tempDir() {
    return Seq.text(Path.of(System.getProperty("java.io.tmpdir")).toString());
  }

  @Needs(Grant.ENVIRONMENT)
  public static Object hostname() {
    return Seq.text(Blocking.<String, RuntimeException>inPlace(SystemFunctions::findHostname));
  }

  private static String findHostname() {
    try {
      return Files.readString(HOSTNAME).strip();
    } catch (IOException noLinux) {
      try {
        return InetAddress.getLocalHost().getHostName();
      } catch (IOException noAddress) {
        return "localhost";
      }
    }
  }

  @Needs(Grant.ENVIRONMENT)
  public static Object os() {
    return Seq.text(System.getProperty("os.name"));
  }

  @Needs(Grant.ENVIRONMENT)
  public static Object user() {
    return Seq.text(System.getProperty("user.name"));
  }

  @Needs(Grant.ENVIRONMENT)
  public static Object cpuCount() {
    return (long) Runtime.getRuntime().availableProcessors();
  }

  @Needs(Grant.ENVIRONMENT)
  public static Object memoryUsed() {
    Runtime runtime = Runtime.getRuntime();
    return runtime.totalMemory() - runtime.freeMemory();
  }

  @Needs(Grant.ENVIRONMENT)
  public static Object memoryMax() {
    return Runtime.getRuntime().maxMemory();
  }

  @Suspends
  @Needs(Grant.INPUT)
  public static Object stdinLines() {
    return lines(LineOptions.USUAL);
  }

  @Suspends
  @Needs(Grant.INPUT)
  public static Object stdinLinesWith(Object options, String where) {
    return lines(LineOptions.of(options, where));
  }

  private static Stream lines(LineOptions options) {
    return Stream.of(
        true,
        () ->
            options.encoding() == null
                ? new StandardInput.Lines(options)
                : StandardInput.decoded(options));
  }

  @Suspends
  @Needs(Grant.INPUT)
  public static Object stdinChunks() {
    return Stream.of(true, StandardInput.Chunks::new);
  }

  @Suspends
  @Needs(Grant.INPUT)
  public static Object stdinText() {
    STM.effect("reading");
    try {
      if (!Invocation.hasInput()) {
        return Seq.EMPTY_TEXT;
      }
      byte[] all = ConsoleFunctions.input().readAll();
      return Seq.utf8(all, 0, all.length);
    } catch (IOException e) {
      throw ConsoleFunctions.unreadable(e);
    }
  }
}
