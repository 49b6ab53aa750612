package yona.http.suites;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import yona.async.Program;
import yona.http.Headers;
import yona.http.client.HttpClient;
import yona.http.server.Serving;
import yona.http.websocket.Message;
import yona.http.websocket.WebSocket;
import yona.http.websocket.WebSocketOptions;

/**
 * The client and the server of Python's library websockets: messages in parts with control frames
 * between them, of up to a MiB, compressed with contexts that are kept or not and windows of all
 * sizes, and how both sides close. {@code -Dyona.seed=N} repeats the choices.
 */
@Tag("processes")
class PythonWebSocketsTest {

  private static final int LARGEST = 1 << 21;

  private static final WebSocketOptions OPTIONS =
      WebSocketOptions.DEFAULT.withLimits(LARGEST, LARGEST).withCompression(true);

  private static final long SEED = Long.getLong("yona.seed", System.nanoTime());

  @TempDir private Path folder;

  private static Map<String, String> variables() {
    return Map.of("PYTHONPATH", Suite.WEBSOCKETS.path(), "PYTHONDONTWRITEBYTECODE", "1");
  }

  private static String script() {
    return Path.of("src/test/suites/peer.py").toAbsolutePath().toString();
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
  void itsClientUnderstandsTheServer() throws Exception {
    Suite.WEBSOCKETS.assumeHere();
    Serving.with(
        request -> WebSocket.accept(request, OPTIONS, PythonWebSocketsTest::echo),
        serving -> {
          String uri = "ws://127.0.0.1:" + serving.server().port() + "/";
          Suite.Outcome outcome =
              Suite.run(
                  folder,
                  variables(),
                  List.of("python3", script(), "client", uri, Long.toString(SEED)));
          assertThat(outcome.said()).as("-Dyona.seed=" + SEED).isEqualTo("asked 420\n");
          assertThat(serving.failures()).isEmpty();
        });
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void itsServerUnderstandsTheClient(boolean isCompressed) throws Exception {
    ProcessBuilder builder =
        new ProcessBuilder("python3", script(), "server", Long.toString(SEED))
            .redirectError(ProcessBuilder.Redirect.INHERIT);
    builder.environment().putAll(variables());
    Process server = builder.start();
    List<Throwable> reported = new CopyOnWriteArrayList<>();
    try (BufferedReader said =
        new BufferedReader(
            new InputStreamReader(server.getInputStream(), StandardCharsets.US_ASCII))) {
      String port = String.valueOf(said.readLine());
      assertThat(port).startsWith("port ");
      var _ =
          new Program(reported::add)
              .run(
                  () -> {
                    ask("ws://127.0.0.1:" + port.substring(5), isCompressed);
                    return true;
                  });
    } finally {
      server.destroyForcibly().waitFor();
    }
    assertThat(reported).isEmpty();
  }

  private static void ask(String uri, boolean isCompressed) throws IOException {
    Random random = new Random(SEED);
    try (HttpClient client = HttpClient.open();
        WebSocket socket =
            client.webSocket(uri, Headers.NONE, OPTIONS.withCompression(isCompressed))) {
      for (int i = 0; i < 60; i++) {
        int size = i == 0 ? LARGEST / 2 : random.nextInt(i % 10 == 0 ? 200_000 : 1_000);
        if (random.nextBoolean()) {
          byte[] bytes = new byte[size];
          random.nextBytes(bytes);
          socket.send(bytes);
          assertThat(socket.receive())
              .isInstanceOfSatisfying(
                  Message.Binary.class, heard -> assertThat(heard.bytes()).isEqualTo(bytes));
        } else {
          String text = "ä€😀 ".repeat(size / 10);
          socket.send(text);
          assertThat(socket.receive())
              .as("%s %s", socket.closeCode(), socket.closeReason())
              .isEqualTo(new Message.Text(text));
        }
      }
      socket.send("close");
      assertThat(socket.receive()).isNull();
      assertThat(socket.closeCode()).isEqualTo(4002);
      assertThat(socket.closeReason()).isEqualTo("as you like");
    }
  }
}
