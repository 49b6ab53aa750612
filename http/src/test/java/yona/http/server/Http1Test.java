package yona.http.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import yona.async.Async;
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

  static final String GET = "GET %s HTTP/1.1\r\nHost: a\r\n\r\n";

  static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.ISO_8859_1);
  }

  /** Says what it was asked. */
  static Response echo(Request request) throws Exception {
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

  /** Only those that accept and watch are left. */
  @Test
  void aConnectionThatSaysNothingKeepsNoFiber() throws Exception {
    Serving.with(
        Http1Test::echo,
        serving -> {
          try (Connection client = serving.connect()) {
            for (int i = 0; i < 2; i++) {
              client.write(bytes(GET.formatted("/" + i)));
              assertThat(Serving.answer(client).text()).isEqualTo("GET /" + i + " ");
              while (serving.server().scope().newestMembers(10).size() > 2) {
                Async.yield();
              }
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

  /** Nobody waits for the answer any more. */
  @Test
  void aClientThatGoesAwayCancelsTheHandler() throws Exception {
    Promise<Boolean> begun = new Promise<>();
    Promise<Boolean> cancelled = new Promise<>();
    Serving.with(
        _ -> {
          begun.complete(true);
          throw Serving.untilCancelled(cancelled);
        },
        serving -> {
          Connection client = serving.connect();
          client.write(bytes(GET.formatted("/")));
          assertThat(begun.value()).isTrue();
          client.close();
          assertThat(cancelled.value()).isTrue();
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
  void fieldsOfAnAnswerCannotBeBroken() throws Exception {
    for (String value : List.of("a\r\nb: c", "a\nb", "a\u0000", "\u20ac")) {
      assertThat(
              org.assertj.core.api.Assertions.catchThrowable(
                  () -> Response.of(200).with("x", value)))
          .isInstanceOf(IllegalArgumentException.class);
    }
  }
}
