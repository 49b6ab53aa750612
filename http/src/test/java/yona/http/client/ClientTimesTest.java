package yona.http.client;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import yona.async.Async;
import yona.async.Future;
import yona.async.task.Schedule;
import yona.http.Response;
import yona.http.server.Serving;
import yona.io.connection.Connection;

@SuppressWarnings("StringConcatToTextBlock") // each line as it goes over the wire
class ClientTimesTest {

  private static final Duration SHORT = Duration.ofMillis(50);
  private static final Duration LONG = Duration.ofMinutes(10);

  private static ClientOptions times(Duration connect, Duration head, Duration idle) {
    return ClientOptions.DEFAULT.withTimes(new ClientTimes(connect, head, idle, null));
  }

  /** Says something, and then nothing more. */
  private static RawServer.Script silentAfter(String said) {
    return (connection, _) -> {
      RawServer.head(connection);
      connection.write(said.getBytes(ISO_8859_1));
      waitForEnd(connection);
    };
  }

  private static void waitForEnd(Connection connection) throws Exception {
    while (connection.read() != null) {
      // The client says more.
    }
  }

  @Test
  void aServerThatDoesNotRespondIsGivenUp() throws Exception {
    RawServer.with(
        times(LONG, SHORT, LONG),
        silentAfter("HTTP/1.1 200 OK\r\n"),
        (client, uri) ->
            assertThatThrownBy(() -> client.get(uri + "/a?secret"))
                .isInstanceOf(HttpTimeoutException.class)
                .hasMessage("GET " + uri + "/a: no response within 50 ms"));
  }

  @Test
  void aServerThatStopsInTheMiddleIsGivenUp() throws Exception {
    RawServer.with(
        times(LONG, LONG, SHORT),
        silentAfter("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhel"),
        (client, uri) -> {
          try (ClientResponse response = client.get(uri)) {
            assertThat(response.read()).hasSize(3);
            assertThatThrownBy(response::read)
                .isInstanceOf(HttpTimeoutException.class)
                .hasMessage("GET " + uri + ": nothing more came within 50 ms");
          }
        });
  }

  @Test
  void allOfItHasATime() throws Exception {
    RawServer.with(
        ClientOptions.DEFAULT.withTimes(new ClientTimes(LONG, LONG, LONG, SHORT)),
        silentAfter("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhel"),
        (client, uri) ->
            assertThatThrownBy(
                    () -> {
                      try (ClientResponse response = client.get(uri)) {
                        var _ = response.bytes();
                      }
                    })
                .isInstanceOf(HttpTimeoutException.class)
                .hasMessage("GET " + uri + ": it takes more than 50 ms"));
  }

  @Test
  void theWaitForAFreeConnectionHasATime() throws Exception {
    RawServer.with(
        times(SHORT, LONG, LONG).withConnections(1),
        silentAfter("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhel"),
        (client, uri) -> {
          try (ClientResponse _ = client.get(uri)) {
            assertThatThrownBy(() -> client.get(uri + "/second"))
                .isInstanceOf(HttpTimeoutException.class)
                .hasMessage("GET %1$s/second: no connection to %1$s within 50 ms".formatted(uri));
          }
        });
  }

  // ---- retries and breakers --------------------------------------------------------------------

  private static String uri(Serving serving) {
    return "http://127.0.0.1:" + serving.server().port() + "/";
  }

  /** What the server asks for is over, is nothing, or is cut to the schedule's longest delay. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "3600",
        "Fri, 01 Jan 2100 00:00:00 GMT",
        "Sun, 06 Nov 1994 08:49:37 GMT",
        "0",
        "-1",
        "soon",
        "Fri, 01 Jan 2100 00:00:00 GMT, or Sat, 02 Jan 2100 00:00:00 GMT, or never",
      })
  void afterAFailureARequestIsSentAgainAsTheScheduleSays(String retryAfter) throws Exception {
    AtomicInteger asked = new AtomicInteger();
    ClientOptions options =
        ClientOptions.DEFAULT.withRetries(
            new Schedule.ExponentialBackoff(Duration.ofMillis(1), 3).atMost(Duration.ofMillis(2)));
    Serving.with(
        request ->
            asked.incrementAndGet() % 3 == 0 && !request.path().equals("/never")
                ? Response.text(200, "at last")
                : Response.of(503).with("retry-after", retryAfter),
        serving -> {
          try (HttpClient client = HttpClient.open(options)) {
            try (ClientResponse response = client.get(uri(serving))) {
              assertThat(response.text()).isEqualTo("at last");
            }
            assertThat(asked.getAndSet(0)).isEqualTo(3);
            assertThat(client.get(uri(serving) + "never").status()).isEqualTo(503);
            assertThat(asked.getAndSet(0)).isEqualTo(3);
            assertThat(client.send(ClientRequest.post(uri(serving), "a/b", new byte[0])).status())
                .isEqualTo(503);
            assertThat(asked.get()).isEqualTo(1);
          }
        });
  }

  /** Seconds, or a date in one of three forms (RFC 9110, sections 10.2.3 and 5.6.7). */
  @Test
  void aRequestIsNotSentAgainBeforeTheServerSaysSo() throws Exception {
    Map<String, Long> first = new ConcurrentHashMap<>();
    ClientOptions options =
        ClientOptions.DEFAULT.withRetries(
            new Schedule.ExponentialBackoff(Duration.ofMillis(1), 2).atMost(LONG));
    Serving.with(
        request -> {
          long now = System.nanoTime();
          Long before = first.putIfAbsent(request.path(), now);
          return before == null
              ? Response.of(503).with("retry-after", retryAfter(request.path()))
              : Response.text(200, "" + (now - before));
        },
        serving -> {
          try (HttpClient client = HttpClient.open(options)) {
            List<String> forms = List.of("seconds", "date", "rfc850", "asctime");
            List<Future<String>> waits = new ArrayList<>();
            for (String form : forms) {
              waits.add(
                  Async.future(
                      () -> {
                        try (ClientResponse response = client.get(uri(serving) + form)) {
                          return response.text();
                        }
                      }));
            }
            for (int i = 0; i < forms.size(); i++) {
              long waited = Long.parseLong(waits.get(i).value());
              assertThat(waited).as(forms.get(i)).isGreaterThan(900_000_000);
            }
          }
        });
  }

  /** A second, or more than that: dates have whole ones. */
  private static String retryAfter(String path) {
    ZonedDateTime date = ZonedDateTime.now(ZoneOffset.UTC).plusSeconds(2);
    return switch (path) {
      case "/seconds" -> "1";
      case "/date" -> text(date, "EEE, dd MMM yyyy HH:mm:ss 'GMT'");
      case "/rfc850" -> text(date, "EEEE, dd-MMM-yy HH:mm:ss 'GMT'");
      default -> text(date, "EEE MMM ppd HH:mm:ss yyyy");
    };
  }

  private static String text(ZonedDateTime date, String form) {
    return date.format(DateTimeFormatter.ofPattern(form, Locale.ENGLISH));
  }

  @Test
  void aConnectionThatBreaksIsAFailureToo() throws Exception {
    AtomicInteger asked = new AtomicInteger();
    RawServer.with(
        ClientOptions.DEFAULT.withRetries(new Schedule.Fixed(Duration.ofMillis(1), 3)),
        (connection, number) -> {
          RawServer.head(connection);
          asked.incrementAndGet();
          if (number == 2) {
            connection.write("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n".getBytes(ISO_8859_1));
          }
        },
        (client, uri) -> assertThat(client.get(uri).status()).isEqualTo(200));
    assertThat(asked.get()).isEqualTo(3);
  }

  @Test
  void aServerThatFailsIsNotAskedForAWhile() throws Exception {
    AtomicInteger asked = new AtomicInteger();
    Serving.with(
        _ -> Response.of(asked.incrementAndGet() > 2 ? 200 : 500),
        serving -> {
          try (HttpClient patient =
                  HttpClient.open(ClientOptions.DEFAULT.withBreaker(new BreakerOptions(2, LONG)));
              HttpClient curious =
                  HttpClient.open(
                      ClientOptions.DEFAULT.withBreaker(
                          new BreakerOptions(2, Duration.ofNanos(1))))) {
            for (int i = 0; i < 2; i++) {
              assertThat(patient.get(uri(serving)).status()).isEqualTo(500);
            }
            assertThatThrownBy(() -> patient.get(uri(serving)))
                .hasMessageContaining("it is not asked, as 2 requests in a row have failed");
            assertThat(asked.getAndSet(0)).isEqualTo(2);
            for (int i = 0; i < 2; i++) {
              assertThat(curious.get(uri(serving)).status()).isEqualTo(500);
            }
            for (int i = 0; i < 2; i++) {
              assertThat(curious.get(uri(serving)).status()).isEqualTo(200);
            }
          }
        });
  }

  @Test
  void connectionsThatNobodyUsesAreClosed() throws Exception {
    AtomicInteger ended = new AtomicInteger();
    RawServer.with(
        times(LONG, LONG, SHORT),
        (connection, _) -> {
          RawServer.head(connection);
          connection.write("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n".getBytes(ISO_8859_1));
          if (connection.read() == null) {
            ended.incrementAndGet();
          }
        },
        (client, uri) -> {
          assertThat(client.get(uri).status()).isEqualTo(200);
          while (ended.get() == 0) {
            Async.yield();
          }
        });
  }
}
