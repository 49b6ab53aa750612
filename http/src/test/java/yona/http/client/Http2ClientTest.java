package yona.http.client;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import yona.async.Async;
import yona.async.Future;
import yona.async.Promise;
import yona.async.task.Schedule;
import yona.http.Headers;
import yona.http.Request;
import yona.http.Response;
import yona.http.filter.Compression;
import yona.http.server.Http2Limits;
import yona.http.server.ServerOptions;
import yona.http.server.Serving;
import yona.http.websocket.Message;
import yona.http.websocket.WebSocket;
import yona.http.websocket.WebSocketOptions;
import yona.io.socket.ClientTls;
import yona.io.socket.ServerTls;
import yona.property.certificates.Authority;

/** The client and the server of this module, over HTTP/2. */
class Http2ClientTest {

  private static final ClientOptions KNOWING =
      ClientOptions.DEFAULT.withVersions(HttpVersions.PRIOR_KNOWLEDGE);

  @TempDir private static Path folder;

  private static ServerTls tls;
  private static ClientTls believing;

  @BeforeAll
  static void certify() throws Exception {
    Authority authority = new Authority(folder, "CN=Test Authority");
    Authority.Identity identity = authority.certify("localhost");
    tls = new ServerTls(identity.certificate(), identity.key());
    believing = ClientTls.DEFAULT.withAuthorities(authority.certificate);
  }

  private static Response protocol(Request request) {
    return Response.text(200, request.connection().protocol());
  }

  private static String uri(Serving serving, String path) {
    return "http://127.0.0.1:" + serving.server().port() + path;
  }

  private static String secure(Serving serving) {
    return "https://localhost:" + serving.server().port() + "/";
  }

  private static String text(HttpClient client, String uri) throws IOException {
    return text(client, ClientRequest.get(uri));
  }

  private static String text(HttpClient client, ClientRequest request) throws IOException {
    try (ClientResponse response = client.send(request)) {
      assertThat(response.status()).isEqualTo(200);
      return response.text();
    }
  }

  // ---- which version ---------------------------------------------------------------------------

  @ParameterizedTest
  @EnumSource(HttpVersions.class)
  void withTlsTheHandshakeChooses(HttpVersions versions) throws Exception {
    ClientOptions options = ClientOptions.DEFAULT.withTls(believing).withVersions(versions);
    String expected = versions == HttpVersions.HTTP_1_1 ? "HTTP/1.1" : "HTTP/2";
    Serving.with(
        ServerOptions.DEFAULT.withTls(tls),
        Http2ClientTest::protocol,
        serving -> {
          try (HttpClient client = HttpClient.open(options)) {
            assertThat(text(client, secure(serving))).isEqualTo(expected);
            assertThat(text(client, secure(serving))).isEqualTo(expected);
          }
        });
    Serving.with(
        ServerOptions.DEFAULT.withTls(tls).withHttp2(null),
        Http2ClientTest::protocol,
        serving -> {
          try (HttpClient client = HttpClient.open(options)) {
            assertThat(text(client, secure(serving))).isEqualTo("HTTP/1.1");
            assertThat(text(client, secure(serving))).isEqualTo("HTTP/1.1");
          }
        });
  }

  @ParameterizedTest
  @EnumSource(HttpVersions.class)
  void withoutTlsItIsSpokenOnDemand(HttpVersions versions) throws Exception {
    Serving.with(
        Http2ClientTest::protocol,
        serving -> {
          try (HttpClient client = HttpClient.open(ClientOptions.DEFAULT.withVersions(versions))) {
            assertThat(text(client, uri(serving, "/")))
                .isEqualTo(versions == HttpVersions.PRIOR_KNOWLEDGE ? "HTTP/2" : "HTTP/1.1");
          }
        });
  }

  /** A WebSocket begins with HTTP/1.1, also beside a connection of HTTP/2. */
  @Test
  void aWebSocketHasAConnectionOfItsOwn() throws Exception {
    Serving.with(
        ServerOptions.DEFAULT.withTls(tls),
        request ->
            request.path().equals("/socket")
                ? WebSocket.accept(
                    request, WebSocketOptions.DEFAULT, socket -> socket.send("from the socket"))
                : protocol(request),
        serving -> {
          try (HttpClient client = HttpClient.open(ClientOptions.DEFAULT.withTls(believing))) {
            assertThat(text(client, secure(serving))).isEqualTo("HTTP/2");
            String uri = secure(serving).replace("https", "wss") + "socket";
            try (WebSocket socket = client.webSocket(uri, Headers.NONE, WebSocketOptions.DEFAULT)) {
              assertThat(socket.receive()).isEqualTo(new Message.Text("from the socket"));
            }
          }
        });
  }

  // ---- requests --------------------------------------------------------------------------------

  @Test
  void aRequestAndItsResponseComeAsWithHttp1() throws Exception {
    Serving.with(
        request ->
            Response.text(
                    200,
                    String.join(
                        " ",
                        request.method(),
                        request.target(),
                        request.header("host"),
                        request.header("x-mixed"),
                        request.header("content-length"),
                        String.valueOf(request.header("proxy-authorization")),
                        request.text()))
                .with("x-answer", "caf\u00e9"),
        serving -> {
          try (HttpClient client = HttpClient.open(KNOWING)) {
            ClientRequest request =
                ClientRequest.post(
                        uri(serving, "/a?b=c"), "text/plain", "caf\u00e9".getBytes(UTF_8))
                    .with("X-Mixed", "Case")
                    .with("connection", "close")
                    .with("proxy-authorization", "secret");
            try (ClientResponse response = client.send(request)) {
              assertThat(response.text())
                  .isEqualTo(
                      "POST /a?b=c 127.0.0.1:"
                          + serving.server().port()
                          + " Case 5 null caf\u00e9");
              assertThat(response.header("X-Answer")).isEqualTo("caf\u00e9");
            }
            ClientRequest named = ClientRequest.get(uri(serving, "/")).with("host", "shop.example");
            assertThat(text(client, named.with("x-mixed", "").with("content-length", "7")))
                .isEqualTo("GET / shop.example  null null ");
          }
        });
  }

  /** Content that is there, content that is made, and none; trailers may be none, too. */
  @Test
  void trailersStandBehindContentBothWays() throws Exception {
    Serving.with(
        request -> {
          String text = request.text();
          Headers behind = request.body().trailers();
          return Response.text(200, request.header("te") + " " + text)
              .withTrailers(() -> behind.with("x-count", "" + behind.size()));
        },
        serving -> {
          try (HttpClient client = HttpClient.open(KNOWING)) {
            ClientRequest none = ClientRequest.of("POST", uri(serving, "/")).with("te", "trailers");
            ClientRequest bytes = none.withContent("abc".getBytes(UTF_8));
            ClientRequest made = none.withContent(output -> output.write("abc".getBytes(UTF_8)));
            for (ClientRequest each : List.of(none, bytes, made)) {
              String text = each == none ? "trailers " : "trailers abc";
              Headers sum = Headers.of("X-Sum", "3", "Connection", "close");
              try (ClientResponse response = client.send(each.withTrailers(() -> sum))) {
                assertThat(response.text()).isEqualTo(text);
                assertThat(response.trailers().get("x-sum")).isEqualTo("3");
                assertThat(response.trailers().get("x-count")).isEqualTo("1");
              }
              try (ClientResponse response = client.send(each.withTrailers(() -> Headers.NONE))) {
                assertThat(response.text()).isEqualTo(text);
                assertThat(response.trailers().get("x-count")).isEqualTo("0");
              }
            }
          }
        });
  }

  @Test
  void manyRequestsShareAConnection() throws Exception {
    Set<Object> peers = ConcurrentHashMap.newKeySet();
    AtomicInteger begun = new AtomicInteger();
    Promise<Boolean> all = new Promise<>();
    Serving.with(
        ServerOptions.DEFAULT.withTls(tls),
        request -> {
          peers.add(request.connection().peer());
          if (begun.incrementAndGet() == 50) {
            var _ = all.complete(true);
          }
          // Each is answered when all are there.
          assertThat(all.value()).isTrue();
          return Response.text(200, request.path());
        },
        serving -> {
          try (HttpClient client = HttpClient.open(ClientOptions.DEFAULT.withTls(believing))) {
            List<Future<String>> answers = new ArrayList<>();
            for (int i = 0; i < 50; i++) {
              String uri = secure(serving) + i;
              answers.add(Async.future(() -> text(client, uri)));
            }
            for (int i = 0; i < 50; i++) {
              assertThat(answers.get(i).value()).isEqualTo("/" + i);
            }
          }
        });
    assertThat(peers).hasSize(1);
  }

  @Test
  void noMoreRequestsAreSentAtOnceThanTheServerAllows() throws Exception {
    Set<Object> peers = ConcurrentHashMap.newKeySet();
    AtomicInteger now = new AtomicInteger();
    AtomicInteger most = new AtomicInteger();
    Serving.with(
        ServerOptions.DEFAULT.withHttp2(new Http2Limits(3, 65_535, 1 << 20, 200, 1_000)),
        request -> {
          peers.add(request.connection().peer());
          most.accumulateAndGet(now.incrementAndGet(), Math::max);
          Async.yield();
          now.getAndDecrement();
          return Response.text(200, "ok");
        },
        serving -> {
          try (HttpClient client = HttpClient.open(KNOWING)) {
            List<Future<String>> answers = new ArrayList<>();
            for (int i = 0; i < 60; i++) {
              answers.add(Async.future(() -> text(client, uri(serving, "/"))));
            }
            for (Future<String> each : answers) {
              assertThat(each.value()).isEqualTo("ok");
            }
          }
        });
    assertThat(most.get()).isBetween(1, 3);
    assertThat(peers).hasSize(1);
  }

  @Test
  void responsesWithoutContentAreWholeAtOnce() throws Exception {
    Serving.with(
        request ->
            request.path().equals("/none") ? Response.of(204) : Response.text(200, "content"),
        serving -> {
          try (HttpClient client = HttpClient.open(KNOWING)) {
            ClientResponse head = client.send(ClientRequest.of("HEAD", uri(serving, "/")));
            assertThat(head.header("content-length")).isEqualTo("7");
            assertThat(head.read()).isNull();
            assertThat(client.get(uri(serving, "/none")).status()).isEqualTo(204);
          }
        });
  }

  // ---- bodies ----------------------------------------------------------------------------------

  @Test
  void largeBodiesGoBothWaysAtTheSameTime() throws Exception {
    byte[] bytes = new byte[5_000_000];
    new Random(5).nextBytes(bytes);
    Serving.with(
        request ->
            Response.stream(
                200,
                "a/b",
                output -> {
                  for (byte[] each = request.body().read();
                      each != null;
                      each = request.body().read()) {
                    output.write(each);
                  }
                }),
        serving -> {
          try (HttpClient client = HttpClient.open(KNOWING)) {
            ClientRequest whole = ClientRequest.of("PUT", uri(serving, "/")).withContent(bytes);
            try (ClientResponse response = client.send(whole)) {
              assertThat(Arrays.equals(response.bytes(), bytes)).isTrue();
            }
            ClientRequest made =
                whole.withContent(
                    output -> {
                      for (int from = 0; from < bytes.length; from += 100_000) {
                        output.write(Arrays.copyOfRange(bytes, from, from + 100_000));
                      }
                    });
            try (ClientResponse response = client.send(made)) {
              assertThat(Arrays.equals(response.bytes(), bytes)).isTrue();
            }
          }
        });
  }

  @Test
  void whoReadsSlowlyMakesTheServerWaitAndNobodyElse() throws Exception {
    AtomicLong written = new AtomicLong();
    byte[] piece = new byte[50_000];
    Serving.with(
        request ->
            request.path().equals("/")
                ? Response.text(200, "other")
                : Response.stream(
                    200,
                    "a/b",
                    output -> {
                      for (int i = 0; i < 100; i++) {
                        output.write(piece);
                        written.addAndGet(piece.length);
                      }
                    }),
        serving -> {
          try (HttpClient client = HttpClient.open(KNOWING);
              ClientResponse slow = client.get(uri(serving, "/slow"))) {
            for (int i = 0; i < 50; i++) {
              assertThat(text(client, uri(serving, "/"))).isEqualTo("other");
            }
            // The window, and what is on its way.
            assertThat(written.get()).isLessThan(1_000_000);
            assertThat(slow.bytes()).hasSize(5_000_000);
          }
        });
  }

  @Test
  void aServerThatReadsSlowlyMakesWhoSendsWaitAndNobodyElse() throws Exception {
    AtomicLong made = new AtomicLong();
    Promise<Boolean> mayRead = new Promise<>();
    byte[] piece = new byte[50_000];
    Serving.with(
        request -> {
          if (request.path().equals("/")) {
            return Response.text(200, "other");
          }
          assertThat(mayRead.value()).isTrue();
          long size = 0;
          for (byte[] each = request.body().read(); each != null; each = request.body().read()) {
            size += each.length;
          }
          return Response.text(200, size + " bytes");
        },
        serving -> {
          try (HttpClient client = HttpClient.open(KNOWING)) {
            ClientRequest slow =
                ClientRequest.of("PUT", uri(serving, "/slow"))
                    .withContent(
                        output -> {
                          for (int i = 0; i < 100; i++) {
                            output.write(piece);
                            made.addAndGet(piece.length);
                          }
                        });
            Future<String> answer = Async.future(() -> text(client, slow));
            for (int i = 0; i < 50; i++) {
              assertThat(text(client, uri(serving, "/"))).isEqualTo("other");
            }
            assertThat(made.get()).isLessThan(1_000_000);
            assertThat(mayRead.complete(true)).isTrue();
            assertThat(answer.value()).isEqualTo("5000000 bytes");
          }
        });
  }

  @Test
  void contentThatCannotBeMadeEndsItsRequestAlone() throws Exception {
    Set<Object> peers = ConcurrentHashMap.newKeySet();
    Serving.with(
        request -> {
          peers.add(request.connection().peer());
          return Response.text(200, request.text());
        },
        serving -> {
          try (HttpClient client = HttpClient.open(KNOWING)) {
            assertThat(text(client, uri(serving, "/"))).isEmpty();
            ClientRequest broken =
                ClientRequest.of("PUT", uri(serving, "/"))
                    .withContent(
                        output -> {
                          output.write(new byte[10]);
                          throw new IllegalStateException("no more");
                        });
            assertThatThrownBy(() -> client.send(broken))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("no more");
            assertThat(text(client, uri(serving, "/"))).isEmpty();
          }
        });
    assertThat(peers).hasSize(1);
  }

  // ---- its end ---------------------------------------------------------------------------------

  @Test
  void aRequestThatIsCancelledEndsItsHandlerAndNoOther() throws Exception {
    Set<Object> peers = ConcurrentHashMap.newKeySet();
    Promise<Boolean> begun = new Promise<>();
    Promise<Boolean> cancelled = new Promise<>();
    Serving.with(
        request -> {
          peers.add(request.connection().peer());
          if (request.path().equals("/")) {
            return Response.text(200, "ok");
          }
          var _ = begun.complete(true);
          throw Serving.untilCancelled(cancelled);
        },
        serving -> {
          try (HttpClient client = HttpClient.open(KNOWING)) {
            Future<String> asking = Async.future(() -> text(client, uri(serving, "/wait")));
            assertThat(begun.value()).isTrue();
            asking.cancel();
            assertThat(cancelled.value()).isTrue();
            assertThat(text(client, uri(serving, "/"))).isEqualTo("ok");
          }
        });
    assertThat(peers).hasSize(1);
  }

  @Test
  void aResponseThatIsClosedEndsItsHandler() throws Exception {
    Promise<Boolean> ended = new Promise<>();
    Serving.with(
        request ->
            Response.stream(
                200,
                "a/b",
                output -> {
                  try {
                    for (; ; ) {
                      output.write(new byte[10_000]);
                    }
                  } finally {
                    var _ = ended.complete(true);
                  }
                }),
        serving -> {
          try (HttpClient client = HttpClient.open(KNOWING)) {
            client.get(uri(serving, "/")).close();
            assertThat(ended.value()).isTrue();
          }
        });
  }

  @Test
  void limitsOfTimeHold() throws Exception {
    ClientTimes times = ClientTimes.DEFAULT.withHead(Duration.ofMillis(50));
    Serving.with(
        request -> {
          Async.sleep(Duration.ofHours(1));
          return Response.of(204);
        },
        serving -> {
          try (HttpClient client = HttpClient.open(KNOWING.withTimes(times))) {
            assertThatThrownBy(() -> client.get(uri(serving, "/")))
                .isInstanceOf(HttpTimeoutException.class)
                .hasMessageEndingWith("no response within 50 ms");
          }
        });
  }

  @Test
  void aClientThatIsClosedEndsWhatItHasAsked() throws Exception {
    Promise<Boolean> begun = new Promise<>();
    Serving.with(
        request -> {
          var _ = begun.complete(true);
          Async.sleep(Duration.ofHours(1));
          return Response.of(204);
        },
        serving -> {
          HttpClient client = HttpClient.open(KNOWING);
          Future<ClientResponse> asking = Async.future(() -> client.get(uri(serving, "/")));
          assertThat(begun.value()).isTrue();
          client.close();
          assertThatThrownBy(asking::value)
              .isInstanceOf(IOException.class)
              .hasMessageEndingWith(": the client is closed");
          assertThatThrownBy(() -> client.get(uri(serving, "/")))
              .isInstanceOf(IllegalStateException.class);
        });
  }

  // ---- what stands around requests -------------------------------------------------------------

  @Test
  void redirectsCookiesAndCompressionAreAsWithHttp1() throws Exception {
    Serving.with(
        Compression.DEFAULT.apply(
            request ->
                request.path().equals("/")
                    ? Response.of(302).with("location", "/there").with("set-cookie", "a=b")
                    : Response.text(200, request.header("cookie") + "x".repeat(10_000))),
        serving -> {
          try (HttpClient client = HttpClient.open(KNOWING.withCookies(true))) {
            try (ClientResponse response = client.get(uri(serving, "/"))) {
              assertThat(response.header("content-encoding")).isEqualTo("gzip");
              assertThat(response.uri().getPath()).isEqualTo("/there");
              assertThat(response.text()).isEqualTo("a=b" + "x".repeat(10_000));
            }
          }
        });
  }

  @Test
  void aRequestIsSentAgainAsTheScheduleSays() throws Exception {
    AtomicInteger asked = new AtomicInteger();
    Serving.with(
        request -> asked.incrementAndGet() < 3 ? Response.of(503) : Response.text(200, "at last"),
        serving -> {
          Schedule.Pace pace = new Schedule.Fixed(Duration.ofMillis(1), 3, false);
          try (HttpClient client = HttpClient.open(KNOWING.withRetries(pace))) {
            assertThat(text(client, uri(serving, "/"))).isEqualTo("at last");
          }
        });
  }

  @Test
  void aServerThatComesBackIsConnectedToAgain() throws Exception {
    Set<Object> peers = ConcurrentHashMap.newKeySet();
    Serving.with(
        request -> {
          peers.add(request.connection().peer());
          return Response.text(200, "ok");
        },
        serving -> {
          ClientTimes times = ClientTimes.DEFAULT.withIdle(Duration.ofSeconds(1));
          try (HttpClient client = HttpClient.open(KNOWING.withTimes(times))) {
            assertThat(text(client, uri(serving, "/"))).isEqualTo("ok");
            // A connection that is not used is ended.
            while (serving.server().connections() > 0) {
              Async.yield();
            }
            assertThat(text(client, uri(serving, "/"))).isEqualTo("ok");
          }
        });
    assertThat(peers).hasSize(2);
  }
}
