package yona.redis.embedded;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.net.SocketFactory;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import yona.async.Async;

/** However a program ends, its servers end too, and no file of theirs stays. */
@Tag("processes")
class ServerLifetimeTest {

  @TempDir Path folder;

  /** A server of another JVM. */
  private record Served(ProcessHandle process, int port, Path folder) {}

  /** A JVM that has started servers. */
  private final class Program implements AutoCloseable {
    final Process process;
    final List<Served> servers = new ArrayList<>();
    final Path program;
    final BufferedReader output;

    Program(List<String> before, String end) throws Exception {
      List<String> command = new ArrayList<>(before);
      command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
      command.addAll(List.of("-XX:+UseSerialGC", "-Djava.io.tmpdir=" + folder, "-cp", classPath()));
      command.addAll(List.of(ServerPrograms.class.getName(), end));
      process = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
      output = process.inputReader(UTF_8);
      for (int i = 0; i < 2; i++) {
        String[] words = output.readLine().split(" ", 3);
        ProcessHandle server = ProcessHandle.of(Long.parseLong(words[0])).orElseThrow();
        servers.add(new Served(server, Integer.parseInt(words[1]), Path.of(words[2])));
      }
      program = Path.of(output.readLine());
      assertThat(program).isExecutable();
      assertThat(servers).allSatisfy(each -> assertThat(each.folder).isDirectory());
      ping();
    }

    void ping() throws IOException {
      for (Served server : servers) {
        try (Talk talk = Talk.with(server.port, SocketFactory.getDefault())) {
          assertThat(talk.ask("PING")).isEqualTo("+PONG");
        }
      }
    }

    /** Lets it end as it has been told to. */
    void goOn() throws IOException {
      process.getOutputStream().write('\n');
      process.getOutputStream().flush();
    }

    void awaitEndOfServers() throws Exception {
      for (Served server : servers) {
        Talk.awaitNobody(server.port, server.process);
      }
      // The scripts remove them when the servers are gone.
      while (true) {
        try (Stream<Path> left = Files.list(folder)) {
          if (left.noneMatch(path -> path.getFileName().toString().startsWith("yona-redis"))) {
            return;
          }
        }
        Thread.onSpinWait();
      }
    }

    @Override
    public void close() {
      process.destroyForcibly();
      servers.forEach(each -> each.process.destroyForcibly());
    }
  }

  private static String classPath() {
    Stream<String> classes =
        Stream.of(EmbeddedRedis.class, ServerPrograms.class, Async.class)
            .map(ServerLifetimeTest::resource);
    return Stream.concat(classes, Stream.of("redis-server-7.0.15-linux-amd64"))
        .map(ServerLifetimeTest::place)
        .collect(Collectors.joining(File.pathSeparator));
  }

  private static String resource(Class<?> type) {
    return type.getName().replace('.', '/') + ".class";
  }

  /** The folder or jar with a resource. */
  private static String place(String resource) {
    String url = ServerLifetimeTest.class.getClassLoader().getResource(resource).toString();
    return Path.of(
            URI.create(
                url.startsWith("jar:")
                    ? url.substring(4, url.indexOf('!'))
                    : url.substring(0, url.length() - resource.length())))
        .toString();
  }

  @Test
  void aKilledProgramLeavesNoServersAndNoFiles() throws Exception {
    try (Program program = new Program(List.of(), "wait")) {
      // SIGKILL: it can do nothing about it.
      program.process.destroyForcibly();
      assertThat(program.process.waitFor()).isEqualTo(137);
      program.awaitEndOfServers();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"return", "exit", "halt"})
  void aProgramThatForgetsItsServersLeavesNone(String end) throws Exception {
    try (Program program = new Program(List.of(), end)) {
      program.goOn();
      assertThat(program.process.waitFor()).isIn(0, 3, 4);
      program.awaitEndOfServers();
    }
  }

  /** What a terminal sends goes to all processes of a program, whose way out may need them. */
  @ParameterizedTest
  @ValueSource(strings = {"INT", "HUP", "TERM"})
  void whatATerminalSendsReachesTheProgramAndNotItsServers(String signal) throws Exception {
    // Whoever runs the tests in the background of a shell may have them ignore those.
    List<String> alone = List.of("env", "--default-signal=HUP,INT", "setsid");
    try (Program program = new Program(alone, "look back")) {
      Process kill =
          new ProcessBuilder("kill", "-" + signal, "--", "-" + program.process.pid()).start();
      assertThat(kill.waitFor()).isZero();
      assertThat(program.output.readAllAsString()).isEqualTo("*-1\n*-1\n");
      assertThat(program.process.waitFor()).isGreaterThan(128);
      program.awaitEndOfServers();
    }
  }

  /** A program may be killed while a script begins: what that says then reaches nobody. */
  @Test
  void aScriptThatNobodyListensToCleansUp() throws Exception {
    String server = EmbeddedRedis.program().toString();
    for (String configuration : List.of("port 0\n\n", "port 0\n", "")) {
      Process script = start("server.sh", folder.toString(), server, "");
      script.getInputStream().close();
      script.getOutputStream().write(configuration.getBytes(UTF_8));
      script.getOutputStream().close();
      var _ = script.waitFor();
      assertThat(folder).isEmptyDirectory();
    }
    for (String program : List.of("#!/bin/sh\n", "")) {
      Process script = start("program.sh", folder.toString(), "10");
      script.getInputStream().close();
      script.getOutputStream().write(program.getBytes(UTF_8));
      script.getOutputStream().close();
      var _ = script.waitFor();
      assertThat(folder).isEmptyDirectory();
    }
  }

  private static Process start(String name, String... arguments) throws IOException {
    String script;
    try (InputStream resource = EmbeddedRedis.class.getResourceAsStream(name)) {
      script = new String(resource.readAllBytes(), UTF_8);
    }
    List<String> command = new ArrayList<>(List.of("sh", "-c", script, name));
    command.addAll(List.of(arguments));
    return new ProcessBuilder(command).start();
  }

  /** The artifact with the servers need not be a module that is resolved. */
  @Test
  void theServerIsFoundOnTheModulePathToo() throws Exception {
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Djava.io.tmpdir=" + folder,
                "-p",
                classPath(),
                "--patch-module",
                "yona.redis.embedded=" + place(resource(ServerPrograms.class)),
                "-m",
                "yona.redis.embedded/" + ServerPrograms.class.getName(),
                "return")
            .redirectErrorStream(true)
            .start();
    process.getOutputStream().write('\n');
    process.getOutputStream().close();
    String output = new String(process.getInputStream().readAllBytes(), UTF_8);
    assertThat(output).endsWith("/redis-server\n").hasLineCount(3);
    assertThat(process.waitFor()).isZero();
  }
}
