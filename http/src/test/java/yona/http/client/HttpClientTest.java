package yona.http.client;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import yona.async.Async;
import yona.async.CancellationException;
import yona.async.Future;
import yona.async.Promise;
import yona.http.Headers;
import yona.http.Request;
import yona.http.Response;
import yona.http.server.Serving;

@SuppressWarnings("StringConcatToTextBlock") // each line as it goes over the wire
class HttpClientTest {

  private static final ClientOptions OPTIONS = ClientOptions.DEFAULT;

  private static Response echo(Request request) throws Exception {
    return Response.text(200, request.method() + " " + request.target() + " " + request.text());
  }

  private static String uri(Serving serving, String path) {
    return "http://127.0.0.1:" + serving.server().port() + path;
  }

  private static String text(HttpClient client, String uri) throws Exception {
    try (ClientResponse response = client.get(uri)) {
      assertThat(response.status()).isEqualTo(200);
      return response.text();
    }
  }

  // ---- requests --------------------------------------------------------------------------------

  @Test
  void charactersOfAUriAreSentAsUtf8() throws Exception {
    Serving.with(
        HttpClientTest::echo,
        serving -> {
          try (HttpClient client = HttpClient.open()) {
            assertThat(text(client, uri(serving, "/\u00e9?a=\u3042%20\ud83d\ude00")))
                .isEqualTo("GET /%C3%A9?a=%E3%81%82%20%F0%9F%98%80 ");
          }
        });
  }

  @Test
  void aServerIsAskedOverAConnectionThatIsKept() throws Exception {
    Set<Object> peers = ConcurrentHashMap.newKeySet();
    Serving.with(
        request -> {
          peers.add(request.connection().peer());
          return echo(request);
        },
        serving -> {
          try (HttpClient client = HttpClient.open()) {
            for (int i = 0; i < 3; i++) {
              assertThat(text(client, uri(serving, "/a?b=" + i))).isEqualTo("GET /a?b=" + i + " ");
            }
            ClientRequest post =
                ClientRequest.post(uri(serving, "/p"), "text/plain", "caf\u00e9".getBytes(UTF_8));
            try (ClientResponse response = client.send(post)) {
              assertThat(response.text()).isEqualTo("POST /p caf\u00e9");
              assertThat(response.header("Content-Type")).isEqualTo("text/plain; charset=utf-8");
              assertThat(response.toString())
                  .isEqualTo("200 of http://127.0.0.1:" + serving.server().port() + "/p");
            }
          }
        });
    assertThat(peers).hasSize(1);
  }

  /** HEAD and 204 have no content, whatever they say of its length. */
  @Test
  void aResponseWithoutContentIsWholeAtOnce() throws Exception {
    Set<Object> peers = ConcurrentHashMap.newKeySet();
    Serving.with(
        request -> {
          peers.add(request.connection().peer());
          return request.path().equals("/none") ? Response.of(204) : Response.text(200, "content");
        },
        serving -> {
          try (HttpClient client = HttpClient.open()) {
            ClientResponse head = client.send(ClientRequest.of("HEAD", uri(serving, "/")));
            assertThat(head.header("content-length")).isEqualTo("7");
            assertThat(head.read()).isNull();
            // Nobody closes it, and its connection is free.
            assertThat(client.get(uri(serving, "/none")).status()).isEqualTo(204);
            assertThat(text(client, uri(serving, "/"))).isEqualTo("content");
          }
        });
    assertThat(peers).hasSize(1);
  }

  @Test
  void contentIsSentAsItIsMade() throws Exception {
    Serving.with(
        request -> Response.text(200, request.header("transfer-encoding") + request.text()),
        serving -> {
          try (HttpClient client = HttpClient.open()) {
            ClientRequest put =
                ClientRequest.of("PUT", uri(serving, "/"))
                    .withContent(
                        output -> {
                          for (int i = 0; i < 3; i++) {
                            Async.yield();
                            output.write(("" + i).getBytes(UTF_8));
                          }
                        });
            try (ClientResponse response = client.send(put)) {
              assertThat(response.text()).isEqualTo("chunked012");
            }
          }
        });
  }

  /** Content that is there, and content that is made, with fields behind both. */
  @Test
  void aRequestHasTrailersBehindItsContent() throws Exception {
    Serving.with(
        request -> {
          String text = request.text();
          Headers behind = request.body().trailers();
          return Response.text(
              200,
              String.join(
                  " ",
                  request.header("trailer"),
                  request.header("te"),
                  request.header("transfer-encoding"),
                  text,
                  behind.get("x-sum"),
                  "" + behind.size()));
        },
        serving -> {
          try (HttpClient client = HttpClient.open()) {
            ClientRequest bytes =
                ClientRequest.post(uri(serving, "/"), "text/plain", "abc".getBytes(UTF_8));
            ClientRequest made = bytes.withContent(output -> output.write("abc".getBytes(UTF_8)));
            for (ClientRequest each : List.of(bytes, made)) {
              ClientRequest summed =
                  each.withTrailers(() -> Headers.of("X-Sum", "3", "Content-Length", "9"))
                      .with("trailer", "x-sum")
                      .with("te", "trailers");
              try (ClientResponse response = client.send(summed)) {
                assertThat(response.text()).isEqualTo("x-sum trailers chunked abc 3 1");
              }
            }
            try (ClientResponse response = client.send(bytes.with("te", "gzip"))) {
              assertThat(response.text()).isEqualTo("null null null abc null 0");
            }
          }
        });
  }

  @Test
  void trailersThatCannotBeMadeEndTheRequest() throws Exception {
    Serving.with(
        request -> Response.text(200, request.text()),
        serving -> {
          try (HttpClient client = HttpClient.open()) {
            AtomicInteger asked = new AtomicInteger();
            // One that may be sent again, on a connection that may have been stale.
            assertThat(client.get(uri(serving, "/")).text()).isEmpty();
            ClientRequest put =
                ClientRequest.of("PUT", uri(serving, "/"))
                    .withContent("abc".getBytes(UTF_8))
                    .withTrailers(
                        () -> {
                          asked.incrementAndGet();
                          throw new IllegalStateException("no sum");
                        });
            assertThatThrownBy(() -> client.send(put))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("no sum");
            assertThat(asked).hasValue(1);
          }
        });
  }

  /** Also where all of the response has come with its head. */
  @ParameterizedTest
  @ValueSource(strings = {"", "3\r\nabc\r\n"})
  void trailersAreThereBehindTheContent(String chunks) throws Exception {
    RawServer.with(
        OPTIONS,
        (connection, _) -> {
          var _ = RawServer.head(connection);
          connection.write(
              ("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
                      + chunks
                      + "0\r\nX-Sum: 3\r\n\r\n")
                  .getBytes(ISO_8859_1));
        },
        (client, uri) -> {
          try (ClientResponse response = client.get(uri)) {
            assertThat(response.trailers().size()).isZero();
            assertThat(response.text()).isEqualTo(chunks.isEmpty() ? "" : "abc");
            assertThat(response.trailers().get("x-sum")).isEqualTo("3");
          }
        });
  }

  @Test
  void trailersHaveABound() throws Exception {
    RawServer.with(
        OPTIONS,
        (connection, _) -> {
          var _ = RawServer.head(connection);
          connection.write(
              "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n".getBytes(ISO_8859_1));
          for (; ; ) {
            connection.write("a: b\r\n".repeat(1000).getBytes(ISO_8859_1));
          }
        },
        (client, uri) -> {
          try (ClientResponse response = client.get(uri)) {
            assertThatThrownBy(response::text)
                .hasMessageContaining("the body of the response is malformed");
          }
        });
  }

  /** A server that gives back what it gets would wait for a client that sends all first. */
  @Test
  void aResponseIsReadWhileItsRequestIsSent() throws Exception {
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
          try (HttpClient client = HttpClient.open()) {
            byte[] content = new byte[8 << 20];
            for (int i = 0; i < content.length; i++) {
              content[i] = (byte) (i * 31);
            }
            ClientRequest post = ClientRequest.post(uri(serving, "/"), "a/b", content);
            try (ClientResponse response = client.send(post)) {
              assertThat(response.bytes()).isEqualTo(content);
            }
          }
        });
  }

  @Test
  void anErrorOfTheContentEndsTheRequest() throws Exception {
    Serving.with(
        HttpClientTest::echo,
        serving -> {
          ClientOptions options =
              ClientOptions.DEFAULT.withBreaker(new BreakerOptions(1, Duration.ofHours(1)));
          try (HttpClient client = HttpClient.open(options)) {
            // The server is not left alone for it.
            for (Exception error :
                List.of(
                    new IllegalStateException("no more"),
                    new FileNotFoundException("no more"),
                    new CancellationException())) {
              assertThatThrownBy(() -> client.send(broken(serving, error))).isSameAs(error);
            }
            Exception other = new Exception("no more");
            assertThatThrownBy(() -> client.send(broken(serving, other)))
                .isInstanceOf(IOException.class)
                .hasMessage("the content of a request could not be made")
                .hasCause(other);
          }
        });
  }

  private static ClientRequest broken(Serving serving, Exception error) {
    return ClientRequest.of("PUT", uri(serving, "/"))
        .withContent(
            output -> {
              output.write(new byte[10]);
              throw error;
            });
  }

  /** Also after the head of the response. */
  @Test
  void anErrorOfTheContentEndsTheResponse() throws Exception {
    Serving.with(
        request ->
            Response.stream(
                200,
                "text/plain",
                output -> {
                  output.write("x".getBytes(UTF_8));
                  output.write(request.body().bytes());
                }),
        serving -> {
          try (HttpClient client = HttpClient.open()) {
            Promise<Boolean> hasHead = new Promise<>();
            ClientRequest put =
                ClientRequest.of("PUT", uri(serving, "/"))
                    .withContent(
                        output -> {
                          output.write(new byte[10]);
                          hasHead.value();
                          throw new IllegalStateException("no more");
                        });
            try (ClientResponse response = client.send(put)) {
              hasHead.complete(true);
              assertThatThrownBy(response::bytes)
                  .isInstanceOf(IllegalStateException.class)
                  .hasMessage("no more");
            }
          }
        });
  }

  @Test
  void manyAreAskedAtOnceOverSoManyConnections() throws Exception {
    Set<Object> peers = ConcurrentHashMap.newKeySet();
    AtomicInteger most = new AtomicInteger();
    AtomicInteger now = new AtomicInteger();
    Serving.with(
        request -> {
          peers.add(request.connection().peer());
          most.accumulateAndGet(now.incrementAndGet(), Math::max);
          Async.yield();
          now.decrementAndGet();
          return echo(request);
        },
        serving -> {
          try (HttpClient client = HttpClient.open(OPTIONS.withConnections(5))) {
            List<Future<String>> all = new ArrayList<>();
            for (int i = 0; i < 200; i++) {
              String path = "/" + i;
              all.add(Async.future(() -> text(client, uri(serving, path))));
            }
            for (int i = 0; i < 200; i++) {
              assertThat(all.get(i).value()).isEqualTo("GET /" + i + " ");
            }
          }
        });
    assertThat(peers).hasSizeBetween(1, 5);
    assertThat(most.get()).isLessThanOrEqualTo(5);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "nothing",
        "ftp://a/",
        "http:///a",
        "http://user:secret@a/",
        "http://a:0/",
        "http://a b/"
      })
  void aUriThatIsNoneIsRefused(String uri) {
    assertThatThrownBy(() -> ClientRequest.get(uri))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageNotContaining("secret");
  }

  // ---- responses -------------------------------------------------------------------------------

  @ParameterizedTest
  @ValueSource(
      strings = {
        "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello",
        "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\n"
            + "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nhe\r\n3;x=y\r\nllo\r\n"
            + "0\r\nA: b\r\n\r\n",
        "HTTP/1.1 200 OK\r\nConnection: close\r\n\r\nhello",
        "HTTP/1.0 200 OK\r\n\r\nhello",
      })
  void theBodyOfAResponseIsRead(String response) throws Exception {
    RawServer.with(
        OPTIONS,
        RawServer.once(response),
        (client, uri) -> {
          assertThat(text(client, uri)).isEqualTo("hello");
          assertThat(text(client, uri)).isEqualTo("hello");
        });
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "HELLO~~ | not a response of HTTP/1.1",
        "HTTP/1.1 200 OK~Content-Length: 5~~hel | in the middle of a response",
        "HTTP/1.1 200 OK~Content-Length: 5~Content-Length: 6~~hello! | not a response of HTTP/1.1",
        "HTTP/1.1 200 OK~Content-Length: 5~Transfer-Encoding: chunked~~ | not a response",
        "HTTP/1.1 200 OK~Content-Length: -5~~hello | not a response of HTTP/1.1",
        "HTTP/1.1 200 OK~Transfer-Encoding: chunked~~zz~hello | the body of the response is",
        "HTTP/1.1 200 OK~Transfer-Encoding: chunked~~5~hel | in the middle of a response",
        "HTTP/1.1 abc OK~Content-Length: 0~~ | expected a status of three digits, found abc",
        "HTTP/1.1 9999 OK~Content-Length: 0~~ | expected a status of three digits, found 9999",
        "HTTP/1.1 101 Switching Protocols~Upgrade: x~~ | status 101, which nobody has asked for",
        "HTTP/1.1 200 OK~Content-Encoding: gzip~Content-Length: 5~~hello | the body is not of gzip",
        "HTTP/1.1 200 OK~Content-Type: text/plain; charset=utf-8~Content-Length: 1~~\u00e9 | no"
            + " text",
        "HTTP/1.1 200 OK~Content-Type: text/plain; charset=x-y~Content-Length: 1~~a | unknown",
      })
  void aMalformedResponseIsAnError(String response, String message) throws Exception {
    RawServer.with(
        OPTIONS,
        RawServer.once(response.replace("~", "\r\n")),
        (client, uri) ->
            assertThatThrownBy(() -> text(client, uri))
                .isInstanceOf(IOException.class)
                .hasMessageContaining(message)
                .hasMessageContaining("127.0.0.1"));
  }

  @Test
  void aHeaderFieldLongerThanABufferIsAnError() throws Exception {
    RawServer.with(
        OPTIONS,
        RawServer.once("HTTP/1.1 200 OK\r\nx: " + "a".repeat(1 << 20)),
        (client, uri) ->
            assertThatThrownBy(() -> text(client, uri))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("not a response of HTTP/1.1: HTTP header is larger than"));
  }

  /** The server ends connections that nobody uses, which the client cannot know in time. */
  @Test
  void aRequestOnAConnectionThatIsOverIsSentAgainIfItMay() throws Exception {
    RawServer.with(
        OPTIONS,
        (connection, number) -> {
          RawServer.head(connection);
          connection.write("HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\n".getBytes(ISO_8859_1));
          connection.write(("" + number).getBytes(ISO_8859_1));
          // The next request comes, and gets nothing.
          RawServer.head(connection);
        },
        (client, uri) -> {
          assertThat(text(client, uri)).isEqualTo("0");
          assertThat(text(client, uri)).isEqualTo("1");
          ClientRequest post = ClientRequest.post(uri, "text/plain", new byte[0]);
          assertThatThrownBy(() -> client.send(post))
              .hasMessageContaining("the connection ended without a response");
        });
  }

  @Test
  void aResponseThatNobodyReadsEndsItsConnection() throws Exception {
    AtomicInteger connections = new AtomicInteger();
    RawServer.with(
        OPTIONS.withConnections(1),
        (connection, _) -> {
          connections.incrementAndGet();
          while (!RawServer.head(connection).isEmpty()) {
            connection.write(
                "HTTP/1.1 200 OK\r\nContent-Length: 1000000\r\n\r\nx".getBytes(ISO_8859_1));
          }
        },
        (client, uri) -> {
          for (int i = 0; i < 3; i++) {
            client.get(uri).close();
          }
        });
    assertThat(connections.get()).isEqualTo(3);
  }

  @Test
  void aRequestThatIsCancelledEndsItsConnection() throws Exception {
    Promise<Boolean> asked = new Promise<>();
    Promise<Boolean> gone = new Promise<>();
    RawServer.with(
        OPTIONS.withConnections(1),
        (connection, number) -> {
          RawServer.head(connection);
          if (number == 0) {
            asked.complete(true);
            gone.complete(connection.read() == null);
          } else {
            connection.write("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok".getBytes(ISO_8859_1));
          }
        },
        (client, uri) -> {
          Future<ClientResponse> request = Async.future(() -> client.get(uri));
          assertThat(asked.value()).isTrue();
          request.cancel();
          assertThat(gone.value()).isTrue();
          assertThat(text(client, uri)).isEqualTo("ok");
        });
  }

  // ---- compression -----------------------------------------------------------------------------

  private static byte[] zipped(byte[] plain) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (GZIPOutputStream zip = new GZIPOutputStream(out)) {
      zip.write(plain);
    }
    return out.toByteArray();
  }

  @Test
  void aCompressedResponseIsUncompressed() throws Exception {
    byte[] plain = "again and again and again ".repeat(10_000).getBytes(UTF_8);
    Serving.with(
        request ->
            "gzip".equals(request.header("accept-encoding"))
                ? Response.bytes(200, "a/b", zipped(plain)).with("content-encoding", "gzip")
                : Response.bytes(200, "a/b", plain),
        serving -> {
          for (boolean compressed : new boolean[] {true, false}) {
            try (HttpClient client = HttpClient.open(OPTIONS.withCompression(compressed));
                ClientResponse response = client.get(uri(serving, "/"))) {
              assertThat(response.bytes()).isEqualTo(plain);
            }
          }
        });
  }

  @Test
  void aResponseThatGrowsBeyondTheLimitIsRefused() throws Exception {
    byte[] bomb = zipped(new byte[20 << 20]);
    Serving.with(
        _ -> Response.bytes(200, "a/b", bomb).with("content-encoding", "gzip"),
        serving -> {
          try (HttpClient client = HttpClient.open(OPTIONS.withBody(1 << 20));
              ClientResponse response = client.get(uri(serving, "/"))) {
            assertThatThrownBy(response::bytes)
                .hasMessage("127.0.0.1: the response has more than 1048576 bytes, the limit");
          }
        });
  }

  @Test
  void aCompressedBodyThatIsCutIsAnError() throws Exception {
    byte[] zip = zipped(new byte[100]);
    byte[] cut = java.util.Arrays.copyOf(zip, zip.length - 10);
    Serving.with(
        _ -> Response.bytes(200, "a/b", cut).with("content-encoding", "gzip"),
        serving -> {
          try (HttpClient client = HttpClient.open();
              ClientResponse response = client.get(uri(serving, "/"))) {
            assertThatThrownBy(response::bytes)
                .hasMessage("127.0.0.1: the compressed body has no end");
          }
        });
  }

  @Test
  void aClosedClientAsksNobody() throws Exception {
    Serving.with(
        HttpClientTest::echo,
        serving -> {
          HttpClient client = HttpClient.open();
          assertThat(text(client, uri(serving, "/"))).isEqualTo("GET / ");
          client.close();
          assertThatThrownBy(() -> client.get(uri(serving, "/")))
              .isInstanceOf(IllegalStateException.class);
        });
  }
}
