package yona.http.suites;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Assumptions;
import yona.async.Async;
import yona.testrun.TestLimit;

/** A program of others that asks a server, as {@code http/src/test/suites/tool} gets it. */
enum Suite {
  H2SPEC("h2spec"),
  H2LOAD("h2load"),
  NGHTTP("nghttp"),
  SLOWHTTPTEST("slowhttptest"),

  /** The folder of a package for Jython, and Jython. */
  AUTOBAHN("autobahn"),

  /** The folder of a package, for Python. */
  WEBSOCKETS("websockets");

  private final String property;
  private final @Nullable String path;

  Suite(String name) {
    this.property = "yona." + name;
    this.path = System.getProperty(property);
  }

  /** Skips the test if it is not here. */
  void assumeHere() {
    Assumptions.assumeTrue(path != null, () -> "-D" + property + "=FILE names none");
  }

  /** Where it is. The test is skipped if it is not here. */
  String path() {
    assumeHere();
    return String.valueOf(path);
  }

  /**
   * Runs a program to its end, which must come in time. Suspends.
   *
   * @param folder where it runs, and its output is kept
   * @param variables of its environment
   * @param command the program and its arguments
   * @return the exit status, and all that it has said
   */
  static Outcome run(Path folder, Map<String, String> variables, List<String> command)
      throws IOException, InterruptedException {
    Path output = Files.createTempFile(folder, "output", ".txt");
    Process process = start(output, variables, command);
    try {
      boolean ended =
          Async.<Boolean, InterruptedException>blocking(
              () -> process.waitFor(TestLimit.ofWait().toMillis(), TimeUnit.MILLISECONDS));
      String said = Files.readString(output, StandardCharsets.ISO_8859_1);
      assertThat(ended).as("%s has not ended, and said: %s", command, said).isTrue();
      return new Outcome(process.exitValue(), said);
    } finally {
      process.destroyForcibly();
    }
  }

  /**
   * Starts a program, which its caller ends.
   *
   * @param output gets all that it says
   * @param variables of its environment
   * @param command the program and its arguments
   */
  static Process start(Path output, Map<String, String> variables, List<String> command)
      throws IOException {
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .directory(output.resolveSibling(".").toFile())
            .redirectErrorStream(true)
            .redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()))
            .redirectOutput(output.toFile());
    builder.environment().putAll(variables);
    return builder.start();
  }

  /** Runs this one. The test is skipped if it is not here. */
  Outcome run(Path folder, String... arguments) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of(path()));
    command.addAll(List.of(arguments));
    return run(folder, Map.of(), command);
  }

  /** The end of a program. */
  record Outcome(int status, String said) {}
}
