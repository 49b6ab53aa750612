package yona.http.websocket;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static yona.http.websocket.Peer.BINARY;
import static yona.http.websocket.Peer.CLOSE;
import static yona.http.websocket.Peer.COMPRESSED;
import static yona.http.websocket.Peer.CONTINUATION;
import static yona.http.websocket.Peer.FIN;
import static yona.http.websocket.Peer.PING;
import static yona.http.websocket.Peer.PONG;
import static yona.http.websocket.Peer.TEXT;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import yona.async.Async;
import yona.async.Future;
import yona.async.Promise;
import yona.http.Handler;
import yona.http.server.Serving;
import yona.testrun.TestLimit;

class WebSocketTest {

  private static final WebSocketOptions OPTIONS =
      WebSocketOptions.DEFAULT.withLimits(10_000, 5_000);

  /** Says what it hears. */
  private static void echo(WebSocket socket) throws Exception {
    for (Message message = socket.receive(); message != null; message = socket.receive()) {
      switch (message) {
        case Message.Text(String text) -> socket.send(text);
        case Message.Binary(byte[] bytes) -> socket.send(bytes);
      }
    }
  }

  private static Handler handler(WebSocketOptions options, WebSocket.Session session) {
    return request -> WebSocket.accept(request, options, session);
  }

  private static void with(WebSocketOptions options, Serving.Use use) throws Exception {
    Serving.with(handler(options, WebSocketTest::echo), use);
  }

  private static byte[] code(int code) {
    return new byte[] {(byte) (code >>> 8), (byte) code};
  }

  /** The key and its proof are those of RFC 6455, section 1.3. */
  @Test
  void aConnectionIsSwitched() throws Exception {
    with(
        OPTIONS,
        serving -> {
          try (Peer peer = Peer.open(serving, "")) {
            assertThat(peer.head())
                .startsWith("HTTP/1.1 101 Switching Protocols\n")
                .contains("connection: upgrade\n", "upgrade: websocket\n")
                .contains("sec-websocket-accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=\n")
                .doesNotContain("protocol:", "extensions");
            peer.text("hällo");
            Peer.Frame frame = peer.next();
            assertThat(frame.first()).isEqualTo(FIN | TEXT);
            assertThat(frame.text()).isEqualTo("hällo");
            peer.send(FIN | CLOSE, code(1000));
            assertThat(peer.closeCode()).isEqualTo(1000);
            assertThat(peer.connection().read()).isNull();
          }
        });
  }

  @Test
  void messagesMayComeInPartsWithPingsBetween() throws Exception {
    with(
        OPTIONS,
        serving -> {
          try (Peer peer = Peer.open(serving, "")) {
            // The first bytes of a character in one part, the others in the next.
            byte[] text = "a€".getBytes(StandardCharsets.UTF_8);
            peer.send(TEXT, Arrays.copyOf(text, 2));
            peer.send(FIN | PING, new byte[] {7});
            peer.send(FIN | CONTINUATION, Arrays.copyOfRange(text, 2, 4));
            Peer.Frame pong = peer.next();
            assertThat(pong.type()).isEqualTo(PONG);
            assertThat(pong.payload()).containsExactly(7);
            assertThat(peer.next().text()).isEqualTo("a€");
            peer.send(FIN | BINARY, new byte[5_000]);
            assertThat(peer.next().payload()).hasSize(5_000);
          }
        });
  }

  /** Bytes that the client has sent behind its request are not lost, nor are answers to them. */
  @Test
  void messagesAndTheCloseMayComeWithTheRequest() throws Exception {
    with(
        OPTIONS,
        serving -> {
          String text = new String(Peer.masked(FIN | TEXT, new byte[] {'x'}), ISO_8859_1);
          String close = new String(Peer.masked(FIN | CLOSE, code(1000)), ISO_8859_1);
          assertThat(serving.saidTo(Peer.HEAD + "\r\n" + text.repeat(20) + close))
              .endsWith("\u0081\u0001x".repeat(20) + "\u0088\u0002\u0003\u00e8");
        });
  }

  /** A session that goes on holds up the answer to the client's close for a moment only. */
  @Test
  void theCloseIsAnsweredWhileTheSessionGoesOn() throws Exception {
    Promise<Boolean> over = new Promise<>();
    Promise<Throwable> refused = new Promise<>();
    Serving.with(
        handler(
            OPTIONS,
            socket -> {
              assertThat(over.value()).isTrue();
              refused.complete(catchThrowable(() -> socket.send("late")));
            }),
        serving -> {
          try (Peer peer = Peer.open(serving, "")) {
            peer.send(FIN | CLOSE, code(4000));
            assertThat(peer.closeCode()).isEqualTo(4000);
            over.complete(true);
            assertThat(refused.value()).isInstanceOf(IOException.class);
          }
        });
  }

  @ParameterizedTest
  @CsvSource({
    "1002, 129, 61, false", // not masked
    "1002, 193, 61, true", // a reserved bit
    "1002, 131, 61, true", // an unknown type
    "1002, 128, 61, true", // goes on with nothing
    "1002, 9, 61, true", // a ping in parts
    "1007, 129, ff, true", // no UTF-8
    "1007, 129, eda080, true", // half a character of UTF-16
    "1002, 136, 03, true", // half a code
    "1002, 136, 03ed, true", // a code that is not sent
  })
  void whatIsNoWebSocketIsRefused(int code, int first, String hex, boolean isMasked)
      throws Exception {
    byte[] payload = java.util.HexFormat.of().parseHex(hex);
    with(
        OPTIONS,
        serving -> {
          try (Peer peer = Peer.open(serving, "")) {
            if (isMasked) {
              peer.send(first, payload);
            } else {
              peer.connection().write(new byte[] {(byte) first, 1, payload[0]});
            }
            assertThat(peer.closeCode()).isEqualTo(code);
            assertThat(peer.connection().read()).isNull();
          }
        });
  }

  @Test
  void partsThatCarryNothingAreBounded() throws Exception {
    with(
        OPTIONS,
        serving -> {
          try (Peer peer = Peer.open(serving, "")) {
            peer.send(BINARY, new byte[0]);
            for (int i = 0; i < 16; i++) {
              peer.send(CONTINUATION, new byte[0]);
            }
            assertThat(peer.closeCode()).isEqualTo(1008);
          }
        });
  }

  @Test
  void whatIsTooLargeIsRefused() throws Exception {
    with(
        OPTIONS,
        serving -> {
          try (Peer peer = Peer.open(serving, "")) {
            peer.send(FIN | BINARY, new byte[5_001]);
            assertThat(peer.closeCode()).isEqualTo(1009);
          }
          try (Peer peer = Peer.open(serving, "")) {
            peer.send(BINARY, new byte[4_000]);
            peer.send(CONTINUATION, new byte[4_000]);
            peer.send(FIN | CONTINUATION, new byte[4_000]);
            assertThat(peer.closeCode()).isEqualTo(1009);
          }
        });
  }

  @Test
  void messagesAreCompressedIfBothSidesCan() throws Exception {
    String offer = "Sec-WebSocket-Extensions: permessage-deflate; client_max_window_bits\r\n";
    String text = "again ".repeat(500);
    with(
        OPTIONS.withCompression(true),
        serving -> {
          try (Peer peer = Peer.open(serving, offer)) {
            assertThat(peer.head()).contains("sec-websocket-extensions: permessage-deflate");
            peer.send(
                FIN | COMPRESSED | TEXT, Peer.deflated(text.getBytes(StandardCharsets.UTF_8)));
            Peer.Frame frame = peer.next();
            assertThat(frame.first()).isEqualTo(FIN | COMPRESSED | TEXT);
            assertThat(frame.payload().length).isLessThan(100);
            assertThat(new String(Peer.inflated(frame.payload()), StandardCharsets.UTF_8))
                .isEqualTo(text);
          }
          try (Peer bomb = Peer.open(serving, offer)) {
            bomb.send(FIN | COMPRESSED | BINARY, Peer.deflated(new byte[1_000_000]));
            assertThat(bomb.closeCode()).isEqualTo(1009);
          }
        });
  }

  /** The examples of RFC 7692, section 7.2.3, and messages of which a part gives nothing yet. */
  @ParameterizedTest
  @CsvSource({
    "f248cdc9c90700, Hello",
    "f248cd c9c90700, Hello",
    "f2 48 cd c9 c9 07 00, Hello",
    "'' f248cdc9c90700, Hello",
    "000500faff48656c6c6f00, Hello",
    "f348cdc9c9070000, Hello",
    "f248050000 00ffffcac9c90700, Hello",
    "00, ''",
    "0200, ''",
    "02 00, ''",
    "0300 00, ''",
  })
  void compressedMessagesMayComeInAnyForm(String parts, String text) throws Exception {
    with(
        OPTIONS.withCompression(true),
        serving -> {
          try (Peer peer = Peer.open(serving, "Sec-WebSocket-Extensions: permessage-deflate\r\n")) {
            String[] all = parts.split(" ", -1);
            for (int i = 0; i < all.length; i++) {
              int first = i == 0 ? COMPRESSED | TEXT : CONTINUATION;
              byte[] bytes = HexFormat.of().parseHex(all[i].replace("'", ""));
              peer.send(i == all.length - 1 ? FIN | first : first, bytes);
            }
            assertThat(new String(Peer.inflated(peer.next().payload()), StandardCharsets.UTF_8))
                .isEqualTo(text);
            peer.text("plain");
            assertThat(peer.next().payload()).isNotEmpty();
          }
        });
  }

  /** The second message is the first one's again, from the window that both sides keep. */
  @Test
  void theWindowIsKeptFromMessageToMessage() throws Exception {
    with(
        OPTIONS.withCompression(true),
        serving -> {
          try (Peer peer = Peer.open(serving, "Sec-WebSocket-Extensions: permessage-deflate\r\n")) {
            peer.send(FIN | COMPRESSED | TEXT, HexFormat.of().parseHex("f248cdc9c90700"));
            peer.send(FIN | COMPRESSED | TEXT, HexFormat.of().parseHex("f200110000"));
            byte[] first = peer.next().payload();
            byte[] second = peer.next().payload();
            assertThat(new String(Peer.inflated(first), StandardCharsets.UTF_8)).isEqualTo("Hello");
            // The server's messages refer to its own window in turn.
            byte[] both = Arrays.copyOf(first, first.length + 4 + second.length);
            both[first.length + 2] = -1;
            both[first.length + 3] = -1;
            System.arraycopy(second, 0, both, first.length + 4, second.length);
            assertThat(new String(Peer.inflated(both), StandardCharsets.UTF_8))
                .isEqualTo("HelloHello");
          }
        });
  }

  @ParameterizedTest
  @CsvSource({"c1, ffff", "c1, 07", "e1, 00", "91, 00", "c9, 00", "a2, 00"})
  void compressionThatIsNoneIsAFault(String first, String bytes) throws Exception {
    with(
        OPTIONS.withCompression(true),
        serving -> {
          try (Peer peer = Peer.open(serving, "Sec-WebSocket-Extensions: permessage-deflate\r\n")) {
            peer.send(Integer.parseInt(first, 16), HexFormat.of().parseHex(bytes));
            assertThat(peer.closeCode()).isEqualTo(1002);
          }
        });
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "426 | GET / HTTP/1.1~Host: a~~",
        "426 | GET / HTTP/1.1~Host: a~Connection: upgrade~Upgrade: h2c~~",
        "426 | GET / HTTP/1.1~Host: a~Connection: upgrade~Upgrade: websocket~~",
        "400 | GET / HTTP/1.1~Host: a~Connection: upgrade~Upgrade: websocket~"
            + "Sec-WebSocket-Version: 13~~",
        "400 | GET / HTTP/1.1~Host: a~Connection: upgrade~Upgrade: websocket~"
            + "Sec-WebSocket-Version: 13~Sec-WebSocket-Key: eA==~~",
        "403 | GET / HTTP/1.1~Host: a~Connection: upgrade~Upgrade: websocket~"
            + "Sec-WebSocket-Version: 13~Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==~"
            + "Origin: https://evil.example~~",
      })
  void whoAsksForNoWebSocketGetsNone(int status, String request) throws Exception {
    with(
        OPTIONS.withOrigins("https://good.example"),
        serving -> {
          try (yona.io.connection.Connection client = serving.connect()) {
            client.write(request.replace("~", "\r\n").getBytes(StandardCharsets.US_ASCII));
            Serving.Answer refusal = Serving.answer(client);
            assertThat(refusal.status()).isEqualTo(status);
            if (status == 426) {
              assertThat(refusal.head())
                  .contains("upgrade: websocket\n", "connection: upgrade\n")
                  .contains("sec-websocket-version: 13\n");
            }
          }
          try (Peer peer = Peer.open(serving, "Origin: https://good.example\r\n")) {
            assertThat(peer.head()).startsWith("HTTP/1.1 101");
          }
        });
  }

  /** Browsers send the cookies of the server's pages for pages of any site. */
  @Test
  void pagesOfOtherSitesMayConnectOnlyIfTheyAreNamed() throws Exception {
    for (String origin : List.of("https://evil.example", "null", "http://a.example")) {
      with(OPTIONS, serving -> assertThat(opening(serving, origin)).startsWith("HTTP/1.1 403"));
    }
    for (String origin : List.of("http://a", "https://A")) {
      with(OPTIONS, serving -> assertThat(opening(serving, origin)).startsWith("HTTP/1.1 101"));
    }
    with(
        OPTIONS.withOrigins(WebSocketOptions.ANY),
        serving -> assertThat(opening(serving, "https://evil.example")).startsWith("HTTP/1.1 101"));
  }

  private static String opening(Serving serving, String origin) throws Exception {
    try (Peer peer = Peer.open(serving, "Origin: " + origin + "\r\n")) {
      return peer.head();
    }
  }

  @Test
  void theServerChoosesTheSubprotocolThatItPrefers() throws Exception {
    Serving.with(
        handler(
            OPTIONS.withSubprotocols("b", "a"), socket -> socket.send("" + socket.subprotocol())),
        serving -> {
          try (Peer peer = Peer.open(serving, "Sec-WebSocket-Protocol: x, a, b\r\n")) {
            assertThat(peer.head()).contains("sec-websocket-protocol: b\n");
            assertThat(peer.next().text()).isEqualTo("b");
            assertThat(peer.closeCode()).isEqualTo(1000);
          }
          try (Peer peer = Peer.open(serving, "Sec-WebSocket-Protocol: x\r\n")) {
            assertThat(peer.next().text()).isEqualTo("null");
          }
        });
  }

  @Test
  void aSessionLearnsWhyItEnds() throws Exception {
    Promise<String> told = new Promise<>();
    Serving.with(
        handler(
            OPTIONS,
            socket -> {
              assertThat(socket.receive()).isNull();
              told.complete(socket.closeCode() + " " + socket.closeReason());
            }),
        serving -> {
          try (Peer peer = Peer.open(serving, "")) {
            peer.send(FIN | CLOSE, new byte[] {0x0f, (byte) 0xa0, 'b', 'y', 'e'});
            assertThat(told.value()).isEqualTo("4000 bye");
            assertThat(peer.closeCode()).isEqualTo(4000);
          }
        });
  }

  @Test
  void aSessionThatFailsIsClosedAndTold() throws Exception {
    Serving.with(
        handler(
            OPTIONS,
            socket -> {
              throw new IllegalStateException("a secret");
            }),
        serving -> {
          try (Peer peer = Peer.open(serving, "")) {
            Peer.Frame frame = peer.next();
            assertThat(frame.code()).isEqualTo(1011);
            assertThat(frame.payload()).hasSize(2);
            peer.send(FIN | CLOSE, code(1011));
            assertThat(peer.connection().read()).isNull();
          }
          assertThat(serving.failures())
              .singleElement()
              .satisfies(failure -> assertThat(failure.error()).hasMessage("a secret"));
        });
  }

  @Test
  void aServerThatStopsTellsItsClients() throws Exception {
    with(
        OPTIONS,
        serving -> {
          try (Peer peer = Peer.open(serving, "")) {
            peer.text("a");
            assertThat(peer.next().text()).isEqualTo("a");
            Future<Boolean> stop =
                Async.future(
                    () -> {
                      serving.server().stop(TestLimit.ofWait());
                      return true;
                    });
            assertThat(peer.closeCode()).isEqualTo(1001);
            peer.send(FIN | CLOSE, code(1001));
            assertThat(peer.connection().read()).isNull();
            peer.connection().close();
            assertThat(stop.value()).isTrue();
          }
        });
  }

  /** It answers no ping, and its session, which does not end by itself, is cancelled. */
  @Test
  void aClientThatIsSilentIsNotWaitedForForEver() throws Exception {
    Promise<Boolean> left = new Promise<>();
    Serving.with(
        handler(
            OPTIONS.withTimes(Duration.ofMillis(20), Duration.ofMillis(50)),
            socket -> {
              try {
                Async.sleep(Duration.ofDays(1));
              } finally {
                left.complete(true);
              }
            }),
        serving -> {
          try (Peer peer = Peer.open(serving, "")) {
            assertThat(peer.next().type()).isEqualTo(PING);
            assertThat(left.value()).isTrue();
          }
        });
  }

  /** A session that says more than a client hears waits for it. */
  @Test
  void whoSendsWaitsForTheClient() throws Exception {
    int count = 200;
    Serving.with(
        handler(
            OPTIONS,
            socket -> {
              for (int i = 0; i < count; i++) {
                socket.send(new byte[100_000]);
              }
            }),
        serving -> {
          try (Peer peer = Peer.open(serving, "")) {
            for (int i = 0; i < count; i++) {
              assertThat(peer.next().payload()).hasSize(100_000);
            }
            assertThat(peer.closeCode()).isEqualTo(1000);
          }
        });
  }

  @Test
  void theJdksClientIsUnderstood() throws Exception {
    with(
        WebSocketOptions.DEFAULT.withSubprotocols("echo"),
        serving -> {
          CompletableFuture<String> heard = new CompletableFuture<>();
          CompletableFuture<Integer> closed = new CompletableFuture<>();
          java.net.http.WebSocket.Listener listener =
              new java.net.http.WebSocket.Listener() {
                private final StringBuilder text = new StringBuilder();

                @Override
                public @Nullable CompletionStage<?> onText(
                    java.net.http.WebSocket socket, CharSequence data, boolean last) {
                  text.append(data);
                  if (last) {
                    heard.complete(text.toString());
                  }
                  socket.request(1);
                  return null;
                }

                @Override
                public @Nullable CompletionStage<?> onClose(
                    java.net.http.WebSocket socket, int code, String reason) {
                  closed.complete(code);
                  return null;
                }
              };
          String text = "long ".repeat(50_000);
          try (HttpClient client = HttpClient.newHttpClient()) {
            java.net.http.WebSocket socket =
                client
                    .newWebSocketBuilder()
                    .subprotocols("other", "echo")
                    .buildAsync(URI.create("ws://127.0.0.1:" + serving.server().port()), listener)
                    .get();
            assertThat(socket.getSubprotocol()).isEqualTo("echo");
            socket.sendText(text, true).get();
            assertThat(heard.get()).isEqualTo(text);
            socket.sendClose(1000, "").get();
            assertThat(closed.get()).isEqualTo(1000);
          }
        });
  }
}
