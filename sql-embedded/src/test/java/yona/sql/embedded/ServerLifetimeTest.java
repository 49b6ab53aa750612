package yona.sql.embedded;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** However a program ends, its server ends too, and no file of it stays. */
@Tag("processes")
class ServerLifetimeTest {

  @TempDir Path folder;

  private Process start(String end) throws IOException {
    // Where this is the superuser the server is somebody else, who has to come to its files.
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
    // On the class path, which needs nothing of the module path of the tests.
    return new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-XX:+UseSerialGC",
            "-Djava.io.tmpdir=" + folder,
            "-cp",
            classPath(),
            ServerProgram.class.getName(),
            end)
        .redirectError(ProcessBuilder.Redirect.INHERIT)
        .start();
  }

  private static String classPath() {
    return String.join(
        ":",
        System.getProperty("java.class.path"),
        System.getProperty("jdk.module.path", ""),
        place(ServerProgram.class),
        place(EmbeddedPostgres.class));
  }

  private static String place(Class<?> type) {
    return Path.of(type.getProtectionDomain().getCodeSource().getLocation().getPath()).toString();
  }

  /** The port of the server, which answers. */
  private static int port(BufferedReader output) throws IOException {
    int port = Integer.parseInt(output.readLine());
    new Socket(InetAddress.ofLiteral("127.0.0.1"), port).close();
    return port;
  }

  private void awaitEnd(int port) throws IOException {
    while (isThere(port)) {
      Thread.onSpinWait();
    }
    while (true) {
      try (Stream<Path> left = Files.list(folder)) {
        if (left.noneMatch(path -> path.getFileName().toString().startsWith("yona-postgres"))) {
          return;
        }
      }
      Thread.onSpinWait();
    }
  }

  private static boolean isThere(int port) throws IOException {
    try (Socket _ = new Socket(InetAddress.ofLiteral("127.0.0.1"), port)) {
      return true;
    } catch (SocketException _) {
      // Refused, or reset as the server ended in this moment.
      return false;
    }
  }

  @Test
  void aKilledProgramLeavesNoServerAndNoFiles() throws Exception {
    Process program = start("wait");
    try (BufferedReader output = program.inputReader(UTF_8)) {
      int port = port(output);
      // SIGKILL: it can do nothing about it.
      program.destroyForcibly();
      assertThat(program.waitFor()).isEqualTo(137);
      awaitEnd(port);
    } finally {
      program.destroyForcibly();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"return", "halt"})
  void aProgramThatForgetsItsServerLeavesNone(String end) throws Exception {
    Process program = start(end);
    try (BufferedReader output = program.inputReader(UTF_8)) {
      int port = port(output);
      program.getOutputStream().write('\n');
      program.getOutputStream().flush();
      assertThat(program.waitFor()).isIn(0, 3);
      awaitEnd(port);
    } finally {
      program.destroyForcibly();
    }
  }

  /** A program may be killed while the script begins: there is nothing to clean up but its own. */
  @Test
  void aScriptThatNobodyListensToCleansUp() throws Exception {
    String script;
    try (var resource = EmbeddedPostgres.class.getResourceAsStream("server.sh")) {
      script = new String(resource.readAllBytes(), UTF_8);
    }
    Process process =
        new ProcessBuilder(List.of("sh", "-c", script, "server.sh", folder.toString(), "1"))
            .start();
    process.getInputStream().close();
    process.getOutputStream().close();
    var _ = process.waitFor();
    assertThat(folder).isEmptyDirectory();
  }
}
