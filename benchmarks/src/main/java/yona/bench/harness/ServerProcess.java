package yona.bench.harness;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * A server in a process of its own. When it is ready it prints the port that it listens at, by
 * itself or after "listening on port"; it runs until it is closed.
 */
final class ServerProcess implements AutoCloseable {
  private static final int SECONDS_TO_START = 30;
  private static final int SECONDS_TO_END = 5;

  private final Process process;
  private final Path errors;
  private final Optional<Integer> port;

  private ServerProcess(Process process, Path errors, Optional<Integer> port) {
    this.process = process;
    this.errors = errors;
    this.port = port;
  }

  /** Starts a server and waits until it is ready, or does not get there. */
  static ServerProcess start(List<String> command, Path folder)
      throws IOException, InterruptedException {
    var errors = Files.createTempFile("bench", ".err");
    var process =
        new ProcessBuilder(command)
            .directory(folder.toFile())
            .redirectInput(Path.of("/dev/null").toFile())
            .redirectError(errors.toFile())
            .start();
    var output = process.inputReader(StandardCharsets.UTF_8);
    var line = new FutureTask<>(output::readLine);
    Thread.ofVirtual().start(() -> read(line, output));
    Optional<Integer> port;
    try {
      port =
          Optional.ofNullable(line.get(SECONDS_TO_START, TimeUnit.SECONDS))
              .map(text -> text.replaceFirst("^listening on port ", ""))
              .filter(text -> text.matches("[0-9]{1,5}"))
              .map(Integer::valueOf);
    } catch (ExecutionException | TimeoutException error) {
      port = Optional.empty();
    }
    if (port.isEmpty()) {
      // One that has closed its output without a port is about to end.
      process.waitFor(SECONDS_TO_END, TimeUnit.SECONDS);
    }
    return new ServerProcess(process, errors, port);
  }

  /** The first line is the port; what may follow is read, so that nobody waits for it. */
  private static void read(FutureTask<String> first, BufferedReader output) {
    first.run();
    try (output) {
      output.lines().forEach(line -> {});
    } catch (IOException | UncheckedIOException error) {
      // The server has been ended.
    }
  }

  /** The port that it listens at, if it has become ready. */
  Optional<Integer> port() {
    return port;
  }

  long pid() {
    return process.pid();
  }

  /** Why it does not serve, in one line, or nothing. */
  Optional<String> complaint() throws IOException {
    if (port.isPresent() && process.isAlive()) {
      return Optional.empty();
    }
    var state =
        process.isAlive()
            ? "was not ready within " + SECONDS_TO_START + " seconds"
            : "ended with status " + process.exitValue();
    var text = new String(Files.readAllBytes(errors), StandardCharsets.UTF_8);
    return Optional.of(
        "the server " + state + ": " + Subprocess.firstError(text).orElse("no message"));
  }

  /** Ends it and all that it has started. */
  @Override
  public void close() throws IOException {
    // Erlang's machine would write a dump if it saw its children go first.
    var children = process.descendants().toList();
    process.destroyForcibly();
    children.forEach(ProcessHandle::destroyForcibly);
    process.onExit().join();
    Files.delete(errors);
  }
}
