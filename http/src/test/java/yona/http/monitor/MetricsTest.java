package yona.http.monitor;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import yona.async.CancellationException;
import yona.async.Promise;
import yona.http.Body;
import yona.http.ConnectionInfo;
import yona.http.Handler;
import yona.http.Headers;
import yona.http.HttpException;
import yona.http.Request;
import yona.http.Response;
import yona.http.filter.AccessLog;
import yona.http.router.Router;
import yona.http.server.Serving;
import yona.io.connection.Connection;

class MetricsTest {

  private static final String END = " HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n";

  private final Metrics metrics = new Metrics();

  private final Handler handler =
      metrics.apply(
          new Router()
              .get("/users/:id", _ -> Response.text(200, "user"))
              .get(
                  "/gone",
                  _ -> {
                    throw new HttpException(410, "gone");
                  })
              .get(
                  "/broken",
                  _ -> {
                    throw new IllegalStateException("broken");
                  })
              .get("/a\"b\\c", _ -> Response.of(204))
              .get("/metrics", metrics.handler()));

  private static Request request(String method, String target, String... fields) {
    Headers headers = Headers.of(fields);
    return new Request(method, target, () -> headers, Body.EMPTY, ConnectionInfo.NONE);
  }

  private String text() throws Exception {
    return new String(
        metrics.handler().handle(request("GET", "/")).bytes(), StandardCharsets.UTF_8);
  }

  @Test
  void requestsAreCountedByTheirRoutes() throws Exception {
    var _ = handler.handle(request("GET", "/users/1"));
    var _ = handler.handle(request("GET", "/users/2"));
    assertThatThrownBy(() -> handler.handle(request("MADE-UP", "/users/2")));
    var _ = handler.handle(request("GET", "/a%22b%5Cc"));
    assertThatThrownBy(() -> handler.handle(request("GET", "/gone")));
    assertThatThrownBy(() -> handler.handle(request("GET", "/broken")));
    assertThatThrownBy(() -> handler.handle(request("GET", "/nowhere/1")));
    assertThatThrownBy(() -> handler.handle(request("GET", "/nowhere/2")));
    assertThat(text().lines().filter(line -> line.startsWith("http_requests_total")))
        .containsExactly(
            "http_requests_total{method=\"GET\",route=\"/a\\\"b\\\\c\",status=\"204\"} 1",
            "http_requests_total{method=\"GET\",route=\"/broken\",status=\"500\"} 1",
            "http_requests_total{method=\"GET\",route=\"/gone\",status=\"410\"} 1",
            "http_requests_total{method=\"GET\",route=\"/users/:id\",status=\"200\"} 2",
            "http_requests_total{method=\"GET\",route=\"none\",status=\"404\"} 2",
            "http_requests_total{method=\"other\",route=\"none\",status=\"405\"} 1");
  }

  @Test
  void aClientThatWentAwayIsCounted() throws Exception {
    Handler cancelled =
        metrics.apply(
            _ -> {
              throw new CancellationException();
            });
    assertThatThrownBy(() -> cancelled.handle(request("GET", "/")))
        .isInstanceOf(CancellationException.class);
    assertThat(text()).contains("status=\"499\"} 1\n").contains("http_requests_in_flight 0.0\n");
  }

  /** The handler tells of it in its own words. */
  @ParameterizedTest
  @CsvSource({"499, 'Content-Length: 5', 'h'", "400, 'Transfer-Encoding: chunked', 'zz'"})
  void aBodyThatFailsIsTheClients(int status, String field, String body) throws Exception {
    List<String> lines = new CopyOnWriteArrayList<>();
    Promise<Boolean> counted = new Promise<>();
    Handler reading =
        request -> {
          try {
            return Response.text(200, new String(request.body().bytes(), US_ASCII));
          } catch (IOException | HttpException broken) {
            throw new IllegalStateException(broken);
          }
        };
    Handler watched = AccessLog.common(lines::add).apply(metrics.apply(reading));
    Serving.with(
        request -> {
          try {
            return watched.handle(request);
          } finally {
            counted.complete(true);
          }
        },
        serving -> {
          try (Connection client = serving.connect()) {
            String head = "POST / HTTP/1.1\r\nHost: a\r\n" + field + "\r\n\r\n";
            client.write((head + body + "\r\n").getBytes(US_ASCII));
            client.finish();
            assertThat(counted.value()).isTrue();
          }
          assertThat(serving.failures()).isEmpty();
        });
    assertThat(text()).contains("status=\"" + status + "\"} 1\n");
    assertThat(lines).singleElement().asString().contains(" " + status + " ");
  }

  @Test
  void theTimesAreAHistogram() throws Exception {
    Durations durations = new Durations();
    for (long nanos : new long[] {0, 1_000_000, 1_000_001, 700_000_000, 3_600_000_000_000L}) {
      durations.add(nanos);
    }
    StringBuilder text = new StringBuilder();
    durations.write("x", "a=\"b\"", text);
    List<String> lines = text.toString().lines().toList();
    assertThat(lines)
        .hasSize(16)
        .contains(
            "x_bucket{a=\"b\",le=\"0.001\"} 2",
            "x_bucket{a=\"b\",le=\"0.0025\"} 3",
            "x_bucket{a=\"b\",le=\"0.5\"} 3",
            "x_bucket{a=\"b\",le=\"1.0\"} 4",
            "x_bucket{a=\"b\",le=\"10.0\"} 4",
            "x_bucket{a=\"b\",le=\"+Inf\"} 5",
            "x_sum{a=\"b\"} 3600.702000001",
            "x_count{a=\"b\"} 5");
  }

  @Test
  void bothFormatsAreSpoken() throws Exception {
    Response plain = metrics.handler().handle(request("GET", "/"));
    assertThat(plain.headers().get("content-type"))
        .isEqualTo("text/plain; version=0.0.4; charset=utf-8");
    assertThat(text())
        .contains("# TYPE http_requests_total counter\n")
        .contains("# TYPE http_request_duration_seconds histogram\n")
        .doesNotContain("# EOF");
    Response open =
        metrics
            .handler()
            .handle(
                request(
                    "GET",
                    "/",
                    "Accept",
                    "application/openmetrics-text;version=1.0.0;q=0.6,text/plain;q=0.5"));
    assertThat(open.headers().get("content-type"))
        .isEqualTo("application/openmetrics-text; version=1.0.0; charset=utf-8");
    assertThat(new String(open.bytes(), StandardCharsets.UTF_8))
        .contains("# TYPE http_requests counter\n")
        .endsWith("# EOF\n");
  }

  @Test
  void aServerTellsItsConnections() throws Exception {
    Serving.with(
        handler,
        serving -> {
          metrics
              .connections(serving.server())
              .gauge("queue_length", "Jobs that \"wait\".", () -> 7);
          assertThat(serving.saidTo("GET /metrics" + END))
              .contains("\nhttp_connections 1.0\n")
              .contains("\nhttp_requests_in_flight 1.0\n")
              .contains("# HELP queue_length Jobs that 'wait'.\n# TYPE queue_length gauge\n")
              .contains("\nqueue_length 7.0\n");
        });
    assertThatThrownBy(() -> metrics.gauge("a b", "", () -> 0))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
