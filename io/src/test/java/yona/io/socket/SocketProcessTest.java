package yona.io.socket;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import yona.async.Async;
import yona.io.Fifo;

/** What only a process of its own can show: limits of the system, resolvers of names, a stop. */
class SocketProcessTest {

  private static final List<List<String>> WAYS =
      List.of(
          List.of(
              "--add-opens=java.base/java.lang=ALL-UNNAMED",
              "--add-opens=java.base/sun.nio.ch=ALL-UNNAMED"),
          List.of());

  @TempDir Path folder;

  private static String place(Class<?> type) {
    String resource = type.getName().replace('.', '/') + ".class";
    String url = String.valueOf(type.getResource("/" + resource));
    String root =
        url.startsWith("jar:")
            ? url.substring(4, url.indexOf('!'))
            : url.substring(0, url.length() - resource.length());
    return Path.of(java.net.URI.create(root)).toString();
  }

  private String run(List<String> options, String before, String... arguments) throws Exception {
    List<String> command = new ArrayList<>(List.of("sh", "-c", before + " exec \"$@\"", "sh"));
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("-XX:+UseSerialGC");
    command.addAll(options);
    command.add("-cp");
    command.add(
        String.join(
            File.pathSeparator,
            place(Server.class),
            place(SocketPrograms.class),
            place(Async.class),
            folder.toString()));
    if (arguments.length > 1) {
      command.add(command.size() - 2, "-Dyona.test.hosts=" + arguments[1]);
    }
    command.add(SocketPrograms.class.getName());
    command.addAll(List.of(arguments));
    Process process =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    String output = new String(process.getInputStream().readAllBytes(), UTF_8).strip();
    assertThat(process.waitFor()).as(output).isZero();
    return output;
  }

  @Test
  void lookupsThatBlockTheirThreadHoldUpNobodyElse() throws Exception {
    int count = 3 * Runtime.getRuntime().availableProcessors() + 2;
    Path services = Files.createDirectories(folder.resolve("META-INF/services"));
    Files.writeString(
        services.resolve("java.net.spi.InetAddressResolverProvider"),
        SocketPrograms.Resolvers.class.getName());
    for (List<String> way : WAYS) {
      Path hosts = Files.createDirectories(folder.resolve("hosts" + way.size()));
      var _ = Fifo.make(hosts, "host", count);
      assertThat(run(way, "", "lookups", hosts.toString()))
          .isEqualTo("100 echoed, 1 left, waited, " + count + " connected");
    }
  }

  @Test
  void aProcessThatGoesOnAfterAStopHearsOfItsSockets() throws Exception {
    for (List<String> way : WAYS) {
      assertThat(run(way, "", "stopped")).isEqualTo("0, x");
    }
  }

  @Test
  void aServerWithoutDescriptorsWaitsForThem() throws Exception {
    for (List<String> way : WAYS) {
      assertThat(run(way, "ulimit -n 80;", "descriptors"))
          .isEqualTo("waits and goes on, 1 times told: connections wait: too many open files");
    }
  }
}
