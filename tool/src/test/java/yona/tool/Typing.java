package yona.tool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import yona.testrun.TestLimit;

/** A program on a pseudo-terminal of its own, which util-linux's script command makes. */
final class Typing implements AutoCloseable {
  private static final long PATIENCE_NANOS = TestLimit.ofWait().toNanos();

  private final Process process;
  private final StringBuilder screen = new StringBuilder();
  private final StringBuilder shown = new StringBuilder();
  private boolean ended;

  /**
   * Starts a program.
   *
   * @param folder its current folder
   * @param command what a shell runs
   * @param environment {@code NAME=value}
   */
  Typing(Path folder, String command, String... environment) throws IOException {
    List<String> words = new ArrayList<>(Yona.DEFAULT_SIGNALS);
    words.addAll(List.of("script", "-qefc", "stty cols 100 rows 40; " + command, "/dev/null"));
    ProcessBuilder builder = new ProcessBuilder(words).directory(folder.toFile());
    builder.environment().put("YONA_BUILD", "no");
    builder.environment().put("YONA_CACHE", Yona.CACHE.toString());
    builder.environment().put("YONA_HISTORY", folder.resolve("state/history").toString());
    builder.environment().put("TERM", "xterm");
    builder.environment().put("NO_COLOR", "1");
    for (String variable : environment) {
      int equals = variable.indexOf('=');
      builder.environment().put(variable.substring(0, equals), variable.substring(equals + 1));
    }
    process = builder.redirectErrorStream(true).start();
    Thread.ofPlatform().daemon().start(this::watch);
  }

  static void assumeScript() {
    assumeTrue(
        Files.isExecutable(Path.of("/usr/bin/script")),
        "the command script (util-linux) is not installed");
  }

  private void watch() {
    byte[] bytes = new byte[1 << 16];
    try (InputStream out = process.getInputStream()) {
      for (int n = out.read(bytes); n >= 0; n = out.read(bytes)) {
        synchronized (screen) {
          String text = new String(bytes, 0, n, StandardCharsets.UTF_8);
          screen.append(text);
          shown.append(text);
          screen.notifyAll();
        }
      }
    } catch (IOException closed) {
      // As at its end.
    }
    synchronized (screen) {
      ended = true;
      screen.notifyAll();
    }
  }

  Typing press(String keys) throws IOException {
    process.getOutputStream().write(keys.getBytes(StandardCharsets.UTF_8));
    process.getOutputStream().flush();
    return this;
  }

  Typing pressBytes(byte[] keys) throws IOException {
    process.getOutputStream().write(keys);
    process.getOutputStream().flush();
    return this;
  }

  /** All that the terminal was ever told. */
  String everything() {
    synchronized (screen) {
      return shown.toString();
    }
  }

  /** Waits until the screen shows the text behind what was waited for before. */
  Typing see(String text) throws InterruptedException {
    long end = System.nanoTime() + PATIENCE_NANOS;
    synchronized (screen) {
      while (screen.indexOf(text) < 0) {
        long left = TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime());
        assertThat(left > 0 && !ended)
            .as("\"%s\" on the screen, which shows: %s", text, screen)
            .isTrue();
        screen.wait(Math.min(left, 100));
      }
      screen.delete(0, screen.indexOf(text) + text.length());
    }
    return this;
  }

  Typing prompt() throws InterruptedException {
    return see("yona> ");
  }

  int end() throws InterruptedException {
    assertThat(process.waitFor(PATIENCE_NANOS, TimeUnit.NANOSECONDS))
        .as("the process ends; the screen: %s", screen)
        .isTrue();
    return process.exitValue();
  }

  @Override
  public void close() {
    process.descendants().forEach(ProcessHandle::destroyForcibly);
    process.destroyForcibly();
  }
}
