package yona.http.suites;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import yona.async.Async;
import yona.async.Future;
import yona.http.Request;
import yona.http.Response;
import yona.http.server.ServerLimits;
import yona.http.server.Serving;
import yona.io.connection.Connection;

/**
 * Clients of slowhttptest that send their heads, their bodies, or take their answers, as slowly as
 * they can, and those of h2load that ask as much as they can: the limits end the slow ones, and
 * others are served meanwhile.
 */
@Tag("processes")
class SlowClientsTest {

  private static final ServerLimits LIMITS =
      ServerLimits.DEFAULT.withHeadTime(Duration.ofSeconds(1)).withIdleTime(Duration.ofSeconds(1));

  private static final int SLOW = 200;

  /** Much more than systems take for a client that reads nothing. */
  private static final byte[] LARGE = new byte[8 << 20];

  @TempDir private Path folder;

  private static Response answer(Request request) throws Exception {
    return Response.text(200, "quick " + request.text());
  }

  private Future<Suite.Outcome> slow(Serving serving, String how, String path) {
    String uri = "http://127.0.0.1:" + serving.server().port() + path;
    String[] arguments =
        ("-c " + SLOW + " -r 1000 -l 240 -p 120 " + how + " -u " + uri).split(" ", -1);
    return Async.future(() -> Suite.SLOWHTTPTEST.run(folder, arguments));
  }

  private static void ask(Serving serving) throws IOException {
    try (Connection client = serving.connect()) {
      client.write("GET / HTTP/1.1\r\nHost: a\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
      assertThat(Serving.answer(client).text()).isEqualTo("quick ");
    }
    Async.sleep(Duration.ofMillis(10));
  }

  /** The program ends when the server has ended all its connections. */
  @ParameterizedTest
  @ValueSource(strings = {"-H -i 60", "-B -i 60 -s 8192"})
  void whoSendsSlowlyIsEndedAndOthersAreServed(String how) throws Exception {
    Suite.SLOWHTTPTEST.assumeHere();
    Serving.with(
        LIMITS,
        SlowClientsTest::answer,
        serving -> {
          Future<Suite.Outcome> slow = slow(serving, how, "/");
          int served = 0;
          for (; slow.poll() == null; served++) {
            ask(serving);
          }
          assertThat(slow.value().said()).contains("No open connections left");
          assertThat(served).isPositive();
          assertThat(serving.failures()).isEmpty();
        });
  }

  /**
   * The program does not see the end behind what it has not read. On a busy machine it begins to
   * ask more than a second after it has connected.
   */
  @Test
  void whoReadsSlowlyIsEndedAndOthersAreServed() throws Exception {
    Suite.SLOWHTTPTEST.assumeHere();
    AtomicInteger asked = new AtomicInteger();
    Serving.with(
        LIMITS.withIdleTime(Duration.ofSeconds(10)),
        request -> {
          if (request.path().equals("/large")) {
            asked.incrementAndGet();
            return Response.bytes(200, "text/plain", LARGE);
          }
          return answer(request);
        },
        serving -> {
          Future<Suite.Outcome> slow = slow(serving, "-X -w 10 -y 20 -n 60 -z 32 -k 1", "/large");
          while (asked.get() < SLOW || serving.server().connections() > 0) {
            assertThat(slow.poll()).isNull();
            ask(serving);
          }
          slow.cancel();
          assertThat(serving.failures()).isEmpty();
        });
  }

  @Test
  void manyRequestsAtOnceAreAnswered() throws Exception {
    int requests = 20_000;
    Serving.with(
        SlowClientsTest::answer,
        serving -> {
          Suite.Outcome outcome =
              Suite.H2LOAD.run(
                  folder,
                  "--requests=" + requests,
                  "--clients=50",
                  "--max-concurrent-streams=20",
                  "http://127.0.0.1:" + serving.server().port() + "/");
          assertThat(outcome.said())
              .contains(requests + " succeeded, 0 failed, 0 errored, 0 timeout");
        });
  }
}
