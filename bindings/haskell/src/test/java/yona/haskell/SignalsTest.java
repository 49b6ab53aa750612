package yona.haskell;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Signals end a program of Haskell with its virtual machine in order. */
@Tag("processes")
class SignalsTest {
  /** A program that says when it is ready, and gets a signal then. */
  private static final class Signalled implements AutoCloseable {
    private final Process process;
    private final BufferedReader output;

    Signalled(List<String> command) throws Exception {
      process = CabalPackage.builder(Path.of("."), command).start();
      output = process.inputReader();
      assertThat(output.readLine()).isEqualTo("ready");
    }

    void signal(String name) throws Exception {
      assertThat(wasSignalled(name)).isTrue();
    }

    boolean wasSignalled(String name) throws Exception {
      List<String> kill = List.of("kill", "-" + name, String.valueOf(process.pid()));
      return CabalPackage.run(Path.of("."), kill).status() == 0;
    }

    String line() throws Exception {
      return output.readLine();
    }

    CabalPackage.Ended ended() throws Exception {
      String rest = output.lines().collect(Collectors.joining("\n"));
      assertThat(process.waitFor(1, TimeUnit.MINUTES)).isTrue();
      return new CabalPackage.Ended(process.exitValue(), rest);
    }

    @Override
    public void close() {
      process.destroyForcibly();
    }
  }

  /** The command of a program that ignores none: under nohup all processes ignore SIGHUP. */
  private static List<String> program(String name) throws Exception {
    return List.of("env", "--default-signal=INT,HUP", CabalPackage.program().toString(), name);
  }

  private static final String INTERRUPTED = "the program is ended by the signal ";

  @ParameterizedTest
  @CsvSource({
    "TERM, 143, " + INTERRUPTED + 15,
    "HUP, 129, " + INTERRUPTED + 1,
    "INT, 130, user interrupt"
  })
  void callsAreCancelledAndHooksRunBeforeTheSignalEndsTheProgram(
      String signal, int status, String raised) throws Exception {
    try (var program = new Signalled(program("signals"))) {
      program.signal(signal);
      assertThat(program.ended())
          .isEqualTo(
              new CabalPackage.Ended(
                  status, String.join("\n", "cancelled", raised, "hook", "behind the JVM")));
    }
  }

  @ParameterizedTest
  @CsvSource({"TERM, 143", "HUP, 129", "INT, 130"})
  void theSameSignalOnceMoreEndsTheProgramWhereJavaGoesOn(String signal, int status)
      throws Exception {
    try (var program = new Signalled(program("stubborn"))) {
      while (program.wasSignalled(signal)) {
        var _ = program.process.waitFor(100, TimeUnit.MILLISECONDS);
      }
      assertThat(program.ended().status()).isEqualTo(status);
    }
  }

  @Test
  void aSignalThatIsIgnoredStaysSo() throws Exception {
    String command = "trap '' HUP; exec " + CabalPackage.program() + " signals";
    try (var program = new Signalled(List.of("sh", "-c", command))) {
      program.signal("HUP");
      program.signal("TERM");
      assertThat(program.ended().status()).isEqualTo(143);
    }
  }

  @Test
  void handlersOfTheProgramStay() throws Exception {
    try (var program = new Signalled(program("ownHandler"))) {
      program.signal("TERM");
      assertThat(program.line()).isEqualTo("told");
      program.signal("HUP");
      assertThat(program.ended()).isEqualTo(new CabalPackage.Ended(0, "told"));
    }
  }
}
