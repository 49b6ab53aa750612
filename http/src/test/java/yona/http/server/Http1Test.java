package yona.http.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import yona.async.Async;
import yona.async.CancellationException;
import yona.async.Future;
import yona.async.Promise;
import yona.http.Headers;
import yona.http.HttpException;
import yona.http.Request;
import yona.http.Response;
import yona.io.connection.Connection;
import yona.testrun.TestLimit;

@SuppressWarnings("StringConcatToTextBlock") // each line as it goes over the wire
class Http1Test {

  private static final String GET = "GET %s HTTP/1.1\r\nHost: a\r\n\r\n";

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.ISO_8859_1);
  }

  /** Says what it was asked. */
  private static Response echo(Request request) throws Exception {
    return Response.text(200, request.method() + " " + request.target() + " " + request.text());
  }

  @Test
  void aConnectionAnswersOneRequestAfterTheOther() throws Exception {
    Serving.with(
        Http1Test::echo,
        serving -> {
          try (Connection client = serving.connect()) {
            for (int i = 0; i < 3; i++) {
              client.write(bytes(GET.formatted("/" + i)));
              Serving.Answer answer = Serving.answer(client);
              assertThat(answer.status()).isEqualTo(200);
              assertThat(answer.text()).isEqualTo("GET /" + i + " ");
            }
          }
        });
  }

  /** Requests that are sent ahead are answered in their order, also when the first one waits. */
  @Test
  void requestsSentAheadAreAnsweredInOrder() throws Exception {
    Promise<Boolean> gate = new Promise<>();
    Serving.with(
        request -> {
          if (request.path().equals("/0")) {
            assertThat(gate.value()).isTrue();
          }
          return echo(request);
        },
        serving -> {
          try (Connection client = serving.connect()) {
            client.write(bytes((GET + GET + GET).formatted("/0", "/1", "/2")));
            gate.complete(true);
            for (int i = 0; i < 3; i++) {
              assertThat(Serving.answer(client).text()).isEqualTo("GET /" + i + " ");
            }
          }
        });
  }

  /** However the bytes arrive. */
  @Test
  void aRequestMayComeByteByByte() throws Exception {
    Serving.with(
        Http1Test::echo,
        serving -> {
          try (Connection client = serving.connect()) {
            String request =
                "POST /a HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n"
                    + "3\r\nabc\r\n2;x=y\r\nde\r\n0\r\nX-Sum: 5\r\n\r\n";
            for (byte each : bytes(request)) {
              client.write(new byte[] {each});
              Async.yield();
            }
            assertThat(Serving.answer(client).text()).isEqualTo("POST /a abcde");
          }
        });
  }

  @Test
  void trailersAreThereBehindTheContent() throws Exception {
    Serving.with(
        request -> {
          String text = request.text();
          return Response.text(200, text + " " + request.body().trailers().get("x-sum"));
        },
        serving -> {
          try (Connection client = serving.connect()) {
            client.write(
                bytes(
                    "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n"
                        + "3\r\nabc\r\n0\r\nX-Sum: 3\r\n\r\n"));
            assertThat(Serving.answer(client).text()).isEqualTo("abc 3");
            client.write(
                bytes(
                    "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n"
                        + "0\r\nX-Sum: 0\r\n\r\n"));
            assertThat(Serving.answer(client).text()).isEqualTo(" 0");
          }
        });
  }

  private static Response summed(Request request) {
    Response response =
        request.path().equals("/made")
            ? Response.stream(200, "text/plain", 3, output -> output.write(bytes("abc")))
            : Response.text(200, "abc");
    return response.withTrailers(() -> Headers.of("X-Sum", "3").with("Content-Length", "9"));
  }

  @Test
  void anAnswerHasTrailersBehindItsContent() throws Exception {
    Serving.with(
        Http1Test::summed,
        serving -> {
          for (String path : List.of("/there", "/made")) {
            assertThat(
                    serving.saidTo(
                        "GET " + path + " HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"))
                .contains("\r\ntransfer-encoding: chunked\r\n")
                .doesNotContain("content-length")
                .endsWith("\r\n\r\n3\r\nabc\r\n0\r\nX-Sum: 3\r\n\r\n");
            assertThat(serving.saidTo("GET " + path + " HTTP/1.0\r\nHost: a\r\n\r\n"))
                .contains("\r\ncontent-length: 3\r\n")
                .endsWith("\r\n\r\nabc");
          }
          assertThat(serving.saidTo("HEAD / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"))
              .contains("\r\ntransfer-encoding: chunked\r\n")
              .endsWith("\r\n\r\n")
              .doesNotContain("Sum");
        });
  }

  @Test
  void anErrorOfTrailersBreaksTheConnection() throws Exception {
    Serving.with(
        _ ->
            Response.text(200, "abc")
                .withTrailers(
                    () -> {
                      throw new IllegalStateException("no sum");
                    }),
        serving -> {
          assertThat(serving.saidTo("GET / HTTP/1.1\r\nHost: a\r\n\r\n"))
              .endsWith("\r\n\r\n3\r\nabc\r\n");
          assertThat(serving.failures()).singleElement().asString().contains("no sum");
        });
  }

  /** The client is told to send its body only when somebody wants it. */
  @Test
  void aClientThatAsksIsToldToContinue() throws Exception {
    Serving.with(
        request -> request.path().equals("/refused") ? Response.text(403, "no") : echo(request),
        serving -> {
          String head =
              "POST %s HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\nExpect: 100-continue\r\n\r\n";
          try (Connection client = serving.connect()) {
            client.write(bytes(head.formatted("/wanted")));
            assertThat(Serving.answer(client).head()).isEqualTo("HTTP/1.1 100 Continue\n");
            client.write(bytes("abc"));
            assertThat(Serving.answer(client).text()).isEqualTo("POST /wanted abc");
          }
          assertThat(serving.saidTo(head.formatted("/refused")))
              .startsWith("HTTP/1.1 403 Forbidden\r\n")
              .contains("connection: close\r\n");
        });
  }

  @Test
  void whoAsksForTheHeadGetsNoContent() throws Exception {
    Serving.with(
        request -> Response.text(200, "hello"),
        serving ->
            assertThat(serving.saidTo("HEAD / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"))
                .contains("content-length: 5\r\n")
                .endsWith("\r\n\r\n"));
  }

  /** RFC 9112, section 9.3: HTTP/1.0 ends the connection unless it is asked not to. */
  @Test
  void oldClientsAreAnswered() throws Exception {
    Serving.with(
        request -> Response.stream(200, "text/plain", output -> output.write(bytes("streamed"))),
        serving ->
            assertThat(serving.saidTo("GET / HTTP/1.0\r\n\r\n"))
                .contains("connection: close\r\n")
                .doesNotContain("chunked")
                .endsWith("\r\n\r\nstreamed"));
  }

  @Test
  void contentThatIsMadeIsSentInChunks() throws Exception {
    Serving.with(
        request ->
            Response.stream(
                200,
                "text/plain",
                output -> {
                  output.write(bytes("one"));
                  output.write(bytes(""));
                  output.write(bytes("x".repeat(10_000)));
                }),
        serving ->
            assertThat(serving.saidTo("GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"))
                .contains("transfer-encoding: chunked\r\n")
                .endsWith("\r\n\r\n3\r\none\r\n2710\r\n" + "x".repeat(10_000) + "\r\n0\r\n\r\n"));
  }

  /** Else the client would take the part for the whole. */
  @Test
  void contentThatFailsBreaksTheConnection() throws Exception {
    Serving.with(
        request ->
            Response.stream(
                200,
                "text/plain",
                output -> {
                  output.write(bytes("one"));
                  throw new IllegalStateException("no more");
                }),
        serving -> {
          assertThat(serving.saidTo(GET.formatted("/"))).endsWith("3\r\none\r\n");
          assertThat(serving.failures())
              .singleElement()
              .satisfies(failure -> assertThat(failure.error()).hasMessage("no more"));
        });
  }

  @Test
  void whatAHandlerRaisesGoesToTheLogOnly() throws Exception {
    Serving.with(
        request -> {
          throw new IllegalStateException("a secret");
        },
        serving -> {
          try (Connection client = serving.connect()) {
            client.write(bytes(GET.formatted("/")));
            Serving.Answer answer = Serving.answer(client);
            assertThat(answer.status()).isEqualTo(500);
            HandlerFailure failure = serving.failures().getFirst();
            assertThat(answer.text()).isEqualTo("error " + failure.id() + "\n");
            assertThat(failure.error()).hasMessage("a secret");
            // The connection goes on.
            client.write(bytes(GET.formatted("/")));
            assertThat(Serving.answer(client).status()).isEqualTo(500);
          }
        });
  }

  @Test
  void aHandlerSaysWhyItRefuses() throws Exception {
    Serving.with(
        request -> {
          throw new HttpException(404, "nothing here");
        },
        serving -> {
          try (Connection client = serving.connect()) {
            client.write(bytes(GET.formatted("/")));
            Serving.Answer answer = Serving.answer(client);
            assertThat(answer.status()).isEqualTo(404);
            assertThat(answer.text()).isEqualTo("nothing here\n");
          }
        });
  }

  /** Else a handler that asks for the query would fail. */
  @ParameterizedTest
  @CsvSource({"/%", "/%4", "/%zz", "/?a=10%", "/?a=%4&b", "/%41?%-1"})
  void aTargetWithABrokenEscapeIsRefused(String target) throws Exception {
    Serving.with(
        request -> Response.text(200, request.path() + request.query()),
        serving -> {
          try (Connection client = serving.connect()) {
            client.write(bytes(GET.formatted(target)));
            assertThat(Serving.answer(client).status()).isEqualTo(400);
            client.write(bytes(GET.formatted("/%41?b=%42")));
            assertThat(Serving.answer(client).text()).isEqualTo("/A{b=[B]}");
          }
        });
  }

  /** A malformed request is refused, and the connection ends, as anything may follow. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "400 | GET / HTTP/1.1~~",
        "400 | GET / HTTP/1.1~Host: a~Host: b~~",
        "400 | GET / HTTP/1.1~Host : a~~",
        "400 | nonsense~~",
        "400 | GET http:///a HTTP/1.1~Host: a~~",
        "400 | GET http://b@c/ HTTP/1.1~Host: a~~",
        "400 | GET ftp://a/ HTTP/1.1~Host: a~~",
        "400 | GET a HTTP/1.1~Host: a~~",
        "400 | GET * HTTP/1.1~Host: a~~",
        "400 | GET /#a HTTP/1.1~Host: a~~",
        "400 | GET /\u00e9 HTTP/1.1~Host: a~~",
        "501 | CONNECT a:1 HTTP/1.1~Host: a:1~~",
        "400 | GET / HTTP/1.1~Host: a b~~",
        "400 | GET / HTTP/1.1~Host: a/b~~",
        "400 | GET / HTTP/1.1~Host: a@b~~",
        "400 | GET / HTTP/1.1~Host: a,b~~",
        "400 | GET / HTTP/1.1~Host: <a>~~",
        "400 | GET / HTTP/1.1~Host: [::1~~",
        "400 | GET / HTTP/1.1~Host: a:999999~~",
        "400 | GET / HTTP/1.1~Host: a:b~~",
        "400 | GET / HTTP/1.1~Host: a~ b~~",
        "501 | POST / HTTP/1.1~Host: a~Transfer-Encoding: gzip, chunked~~0~~",
        "501 | POST / HTTP/1.1~Host: a~Transfer-Encoding: identity~Transfer-Encoding: chunked~~0~~",
        "501 | POST / HTTP/1.1~Host: a~Transfer-Encoding: ,chunked~~0~~",
        "400 | GET /~~",
        "400 | GET / HTTP/1.1 x~Host: a~~",
        "400 | GET / HTTP/1.1~Host: a~X: \u0000~~",
        "400 | GET / HTTP/1.1~Host: a~: x~~",
        "505 | GET / HTTP/2.0~Host: a~~",
        "400 | POST / HTTP/1.1~Host: a~Content-Length: 3~Content-Length: 4~~abc",
        "400 | POST / HTTP/1.1~Host: a~Content-Length: -1~~",
        "400 | POST / HTTP/1.1~Host: a~Content-Length: 3x~~abc",
        "400 | POST / HTTP/1.1~Host: a~Content-Length: 3~Transfer-Encoding: chunked~~0~~",
        "400 | POST / HTTP/1.1~Host: a~Transfer-Encoding: chunked, chunked~~0~~",
        "400 | POST / HTTP/1.1~Host: a~Transfer-Encoding: xchunked~~0~~",
        "400 | POST / HTTP/1.1~Host: a~Transfer-Encoding: gzip~~0~~",
        "400 | POST / HTTP/1.0~Host: a~Transfer-Encoding: chunked~~0~~",
        "400 | POST / HTTP/1.1~Host: a~Transfer-Encoding: chunked~~x~abc~0~~",
        "400 | POST / HTTP/1.1~Host: a~Transfer-Encoding: chunked~~-1~abc~0~~",
        "400 | POST / HTTP/1.1~Host: a~Transfer-Encoding: chunked~~3 ~abcd~0~~",
      })
  void whatIsNoRequestIsRefused(int status, String request) throws Exception {
    Serving.with(
        Http1Test::echo,
        serving ->
            assertThat(serving.saidTo(request.replace("~", "\r\n") + GET.formatted("/smuggled")))
                .startsWith("HTTP/1.1 " + status + " ")
                .contains("connection: close\r\n")
                .doesNotContain("smuggled"));
  }

  @ParameterizedTest
  @CsvSource({"414, 1, 20000, 0", "431, 1, 1, 50000", "413, 2000, 1, 1"})
  void whatIsTooLongIsRefused(int status, int body, int path, int field) throws Exception {
    ServerLimits limits = ServerLimits.DEFAULT.withBody(1_000);
    Serving.with(
        limits,
        Http1Test::echo,
        serving ->
            assertThat(
                    serving.saidTo(
                        String.format(
                            Locale.ROOT,
                            "POST /%s HTTP/1.1\r\nHost: a\r\nX: %s\r\nContent-Length: %d\r\n\r\n%s",
                            "p".repeat(path),
                            "f".repeat(field),
                            body,
                            "b".repeat(body))))
                .startsWith("HTTP/1.1 " + status + " ")
                .contains("connection: close\r\n"));
  }

  @Test
  void aHeaderFieldMayBeLongerThanABuffer() throws Exception {
    Serving.with(
        ServerLimits.DEFAULT.withHeaders(300_000),
        request -> Response.text(200, String.valueOf(request.headers().get("x").length())),
        serving ->
            assertThat(
                    serving.saidTo(
                        "GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\nX: %s\r\n\r\n"
                            .formatted("f".repeat(200_000))))
                .endsWith("\r\n\r\n200000"));
  }

  /** Nobody waits for the answer any more. */
  @Test
  void aClientThatGoesAwayCancelsTheHandler() throws Exception {
    Promise<Boolean> begun = new Promise<>();
    Promise<Throwable> left = new Promise<>();
    Serving.with(
        request -> {
          begun.complete(true);
          try {
            Async.sleep(Duration.ofDays(1));
          } catch (CancellationException cancelled) {
            left.complete(cancelled);
            throw cancelled;
          }
          return Response.of(204);
        },
        serving -> {
          Connection client = serving.connect();
          client.write(bytes(GET.formatted("/")));
          assertThat(begun.value()).isTrue();
          client.close();
          Throwable error =
              Async.<Throwable, RuntimeException>timeout(TestLimit.ofWait(), left::value);
          assertThat(error).isInstanceOf(CancellationException.class);
        });
  }

  /** Proxies ask so (RFC 9112, section 3.2.2): the host of the URI counts. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "http://b:80/c?d=e | b:80 | /c",
        "HTTPS://b | b | /",
        "http://[::1]:8080?d | [::1]:8080 | /",
        "/c | a | /c",
      })
  void aWholeUriIsAPathAndAHost(String target, String host, String path) throws Exception {
    Serving.with(
        request -> Response.text(200, request.header("host") + " " + request.path()),
        serving -> {
          try (Connection client = serving.connect()) {
            client.write(bytes(GET.formatted(target)));
            assertThat(Serving.answer(client).text()).isEqualTo(host + " " + path);
          }
        });
  }

  /** Others take a semicolon for a part of the value. */
  @Test
  void anAmpersandAloneSeparatesParameters() throws Exception {
    Serving.with(
        request -> Response.text(200, request.query().toString()),
        serving -> {
          try (Connection client = serving.connect()) {
            client.write(bytes(GET.formatted("/?a=1;b=2&c=3")));
            assertThat(Serving.answer(client).text()).isEqualTo("{a=[1;b=2], c=[3]}");
          }
        });
  }

  /** The client sends whole lines, each in time, and never the end. */
  @Test
  void aHeadThatDoesNotEndIsGivenUp() throws Exception {
    Serving.with(
        ServerLimits.DEFAULT.withHeadTime(Duration.ofMillis(50)),
        Http1Test::echo,
        serving -> {
          try (Connection client = serving.connect()) {
            client.write(bytes("GET / HTTP/1.1\r\n"));
            Future<Boolean> gone = Async.future(() -> isEnded(client));
            while (gone.poll() == null) {
              try {
                client.write(bytes("a: b\r\n"));
                Async.sleep(Duration.ofMillis(1));
              } catch (IOException over) {
                break;
              }
            }
            assertThat(gone.value()).isTrue();
          }
        });
  }

  private static boolean isEnded(Connection client) {
    try {
      for (byte[] said = client.read(); said != null; said = client.read()) {
        assertThat(new String(said, StandardCharsets.US_ASCII)).startsWith("HTTP/1.1 408");
      }
      return true;
    } catch (IOException broken) {
      return true;
    }
  }

  /** A client that leaves in the middle of its body is no fault of the handler. */
  @ParameterizedTest
  @CsvSource({"Content-Length: 100~~abc", "Transfer-Encoding: chunked~~5~ab"})
  void aBodyThatIsCutIsNoFailure(String rest) throws Exception {
    Promise<Boolean> ended = new Promise<>();
    Serving.with(
        request -> {
          try {
            return echo(request);
          } finally {
            ended.complete(true);
          }
        },
        serving -> {
          try (Connection client = serving.connect()) {
            client.write(bytes("POST / HTTP/1.1~Host: a~".concat(rest).replace("~", "\r\n")));
          }
          assertThat(ended.value()).isTrue();
          while (serving.server().connections() > 0) {
            Async.yield();
          }
          assertThat(serving.failures()).isEmpty();
        });
  }

  @Test
  void theBodiesOfAllRequestsAreBoundedTogether() throws Exception {
    Serving.with(
        ServerLimits.DEFAULT.withContents(60_000),
        Http1Test::echo,
        serving -> {
          ContentMemory memory = serving.server().memory();
          String head = "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 50000\r\n\r\n";
          try (Connection slow = serving.connect();
              Connection late = serving.connect()) {
            slow.write(bytes(head + "s".repeat(40_000)));
            while (memory.held() < 40_000) {
              Async.yield();
            }
            late.write(bytes(head + "l".repeat(50_000)));
            assertThat(Serving.answer(late).status()).isEqualTo(503);
            slow.write(bytes("s".repeat(10_000)));
            assertThat(Serving.answer(slow).status()).isEqualTo(200);
            slow.write(bytes(head + "s".repeat(50_000)));
            assertThat(Serving.answer(slow).status()).isEqualTo(200);
          }
          while (memory.held() != 0) {
            Async.yield();
          }
        });
  }

  @Test
  void aBodyThatIsReadWhileTheAnswerIsSentIsLetGoToo() throws Exception {
    Serving.with(
        request ->
            Response.stream(
                200, "text/plain", 50_000, output -> output.write(request.body().bytes())),
        serving -> {
          try (Connection client = serving.connect()) {
            client.write(
                bytes(
                    "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 50000\r\n\r\n"
                        + "x".repeat(50_000)));
            assertThat(Serving.answer(client).text()).hasSize(50_000);
          }
          while (serving.server().memory().held() != 0) {
            Async.yield();
          }
        });
  }

  /** Only what is kept in memory is bounded; the client is told before it sends. */
  @Test
  void aBodyIsReadPieceByPieceWithoutABound() throws Exception {
    Serving.with(
        ServerLimits.DEFAULT.withBody(1_000),
        request -> {
          if (request.path().equals("/kept")) {
            return echo(request);
          }
          long size = 0;
          for (byte[] each = request.body().read(); each != null; each = request.body().read()) {
            size += each.length;
          }
          return Response.text(200, "" + size);
        },
        serving -> {
          try (Connection client = serving.connect();
              Connection careful = serving.connect()) {
            String head = "POST %s HTTP/1.1\r\nHost: a\r\nContent-Length: 5000\r\n%s\r\n";
            client.write(bytes(head.formatted("/", "") + "x".repeat(5_000)));
            assertThat(Serving.answer(client).text()).isEqualTo("5000");
            careful.write(bytes(head.formatted("/kept", "Expect: 100-continue\r\n")));
            assertThat(Serving.answer(careful).status()).isEqualTo(413);
          }
        });
  }

  @Test
  void trailersHaveABound() throws Exception {
    Serving.with(
        Http1Test::echo,
        serving ->
            assertThat(
                    serving.saidTo(
                        "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n"
                            + "a: b\r\n".repeat(20_000)
                            + "\r\n"))
                .startsWith("HTTP/1.1 400"));
  }

  @Test
  void aConnectionThatSaysNothingIsEnded() throws Exception {
    ServerLimits limits =
        ServerLimits.DEFAULT
            .withHeadTime(Duration.ofMillis(50))
            .withIdleTime(Duration.ofMillis(50));
    Serving.with(
        limits,
        Http1Test::echo,
        serving -> {
          assertThat(serving.saidTo("")).isEmpty();
          String get = GET.formatted("/");
          assertThat(serving.saidTo(get)).startsWith("HTTP/1.1 200").containsOnlyOnce("HTTP/1.1");
          while (serving.server().connections() > 0) {
            Async.yield();
          }
        });
  }

  /** RFC 9110, section 15.5.9; but one who does not take an answer is told nothing. */
  @ParameterizedTest
  @CsvSource({
    "GET / HT",
    "GET / HTTP/1.1~Host: a~",
    "POST / HTTP/1.1~Host: a~Content-Length: 3~~a",
    "POST / HTTP/1.1~Host: a~Transfer-Encoding: chunked~~3~a",
    "POST / HTTP/1.1~Host: a~Content-Length: 3~Expect: 100-continue~~",
  })
  void aRequestThatDoesNotComeInTimeIsRefused(String begun) throws Exception {
    ServerLimits limits =
        ServerLimits.DEFAULT
            .withHeadTime(Duration.ofMillis(50))
            .withIdleTime(Duration.ofMillis(50));
    Serving.with(
        limits,
        Http1Test::echo,
        serving -> {
          String late = begun.replace("~", "\r\n");
          assertThat(serving.saidTo(late).replace("HTTP/1.1 100 Continue\r\n\r\n", ""))
              .startsWith("HTTP/1.1 408 Request Timeout\r\n")
              .contains("connection: close\r\n")
              .containsOnlyOnce("HTTP/1.1");
          // Behind an answer too.
          assertThat(serving.saidTo(GET.formatted("/") + late))
              .startsWith("HTTP/1.1 200 OK\r\n")
              .contains("HTTP/1.1 408 Request Timeout\r\n");
          while (serving.server().connections() > 0) {
            Async.yield();
          }
          assertThat(serving.failures()).isEmpty();
        });
  }

  /** The rest of a body that nobody has read belongs to an answer that has been sent. */
  @Test
  void aBodyThatDoesNotComeBehindItsAnswerIsNotAnsweredAgain() throws Exception {
    Serving.with(
        ServerLimits.DEFAULT.withIdleTime(Duration.ofMillis(50)),
        request -> Response.text(200, "early"),
        serving ->
            assertThat(serving.saidTo("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\na"))
                .endsWith("early")
                .containsOnlyOnce("HTTP/1.1"));
  }

  /** A request that is being handled when the server stops is answered; later ones are not. */
  @Test
  void aServerThatStopsEndsWhatItHasBegun() throws Exception {
    Promise<Boolean> begun = new Promise<>();
    Promise<Boolean> gate = new Promise<>();
    Serving.with(
        request -> {
          begun.complete(true);
          assertThat(gate.value()).isTrue();
          return echo(request);
        },
        serving -> {
          try (Connection idle = serving.connect();
              Connection client = serving.connect()) {
            client.write(bytes(GET.formatted("/last")));
            assertThat(begun.value()).isTrue();
            Future<Boolean> stop =
                Async.future(
                    () -> {
                      serving.server().stop(TestLimit.ofWait());
                      return true;
                    });
            assertThat(idle.read()).isNull();
            gate.complete(true);
            Serving.Answer answer = Serving.answer(client);
            assertThat(answer.text()).isEqualTo("GET /last ");
            assertThat(answer.head()).contains("connection: close\n");
            assertThat(stop.value()).isTrue();
          }
        });
  }

  @Test
  void moreRequestsAtOnceThanAllowedAreRefused() throws Exception {
    ServerLimits limits = ServerLimits.DEFAULT.withRequests(1);
    Promise<Boolean> begun = new Promise<>();
    Promise<Boolean> gate = new Promise<>();
    Serving.with(
        limits,
        request -> {
          begun.complete(true);
          assertThat(gate.value()).isTrue();
          return echo(request);
        },
        serving -> {
          try (Connection first = serving.connect();
              Connection second = serving.connect()) {
            first.write(bytes(GET.formatted("/1")));
            assertThat(begun.value()).isTrue();
            second.write(bytes(GET.formatted("/2")));
            Serving.Answer refused = Serving.answer(second);
            assertThat(refused.status()).isEqualTo(503);
            assertThat(refused.head()).contains("retry-after: 1\n");
            gate.complete(true);
            assertThat(Serving.answer(first).text()).isEqualTo("GET /1 ");
            second.write(bytes(GET.formatted("/3")));
            assertThat(Serving.answer(second).text()).isEqualTo("GET /3 ");
          }
        });
  }

  @Test
  void fieldsOfAnAnswerCannotBeBroken() throws Exception {
    for (String value : List.of("a\r\nb: c", "a\nb", "a\u0000", "\u20ac")) {
      assertThat(
              org.assertj.core.api.Assertions.catchThrowable(
                  () -> Response.of(200).with("x", value)))
          .isInstanceOf(IllegalArgumentException.class);
    }
  }
}
