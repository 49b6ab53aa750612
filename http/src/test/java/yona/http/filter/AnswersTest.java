package yona.http.filter;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import yona.async.Promise;
import yona.http.Handler;
import yona.http.Request;
import yona.http.Response;
import yona.http.monitor.Metrics;
import yona.http.server.HandlerFailure;
import yona.http.server.ServerLimits;
import yona.http.server.Serving;
import yona.io.connection.Connection;

/** What filters add to the answers of handlers that fail, and of servers that refuse. */
class AnswersTest {

  private static final String GET =
      "GET /a HTTP/1.1\r\nHost: a\r\nOrigin: https://x.example\r\nConnection: close\r\n\r\n";

  private final List<AccessLog.Entry> entries = new CopyOnWriteArrayList<>();

  private Handler filtered(Handler handler) {
    Cors cors = Cors.of("https://x.example");
    Handler logged = AccessLog.of(entries::add).apply(handler);
    Handler compressed = Compression.DEFAULT.apply(cors.apply(logged));
    return RequestId.trusting(Networks.NONE).apply(SecurityHeaders.DEFAULT.apply(compressed));
  }

  enum Failing implements Handler {
    BEFORE {
      @Override
      public Response handle(Request request) {
        throw new IllegalStateException("a secret");
      }
    },
    DEEP {
      @Override
      public Response handle(Request request) {
        throw new StackOverflowError("a secret");
      }
    },
    BEFORE_ITS_CONTENT {
      @Override
      public Response handle(Request request) {
        return Response.stream(
                200,
                "text/plain",
                _ -> {
                  throw new IllegalStateException("a secret");
                })
            .with("etag", "\"a\"");
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void theAnswerOfAHandlerThatFailsHasAllThatFiltersAdd(Failing handler) throws Exception {
    Serving.with(
        ServerLimits.DEFAULT,
        handler,
        this::filtered,
        serving -> {
          String answer = serving.saidTo(GET);
          HandlerFailure failure = serving.failures().getFirst();
          assertThat(serving.failures()).hasSize(1);
          assertThat(failure.error()).hasMessage("a secret").hasNoCause();
          assertThat(entries)
              .singleElement()
              .extracting(AccessLog.Entry::id)
              .isEqualTo(failure.id());
          assertThat(answer)
              .startsWith("HTTP/1.1 500 ")
              .contains("\r\nx-request-id: " + failure.id() + "\r\n")
              .contains("\r\nx-content-type-options: nosniff\r\n")
              .contains("\r\naccess-control-allow-origin: https://x.example\r\n")
              .doesNotContain("etag", "secret")
              .endsWith("\r\n\r\nerror " + failure.id() + "\n");
        });
    assertThat(entries).singleElement().extracting(AccessLog.Entry::status).isEqualTo(500);
  }

  @Test
  void contentThatFailsLaterIsToldOnceWithTheIdOfTheRequest() throws Exception {
    String asked = GET.replace("Origin:", "X-Request-Id: of-the-client\r\nOrigin:");
    Serving.with(
        ServerLimits.DEFAULT,
        _ ->
            Response.stream(
                200,
                "text/plain",
                output -> {
                  output.write(new byte[] {'a'});
                  throw new IllegalStateException("a secret");
                }),
        this::filtered,
        serving -> {
          String answer = serving.saidTo(asked);
          assertThat(answer).startsWith("HTTP/1.1 200 ").contains("\r\n1\r\na\r\n");
          assertThat(serving.failures()).hasSize(1);
          HandlerFailure failure = serving.failures().getFirst();
          assertThat(failure.error()).hasMessage("a secret");
          assertThat(failure.id()).isNotEqualTo("of-the-client");
          assertThat(answer).contains("\r\nx-request-id: " + failure.id() + "\r\n");
        });
  }

  @Test
  void anIdThatAClientSaysIsNoneWithoutTheFilter() throws Exception {
    Serving.with(
        ServerLimits.DEFAULT,
        Failing.BEFORE,
        AccessLog.of(entries::add),
        serving -> {
          String answer =
              serving.saidTo(GET.replace("Origin:", "X-Request-Id: of-the-client\r\nA:"));
          assertThat(answer).matches("(?s).*error [0-9a-f-]{36}\n");
        });
    assertThat(entries).singleElement().extracting(AccessLog.Entry::id).isNull();
  }

  @Test
  void whatTheServerRefusesIsLoggedAndCounted() throws Exception {
    Metrics metrics = new Metrics();
    Promise<Boolean> begun = new Promise<>();
    Promise<Boolean> end = new Promise<>();
    UnaryOperator<Handler> filter = handler -> metrics.apply(filtered(handler));
    Serving.with(
        ServerLimits.DEFAULT.withRequests(1),
        _ -> {
          begun.complete(true);
          assertThat(end.value()).isTrue();
          return Response.of(204);
        },
        filter,
        serving -> {
          try (Connection client = serving.connect()) {
            client.write(GET.getBytes(StandardCharsets.US_ASCII));
            assertThat(begun.value()).isTrue();
            assertThat(serving.saidTo(GET))
                .startsWith("HTTP/1.1 503 ")
                .contains("\r\nretry-after: 1\r\n", "\r\nx-request-id: ", "nosniff")
                .endsWith("too many requests at once\n");
            assertThat(serving.saidTo(GET.replace("/a", "/%")))
                .startsWith("HTTP/1.1 400 ")
                .contains("\r\nx-request-id: ")
                .endsWith("a target with a broken escape\n");
            end.complete(true);
            assertThat(Serving.answer(client).status()).isEqualTo(204);
          }
          // One that was refused has left its place to others.
          assertThat(serving.saidTo(GET)).startsWith("HTTP/1.1 204 ");
        });
    assertThat(entries).extracting(AccessLog.Entry::status).containsExactly(503, 400, 204, 204);
    assertThat(Asking.text(metrics.handler().handle(Asking.get("/metrics"))))
        .contains(
            "http_requests_total{method=\"GET\",route=\"none\",status=\"204\"} 2\n",
            "http_requests_total{method=\"GET\",route=\"none\",status=\"400\"} 1\n",
            "http_requests_total{method=\"GET\",route=\"none\",status=\"503\"} 1\n");
  }
}
