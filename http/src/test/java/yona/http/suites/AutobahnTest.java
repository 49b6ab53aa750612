package yona.http.suites;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import yona.async.Async;
import yona.async.Program;
import yona.http.Headers;
import yona.http.client.ClientOptions;
import yona.http.client.HttpClient;
import yona.http.server.Serving;
import yona.http.websocket.Message;
import yona.http.websocket.WebSocket;
import yona.http.websocket.WebSocketOptions;
import yona.property.Effort;
import yona.testrun.network.Ports;

/**
 * Autobahn's cases of WebSocket (RFC 6455): frames, fragments, control frames between them, UTF-8,
 * closing, and with more effort messages of many MiB. A case is passed if both the behaviour and
 * the closing are as they must be; "non-strict" is where the RFC lets both sides choose.
 */
@Tag("processes")
class AutobahnTest {

  private static final WebSocketOptions OPTIONS =
      WebSocketOptions.DEFAULT.withLimits(32 << 20, 32 << 20);

  private static final int LEAST = 200;

  private static final Pattern RESULT =
      Pattern.compile(
          "\"([0-9.]+)\": \\{\\s*\"behavior\": \"([^\"]*)\",\\s*\"behaviorClose\": \"([^\"]*)\"");

  @TempDir private Path folder;

  private String cases() {
    return Effort.of(1) > 1
        ? "\"*\""
        : "\"1.*\", \"2.*\", \"3.*\", \"4.*\", \"5.*\", \"6.*\", \"7.*\", \"10.*\"";
  }

  private List<String> command(String mode, String specification) throws IOException {
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

  private static void echo(WebSocket socket) throws IOException {
    for (Message message = socket.receive(); message != null; message = socket.receive()) {
      switch (message) {
        case Message.Text(String text) -> socket.send(text);
        case Message.Binary(byte[] bytes) -> socket.send(bytes);
      }
    }
  }

  @Test
  void theServerConforms() throws Exception {
    Suite.AUTOBAHN.assumeHere();
    Serving.with(
        request -> WebSocket.accept(request, OPTIONS, AutobahnTest::echo),
        serving -> {
          String specification =
              """
              {"outdir": "%s", "cases": [%s], "exclude-cases": [], "exclude-agent-cases": {},
               "servers": [{"agent": "yona", "url": "ws://127.0.0.1:%d",
                            "options": {"version": 18}}]}
              """
                  .formatted(folder.resolve("report"), cases(), serving.server().port());
          Suite.Outcome outcome = Suite.run(folder, Map.of(), command("client", specification));
          check(outcome.said());
          assertThat(serving.failures()).isEmpty();
        });
  }

  @Test
  void theClientConforms() throws Exception {
    Suite.AUTOBAHN.assumeHere();
    int port = Ports.free();
    String uri = "ws://127.0.0.1:" + port;
    String specification =
        """
        {"outdir": "%s", "cases": [%s], "exclude-cases": [], "exclude-agent-cases": {},
         "url": "%s", "options": {"failByDrop": false}}
        """
            .formatted(folder.resolve("report"), cases(), uri);
    Path output = folder.resolve("output.txt");
    Process server = Suite.start(output, Map.of(), command("server", specification));
    try {
      var _ =
          new Program(error -> assertThat(error).isNull())
              .run(
                  () -> {
                    try (HttpClient client = HttpClient.open(ClientOptions.DEFAULT)) {
                      runCases(client, uri, server);
                    }
                    return true;
                  });
      check(Files.readString(output));
    } finally {
      server.destroyForcibly().waitFor();
    }
  }

  private static void runCases(HttpClient client, String uri, Process server) throws IOException {
    int count;
    try (WebSocket socket = whenItListens(client, uri + "/getCaseCount", server)) {
      count = socket.receive() instanceof Message.Text(String text) ? Integer.parseInt(text) : 0;
    }
    for (int i = 1; i <= count; i++) {
      try (WebSocket socket =
          client.webSocket(uri + "/runCase?agent=yona&case=" + i, Headers.NONE, OPTIONS)) {
        echo(socket);
      } catch (IOException _x) {
        System.out.println("CASE " + i + " of " + count + " " + _x);
      }
    }
    try (WebSocket socket =
        client.webSocket(uri + "/updateReports?agent=yona", Headers.NONE, OPTIONS)) {
      assertThat(socket.receive()).isNull();
    }
  }

  /** It says nothing when it listens. */
  private static WebSocket whenItListens(HttpClient client, String uri, Process server)
      throws IOException {
    for (; ; ) {
      try {
        return client.webSocket(uri, Headers.NONE, OPTIONS);
      } catch (IOException refused) {
        if (!server.isAlive()) {
          throw refused;
        }
        Async.sleep(Duration.ofMillis(50));
      }
    }
  }

  private void check(String said) throws IOException {
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
