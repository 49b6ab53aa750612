package yona.http.client;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import yona.async.Async;
import yona.http.Handler;
import yona.http.Headers;
import yona.http.Request;
import yona.http.Response;
import yona.http.filter.TraceParent;
import yona.http.server.Serving;

/** The trace of a request reaches the services that its handler asks (W3C Trace Context). */
class TracePassedOnTest {
  private static final String TRACE = "0af7651916cd43dd8448eb211c80319c";
  private static final String SPAN = "b7ad6b7169203331";
  private static final String TOLD = "00-" + TRACE + "-" + SPAN + "-01";

  /** Asks itself from another fiber, and tells what came there. */
  private static Handler asking(ClientOptions options, Headers own) {
    return request ->
        request.path().equals("/next")
            ? Response.text(200, request.header("traceparent") + " " + states(request))
            : Async.future(() -> asked(options, "http://" + request.header("host") + "/next", own))
                .value();
  }

  private static String states(Request request) {
    return String.join(";", request.headers().all("tracestate"));
  }

  private static Response asked(ClientOptions options, String uri, Headers fields)
      throws Exception {
    try (HttpClient client = HttpClient.open(options);
        ClientResponse response = client.send(ClientRequest.get(uri).withHeaders(fields))) {
      return Response.text(200, response.text());
    }
  }

  private static String answer(Handler handler, ClientOptions options, Headers sent)
      throws Exception {
    String[] text = new String[1];
    Serving.with(
        handler,
        serving -> {
          String uri = "http://127.0.0.1:" + serving.server().port() + "/";
          text[0] = new String(asked(options, uri, sent).bytes(), UTF_8);
        });
    return text[0];
  }

  @ParameterizedTest
  @EnumSource
  void aTraceThatIsToldGoesOnWithANewStep(HttpVersions versions) throws Exception {
    ClientOptions options = ClientOptions.DEFAULT.withVersions(versions);
    Headers sent = Headers.of("traceparent", TOLD, "tracestate", "a=b");
    assertThat(answer(asking(options, Headers.NONE), options, sent))
        .matches("00-" + TRACE + "-[0-9a-f]{16}-01 a=b")
        .doesNotContain(SPAN);
  }

  @Test
  void whereNoneIsToldNoneGoesOnUnlessAFilterBeginsOne() throws Exception {
    ClientOptions options = ClientOptions.DEFAULT;
    Handler handler = asking(options, Headers.NONE);
    assertThat(answer(handler, options, Headers.NONE)).isEqualTo("null ");
    assertThat(answer(TraceParent.filter().apply(handler), options, Headers.NONE))
        .matches("00-[0-9a-f]{32}-[0-9a-f]{16}-00 ");
  }

  @Test
  void aTraceOfTheProgramsOwnIsLeftAlone() throws Exception {
    ClientOptions options = ClientOptions.DEFAULT;
    Headers own = Headers.of("traceparent", "00-" + TRACE + "-1111111111111111-00");
    Headers sent = Headers.of("traceparent", TOLD, "tracestate", "a=b");
    assertThat(answer(asking(options, own), options, sent)).isEqualTo(own.get("traceparent") + " ");
  }
}
