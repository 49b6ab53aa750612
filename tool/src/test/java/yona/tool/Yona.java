package yona.tool;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import yona.testrun.TestLimit;

/**
 * Runs the yona command as users do: the script in the repository's root, in a process of its own.
 * What it runs is the build that ./check or an earlier ./yona made; nothing is built here.
 */
final class Yona {
  /** The repository's root: tests run in the folder of their module. */
  static final Path ROOT = Path.of("").toAbsolutePath().getParent();

  /** Tests leave the user's own alone. */
  static final Path CACHE = ROOT.resolve("tool/target/cache");

  /** After this a process is taken to hang: its test fails with what it had written. */
  private static final Duration PATIENCE = TestLimit.ofWait();

  private final List<String> command = new ArrayList<>();
  private final Map<String, String> environment = new HashMap<>();
  private Path folder = ROOT;
  private byte[] input = {};

  private Yona(List<String> command) {
    this.command.addAll(command);
  }

  /** The command with arguments, to be started in the root. */
  static Yona command(String... arguments) {
    List<String> words = new ArrayList<>(List.of(ROOT.resolve("yona").toString()));
    words.addAll(List.of(arguments));
    return new Yona(words);
  }

  /** Another command, to be started in the root with the same care. */
  static Yona process(String... words) {
    return new Yona(List.of(words));
  }

  /** The result of {@code yona -e expression}. */
  static Result evaluate(String expression) {
    return command("-e", expression).run();
  }

  Yona in(Path newFolder) {
    folder = newFolder;
    return this;
  }

  /** An expression that computes for ever, in Java, where it passes no checkpoint. */
  static final String ENDLESS =
      "(java\\util\\stream\\LongStream::range 0 9223372036854775807)::sum";

  /**
   * Runs a command with signals as a terminal gives them: tests that themselves run in the
   * background have them ignored, and pass that on.
   */
  static final List<String> DEFAULT_SIGNALS = List.of("env", "--default-signal=INT,HUP");

  Yona with(String variable, String value) {
    environment.put(variable, value);
    return this;
  }

  Yona given(String standardInput) {
    return given(standardInput.getBytes(StandardCharsets.UTF_8));
  }

  Yona given(byte[] standardInput) {
    input = standardInput;
    return this;
  }

  /** Runs it to its end. */
  Result run() {
    return start().end();
  }

  /** Starts it, and gives it its input. */
  Running start() {
    List<String> words = new ArrayList<>(DEFAULT_SIGNALS);
    words.addAll(command);
    ProcessBuilder builder = new ProcessBuilder(words).directory(folder.toFile());
    builder.environment().put("YONA_BUILD", "no");
    builder.environment().put("YONA_CACHE", CACHE.toString());
    builder.environment().put("YONA_JAVA_OPTIONS", System.getProperty("yona.test.compiler", ""));
    for (String colours : List.of("NO_COLOR", "FORCE_COLOR", "CLICOLOR_FORCE", "CLICOLOR")) {
      builder.environment().remove(colours);
    }
    builder.environment().putAll(environment);
    try {
      return new Running(builder.start(), input);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** What a process came to. */
  record Result(int status, String out, String err) {
    /** Fails unless it succeeded without a word on standard error; gives its output. */
    String output() {
      assertThat(err).as("standard error").isEmpty();
      assertThat(status).as("exit status; output: %s", out).isZero();
      return out;
    }

    /** Fails unless it ended with status 1; gives its standard error. */
    String failure() {
      assertThat(status).as("exit status; output: %s; error: %s", out, err).isEqualTo(1);
      assertThat(err)
          .as("no Java stack trace")
          .doesNotContain("\tat ")
          .doesNotContain("internal error");
      return err;
    }
  }

  /** A process that runs. */
  static final class Running {
    private final Process process;
    private final StringBuilder out = new StringBuilder();
    private final CompletableFuture<?> outEnd;
    private final StringBuilder err = new StringBuilder();
    private final CompletableFuture<?> errEnd;

    private Running(Process process, byte[] input) {
      this.process = process;
      outEnd = inThread(() -> collect(process.getInputStream(), out));
      errEnd = inThread(() -> collect(process.getErrorStream(), err));
      var _ =
          inThread(
              () -> {
                try (var stdin = process.getOutputStream()) {
                  stdin.write(input);
                }
              });
    }

    private interface Task {
      void run() throws IOException;
    }

    private static CompletableFuture<?> inThread(Task task) {
      CompletableFuture<Object> end = new CompletableFuture<>();
      Thread.ofPlatform()
          .daemon()
          .start(
              () -> {
                try {
                  task.run();
                } catch (IOException closed) {
                  // The process ended first: its status and output tell.
                }
                end.complete("");
              });
      return end;
    }

    private static void collect(InputStream in, StringBuilder text) throws IOException {
      try (var reader = new InputStreamReader(in, StandardCharsets.UTF_8)) {
        char[] buffer = new char[1 << 16];
        for (int n = reader.read(buffer); n >= 0; n = reader.read(buffer)) {
          synchronized (text) {
            text.append(buffer, 0, n);
            text.notifyAll();
          }
        }
      }
    }

    Process process() {
      return process;
    }

    /** Waits until standard output holds the text. */
    Running awaitOutput(String text) {
      return await(text, out, outEnd);
    }

    /**
     * Waits until standard output holds the text behind what was taken before; takes what is before
     * it.
     */
    String takeOutput(String text) {
      await(text, out, outEnd);
      synchronized (out) {
        int start = out.indexOf(text);
        String taken = out.substring(0, start);
        out.delete(0, start + text.length());
        return taken;
      }
    }

    /** Waits until standard error holds the text. */
    Running awaitError(String text) {
      return await(text, err, errEnd);
    }

    private Running await(String text, StringBuilder stream, CompletableFuture<?> streamEnd) {
      long end = System.nanoTime() + PATIENCE.toNanos();
      synchronized (stream) {
        while (stream.indexOf(text) < 0) {
          long left = TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime());
          if (left <= 0 || (streamEnd.isDone() && stream.indexOf(text) < 0)) {
            process.destroyForcibly();
            throw new AssertionError("no \"" + text + "\"; output: " + out + "\nerror: " + err);
          }
          try {
            stream.wait(Math.min(left, 100));
          } catch (InterruptedException e) {
            process.destroyForcibly();
            throw new IllegalStateException(e);
          }
        }
      }
      return this;
    }

    /** Sends a signal: "INT", "TERM". */
    Running signal(String name) {
      try {
        new ProcessBuilder("kill", "-" + name, Long.toString(process.pid()))
            .inheritIO()
            .start()
            .waitFor();
      } catch (IOException | InterruptedException e) {
        throw new IllegalStateException(e);
      }
      return this;
    }

    /** Waits for its end. */
    Result end() {
      try {
        if (!process.waitFor(PATIENCE)) {
          process.destroyForcibly();
          throw new AssertionError("the process hangs; output: " + out + "\nerror: " + err);
        }
        outEnd.join();
        errEnd.join();
        return new Result(process.exitValue(), out.toString(), err.toString());
      } catch (InterruptedException e) {
        process.destroyForcibly();
        throw new IllegalStateException(e);
      }
    }
  }

  /** Makes FIFOs. */
  static void fifos(List<Path> paths) {
    List<String> words = new ArrayList<>(List.of("mkfifo"));
    paths.forEach(path -> words.add(path.toString()));
    assertThat(process(words.toArray(String[]::new)).run().output()).isEmpty();
  }

  /** Writes a file. */
  static Path write(Path path, String text) {
    try {
      Files.createDirectories(path.getParent());
      return Files.writeString(path, text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** An existing folder or file of the repository, or null. */
  static @Nullable Path find(String path) {
    Path file = ROOT.resolve(path);
    return Files.exists(file) ? file : null;
  }
}
