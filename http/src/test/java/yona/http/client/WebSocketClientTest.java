package yona.http.client;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import yona.async.Async;
import yona.async.Promise;
import yona.http.Handler;
import yona.http.Headers;
import yona.http.Response;
import yona.http.server.ServerOptions;
import yona.http.server.Serving;
import yona.http.websocket.Message;
import yona.http.websocket.WebSocket;
import yona.http.websocket.WebSocketOptions;
import yona.io.ClosedException;
import yona.io.connection.Connection;
import yona.io.socket.ClientTls;
import yona.io.socket.ServerTls;
import yona.property.certificates.Authority;

class WebSocketClientTest {

  private static final WebSocketOptions OPTIONS = WebSocketOptions.DEFAULT;
  private static final String KEY = "sec-websocket-key: ";

  private static String uri(Serving serving, String path) {
    return "ws://127.0.0.1:" + serving.server().port() + path;
  }

  private static String ofWebSocket(String uri) {
    return uri.replace("http:", "ws:") + "/";
  }

  private static Handler echo(WebSocketOptions options) {
    return request -> WebSocket.accept(request, options, WebSocketClientTest::echo);
  }

  private static void echo(WebSocket socket) throws IOException {
    for (Message next = socket.receive(); next != null; next = socket.receive()) {
      switch (next) {
        case Message.Text(String text) -> socket.send(text);
        case Message.Binary(byte[] bytes) -> socket.send(bytes);
      }
    }
  }

  private static String text(WebSocket socket) {
    return socket.receive() instanceof Message.Text(String text) ? text : "no text";
  }

  /** The response that accepts a request. */
  private static String accepting(String head) throws Exception {
    String lines = head.toLowerCase(Locale.ROOT);
    int start = lines.indexOf(KEY) + KEY.length();
    String key = head.substring(start, head.indexOf('\n', start));
    byte[] proof =
        MessageDigest.getInstance("SHA-1")
            .digest((key + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11").getBytes(US_ASCII));
    return "HTTP/1.1 101 Switching Protocols\r\nUpgrade: WebSocket\r\nConnection: Upgrade\r\n"
        + "Sec-WebSocket-Accept: "
        + Base64.getEncoder().encodeToString(proof)
        + "\r\n";
  }

  /** A server that accepts, sends bytes behind its head at once, and goes on. */
  private static RawServer.Script accepted(String more, RawServer.Script script) {
    return (connection, number) -> {
      String response = accepting(RawServer.head(connection)) + "\r\n" + more;
      connection.write(response.getBytes(ISO_8859_1));
      script.run(connection, number);
    };
  }

  /** A frame of the client without its mask, whose first byte stands before it. */
  private static String frame(Connection connection) throws IOException {
    byte[] start = connection.readExactly(2);
    assertThat(start[1] & 0x80).as("the mask").isEqualTo(0x80);
    byte[] mask = connection.readExactly(4);
    byte[] payload = connection.readExactly(start[1] & 0x7f);
    for (int i = 0; i < payload.length; i++) {
      payload[i] ^= mask[i % 4];
    }
    return (char) (start[0] & 0xff) + new String(payload, ISO_8859_1);
  }

  // ---- messages --------------------------------------------------------------------------------

  @Test
  void textsAndBytesGoBothWays() throws Exception {
    Serving.with(
        echo(OPTIONS),
        serving -> {
          try (HttpClient client = HttpClient.open();
              WebSocket socket = client.webSocket(uri(serving, "/"), Headers.NONE, OPTIONS)) {
            for (int size : new int[] {0, 1, 125, 126, 65_535, 65_536, 1 << 20}) {
              String text = "x".repeat(size);
              socket.send(text);
              assertThat(text(socket)).isEqualTo(text);
            }
            socket.send(new byte[] {1, 2});
            assertThat(socket.receive())
                .isInstanceOfSatisfying(
                    Message.Binary.class, got -> assertThat(got.bytes()).containsExactly(1, 2));
            assertThat(socket.subprotocol()).isNull();
            socket.close(4001, "enough");
            assertThat(socket.receive()).isNull();
            assertThat(socket.closeCode()).isEqualTo(4001);
            assertThatThrownBy(() -> socket.send("more")).isInstanceOf(ClosedException.class);
          }
        });
  }

  /** A refusal says that the server is well, status 503 that it is not. */
  @Test
  void aServerWhoseHandshakesFailIsLeftAlone() throws Exception {
    AtomicInteger asked = new AtomicInteger();
    BreakerOptions breaker = new BreakerOptions(2, Duration.ofHours(1));
    Serving.with(
        request -> {
          asked.incrementAndGet();
          return Response.of(request.path().equals("/fails") ? 503 : 403);
        },
        serving -> {
          try (HttpClient client = HttpClient.open(ClientOptions.DEFAULT.withBreaker(breaker))) {
            for (String path : List.of("/", "/", "/", "/fails", "/", "/fails", "/fails")) {
              assertThatThrownBy(() -> client.webSocket(uri(serving, path), Headers.NONE, OPTIONS))
                  .hasMessageContaining(path.equals("/") ? "403" : "503");
            }
            assertThatThrownBy(() -> client.webSocket(uri(serving, "/"), Headers.NONE, OPTIONS))
                .hasMessageContaining("it is not asked, as 2 requests in a row have failed");
          }
        });
    assertThat(asked).hasValue(7);
  }

  @Test
  void aServerTellsWhyItCloses() throws Exception {
    Serving.with(
        request -> WebSocket.accept(request, OPTIONS, socket -> socket.close(4002, "no more")),
        serving -> {
          try (HttpClient client = HttpClient.open();
              WebSocket socket = client.webSocket(uri(serving, "/"), Headers.NONE, OPTIONS)) {
            assertThat(socket.receive()).isNull();
            assertThat(socket.closeCode()).isEqualTo(4002);
            assertThat(socket.closeReason()).isEqualTo("no more");
          }
        });
  }

  @Test
  void framesAreMaskedEachByAnother() throws Exception {
    List<String> masks = new CopyOnWriteArrayList<>();
    Promise<String> head = new Promise<>();
    RawServer.with(
        ClientOptions.DEFAULT,
        (connection, _) -> {
          String asked = RawServer.head(connection);
          head.complete(asked);
          connection.write((accepting(asked) + "\r\n").getBytes(US_ASCII));
          for (int i = 0; i < 4; i++) {
            byte[] frame = connection.readExactly(7);
            assertThat(frame[0]).isEqualTo((byte) 0x81);
            assertThat(frame[1]).isEqualTo((byte) 0x81);
            assertThat(frame[6] ^ frame[2]).isEqualTo('a');
            masks.add(new String(frame, 2, 4, ISO_8859_1));
          }
        },
        (client, uri) -> {
          Headers fields = Headers.of("x-user", "ada");
          try (WebSocket socket = client.webSocket(ofWebSocket(uri), fields, OPTIONS)) {
            for (int i = 0; i < 4; i++) {
              socket.send("a");
            }
            assertThat(socket.receive()).isNull();
            assertThat(socket.closeCode()).isEqualTo(1006);
          }
        });
    assertThat(masks).doesNotHaveDuplicates().hasSize(4);
    assertThat(head.value())
        .startsWith("GET / HTTP/1.1\n")
        .contains("x-user: ada\n", "upgrade: websocket\n", "connection: Upgrade\n")
        .contains("sec-websocket-version: 13\n")
        .doesNotContain("accept-encoding", "extensions", "protocol:", "origin");
  }

  /** What comes in the same packet as the head is not lost. */
  @Test
  void aFirstMessageMayComeWithTheHead() throws Exception {
    RawServer.with(
        ClientOptions.DEFAULT,
        accepted("\u0081\u0002hi", (connection, _) -> frame(connection)),
        (client, uri) -> {
          try (WebSocket socket = client.webSocket(ofWebSocket(uri), Headers.NONE, OPTIONS)) {
            assertThat(text(socket)).isEqualTo("hi");
          }
        });
  }

  @Test
  void pingsAreAnswered() throws Exception {
    Promise<String> pong = new Promise<>();
    RawServer.with(
        ClientOptions.DEFAULT,
        accepted("\u0089\u0001!", (connection, _) -> pong.complete(frame(connection))),
        (client, uri) -> {
          try (WebSocket _ = client.webSocket(ofWebSocket(uri), Headers.NONE, OPTIONS)) {
            assertThat(pong.value()).isEqualTo("\u008a!");
          }
        });
  }

  @Test
  void aServerThatAnswersNoPingIsGone() throws Exception {
    WebSocketOptions often = OPTIONS.withTimes(Duration.ofMillis(20), Duration.ofMillis(50));
    Promise<String> ping = new Promise<>();
    RawServer.with(
        ClientOptions.DEFAULT,
        accepted(
            "",
            (connection, _) -> {
              ping.complete(frame(connection));
              while (connection.read() != null) {
                // It says nothing.
              }
            }),
        (client, uri) -> {
          try (WebSocket socket = client.webSocket(ofWebSocket(uri), Headers.NONE, often)) {
            assertThat(socket.receive()).isNull();
            assertThat(ping.value()).isEqualTo("\u0089");
          }
        });
  }

  /** A system that gets bytes for a closed connection takes back what it has not delivered yet. */
  @Test
  void aServerThatBreaksARuleIsToldWhy() throws Exception {
    int most = 200_000;
    Promise<String> told = new Promise<>();
    RawServer.with(
        ClientOptions.DEFAULT,
        accepted(
            "\u0083\u0000",
            (connection, _) -> {
              connection.write(new byte[most]);
              String close = frame(connection);
              connection.finish();
              told.complete(connection.read() == null ? close : "more than the close");
            }),
        (client, uri) -> {
          try (WebSocket socket = client.webSocket(ofWebSocket(uri), Headers.NONE, OPTIONS)) {
            assertThat(socket.receive()).isNull();
          }
          assertThat(told.value()).startsWith("\u0088\u0003\u00ea");
        });
  }

  // ---- what is agreed --------------------------------------------------------------------------

  @Test
  void theServerChoosesASubprotocol() throws Exception {
    Serving.with(
        echo(OPTIONS.withSubprotocols("chat", "news")),
        serving -> {
          WebSocketOptions options = OPTIONS.withSubprotocols("mail", "news", "chat");
          try (HttpClient client = HttpClient.open();
              WebSocket socket = client.webSocket(uri(serving, "/"), Headers.NONE, options)) {
            assertThat(socket.subprotocol()).isEqualTo("chat");
          }
        });
  }

  @Test
  void messagesAreCompressedIfBothLike() throws Exception {
    WebSocketOptions compressed = OPTIONS.withCompression(true);
    Serving.with(
        request -> {
          assertThat(request.header("sec-websocket-extensions")).contains("permessage-deflate");
          return WebSocket.accept(request, compressed, WebSocketClientTest::echo);
        },
        serving -> {
          try (HttpClient client = HttpClient.open();
              WebSocket socket = client.webSocket(uri(serving, "/"), Headers.NONE, compressed)) {
            for (int i = 0; i < 3; i++) {
              String text = ("text " + i).repeat(10_000);
              socket.send(text);
              assertThat(text(socket)).isEqualTo(text);
            }
          }
        });
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void aMessageThatIsTooLargeEndsIt(boolean compressed) throws Exception {
    WebSocketOptions options = OPTIONS.withCompression(compressed);
    Promise<Integer> code = new Promise<>();
    Serving.with(
        request ->
            WebSocket.accept(
                request,
                options,
                socket -> {
                  socket.send("x".repeat(1001));
                  assertThat(socket.receive()).isNull();
                  code.complete(socket.closeCode());
                }),
        serving -> {
          WebSocketOptions small = options.withLimits(1000, 1000);
          try (HttpClient client = HttpClient.open();
              WebSocket socket = client.webSocket(uri(serving, "/"), Headers.NONE, small)) {
            assertThat(socket.receive()).isNull();
            assertThat(code.value()).isEqualTo(1009);
          }
        });
  }

  /** RFC 6455, section 5.1. */
  @Test
  void aServerMasksNothing() throws Exception {
    Promise<String> close = new Promise<>();
    RawServer.with(
        ClientOptions.DEFAULT,
        accepted("\u0081\u0081\0\0\0\0a", (connection, _) -> close.complete(frame(connection))),
        (client, uri) -> {
          try (WebSocket socket = client.webSocket(ofWebSocket(uri), Headers.NONE, OPTIONS)) {
            assertThat(socket.receive()).isNull();
            assertThat(close.value()).startsWith("\u0088\u0003\u00ea");
          }
        });
  }

  @Test
  void itIsEncryptedAsHttpsIs(@TempDir Path folder) throws Exception {
    Authority authority = new Authority(folder, "CN=Test Authority");
    Authority.Identity identity = authority.certify("localhost");
    ServerOptions secure =
        ServerOptions.DEFAULT.withTls(new ServerTls(identity.certificate(), identity.key()));
    Serving.with(
        secure,
        echo(OPTIONS),
        serving -> {
          ClientTls tls = ClientTls.DEFAULT.withAuthorities(authority.certificate);
          String uri = "wss://localhost:" + serving.server().port() + "/";
          try (HttpClient client = HttpClient.open(ClientOptions.DEFAULT.withTls(tls));
              WebSocket socket = client.webSocket(uri, Headers.NONE, OPTIONS)) {
            socket.send("secret");
            assertThat(text(socket)).isEqualTo("secret");
          }
          try (HttpClient client = HttpClient.open()) {
            assertThatThrownBy(() -> client.webSocket(uri, Headers.NONE, OPTIONS))
                .isInstanceOf(IOException.class);
          }
        });
  }

  // ---- refusals --------------------------------------------------------------------------------

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "Upgrade: websocket; Upgrade: other; switched to another protocol than WebSocket",
        "Connection: Upgrade; Connection: close; switched to another protocol than WebSocket",
        "Sec-WebSocket-Accept: ; Sec-WebSocket-Accept: x; is that of another key",
        "Sec-WebSocket-Accept: ; X: ; is missing",
        "Upgrade: WebSocket; Sec-WebSocket-Protocol: mail|Upgrade: websocket;"
            + " a subprotocol that was not offered",
        "Upgrade: WebSocket; Sec-WebSocket-Extensions: permessage-deflate|Upgrade: websocket;"
            + " an extension of WebSocket that was not offered",
      })
  void whatTheServerHasNotUnderstoodIsRefused(String line, String instead, String message)
      throws Exception {
    RawServer.with(
        ClientOptions.DEFAULT,
        (connection, _) -> {
          String accepting =
              accepting(RawServer.head(connection))
                  .replaceFirst("(?i)" + line, instead.replace("|", "\r\n"));
          connection.write((accepting + "\r\n").getBytes(US_ASCII));
        },
        (client, uri) ->
            assertThatThrownBy(() -> client.webSocket(ofWebSocket(uri), Headers.NONE, OPTIONS))
                .isInstanceOf(IOException.class)
                .hasMessageContaining(message));
  }

  @Test
  void aServerMayRefuse() throws Exception {
    Serving.with(
        request -> Response.text(403, "no"),
        serving -> {
          try (HttpClient client = HttpClient.open()) {
            assertThatThrownBy(() -> client.webSocket(uri(serving, "/"), Headers.NONE, OPTIONS))
                .isInstanceOf(IOException.class)
                .hasMessageMatching(
                    ".*127\\.0\\.0\\.1.*: the server accepts no WebSocket: status 403, not 101");
          }
        });
  }

  @ParameterizedTest
  @CsvSource({
    "http://localhost/, 'a URI of ws or wss is needed, not of http'",
    "localhost, 'a URI of ws or wss is needed, not one without a scheme'",
    "ws:///x, 'no host in the URI http:///x'",
  })
  void aUriIsOfWebSocket(String uri, String message) {
    try (HttpClient client = HttpClient.open()) {
      assertThatThrownBy(() -> client.webSocket(uri, Headers.NONE, OPTIONS))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage(message);
    }
  }

  @Test
  void theFieldsOfTheHandshakeAreNotThoseOfTheProgram() {
    try (HttpClient client = HttpClient.open()) {
      Headers fields = Headers.of("Sec-WebSocket-Key", "x");
      assertThatThrownBy(() -> client.webSocket("ws://localhost/", fields, OPTIONS))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage("the handshake has its own field Sec-WebSocket-Key");
    }
  }

  // ---- the end ---------------------------------------------------------------------------------

  @Test
  void aServerThatDoesNotEndItsSideIsNotWaitedForLong() throws Exception {
    Promise<String> close = new Promise<>();
    RawServer.with(
        ClientOptions.DEFAULT,
        accepted(
            "",
            (connection, _) -> {
              close.complete(frame(connection));
              while (connection.read() != null) {
                // It does not answer.
              }
            }),
        (client, uri) -> {
          WebSocketOptions hasty = OPTIONS.withTimes(null, Duration.ofMillis(50));
          client.webSocket(ofWebSocket(uri), Headers.NONE, hasty).close();
          assertThat(close.value()).isEqualTo("\u0088\u0003\u00e8");
        });
  }

  @Test
  void aMessageThatNobodyReceivesDoesNotHoldUpTheEnd() throws Exception {
    RawServer.with(
        ClientOptions.DEFAULT,
        accepted(
            "\u0081\u0001a\u0081\u0001b",
            (connection, _) -> {
              String close = frame(connection).substring(1);
              connection.write(("\u0088\u0002" + close).getBytes(ISO_8859_1));
            }),
        (client, uri) -> {
          WebSocket socket = client.webSocket(ofWebSocket(uri), Headers.NONE, OPTIONS);
          assertThat(text(socket)).isEqualTo("a");
          socket.close();
          assertThat(socket.closeCode()).isEqualTo(1000);
        });
  }

  @Test
  void itEndsWithTheClient() throws Exception {
    Serving.with(
        echo(OPTIONS),
        serving -> {
          HttpClient client = HttpClient.open();
          WebSocket socket = client.webSocket(uri(serving, "/"), Headers.NONE, OPTIONS);
          var receiving = Async.future(socket::receive);
          client.close();
          assertThat(receiving.value()).isNull();
          assertThatThrownBy(() -> socket.send("x")).isInstanceOf(IOException.class);
          assertThatThrownBy(() -> client.webSocket(uri(serving, "/"), Headers.NONE, OPTIONS))
              .isInstanceOf(IllegalStateException.class)
              .hasMessage("HTTP client is closed");
        });
  }
}
