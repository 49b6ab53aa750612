package yona.http.server;

import static org.assertj.core.api.Assertions.assertThat;
import static yona.http.server.Http2Peer.CANCEL;
import static yona.http.server.Http2Peer.DATA;
import static yona.http.server.Http2Peer.END_HEADERS;
import static yona.http.server.Http2Peer.END_STREAM;
import static yona.http.server.Http2Peer.GOAWAY;
import static yona.http.server.Http2Peer.HEADERS;
import static yona.http.server.Http2Peer.NO_ERROR;
import static yona.http.server.Http2Peer.RST_STREAM;
import static yona.http.server.Http2Peer.WINDOW_UPDATE;
import static yona.http.server.Http2Peer.number;
import static yona.http.server.Http2Peer.setting;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import yona.async.Async;
import yona.async.Future;
import yona.async.Promise;
import yona.http.Headers;
import yona.http.HttpException;
import yona.http.Request;
import yona.http.Response;
import yona.http.http2.Http2Codec;
import yona.io.connection.Connection;
import yona.testrun.TestLimit;

/** The server speaks HTTP/2 with prior knowledge. */
class Http2Test {

  /** The setting of the window that streams begin with. */
  private static final int INITIAL_WINDOW_SIZE = 4;

  private static Response echo(Request request) throws Exception {
    return Response.text(200, request.method() + " " + request.target() + " " + request.text());
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  @Test
  void aConnectionAnswersRequestsInBothVersions() throws Exception {
    Serving.with(
        Http2Test::echo,
        serving -> {
          try (Http2Peer peer = Http2Peer.begin(serving);
              Connection old = serving.connect()) {
            for (int stream = 1; stream < 9; stream += 2) {
              peer.get(stream, "/" + stream);
              Http2Peer.Answer answer = peer.answer(stream);
              assertThat(answer.status()).isEqualTo("200");
              assertThat(answer.text()).isEqualTo("GET /" + stream + " ");
              assertThat(answer.head().get("content-length")).hasToString("7");
              assertThat(answer.head().get("date").toString()).endsWith(" GMT");
            }
            old.write(bytes("PUT / HTTP/1.1\r\nHost: a\r\n\r\n"));
            assertThat(Serving.answer(old).text()).isEqualTo("PUT / ");
          }
        });
  }

  /** There the first line of HTTP/2 is a request of a version that is not spoken. */
  @Test
  void aServerMaySpeakHttp1Only() throws Exception {
    Serving.with(
        ServerOptions.DEFAULT.withHttp2(null),
        Http2Test::echo,
        serving -> {
          try (Connection client = serving.connect()) {
            client.write(RequestInput.PREFACE);
            assertThat(Serving.answer(client).status()).isBetween(400, 505);
          }
        });
  }

  @Test
  void thePrefaceMayComeByteByByte() throws Exception {
    Serving.with(
        Http2Test::echo,
        serving -> {
          try (Http2Peer peer = new Http2Peer(serving.connect())) {
            for (byte each : RequestInput.PREFACE) {
              peer.connection().write(new byte[] {each});
              Async.yield();
            }
            peer.send(Http2Peer.SETTINGS, 0, 0, new byte[0]);
            for (byte each :
                Http2Peer.frame(
                    HEADERS, END_HEADERS | END_STREAM, 1, peer.request("GET", "/slow"))) {
              peer.connection().write(new byte[] {each});
              Async.yield();
            }
            assertThat(peer.answer(1).text()).isEqualTo("GET /slow ");
          }
        });
  }

  /** Only those that accept and watch are left. */
  @Test
  void aConnectionThatSaysNothingKeepsNoFiber() throws Exception {
    Serving.with(
        Http2Test::echo,
        serving -> {
          try (Http2Peer peer = Http2Peer.begin(serving)) {
            peer.get(1, "/");
            assertThat(peer.answer(1).status()).isEqualTo("200");
            while (serving.server().scope().newestMembers(10).size() > 2) {
              Async.yield();
            }
            peer.get(3, "/");
            assertThat(peer.answer(3).status()).isEqualTo("200");
          }
        });
  }

  /** A request that waits holds up no other one. */
  @Test
  void requestsOfAConnectionRunAtTheSameTime() throws Exception {
    Promise<Boolean> gate = new Promise<>();
    Serving.with(
        request -> {
          if (request.path().equals("/first")) {
            assertThat(gate.value()).isTrue();
          } else {
            gate.complete(true);
          }
          return echo(request);
        },
        serving -> {
          try (Http2Peer peer = Http2Peer.begin(serving)) {
            peer.get(1, "/first");
            peer.get(3, "/second");
            assertThat(peer.answer(3).text()).isEqualTo("GET /second ");
            assertThat(peer.answer(1).text()).isEqualTo("GET /first ");
          }
        });
  }

  @Test
  void handlersSeeTheHostAndAllFields() throws Exception {
    Serving.with(
        request ->
            Response.text(200, request.headers().toString() + " " + request.cookies().get("c")),
        serving -> {
          try (Http2Peer peer = Http2Peer.begin(serving)) {
            peer.send(
                HEADERS,
                END_HEADERS | END_STREAM,
                1,
                peer.request("GET", "/", "x-a", "1", "cookie", "a=b", "cookie", "c=d"));
            assertThat(peer.answer(1).text())
                .isEqualTo("host: a, x-a: 1, cookie: ***, cookie: *** d");
          }
        });
  }

  @Test
  void aBodyHasTrailersBehindIt() throws Exception {
    Serving.with(
        request -> {
          String text = request.text();
          return Response.text(200, text + " " + request.body().trailers().get("x-sum"));
        },
        serving -> {
          try (Http2Peer peer = Http2Peer.begin(serving)) {
            peer.post(1, "/");
            peer.data(1, "ab", false);
            peer.data(1, "c", false);
            peer.send(HEADERS, END_HEADERS | END_STREAM, 1, peer.fields("x-sum", "3"));
            assertThat(peer.answer(1).text()).isEqualTo("abc 3");
          }
        });
  }

  @Test
  void anAnswerHasTrailersBehindItsContent() throws Exception {
    Serving.with(
        request -> {
          Response response =
              request.path().equals("/made")
                  ? Response.stream(200, "text/plain", output -> output.write(bytes("abc")))
                  : Response.text(200, "abc");
          return response.withTrailers(() -> Headers.of("X-Sum", "3"));
        },
        serving -> {
          try (Http2Peer peer = Http2Peer.begin(serving)) {
            peer.get(1, "/there");
            peer.get(3, "/made");
            for (int stream : new int[] {1, 3}) {
              assertThat(peer.next(stream, HEADERS).isLast()).isFalse();
              Http2Peer.Frame content = peer.next(stream, DATA);
              assertThat(new String(content.payload(), StandardCharsets.UTF_8)).isEqualTo("abc");
              assertThat(content.isLast()).isFalse();
              Http2Peer.Frame trailers = peer.next(stream, HEADERS);
              assertThat(trailers.isLast()).isTrue();
              assertThat(trailers.headers()).hasToString("DefaultHttp2Headers[x-sum: 3]");
            }
            peer.send(HEADERS, END_HEADERS | END_STREAM, 5, peer.request("HEAD", "/there"));
            assertThat(peer.next(5, HEADERS).isLast()).isTrue();
          }
        });
  }

  /** The window is given back as the handler reads, so that a body may be larger than it. */
  @Test
  void aBodyLargerThanTheWindowComesThrough() throws Exception {
    int size = 300_000;
    Serving.with(
        request -> Response.text(200, "" + request.body().bytes().length),
        serving -> {
          try (Http2Peer peer = Http2Peer.begin(serving)) {
            peer.post(1, "/");
            int window = Http2Codec.FIRST_WINDOW;
            for (int sent = 0; sent < size; ) {
              while (window < 10_000) {
                window += number(peer.next(1, WINDOW_UPDATE));
              }
              peer.send(DATA, sent + 10_000 == size ? END_STREAM : 0, 1, new byte[10_000]);
              sent += 10_000;
              window -= 10_000;
            }
            assertThat(peer.answer(1).text()).isEqualTo("" + size);
          }
        });
  }

  /** Also where the answer takes long: else uploads would use up the connection's window. */
  @Test
  void aBodyThatIsReadTakesNothingOfTheWindow() throws Exception {
    Promise<Boolean> gate = new Promise<>();
    Serving.with(
        request -> {
          int length = request.body().bytes().length;
          return Response.stream(
              200,
              "text/plain",
              output -> {
                output.write(bytes("" + length));
                assertThat(gate.value()).isTrue();
              });
        },
        serving -> {
          try (Http2Peer peer = Http2Peer.begin(serving)) {
            // More than the window of the connection, in all.
            for (int stream = 1; stream < 60; stream += 2) {
              peer.post(stream, "/");
              for (int i = 0; i < 4; i++) {
                peer.send(DATA, i == 3 ? END_STREAM : 0, stream, new byte[15_000]);
              }
              assertThat(peer.next(stream, DATA).payload()).isEqualTo(bytes("60000"));
            }
          } finally {
            gate.complete(true);
          }
        });
  }

  private static int number(Http2Peer.Frame frame) {
    return java.nio.ByteBuffer.wrap(frame.payload()).getInt();
  }

  /** Nobody reads, so no window is given back. */
  @Test
  void aClientThatSendsMoreThanTheWindowIsReset() throws Exception {
    Promise<Boolean> gate = new Promise<>();
    Serving.with(
        request -> {
          if (request.path().equals("/idle")) {
            assertThat(gate.value()).isTrue();
          }
          return echo(request);
        },
        serving -> {
          try (Http2Peer peer = Http2Peer.begin(serving)) {
            peer.post(1, "/idle");
            for (int i = 0; i < 5; i++) {
              peer.send(DATA, 0, 1, new byte[16_384]);
            }
            assertThat(peer.answer(1).error()).isEqualTo(Http2Peer.FLOW_CONTROL_ERROR);
            // The others go on.
            peer.get(3, "/other");
            assertThat(peer.answer(3).text()).isEqualTo("GET /other ");
          } finally {
            gate.complete(true);
          }
        });
  }

  @Test
  void aClientThatAsksIsToldToContinue() throws Exception {
    Serving.with(
        request -> request.path().equals("/refused") ? Response.text(403, "no") : echo(request),
        serving -> {
          try (Http2Peer peer = Http2Peer.begin(serving)) {
            peer.post(1, "/wanted", "expect", "100-continue");
            assertThat(peer.next(1, HEADERS).headers().status()).hasToString("100");
            peer.data(1, "abc", true);
            assertThat(peer.answer(1).text()).isEqualTo("POST /wanted abc");
            peer.post(3, "/refused", "expect", "100-continue");
            assertThat(peer.answer(3).status()).isEqualTo("403");
            assertThat(peer.next(3, RST_STREAM).error()).isEqualTo(NO_ERROR);
          }
        });
  }

  @Test
  void whoAsksForTheHeadGetsNoContent() throws Exception {
    Serving.with(
        request -> Response.text(200, "hello"),
        serving -> {
          try (Http2Peer peer = Http2Peer.begin(serving)) {
            peer.send(HEADERS, END_HEADERS | END_STREAM, 1, peer.request("HEAD", "/"));
            Http2Peer.Answer answer = peer.answer(1);
            assertThat(answer.head().get("content-length")).hasToString("5");
            assertThat(answer.content()).isEmpty();
          }
        });
  }

  @Test
  void fieldsOfTheConnectionAreNotSent() throws Exception {
    Serving.with(
        request ->
            Response.of(204)
                .with("Connection", "close")
                .with("Keep-Alive", "1")
                .with("Transfer-Encoding", "x")
                .with("X-Kept", "1"),
        serving -> {
          try (Http2Peer peer = Http2Peer.begin(serving)) {
            peer.get(1, "/");
            Http2Peer.Answer answer = peer.answer(1);
            assertThat(answer.head().names().stream().map(CharSequence::toString))
                .containsExactlyInAnyOrder(":status", "x-kept", "date");
          }
        });
  }

  /** Content is not made before the client's window has room for it. */
  @Test
  void whoMakesContentWaitsForTheClient() throws Exception {
    Promise<Boolean> waits = new Promise<>();
    int[] made = new int[1];
    Serving.with(
        request ->
            Response.stream(
                200,
                "text/plain",
                output -> {
                  for (int i = 0; i < 10; i++) {
                    made[0] = i;
                    if (i == 1) {
                      waits.complete(true);
                    }
                    output.write(new byte[1_000]);
                  }
                }),
        serving -> {
          try (Http2Peer peer =
              Http2Peer.begin(serving.connect(), setting(INITIAL_WINDOW_SIZE, 1_500))) {
            peer.get(1, "/");
            assertThat(waits.value()).isTrue();
            int came = 0;
            while (came < 1_500) {
              came += peer.next(1, DATA).payload().length;
            }
            assertThat(came).isEqualTo(1_500);
            assertThat(made[0]).isEqualTo(1);
            peer.send(WINDOW_UPDATE, 0, 1, Http2Peer.number(100_000));
            assertThat(peer.answer(1).content()).hasSize(10_000 - 1_500);
          }
        });
  }

  @Test
  void largeAnswersAreSentInPieces() throws Exception {
    byte[] large = new byte[1_000_000];
    java.util.Arrays.fill(large, (byte) 7);
    Serving.with(
        request -> Response.bytes(200, "a/b", large),
        serving -> {
          try (Http2Peer peer =
              Http2Peer.begin(serving.connect(), setting(INITIAL_WINDOW_SIZE, 1 << 30))) {
            peer.send(WINDOW_UPDATE, 0, 0, Http2Peer.number(1 << 30));
            peer.get(1, "/");
            peer.get(3, "/");
            assertThat(peer.answer(3).content()).isEqualTo(large);
            assertThat(peer.answer(1).content()).isEqualTo(large);
          }
        });
  }

  @Test
  void contentThatFailsResetsItsStreamOnly() throws Exception {
    Serving.with(
        request ->
            request.path().equals("/bad")
                ? Response.stream(
                    200,
                    "text/plain",
                    output -> {
                      output.write(bytes("one"));
                      throw new IllegalStateException("no more");
                    })
                : echo(request),
        serving -> {
          try (Http2Peer peer = Http2Peer.begin(serving)) {
            peer.get(1, "/bad");
            Http2Peer.Answer answer = peer.answer(1);
            assertThat(answer.text()).isEqualTo("one");
            assertThat(answer.error()).isEqualTo(2);
            assertThat(serving.failures())
                .singleElement()
                .satisfies(failure -> assertThat(failure.error()).hasMessage("no more"));
            peer.get(3, "/good");
            assertThat(peer.answer(3).text()).isEqualTo("GET /good ");
          }
        });
  }

  @Test
  void whatHandlersRaiseIsAnswered() throws Exception {
    Serving.with(
        request -> {
          if (request.path().equals("/refused")) {
            throw new HttpException(404, "nothing here");
          }
          throw new IllegalStateException("a secret");
        },
        serving -> {
          try (Http2Peer peer = Http2Peer.begin(serving)) {
            peer.get(1, "/refused");
            assertThat(peer.answer(1).text()).isEqualTo("nothing here\n");
            peer.get(3, "/");
            Http2Peer.Answer answer = peer.answer(3);
            assertThat(answer.status()).isEqualTo("500");
            assertThat(answer.text())
                .isEqualTo("error " + serving.failures().getFirst().id() + "\n");
          }
        });
  }

  @Test
  void aRequestThatIsResetCancelsItsHandlerOnly() throws Exception {
    Promise<Boolean> begun = new Promise<>();
    Promise<Boolean> cancelled = new Promise<>();
    Serving.with(
        request -> {
          if (request.path().equals("/wait")) {
            begun.complete(true);
            throw Serving.untilCancelled(cancelled);
          }
          return echo(request);
        },
        serving -> {
          try (Http2Peer peer = Http2Peer.begin(serving)) {
            peer.get(1, "/wait");
            assertThat(begun.value()).isTrue();
            peer.send(RST_STREAM, 0, 1, Http2Peer.number(CANCEL));
            assertThat(cancelled.value()).isTrue();
            peer.get(3, "/other");
            assertThat(peer.answer(3).text()).isEqualTo("GET /other ");
          }
        });
  }

  @Test
  void aClientThatGoesAwayCancelsItsHandlers() throws Exception {
    Promise<Boolean> begun = new Promise<>();
    Promise<Boolean> cancelled = new Promise<>();
    Serving.with(
        _ -> {
          begun.complete(true);
          throw Serving.untilCancelled(cancelled);
        },
        serving -> {
          Http2Peer peer = Http2Peer.begin(serving);
          peer.get(1, "/wait");
          assertThat(begun.value()).isTrue();
          peer.close();
          assertThat(cancelled.value()).isTrue();
        });
  }

  /** A request that is handled when the server stops is answered; then the connection ends. */
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
          try (Http2Peer idle = Http2Peer.begin(serving);
              Http2Peer peer = Http2Peer.begin(serving)) {
            idle.send(Http2Peer.PING, 0, 0, new byte[8]);
            assertThat(idle.next(0, Http2Peer.PING).flags()).isEqualTo(Http2Peer.ACK);
            peer.get(1, "/last");
            assertThat(begun.value()).isTrue();
            Future<Boolean> stop =
                Async.future(
                    () -> {
                      serving.server().stop(TestLimit.ofWait());
                      return true;
                    });
            assertThat(idle.lastError()).isEqualTo(NO_ERROR);
            idle.connection().close();
            Http2Peer.Frame goAway = peer.next(0, GOAWAY);
            assertThat(goAway.error()).isEqualTo(NO_ERROR);
            assertThat(java.nio.ByteBuffer.wrap(goAway.payload()).getInt()).isEqualTo(1);
            gate.complete(true);
            assertThat(peer.answer(1).text()).isEqualTo("GET /last ");
            assertThat(peer.connection().read()).isNull();
            peer.connection().close();
            assertThat(stop.value()).isTrue();
          }
        });
  }
}
