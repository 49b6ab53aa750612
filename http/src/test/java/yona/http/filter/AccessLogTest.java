package yona.http.filter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import yona.async.Async;
import yona.async.CancellationException;
import yona.async.Program;
import yona.async.Promise;
import yona.async.TimeoutException;
import yona.http.Handler;
import yona.http.HttpException;
import yona.http.Response;
import yona.http.monitor.Metrics;
import yona.http.server.Serving;
import yona.io.connection.Connection;

class AccessLogTest {

  private final List<String> lines = new CopyOnWriteArrayList<>();

  private String simple(Handler handler, String method, String target) throws Exception {
    Response response =
        AccessLog.simple(lines::add).apply(handler).handle(Asking.request(method, target));
    Response.Content content = response.content();
    if (content != null) {
      content.writeTo(_ -> {});
    }
    return lines.getLast();
  }

  private String streamed(Response.Content content) throws Exception {
    return simple(_ -> Response.stream(200, "text/plain", content), "GET", "/");
  }

  @Test
  void aLineIsWrittenForEachRequest() throws Exception {
    assertThat(simple(_ -> Response.text(200, "abc"), "GET", "/a?b"))
        .matches("GET /a\\?b 200 3 [0-9]+\\.[0-9]ms");
    assertThat(simple(_ -> Response.text(200, "abc").with("x-request-id", "i"), "HEAD", "/"))
        .matches("HEAD / 200 0 [0-9.]+ms i");
    assertThatThrownBy(
            () ->
                simple(
                    _ -> {
                      throw new HttpException(404, "no");
                    },
                    "GET",
                    "/"))
        .hasMessage("no");
    assertThat(lines.getLast()).startsWith("GET / 404 3 ");
    assertThat(
            streamed(
                output -> {
                  output.write(new byte[5]);
                  output.write(new byte[6]);
                }))
        .startsWith("GET / 200 11 ");
    assertThat(lines).hasSize(4);
  }

  @Test
  void nobodyWritesLinesOfTheirOwn() throws Exception {
    assertThat(simple(_ -> Response.of(204), "A\n", "/\"\r\n\u001b\\\u2028 \u00e9"))
        .startsWith("A\\x0a /\\x22\\x0d\\x0a\\x1b\\x5c\\u2028\\x20\\xe9 204 0 ");
    assertThat(simple(_ -> Response.of(204), "GET", "/" + "a".repeat(9999))).hasSizeLessThan(2100);
  }

  @Test
  void errorsAreWrittenAndGoOn() {
    assertThatThrownBy(
            () ->
                simple(
                    _ -> {
                      throw new IllegalStateException("a secret");
                    },
                    "GET",
                    "/"))
        .isInstanceOf(HttpException.class)
        .hasRootCauseMessage("a secret");
    assertThat(lines).singleElement().asString().startsWith("GET / 500 43 ");
  }

  private static Stream<Arguments> contentsThatFail() {
    return Stream.of(
        Arguments.of(new IllegalStateException("a secret"), "", "500 43"),
        Arguments.of(new HttpException(404, "no"), "", "404 3"),
        Arguments.of(new CancellationException(), "", "499 0"),
        Arguments.of(new IllegalStateException("a secret"), "abc", "200 3"),
        Arguments.of(new CancellationException(), "abc", "200 3"));
  }

  /**
   * The status is the one that a client has got, which is that of an error if nothing else came.
   */
  @ParameterizedTest
  @MethodSource("contentsThatFail")
  void contentThatFailsIsWritten(Exception failure, String before, String expected) {
    assertThatThrownBy(
            () ->
                streamed(
                    output -> {
                      if (!before.isEmpty()) {
                        output.write(before.getBytes(StandardCharsets.US_ASCII));
                      }
                      throw failure;
                    }))
        .isSameAs(failure);
    assertThat(lines).singleElement().asString().startsWith("GET / " + expected + " ");
  }

  @Test
  void theCommonFormatIsWritten() throws Exception {
    Serving.with(
        AccessLog.common(lines::add).apply(_ -> Response.text(200, "abc")),
        serving -> {
          assertThat(serving.saidTo("GET /x HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"))
              .endsWith("abc");
        });
    assertThat(lines)
        .singleElement()
        .asString()
        .matches(
            "127\\.0\\.0\\.1 - - \\[\\d\\d/[A-Z][a-z]{2}/\\d{4}:\\d\\d:\\d\\d:\\d\\d [+-]\\d{4}\\]"
                + " \"GET /x HTTP/1\\.1\" 200 3");
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void aClientThatWentAwayIsWritten(boolean raisesAnother) throws Exception {
    Metrics metrics = new Metrics();
    Promise<Boolean> begun = new Promise<>();
    Promise<Boolean> written = new Promise<>();
    Serving.with(
        AccessLog.simple(
                line -> {
                  lines.add(line);
                  written.complete(true);
                })
            .apply(
                metrics.apply(
                    _ -> {
                      begun.complete(true);
                      try {
                        throw Async.never();
                      } catch (CancellationException gone) {
                        throw raisesAnother ? new IllegalStateException(gone) : gone;
                      }
                    })),
        serving -> {
          try (Connection client = serving.connect()) {
            client.write("GET / HTTP/1.1\r\nHost: a\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
            assertThat(begun.value()).isTrue();
          }
          assertThat(written.value()).isTrue();
        });
    assertThat(lines).singleElement().asString().startsWith("GET / 499 0 ");
    Response counts = metrics.handler().handle(Asking.get("/metrics"));
    assertThat(new String(counts.bytes(), StandardCharsets.UTF_8)).contains("status=\"499\"} 1\n");
  }

  // ---- limits of time --------------------------------------------------------------------------

  @Test
  void aHandlerThatTakesTooLongIsCancelled() throws Exception {
    List<Throwable> ended = new CopyOnWriteArrayList<>();
    Serving.with(
        TimeLimit.of(Duration.ofMillis(1))
            .apply(
                _ -> {
                  try {
                    throw Async.never();
                  } catch (CancellationException cancelled) {
                    ended.add(cancelled);
                    throw cancelled;
                  }
                }),
        serving ->
            assertThat(serving.saidTo("GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"))
                .startsWith("HTTP/1.1 503 ")
                .endsWith("this took too long\n"));
    assertThat(ended).hasSize(1);
  }

  @Test
  void anErrorAboutTimeOfTheHandlerIsItsOwn() throws Exception {
    Handler handler =
        TimeLimit.of(Duration.ofHours(1))
            .apply(
                _ -> {
                  Async.timeout(Duration.ZERO, () -> Async.never());
                  return Response.of(200);
                });
    var _ =
        new Program(_ -> {})
            .run(
                () -> {
                  assertThatThrownBy(() -> handler.handle(Asking.get("/")))
                      .isInstanceOf(TimeoutException.class);
                  return true;
                });
    assertThatThrownBy(() -> TimeLimit.of(Duration.ZERO))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void thePartsOfALineAreTold() throws Exception {
    List<AccessLog.Entry> entries = new CopyOnWriteArrayList<>();
    var _ =
        AccessLog.of(entries::add)
            .apply(_ -> Response.text(201, "abc").with("x-request-id", "i"))
            .handle(Asking.request("POST", "/a\n"));
    AccessLog.Entry entry = entries.getFirst();
    assertThat(entry.method()).isEqualTo("POST");
    assertThat(entry.target()).isEqualTo("/a\n");
    assertThat(entry.status()).isEqualTo(201);
    assertThat(entry.bytes()).isEqualTo(3);
    assertThat(entry.id()).isEqualTo("i");
    assertThat(entry.simple()).startsWith("POST /a\\x0a 201 3 ").endsWith("ms i");
    assertThat(entry.common()).contains("\"POST /a\\x0a ").endsWith("\" 201 3");
  }
}
