package yona.http.server;

import static org.assertj.core.api.Assertions.assertThat;
import static yona.http.server.Http1Test.GET;
import static yona.http.server.Http1Test.bytes;
import static yona.http.server.Http1Test.echo;
import static yona.http.server.LongAnswerTest.MUCH;
import static yona.http.server.LongAnswerTest.whereItStops;

import java.io.IOException;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import yona.async.Async;
import yona.async.Future;
import yona.async.Promise;
import yona.http.Response;
import yona.io.connection.Connection;

/** What a server gives up waiting for, takes no more of, or refuses. */
@SuppressWarnings("StringConcatToTextBlock") // each line as it goes over the wire
class Http1LimitsTest {

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

  /** What a client sends waits in the system until somebody reads it, and then goes on. */
  @Test
  void aBodyThatNobodyReadsMakesItsSenderWait() throws Exception {
    Promise<Boolean> mayRead = new Promise<>();
    AtomicLong sent = new AtomicLong();
    byte[] chunk = bytes("10000\r\n" + "x".repeat(0x10000) + "\r\n");
    Serving.with(
        request -> {
          assertThat(mayRead.value()).isTrue();
          long size = 0;
          for (byte[] each = request.body().read(); each != null; each = request.body().read()) {
            size += each.length;
          }
          return Response.text(200, size + " bytes");
        },
        serving -> {
          try (Connection client = serving.connect()) {
            client.write(bytes("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n"));
            Future<Boolean> sending =
                Async.future(
                    () -> {
                      while (mayRead.poll() == null) {
                        client.write(chunk);
                        sent.addAndGet(0x10000);
                      }
                      client.write(bytes("0\r\n\r\n"));
                      return true;
                    });
            assertThat(whereItStops(sent)).isLessThan(MUCH);
            mayRead.complete(true);
            assertThat(sending.value()).isTrue();
            assertThat(Serving.answer(client).text()).isEqualTo(sent + " bytes");
          }
        });
  }

  @Test
  void moreConnectionsThanAllowedAreClosed() throws Exception {
    Serving.with(
        ServerLimits.DEFAULT.withConnections(2).withIdleTime(Duration.ofHours(1)),
        Http1Test::echo,
        serving -> {
          try (Connection stays = serving.connect()) {
            assertAnswers(stays);
            try (Connection leaves = serving.connect()) {
              assertAnswers(leaves);
              assertThat(serving.saidTo("")).isEmpty();
              assertAnswers(leaves);
              assertAnswers(stays);
            }
            while (serving.server().connections() > 1) {
              Async.yield();
            }
            try (Connection comes = serving.connect()) {
              assertAnswers(comes);
              assertAnswers(stays);
            }
          }
        });
  }

  private static void assertAnswers(Connection client) throws IOException {
    client.write(bytes(GET.formatted("/")));
    assertThat(Serving.answer(client).text()).isEqualTo("GET / ");
  }

  @Test
  void otherMachinesReachNoServerThatIsNotToldSo() throws Exception {
    Serving.with(
        ServerOptions.DEFAULT,
        Http1Test::echo,
        serving -> {
          String loopback = InetAddress.getLoopbackAddress().getHostAddress();
          assertThat(serving.server())
              .hasToString("HTTP server at " + loopback + ":" + serving.server().port());
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
}
