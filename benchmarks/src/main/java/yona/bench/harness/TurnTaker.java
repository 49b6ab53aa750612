package yona.bench.harness;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** A program that is ready, and measures itself for a while whenever it is told to. */
final class TurnTaker implements AutoCloseable {
  private static final int SECONDS = 120;

  private final Process process;
  private final Path errors;
  private final BufferedReader output;
  private final Writer input;

  /** Starts a program. */
  TurnTaker(List<String> command, Path folder) throws IOException {
    this.errors = Files.createTempFile("bench", ".err");
    this.process =
        new ProcessBuilder(command)
            .directory(folder.toFile())
            .redirectError(errors.toFile())
            .start();
    this.output = process.inputReader(StandardCharsets.UTF_8);
    this.input = process.outputWriter(StandardCharsets.UTF_8);
  }

  /** Waits until it has warmed up. */
  void ready() throws IOException, InterruptedException {
    var line = line();
    if (!line.equals("ready")) {
      throw new IOException("said " + line);
    }
  }

  /**
   * Lets it measure itself.
   *
   * @return the median of its calls, in nanoseconds
   */
  double turn() throws IOException, InterruptedException {
    input.write("\n");
    input.flush();
    return Double.parseDouble(line());
  }

  /**
   * Lets it end.
   *
   * @return what it says then
   */
  List<String> end() throws IOException, InterruptedException {
    input.close();
    var lines = patiently(() -> output.lines().toList());
    int status = patiently(process::waitFor);
    if (status != 0) {
      throw new IOException("ended with status " + status);
    }
    return lines;
  }

  private String line() throws IOException, InterruptedException {
    var line = patiently(output::readLine);
    if (line == null) {
      throw new IOException("ended before its time");
    }
    return line;
  }

  private <T extends @Nullable Object> T patiently(Callable<T> read)
      throws IOException, InterruptedException {
    var task = new FutureTask<>(read);
    Thread.ofVirtual().start(task);
    try {
      return task.get(SECONDS, TimeUnit.SECONDS);
    } catch (TimeoutException error) {
      throw new IOException("ran out of time", error);
    } catch (ExecutionException error) {
      throw new IOException(error.getCause());
    }
  }

  /** Why it failed, in one line. */
  String complaint(IOException error) throws IOException {
    var text = new String(Files.readAllBytes(errors), StandardCharsets.UTF_8);
    return Subprocess.firstError(text).orElseGet(() -> String.valueOf(error.getMessage()));
  }

  /** Ends it and all that it has started. */
  @Override
  public void close() throws IOException {
    var children = process.descendants().toList();
    process.destroyForcibly();
    children.forEach(ProcessHandle::destroyForcibly);
    process.onExit().join();
    Files.delete(errors);
  }
}
