package yona.http.suites;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.io.TempDir;
import yona.http.websocket.Message;
import yona.http.websocket.WebSocket;
import yona.http.websocket.WebSocketOptions;
import yona.property.Effort;

/**
 * Autobahn's cases of WebSocket (RFC 6455): frames, fragments, control frames between them, UTF-8,
 * closing, and with more effort messages of many MiB. A case is passed if both the behaviour and
 * the closing are as they must be; "non-strict" is where the RFC lets both sides choose.
 */
abstract class Autobahn {

  static final WebSocketOptions OPTIONS = WebSocketOptions.DEFAULT.withLimits(32 << 20, 32 << 20);

  private static final int LEAST = 200;

  private static final Pattern RESULT =
      Pattern.compile(
          "\"([0-9.]+)\": \\{\\s*\"behavior\": \"([^\"]*)\",\\s*\"behaviorClose\": \"([^\"]*)\"");

  @TempDir Path folder;

  static String cases() {
    // Jython takes long for large messages, and many minutes for those in the smallest parts.
    String large = Effort.of(1) > 1 ? "\"9.1.*\", \"9.2.*\", " : "";
    return large + "\"1.*\", \"2.*\", \"3.*\", \"4.*\", \"5.*\", \"6.*\", \"7.*\", \"10.*\"";
  }

  /** The command that runs the cases as a client or a server. */
  final List<String> command(String mode, String specification) throws IOException {
    Path suite = Path.of(Suite.AUTOBAHN.path());
    Path file = folder.resolve("specification.json");
    Files.writeString(file, specification);
    return List.of(
        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
        "-XX:TieredStopAtLevel=1",
        "-XX:+UseSerialGC",
        "-Xmx512m",
        "-cp",
        suite.resolve("jython.jar").toString(),
        "org.python.util.jython",
        Path.of("src/test/suites/autobahn.py").toAbsolutePath().toString(),
        suite.toString(),
        mode,
        file.toString());
  }

  static void echo(WebSocket socket) throws IOException {
    for (Message message = socket.receive(); message != null; message = socket.receive()) {
      switch (message) {
        case Message.Text(String text) -> socket.send(text);
        case Message.Binary(byte[] bytes) -> socket.send(bytes);
      }
    }
  }

  /** Every case is passed, as the report says. */
  final void check(String said) throws IOException {
    Path index = folder.resolve("report").resolve("index.json");
    assertThat(index).as(said).exists();
    Matcher results = RESULT.matcher(Files.readString(index));
    Map<String, String> failed = new TreeMap<>();
    int count = 0;
    while (results.find()) {
      count++;
      String result = results.group(2) + " " + results.group(3);
      if (!result.matches("(OK|NON-STRICT|INFORMATIONAL) (OK|INFORMATIONAL)")) {
        failed.put(results.group(1), result);
      }
    }
    assertThat(failed).isEmpty();
    assertThat(count).as(said).isGreaterThan(LEAST);
  }
}
