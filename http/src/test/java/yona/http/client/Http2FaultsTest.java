package yona.http.client;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static yona.http.server.Http2Peer.ACK;
import static yona.http.server.Http2Peer.CANCEL;
import static yona.http.server.Http2Peer.DATA;
import static yona.http.server.Http2Peer.END_HEADERS;
import static yona.http.server.Http2Peer.END_STREAM;
import static yona.http.server.Http2Peer.ENHANCE_YOUR_CALM;
import static yona.http.server.Http2Peer.FLOW_CONTROL_ERROR;
import static yona.http.server.Http2Peer.GOAWAY;
import static yona.http.server.Http2Peer.HEADERS;
import static yona.http.server.Http2Peer.NO_ERROR;
import static yona.http.server.Http2Peer.PING;
import static yona.http.server.Http2Peer.REFUSED_STREAM;
import static yona.http.server.Http2Peer.RST_STREAM;
import static yona.http.server.Http2Peer.SETTINGS;
import static yona.http.server.Http2Peer.WINDOW_UPDATE;
import static yona.http.server.Http2Peer.number;
import static yona.http.server.Http2Peer.setting;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import yona.async.Async;
import yona.async.Future;
import yona.async.Promise;
import yona.http.server.Http2Peer;

/** The client, and servers that say in HTTP/2 what nobody wants to hear. */
class Http2FaultsTest {

  private static final ClientOptions KNOWING =
      ClientOptions.DEFAULT.withVersions(HttpVersions.PRIOR_KNOWLEDGE);

  // The client's first stream has the number 3: 1 is for what begins as HTTP/1.1.

  private static final int PUSH_PROMISE = 5;
  private static final int CONTINUATION = Http2Peer.CONTINUATION;
  private static final int INTERNAL_ERROR = 2;
  private static final int MAX_CONCURRENT_STREAMS = 3;
  private static final int INITIAL_WINDOW_SIZE = 4;
  private static final byte[] NONE = {};

  /** A server of HTTP/2: what it does with its connections, in their order. */
  @FunctionalInterface
  private interface Script {
    void run(Http2Peer peer, int number) throws Exception;
  }

  private static RawServer.Script http2(byte[] settings, Script script) {
    return (connection, number) -> script.run(Http2Peer.accept(connection, settings), number);
  }

  private static RawServer.Script http2(Script script) {
    return http2(NONE, script);
  }

  private static void answer(Http2Peer peer, int stream, String text) throws IOException {
    peer.send(HEADERS, END_HEADERS, stream, peer.fields(":status", "200"));
    peer.data(stream, text, true);
  }

  private static byte[] goAway(int last, int error, String reason) {
    byte[] text = reason.getBytes(UTF_8);
    return ByteBuffer.allocate(8 + text.length).putInt(last).putInt(error).put(text).array();
  }

  /** Waits until the client ends the connection. */
  private static void awaitEnd(Http2Peer peer) throws IOException {
    while (peer.connection().read() != null) {
      // It may say more.
    }
  }

  private static String text(HttpClient client, String uri) throws IOException {
    try (ClientResponse response = client.get(uri)) {
      return response.text();
    }
  }

  private static String place(String uri) {
    return uri.substring("http://".length());
  }

  // ---- servers that end the connection ---------------------------------------------------------

  @Test
  void aServerOfHttp1IsToldFromOneOfHttp2() throws Exception {
    RawServer.with(
        KNOWING,
        RawServer.once("HTTP/1.1 400 Bad Request\r\ncontent-length: 0\r\n\r\n"),
        (client, uri) ->
            assertThatThrownBy(() -> client.get(uri))
                .isInstanceOf(IOException.class)
                .hasMessageStartingWith(
                    place(uri)
                        + ": the server does not speak HTTP/2: First received frame was not"
                        + " SETTINGS."));
  }

  @Test
  void aServerThatEndsAllConnectionsAtOnceIsAnError() throws Exception {
    RawServer.with(
        KNOWING,
        (connection, _) -> connection.write(NONE),
        (client, uri) ->
            assertThatThrownBy(() -> client.get(uri))
                .isInstanceOf(IOException.class)
                .hasMessageStartingWith(place(uri) + ": "));
    AtomicInteger connections = new AtomicInteger();
    RawServer.with(
        KNOWING,
        http2(
            (peer, _) -> {
              connections.incrementAndGet();
              peer.send(GOAWAY, 0, 0, goAway(0, NO_ERROR, ""));
              awaitEnd(peer);
            }),
        (client, uri) -> assertThatThrownBy(() -> client.get(uri)).isInstanceOf(IOException.class));
    assertThat(connections.get()).isBetween(1, 10);
  }

  /** It has done nothing of them, so that sending them again does nothing twice. */
  @Test
  void requestsBehindTheLastOneOfAServerThatLeavesAreSentAgain() throws Exception {
    RawServer.with(
        KNOWING,
        http2(
            (peer, number) -> {
              assertThat(peer.next(3, HEADERS).headers().method()).hasToString("POST");
              if (number == 0) {
                peer.send(GOAWAY, 0, 0, goAway(0, NO_ERROR, ""));
                awaitEnd(peer);
              } else {
                assertThat(peer.next(3, DATA).payload()).isEqualTo("once".getBytes(UTF_8));
                answer(peer, 3, "by connection " + number);
                awaitEnd(peer);
              }
            }),
        (client, uri) -> {
          ClientRequest post = ClientRequest.post(uri, "text/plain", "once".getBytes(UTF_8));
          try (ClientResponse response = client.send(post)) {
            assertThat(response.text()).isEqualTo("by connection 1");
          }
        });
  }

  @Test
  void aServerThatLeavesStillAnswersWhatItHasBegun() throws Exception {
    RawServer.with(
        KNOWING,
        http2(
            (peer, number) -> {
              var _ = peer.next(3, HEADERS);
              peer.send(GOAWAY, 0, 0, goAway(3, NO_ERROR, ""));
              answer(peer, 3, "by connection " + number);
              awaitEnd(peer);
            }),
        (client, uri) -> {
          assertThat(text(client, uri)).isEqualTo("by connection 0");
          assertThat(text(client, uri)).isEqualTo("by connection 1");
        });
  }

  @Test
  void theReasonOfAServerThatLeavesIsTold() throws Exception {
    RawServer.with(
        KNOWING,
        http2(
            (peer, _) -> {
              var _ = peer.next(3, HEADERS);
              peer.send(GOAWAY, 0, 0, goAway(3, ENHANCE_YOUR_CALM, "slow\ndown" + "!".repeat(500)));
            }),
        (client, uri) ->
            assertThatThrownBy(() -> client.get(uri))
                .isInstanceOf(IOException.class)
                .hasMessage(
                    place(uri)
                        + ": the server has ended the connection, with GOAWAY ENHANCE_YOUR_CALM:"
                        + " slow?down"
                        + "!".repeat(191)));
  }

  @Test
  void aResponseThatIsCutOffIsAnError() throws Exception {
    RawServer.with(
        KNOWING,
        http2(
            (peer, _) -> {
              var _ = peer.next(3, HEADERS);
              peer.send(HEADERS, END_HEADERS, 3, peer.fields(":status", "200"));
              peer.data(3, "half", false);
            }),
        (client, uri) -> {
          try (ClientResponse response = client.get(uri)) {
            assertThat(response.read()).isEqualTo("half".getBytes(UTF_8));
            assertThatThrownBy(response::read)
                .isInstanceOf(IOException.class)
                .hasMessage(place(uri) + ": the server has ended the connection");
          }
        });
  }

  /** A connection may end while nobody uses it, and the client learn it with the next request. */
  @Test
  void aRequestOnAConnectionThatIsOverIsSentAgain() throws Exception {
    RawServer.with(
        KNOWING,
        http2(
            (peer, number) -> {
              var _ = peer.next(3, HEADERS);
              answer(peer, 3, "by connection " + number);
              var _ = peer.next(5, HEADERS);
            }),
        (client, uri) -> {
          assertThat(text(client, uri)).isEqualTo("by connection 0");
          assertThat(text(client, uri)).isEqualTo("by connection 1");
          ClientRequest post = ClientRequest.post(uri, "text/plain", "once".getBytes(UTF_8));
          assertThatThrownBy(() -> client.send(post))
              .isInstanceOf(IOException.class)
              .hasMessage(place(uri) + ": the server has ended the connection");
        });
  }

  // ---- servers that reset ----------------------------------------------------------------------

  @Test
  void aRequestThatIsRefusedIsSentAgainAFewTimes() throws Exception {
    AtomicInteger asked = new AtomicInteger();
    RawServer.with(
        KNOWING,
        http2(
            (peer, number) -> {
              assertThat(number).isZero();
              for (int stream = 3; stream <= 7; stream += 2) {
                var _ = peer.next(stream, HEADERS);
                if (stream < 7) {
                  peer.send(RST_STREAM, 0, stream, number(REFUSED_STREAM));
                } else {
                  answer(peer, stream, "at last");
                }
              }
              for (int stream = 9; ; stream += 2) {
                var _ = peer.next(stream, HEADERS);
                asked.incrementAndGet();
                peer.send(RST_STREAM, 0, stream, number(REFUSED_STREAM));
              }
            }),
        (client, uri) -> {
          ClientRequest post = ClientRequest.post(uri, "text/plain", NONE);
          try (ClientResponse response = client.send(post)) {
            assertThat(response.text()).isEqualTo("at last");
          }
          assertThatThrownBy(() -> client.send(post))
              .isInstanceOf(IOException.class)
              .hasMessage(place(uri) + ": the server has reset the request: REFUSED_STREAM");
        });
    assertThat(asked).hasValue(6);
  }

  @Test
  void aRequestThatIsResetFailsAlone() throws Exception {
    RawServer.with(
        KNOWING,
        http2(
            (peer, number) -> {
              assertThat(number).isZero();
              var _ = peer.next(3, HEADERS);
              peer.send(RST_STREAM, 0, 3, number(INTERNAL_ERROR));
              var _ = peer.next(5, HEADERS);
              answer(peer, 5, "ok");
              awaitEnd(peer);
            }),
        (client, uri) -> {
          assertThatThrownBy(() -> client.get(uri))
              .isInstanceOf(IOException.class)
              .hasMessage(place(uri) + ": the server has reset the request: INTERNAL_ERROR");
          assertThat(text(client, uri)).isEqualTo("ok");
        });
  }

  /** RFC 9113, section 8.1: a server that wants no more of the content says so by NO_ERROR. */
  @Test
  void aResponseBeforeTheEndOfTheContentIsOne() throws Exception {
    RawServer.with(
        KNOWING,
        http2(
            (peer, _) -> {
              var _ = peer.next(3, DATA);
              peer.send(HEADERS, END_HEADERS | END_STREAM, 3, peer.fields(":status", "413"));
              peer.send(RST_STREAM, 0, 3, number(NO_ERROR));
              awaitEnd(peer);
            }),
        (client, uri) -> {
          ClientRequest endless =
              ClientRequest.of("PUT", uri)
                  .withContent(
                      output -> {
                        for (; ; ) {
                          output.write(new byte[1000]);
                        }
                      });
          try (ClientResponse response = client.send(endless)) {
            assertThat(response.status()).isEqualTo(413);
            assertThat(response.read()).isNull();
          }
        });
  }

  @Test
  void aRequestThatIsCancelledIsReset() throws Exception {
    Promise<Boolean> begun = new Promise<>();
    Promise<Integer> error = new Promise<>();
    RawServer.with(
        KNOWING,
        http2(
            (peer, _) -> {
              var _ = peer.next(3, HEADERS);
              var _ = begun.complete(true);
              var _ = error.complete(peer.next(3, RST_STREAM).error());
              awaitEnd(peer);
            }),
        (client, uri) -> {
          Future<String> asking = Async.future(() -> text(client, uri));
          assertThat(begun.value()).isTrue();
          asking.cancel();
          assertThat(error.value()).isEqualTo(CANCEL);
        });
  }

  // ---- servers that say nothing ----------------------------------------------------------------

  @Test
  void aServerThatAnswersNoPingIsGone() throws Exception {
    ClientTimes times = ClientTimes.DEFAULT.withIdle(Duration.ofMillis(100));
    RawServer.with(
        KNOWING.withTimes(times),
        http2((peer, _) -> awaitEnd(peer)),
        (client, uri) ->
            assertThatThrownBy(() -> client.get(uri))
                .isInstanceOf(IOException.class)
                .hasMessage(place(uri) + ": the server has not answered a PING within 50 ms"));
  }

  @Test
  void aServerThatAnswersPingsIsWaitedFor() throws Exception {
    // An answer comes in this time on a busy processor, too.
    ClientTimes times = ClientTimes.DEFAULT.withIdle(Duration.ofSeconds(4));
    RawServer.with(
        KNOWING.withTimes(times),
        http2(
            (peer, _) -> {
              var _ = peer.next(3, HEADERS);
              peer.send(PING, ACK, 0, peer.next(0, PING).payload());
              answer(peer, 3, "at last");
              awaitEnd(peer);
            }),
        (client, uri) -> assertThat(text(client, uri)).isEqualTo("at last"));
  }

  @Test
  void aServerThatTakesNothingOfTheContentIsAnError() throws Exception {
    ClientTimes times = ClientTimes.DEFAULT.withIdle(Duration.ofSeconds(2));
    RawServer.with(
        KNOWING.withTimes(times),
        http2(
            (peer, _) -> {
              for (; ; ) {
                peer.send(PING, ACK, 0, peer.next(0, PING).payload());
              }
            }),
        (client, uri) ->
            assertThatThrownBy(
                    () -> client.send(ClientRequest.post(uri, "a/b", new byte[1_000_000])))
                .isInstanceOf(IOException.class)
                .hasMessage(place(uri) + ": the server takes nothing of the content for 2 s"));
  }

  /** One request fills what the system takes, and another one cannot be sent behind it. */
  @Test
  void aServerThatReadsNothingIsWaitedForNoLongerThanARequestMayTake() throws Exception {
    Promise<Boolean> over = new Promise<>();
    ClientTimes times =
        ClientTimes.DEFAULT.withIdle(Duration.ofHours(1)).withAll(Duration.ofMillis(300));
    RawServer.with(
        KNOWING.withTimes(times),
        http2(
            setting(INITIAL_WINDOW_SIZE, Integer.MAX_VALUE),
            (peer, _) -> {
              peer.send(WINDOW_UPDATE, 0, 0, number(1 << 30));
              assertThat(over.value()).isTrue();
            }),
        (client, uri) -> {
          ClientRequest large = ClientRequest.of("PUT", uri).withContent(new byte[64 << 20]);
          Future<ClientResponse> first = Async.future(() -> client.send(large));
          Future<ClientResponse> second = Async.future(() -> client.get(uri));
          for (Future<ClientResponse> each : List.of(first, second)) {
            assertThatThrownBy(each::value)
                .isInstanceOf(HttpTimeoutException.class)
                .hasMessageEndingWith("it takes more than 300 ms");
          }
          assertThat(over.complete(true)).isTrue();
        });
  }

  @Test
  void aServerThatAllowsNoRequestIsWaitedFor() throws Exception {
    Promise<Boolean> mayAllow = new Promise<>();
    ClientTimes times = ClientTimes.DEFAULT.withConnect(Duration.ofSeconds(1));
    RawServer.with(
        KNOWING.withTimes(times),
        http2(
            setting(MAX_CONCURRENT_STREAMS, 0),
            (peer, _) -> {
              assertThat(mayAllow.value()).isTrue();
              peer.send(SETTINGS, 0, 0, setting(MAX_CONCURRENT_STREAMS, 1));
              for (int stream = 3; ; stream += 2) {
                var _ = peer.next(stream, HEADERS);
                answer(peer, stream, "stream " + stream);
              }
            }),
        (client, uri) -> {
          assertThatThrownBy(() -> client.get(uri))
              .isInstanceOf(HttpTimeoutException.class)
              .hasMessageContaining("no connection to " + uri + " within 1 s");
          assertThat(mayAllow.complete(true)).isTrue();
          List<Future<String>> all =
              List.of(Async.future(() -> text(client, uri)), Async.future(() -> text(client, uri)));
          assertThat(List.of(all.get(0).value(), all.get(1).value()))
              .containsExactlyInAnyOrder("stream 3", "stream 5");
        });
  }

  // ---- servers that break rules ----------------------------------------------------------------

  static List<Arguments> faults() {
    return List.of(
        fault(
            "no status",
            peer -> peer.send(HEADERS, END_HEADERS | END_STREAM, 3, peer.fields("a", "b"))),
        fault(
            "a status that is none",
            peer -> peer.send(HEADERS, END_HEADERS | END_STREAM, 3, peer.fields(":status", "2x0"))),
        fault(
            "a switch to another protocol",
            peer -> peer.send(HEADERS, END_HEADERS, 3, peer.fields(":status", "101"))),
        fault("content before the head", peer -> peer.data(3, "x", true)),
        fault(
            "two heads",
            peer -> {
              peer.send(HEADERS, END_HEADERS, 3, peer.fields(":status", "200"));
              peer.send(HEADERS, END_HEADERS, 3, peer.fields(":status", "200"));
            }),
        fault(
            "more content than is told",
            peer -> {
              byte[] head = peer.fields(":status", "200", "content-length", "3");
              peer.send(HEADERS, END_HEADERS, 3, head);
              peer.data(3, "1234", true);
            }),
        fault(
            "a head that is too long",
            peer -> {
              peer.send(HEADERS, 0, 3, peer.fields(":status", "200"));
              for (int i = 0; i < 6; i++) {
                peer.send(CONTINUATION, 0, 3, peer.fields("a" + i, "x".repeat(16_000)));
              }
              peer.send(CONTINUATION, END_HEADERS | END_STREAM, 3, peer.fields("b", "c"));
            }),
        fault(
            "a head without end",
            peer -> {
              peer.send(HEADERS, 0, 3, peer.fields(":status", "200"));
              for (int i = 0; i < 1000; i++) {
                peer.send(CONTINUATION, 0, 3, peer.fields("a", "b"));
              }
            }),
        fault("a push", peer -> peer.send(PUSH_PROMISE, END_HEADERS, 3, number(2))),
        fault(
            "a stream of the server",
            peer -> peer.send(HEADERS, END_HEADERS, 2, peer.fields(":status", "200"))),
        fault(
            "frames without end",
            peer -> {
              for (int i = 0; i < 1100; i++) {
                peer.send(PING, ACK, 0, new byte[8]);
              }
            }),
        fault(
            "content without content",
            peer -> {
              peer.send(HEADERS, END_HEADERS, 3, peer.fields(":status", "200"));
              for (int i = 0; i < 100; i++) {
                peer.send(DATA, 0, 3, NONE);
              }
            }));
  }

  /** Breaks a rule. */
  @FunctionalInterface
  interface Fault {
    void commit(Http2Peer peer) throws IOException;
  }

  private static Arguments fault(String name, Fault fault) {
    return Arguments.of(name, fault);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("faults")
  void aServerThatBreaksARuleIsAnErrorThatSaysSo(String name, Fault fault) throws Exception {
    RawServer.with(
        KNOWING,
        http2(
            (peer, number) -> {
              var _ = peer.next(3, HEADERS);
              if (number == 0) {
                fault.commit(peer);
              } else {
                answer(peer, 3, "ok");
              }
              awaitEnd(peer);
            }),
        (client, uri) ->
            assertThatThrownBy(
                    () -> {
                      try (ClientResponse response =
                          client.send(ClientRequest.post(uri, "a/b", NONE))) {
                        // The reader has seen all before anything is taken.
                        while (response.read() != null) {
                          Async.yield();
                        }
                      }
                    })
                .as(name)
                .isInstanceOf(IOException.class)
                .satisfies(
                    error -> {
                      assertThat(error.getMessage())
                          .startsWith(place(uri) + ": the server breaks a rule of HTTP/2: ");
                    }));
  }

  @Test
  void contentBeyondTheWindowIsRefused() throws Exception {
    Promise<Integer> refused = new Promise<>();
    RawServer.with(
        KNOWING,
        http2(
            (peer, _) -> {
              var _ = peer.next(3, HEADERS);
              peer.send(HEADERS, END_HEADERS, 3, peer.fields(":status", "200"));
              for (int i = 0; i < 17; i++) {
                peer.send(DATA, 0, 3, new byte[16_384]);
              }
              var _ = refused.complete(peer.next(3, RST_STREAM).error());
              awaitEnd(peer);
            }),
        (client, uri) -> {
          try (ClientResponse response = client.get(uri)) {
            // Nothing has been read meanwhile.
            assertThat(refused.value()).isEqualTo(FLOW_CONTROL_ERROR);
            assertThatThrownBy(
                    () -> {
                      while (response.read() != null) {
                        Async.yield();
                      }
                    })
                .isInstanceOf(IOException.class)
                .hasMessageStartingWith(place(uri) + ": the server breaks a rule of HTTP/2: ");
          }
        });
  }

  @Test
  void headsBeforeTheResponseAndFieldsBehindItAreNone() throws Exception {
    RawServer.with(
        KNOWING,
        http2(
            (peer, _) -> {
              var _ = peer.next(3, HEADERS);
              peer.send(HEADERS, END_HEADERS, 3, peer.fields(":status", "103", "link", "</a>"));
              peer.send(HEADERS, END_HEADERS, 3, peer.fields(":status", "200", "a", "b"));
              peer.data(3, "content", false);
              peer.send(HEADERS, END_HEADERS | END_STREAM, 3, peer.fields("checksum", "7"));
              awaitEnd(peer);
            }),
        (client, uri) -> {
          try (ClientResponse response = client.get(uri)) {
            assertThat(response.status()).isEqualTo(200);
            assertThat(response.header("link")).isNull();
            assertThat(response.text()).isEqualTo("content");
            assertThat(response.trailers().get("checksum")).isEqualTo("7");
          }
        });
  }

  @Test
  void trailersAreThereWithoutContentToo() throws Exception {
    RawServer.with(
        KNOWING,
        http2(
            (peer, _) -> {
              var _ = peer.next(3, HEADERS);
              peer.send(HEADERS, END_HEADERS, 3, peer.fields(":status", "200"));
              peer.send(HEADERS, END_HEADERS | END_STREAM, 3, peer.fields("checksum", "0"));
              awaitEnd(peer);
            }),
        (client, uri) -> {
          try (ClientResponse response = client.get(uri)) {
            assertThat(response.text()).isEmpty();
            assertThat(response.trailers().get("checksum")).isEqualTo("0");
          }
        });
  }
}
