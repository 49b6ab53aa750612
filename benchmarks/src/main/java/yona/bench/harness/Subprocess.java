package yona.bench.harness;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** Runs other programs, with a time limit each. */
public final class Subprocess {
  /**
   * Tells the peak resident memory and the processor time of a command; Debian's package {@code
   * time}.
   */
  private static final Path GNU_TIME = Path.of("/usr/bin/time");

  private Subprocess() {}

  /**
   * What came of a run.
   *
   * @param status the exit status, or -1 when it ran out of time
   * @param nanos wall time from before the start to after the end
   * @param output its standard output
   * @param errors its standard error
   * @param use what it has used, where that was asked for and could be told
   */
  public record Run(int status, long nanos, String output, String errors, Optional<Use> use) {
    /** Why it failed, in one line. */
    public String complaint() {
      if (status == -1) {
        return "ran out of time";
      }
      return firstError(errors + "\n" + output).orElse("exit status " + status);
    }

    /** The same run, failed for a reason that it does not know itself. */
    Run failed(String reason) {
      return new Run(1, nanos, output, reason, use);
    }
  }

  /**
   * What a process has used.
   *
   * @param megabytes its peak resident memory
   * @param processorNanos the time on all processors, in steps of 10 ms
   */
  record Use(double megabytes, double processorNanos) {
    private static Use of(String told) {
      String[] words = told.split(" ", -1);
      return new Use(
          Double.parseDouble(words[0]) * 1024 / 1e6,
          (Double.parseDouble(words[1]) + Double.parseDouble(words[2])) * 1e9);
    }
  }

  /** The line of what a program has said that tells best why it failed, if it has said anything. */
  static Optional<String> firstError(String text) {
    var lines = text.lines().filter(line -> !line.isBlank()).toList();
    return lines.stream()
        .filter(line -> line.matches(".*([Ee]rror|[Ee]xception).*"))
        .findFirst()
        .or(() -> lines.stream().findFirst())
        .map(line -> line.length() > 160 ? line.substring(0, 160) + "..." : line);
  }

  /** Ends all processes that this one has started, when it ends itself, by Ctrl-C too. */
  public static void endAllWithThis() {
    Runtime.getRuntime()
        .addShutdownHook(
            new Thread(
                () ->
                    ProcessHandle.current().descendants().forEach(ProcessHandle::destroyForcibly)));
  }

  /** Runs a command in a folder, for at most so many seconds. */
  public static Run run(List<String> command, Path folder, int seconds)
      throws IOException, InterruptedException {
    Path output = Files.createTempFile("bench", ".out");
    Path errors = Files.createTempFile("bench", ".err");
    try {
      var builder =
          new ProcessBuilder(command)
              .directory(folder.toFile())
              .redirectInput(Path.of("/dev/null").toFile())
              .redirectOutput(output.toFile())
              .redirectError(errors.toFile());
      long start = System.nanoTime();
      Process process;
      try {
        process = builder.start();
      } catch (IOException error) {
        return new Run(127, 0, "", String.valueOf(error.getMessage()), Optional.empty());
      }
      boolean ended = process.waitFor(seconds, TimeUnit.SECONDS);
      long nanos = System.nanoTime() - start;
      if (!ended) {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly().waitFor();
      }
      return new Run(
          ended ? process.exitValue() : -1, nanos, read(output), read(errors), Optional.empty());
    } finally {
      Files.delete(output);
      Files.delete(errors);
    }
  }

  /**
   * As {@link #run}, and tells what the process has used; for that a process of its own stands in
   * between, so the time of such a run is not to be reported.
   */
  static Run measured(List<String> command, Path folder, int seconds)
      throws IOException, InterruptedException {
    if (!Files.isExecutable(GNU_TIME)) {
      return run(command, folder, seconds);
    }
    Path told = Files.createTempFile("bench", ".time");
    try {
      var wrapped =
          new ArrayList<>(
              List.of(GNU_TIME.toString(), "-q", "-f", "%M %U %S", "-o", told.toString()));
      wrapped.addAll(command);
      var run = run(wrapped, folder, seconds);
      var text = Files.readString(told).strip();
      return new Run(
          run.status,
          run.nanos,
          run.output,
          run.errors,
          text.isEmpty() ? Optional.empty() : Optional.of(Use.of(text)));
    } finally {
      Files.delete(told);
    }
  }

  private static String read(Path file) throws IOException {
    return new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
  }
}
