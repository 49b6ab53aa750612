package yona.http.server;

import static org.assertj.core.api.Assertions.assertThat;
import static yona.http.server.Http2Peer.CANCEL;
import static yona.http.server.Http2Peer.CONTINUATION;
import static yona.http.server.Http2Peer.END_HEADERS;
import static yona.http.server.Http2Peer.END_STREAM;
import static yona.http.server.Http2Peer.ENHANCE_YOUR_CALM;
import static yona.http.server.Http2Peer.HEADERS;
import static yona.http.server.Http2Peer.PING;
import static yona.http.server.Http2Peer.PRIORITY;
import static yona.http.server.Http2Peer.PROTOCOL_ERROR;
import static yona.http.server.Http2Peer.REFUSED_STREAM;
import static yona.http.server.Http2Peer.RST_STREAM;
import static yona.http.server.Http2Peer.SETTINGS;
import static yona.http.server.Http2Peer.WINDOW_UPDATE;
import static yona.http.server.Http2Peer.number;
import static yona.http.server.Http2Peer.setting;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.aggregator.ArgumentsAccessor;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import yona.async.Async;
import yona.async.Promise;
import yona.http.Request;
import yona.http.Response;
import yona.io.connection.Connection;

/** Clients that speak HTTP/2 to do harm, or that speak it wrongly. */
class Http2AttackTest {

  private static final ServerOptions STRICT =
      ServerOptions.DEFAULT.withHttp2(new Http2Limits(4, 65_535, 65_535, 20, 50));

  private static Response echo(Request request) throws Exception {
    return Response.text(200, request.method() + " " + request.target() + " " + request.text());
  }

  /** CVE-2023-44487: resets make room for more requests, but their handlers have run. */
  @Test
  void aClientThatResetsTooManyRequestsIsSentAway() throws Exception {
    AtomicInteger running = new AtomicInteger();
    Serving.with(
        STRICT,
        request -> {
          assertThat(running.incrementAndGet()).isLessThanOrEqualTo(4);
          try {
            Async.sleep(Duration.ofDays(1));
          } finally {
            running.decrementAndGet();
          }
          return Response.of(204);
        },
        serving -> {
          try (Http2Peer peer = Http2Peer.begin(serving)) {
            ByteArrayOutputStream all = new ByteArrayOutputStream();
            for (int stream = 1; stream < 101; stream += 2) {
              all.writeBytes(
                  Http2Peer.frame(
                      HEADERS, END_HEADERS | END_STREAM, stream, peer.request("GET", "/")));
              all.writeBytes(Http2Peer.frame(RST_STREAM, 0, stream, number(CANCEL)));
            }
            peer.connection().write(all.toByteArray());
            assertThat(peer.lastError()).isEqualTo(ENHANCE_YOUR_CALM);
          }
        });
    assertThat(running.get()).isZero();
  }

  /** The client need not have acknowledged the limit. */
  @Test
  void moreRequestsAtOnceThanAllowedAreRefused() throws Exception {
    Promise<Boolean> gate = new Promise<>();
    Serving.with(
        STRICT,
        request -> {
          assertThat(gate.value()).isTrue();
          return echo(request);
        },
        serving -> {
          try (Http2Peer peer = Http2Peer.begin(serving)) {
            for (int stream = 1; stream <= 9; stream += 2) {
              peer.get(stream, "/" + stream);
            }
            assertThat(peer.answer(9).error()).isEqualTo(REFUSED_STREAM);
            gate.complete(true);
            for (int stream = 1; stream <= 7; stream += 2) {
              assertThat(peer.answer(stream).text()).isEqualTo("GET /" + stream + " ");
            }
            peer.get(11, "/11");
            assertThat(peer.answer(11).text()).isEqualTo("GET /11 ");
          } finally {
            gate.complete(true);
          }
        });
  }

  /** CVE-2024-27316: a head that never ends. */
  @Test
  void aHeadWithoutEndIsRefused() throws Exception {
    Serving.with(
        Http2AttackTest::echo,
        serving -> {
          try (Http2Peer peer = Http2Peer.begin(serving)) {
            peer.send(HEADERS, END_STREAM, 1, peer.request("GET", "/"));
            ByteArrayOutputStream all = new ByteArrayOutputStream();
            for (int i = 0; i < 100; i++) {
              all.writeBytes(Http2Peer.frame(CONTINUATION, 0, 1, peer.fields("x", "y" + i)));
            }
            peer.connection().write(all.toByteArray());
            assertThat(peer.lastError()).isEqualTo(ENHANCE_YOUR_CALM);
          }
        });
  }

  @Test
  void aHeadThatIsTooLongIsRefused() throws Exception {
    ServerLimits standard = ServerLimits.DEFAULT;
    Serving.with(
        new ServerLimits(
            standard.line(),
            1_000,
            standard.body(),
            standard.contents(),
            standard.connections(),
            standard.requests(),
            standard.headTime(),
            standard.idleTime()),
        Http2AttackTest::echo,
        serving -> {
          try (Http2Peer peer = Http2Peer.begin(serving)) {
            peer.send(
                HEADERS,
                END_HEADERS | END_STREAM,
                1,
                peer.request("GET", "/", "x", "y".repeat(1_000)));
            assertThat(peer.answer(1).status()).isEqualTo("431");
            peer.get(3, "/other");
            assertThat(peer.answer(3).text()).isEqualTo("GET /other ");
          }
        });
  }

  @ParameterizedTest
  @ValueSource(ints = {PING, SETTINGS, PRIORITY, WINDOW_UPDATE, 77})
  void aFloodOfFramesWithoutDataIsRefused(int type) throws Exception {
    byte[] payload =
        switch (type) {
          case PING -> new byte[8];
          case PRIORITY -> new byte[5];
          case WINDOW_UPDATE -> number(1);
          default -> new byte[0];
        };
    Serving.with(
        STRICT,
        Http2AttackTest::echo,
        serving -> {
          try (Http2Peer peer = Http2Peer.begin(serving)) {
            ByteArrayOutputStream all = new ByteArrayOutputStream();
            for (int i = 0; i < 60; i++) {
              int stream = type == PRIORITY ? 3 : 0;
              all.writeBytes(Http2Peer.frame(type, 0, stream, payload));
            }
            peer.connection().write(all.toByteArray());
            assertThat(peer.lastError()).isEqualTo(ENHANCE_YOUR_CALM);
          }
        });
  }

  /** RFC 9113, section 6.9.1. */
  @Test
  void windowsThatOverflowAreRefused() throws Exception {
    Serving.with(
        Http2AttackTest::echo,
        serving -> {
          try (Http2Peer peer = Http2Peer.begin(serving)) {
            peer.post(1, "/");
            peer.send(WINDOW_UPDATE, 0, 1, number(Integer.MAX_VALUE));
            assertThat(peer.answer(1).error()).isEqualTo(Http2Peer.FLOW_CONTROL_ERROR);
            peer.send(WINDOW_UPDATE, 0, 0, number(Integer.MAX_VALUE));
            assertThat(peer.lastError()).isEqualTo(Http2Peer.FLOW_CONTROL_ERROR);
          }
        });
  }

  /** RFC 9113, sections 8.2 and 8.3: such requests are malformed, each for itself. */
  @ParameterizedTest
  @CsvSource({
    ":method GET :scheme http :path / connection close",
    ":method GET :scheme http :path / transfer-encoding chunked",
    ":method GET :scheme http :path / te gzip",
    ":method GET :scheme http :path / X-Upper 1",
    ":method GET :scheme http :path / :status 200",
    ":method GET :scheme http :path / :other 1",
    ":method GET :scheme http x 1 :path /",
    ":scheme http :path /",
    ":method GET :path /",
    ":method GET :scheme http",
  })
  void malformedRequestsAreReset(String fields) throws Exception {
    Serving.with(
        Http2AttackTest::echo,
        serving -> {
          try (Http2Peer peer = Http2Peer.begin(serving)) {
            peer.send(HEADERS, END_HEADERS | END_STREAM, 1, peer.fields(fields.split(" ")));
            assertThat(peer.answer(1).error()).isEqualTo(PROTOCOL_ERROR);
            peer.get(3, "/other");
            assertThat(peer.answer(3).text()).isEqualTo("GET /other ");
          }
        });
  }

  @ParameterizedTest
  @CsvSource({"CONNECT, a:1, 501", "GET, x, 400", "GET, *, 400", "OPTIONS, *, 200"})
  void pathsAreChecked(String method, String path, String status) throws Exception {
    Serving.with(
        Http2AttackTest::echo,
        serving -> {
          try (Http2Peer peer = Http2Peer.begin(serving)) {
            byte[] head =
                method.equals("CONNECT")
                    ? peer.fields(":method", method, ":authority", path)
                    : peer.request(method, path);
            peer.send(HEADERS, END_HEADERS | END_STREAM, 1, head);
            assertThat(peer.answer(1).status()).isEqualTo(status);
          }
        });
  }

  /** RFC 9113, sections 5.1 and 8.1. */
  @Test
  void moreThanARequestIsReset() throws Exception {
    Serving.with(
        Http2AttackTest::echo,
        serving -> {
          try (Http2Peer peer = Http2Peer.begin(serving)) {
            peer.post(3, "/");
            peer.send(HEADERS, END_HEADERS, 3, peer.fields("x-not", "last"));
            assertThat(peer.answer(3).error()).isEqualTo(PROTOCOL_ERROR);
            peer.post(5, "/");
            peer.send(HEADERS, END_HEADERS | END_STREAM, 5, peer.fields(":path", "/other"));
            assertThat(peer.answer(5).error()).isEqualTo(PROTOCOL_ERROR);
          }
        });
  }

  /** RFC 9113, sections 5.1 and 5.1.1: whether its answer has been sent or not. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void aHeadForAStreamThatTheClientHasEndedEndsTheConnection(boolean isAnswered) throws Exception {
    Promise<Boolean> gate = new Promise<>();
    Serving.with(
        request -> {
          assertThat(isAnswered || gate.value()).isTrue();
          return echo(request);
        },
        serving -> {
          try (Http2Peer peer = Http2Peer.begin(serving)) {
            peer.get(1, "/");
            if (isAnswered) {
              assertThat(peer.answer(1).status()).isEqualTo("200");
            }
            peer.send(HEADERS, END_HEADERS | END_STREAM, 1, peer.fields("x-too", "late"));
            assertThat(peer.lastError()).isEqualTo(Http2Peer.STREAM_CLOSED);
          } finally {
            gate.complete(true);
          }
        });
  }

  @Test
  void aStreamThatWasPassedOverCannotBeOpened() throws Exception {
    Serving.with(
        Http2AttackTest::echo,
        serving -> {
          try (Http2Peer peer = Http2Peer.begin(serving)) {
            peer.get(5, "/");
            assertThat(peer.answer(5).status()).isEqualTo("200");
            peer.get(3, "/");
            assertThat(peer.lastError()).isEqualTo(PROTOCOL_ERROR);
          }
        });
  }

  /** The client cannot know yet that nobody wants the rest of its request. */
  @Test
  void trailersBehindAnEarlyAnswerAreNoFault() throws Exception {
    Serving.with(
        request -> request.method().equals("POST") ? Response.text(200, "early") : echo(request),
        serving -> {
          try (Http2Peer peer = Http2Peer.begin(serving)) {
            peer.post(1, "/");
            assertThat(peer.answer(1).text()).isEqualTo("early");
            peer.send(HEADERS, END_HEADERS | END_STREAM, 1, peer.fields("x-sum", "1"));
            peer.get(3, "/other");
            assertThat(peer.answer(3).text()).isEqualTo("GET /other ");
          }
        });
  }

  /**
   * What would be another request, or another header field, if somebody wrote it as HTTP/1.1 (RFC
   * 9113, section 10.3): ~ is CR LF, 0 in brackets NUL. None is handled.
   */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        ":method|GET|:method|POST|:scheme|http|:path|/|:authority|a",
        ":method|GET|:scheme|http|:path|/|:path|/b|:authority|a",
        ":method|GET|:scheme|http|:scheme|https|:path|/|:authority|a",
        ":method|GET|:scheme|http|:path|/|:authority|a|:authority|b",
        ":method|GET|:scheme|http|:path|/|:authority|a|host|b",
        ":method|GET|:scheme|http|:path|/|host|a|host|b",
        ":method|GET|:scheme|http|:path|/",
        ":method|GET|:scheme|http|:path|/|:authority|a b",
        ":method|GET|:scheme|http|:path|/|:authority|a@b",
        ":method|GET|:scheme|http|:path|/|:authority|a/b",
        ":method|GET|:scheme|http|:path|/|:authority|a~x: y",
        ":method|GET|:scheme|http|:path|/|:authority|''",
        ":method|GET|:scheme|http|:path|''|:authority|a",
        ":method|GET|:scheme|http|:path|/ HTTP/1.1~x: y|:authority|a",
        ":method|GET|:scheme|http|:path|/ b|:authority|a",
        ":method|GET|:scheme|http|:path|/#b|:authority|a",
        ":method|GET|:scheme|http|:path|/é|:authority|a",
        ":method|GET|:scheme|http|:path|http://b/|:authority|a",
        ":method|GET /b HTTP/1.1~|:scheme|http|:path|/|:authority|a",
        ":method|G T|:scheme|http|:path|/|:authority|a",
        ":method|''|:scheme|http|:path|/|:authority|a",
        ":method|GET|:scheme|http://b|:path|/|:authority|a",
        ":method|GET|:scheme|http|:path|/|:authority|a|x|y~z: w",
        ":method|GET|:scheme|http|:path|/|:authority|a|x|y(0)",
        ":method|GET|:scheme|http|:path|/|:authority|a|x: y~z|w",
        ":method|GET|:scheme|http|:path|/|:authority|a|x y|w",
        ":method|GET|:scheme|http|:path|/|:authority|a|''|w",
        ":method|GET|:scheme|http|:path|/|:authority|a|x(0)|w",
        ":method|GET|:scheme|http|:path|/|:authority|a|X|w",
        ":method|GET|:scheme|http|:path|/|:authority|a|connection|x",
        ":method|GET|:scheme|http|:path|/|:authority|a|keep-alive|x",
        ":method|GET|:scheme|http|:path|/|:authority|a|proxy-connection|x",
        ":method|GET|:scheme|http|:path|/|:authority|a|upgrade|h2c",
        ":method|GET|:scheme|http|:path|/|:authority|a|transfer-encoding|chunked",
        ":method|GET|:scheme|http|:path|/|:authority|a|te|trailers, chunked",
        ":method|GET|:scheme|http|:path|/|:authority|a|content-length|5",
        ":method|GET|:scheme|http|:path|/|:authority|a|content-length|-1",
        ":method|GET|:scheme|http|:path|/|:authority|a|content-length|+0",
        ":method|GET|:scheme|http|:path|/|:authority|a|content-length|0|content-length|1",
        ":method|GET|:scheme|http|:path|/|:authority|a|content-length|99999999999999999999",
        "x|y|:method|GET|:scheme|http|:path|/|:authority|a",
        ":method|GET|:scheme|http|:path|/|:authority|a|:protocol|websocket",
        ":method|CONNECT|:protocol|websocket|:scheme|http|:path|/|:authority|a",
        ":method|CONNECT|:authority|a:1",
      })
  void whatWouldSmuggleIsHandledByNobody(ArgumentsAccessor given) throws Exception {
    String[] fields = new String[given.size()];
    for (int i = 0; i < fields.length; i++) {
      String text = given.get(i) instanceof String some ? some : "";
      fields[i] = text.replace("~", "\r\n").replace("(0)", "\0");
    }
    AtomicInteger handled = new AtomicInteger();
    Serving.with(
        request -> {
          handled.incrementAndGet();
          return echo(request);
        },
        serving -> {
          try (Http2Peer peer = Http2Peer.begin(serving)) {
            peer.send(HEADERS, END_HEADERS | END_STREAM, 1, peer.fields(fields));
            Http2Peer.Answer answer = peer.answer(1);
            if (answer.error() == null) {
              assertThat(answer.status()).isIn("400", "501");
            } else {
              assertThat(answer.error()).isEqualTo(PROTOCOL_ERROR);
            }
            assertThat(handled).hasValue(0);
            peer.get(3, "/other");
            assertThat(peer.answer(3).text()).isEqualTo("GET /other ");
          }
        });
  }

  @Test
  void aBodyOfAnotherLengthThanItsHeadSaysIsReset() throws Exception {
    Serving.with(
        Http2AttackTest::echo,
        serving -> {
          try (Http2Peer peer = Http2Peer.begin(serving)) {
            peer.post(1, "/", "content-length", "5");
            peer.data(1, "abc", true);
            assertThat(peer.answer(1).error()).isEqualTo(PROTOCOL_ERROR);
          }
        });
  }

  /** A connection that begins like HTTP/2 and goes on otherwise is refused as HTTP/1.1 too. */
  @Test
  void aPrefaceThatIsNoneIsRefused() throws Exception {
    Serving.with(
        Http2AttackTest::echo,
        serving -> {
          assertThat(serving.saidTo("PRI * HTTP/2.0\r\n\r\nXX\r\n\r\n")).startsWith("HTTP/1.1 505");
          try (Connection client = serving.connect()) {
            client.write(RequestInput.PREFACE);
            client.write("GET / HTTP/1.1\r\nHost: a\r\n\r\n".getBytes(StandardCharsets.UTF_8));
            assertThat(client.readAll(Connection.LIMIT)).isNotEmpty();
          }
        });
  }

  /** Heads that do not end, bodies that do not come, windows that do not open. */
  @Test
  void aClientThatIsSilentIsNotWaitedForForEver() throws Exception {
    ServerLimits standard = ServerLimits.DEFAULT;
    ServerLimits limits =
        new ServerLimits(
            standard.line(),
            standard.headers(),
            standard.body(),
            standard.contents(),
            standard.connections(),
            standard.requests(),
            Duration.ofMillis(50),
            Duration.ofMillis(50));
    Serving.with(
        limits,
        Http2AttackTest::echo,
        serving -> {
          assertThat(serving.saidTo("PRI * HTTP")).isEmpty();
          try (Http2Peer idle = Http2Peer.begin(serving)) {
            assertThat(idle.lastError()).isEqualTo(Http2Peer.NO_ERROR);
          }
          try (Http2Peer peer = Http2Peer.begin(serving)) {
            peer.send(HEADERS, END_STREAM, 1, peer.request("GET", "/"));
            assertEnds(peer);
          }
          try (Http2Peer peer = Http2Peer.begin(serving)) {
            peer.post(1, "/");
            peer.data(1, "abc", false);
            assertEnds(peer);
          }
          try (Http2Peer peer = Http2Peer.begin(serving.connect(), setting(4, 0))) {
            peer.get(1, "/");
            assertEnds(peer);
          }
        });
  }

  /** A connection is idle when all its requests are over. */
  private static void assertEnds(Http2Peer peer) throws IOException {
    assertThat(peer.connection().readAll(Connection.LIMIT)).isNotNull();
  }
}
