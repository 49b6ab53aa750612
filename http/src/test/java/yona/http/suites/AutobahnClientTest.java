package yona.http.suites;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import yona.async.Async;
import yona.async.Program;
import yona.http.Headers;
import yona.http.client.ClientOptions;
import yona.http.client.HttpClient;
import yona.http.websocket.Message;
import yona.http.websocket.WebSocket;
import yona.testrun.network.Ports;

/** The client asks Autobahn. */
@Tag("processes")
class AutobahnClientTest extends Autobahn {

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
    List<Throwable> reported = new CopyOnWriteArrayList<>();
    try {
      var _ =
          new Program(reported::add)
              .run(
                  () -> {
                    try (HttpClient client = HttpClient.open(ClientOptions.DEFAULT)) {
                      runCases(client, uri, server);
                    }
                    return true;
                  });
      check(Files.readString(output));
      assertThat(reported).isEmpty();
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
      } catch (IOException _) {
        // The server has seen how the case ended.
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
}
