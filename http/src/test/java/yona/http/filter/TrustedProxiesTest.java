package yona.http.filter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.UnixDomainSocketAddress;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import yona.http.Headers;
import yona.http.Request;
import yona.http.Response;

class TrustedProxiesTest {

  private static final Networks PROXIES = Networks.of("10.0.0.0/8", "127.0.0.1", "fd00::/9");

  /**
   * The request of a handler: the client, whether it is secure, the host, and what else is told.
   */
  private static String seen(TrustedProxies filter, Request request) throws Exception {
    Response response =
        filter
            .apply(
                seen -> {
                  var peer = Objects.requireNonNull(seen.connection().peer());
                  String client =
                      peer instanceof InetSocketAddress inet
                          ? inet.getAddress().getHostAddress()
                          : "unix";
                  return Response.text(
                      200,
                      client
                          + (seen.connection().secure() ? " secure " : " ")
                          + seen.header("host")
                          + (seen.headers().contains("x-forwarded-for") ? " x" : "")
                          + (seen.headers().contains("forwarded") ? " f" : ""));
                })
            .handle(request);
    return Asking.text(response);
  }

  private static Request request(String name, String value, String peer) {
    return Asking.from(
        peer,
        Asking.request("GET", "/", "Host", "inner", "X-Forwarded-Proto", "https", name, value));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "10.1.2.3 | 1.2.3.4 | 1.2.3.4 secure inner x",
        "127.0.0.1 | 1.2.3.4:99 | 1.2.3.4 secure inner x",
        "10.0.0.1 | 6.6.6.6, 1.2.3.4 | 1.2.3.4 secure inner x",
        "10.0.0.1 | 6.6.6.6, 1.2.3.4, 10.9.9.9 | 1.2.3.4 secure inner x",
        "10.0.0.1 | 10.7.7.7, 10.9.9.9 | 10.7.7.7 secure inner x",
        "10.0.0.1 | [2001:db8::1]:80 | 2001:db8:0:0:0:0:0:1 secure inner x",
        "fd00::1 | 2001:db8::1 | 2001:db8:0:0:0:0:0:1 secure inner x",
        "10.0.0.1 | example.com | 10.0.0.1 secure inner x",
        "fd80::1 | 1.2.3.4 | fd80:0:0:0:0:0:0:1 inner",
        "11.0.0.1 | 1.2.3.4 | 11.0.0.1 inner",
      })
  void theClientIsTheLastOneThatIsNoProxy(String peer, String field, String seen) throws Exception {
    assertThat(seen(TrustedProxies.xForwarded(PROXIES), request("X-Forwarded-For", field, peer)))
        .isEqualTo(seen);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "10.0.0.1 | for=1.2.3.4 | 1.2.3.4 inner f",
        "10.0.0.1 | for=1.2.3.4;proto=https;host=outer.example | 1.2.3.4 secure outer.example f",
        "10.0.0.1 | For=\"[2001:db8::1]:80\";proto=http | 2001:db8:0:0:0:0:0:1 inner f",
        "10.0.0.1 | for=6.6.6.6;proto=http, for=1.2.3.4;proto=https, for=10.0.0.2;proto=http"
            + " | 1.2.3.4 secure inner f",
        "10.0.0.1 | for=1.2.3.4;host=\"a/b\" | 1.2.3.4 inner f",
        "10.0.0.1 | for=1.2.3.4, for=unknown | 10.0.0.1 inner f",
        "10.0.0.1 | for=1.2.3.4, for=\"broken | 10.0.0.1 inner f",
        "11.0.0.1 | for=1.2.3.4;proto=https | 11.0.0.1 inner",
      })
  void theStandardFieldIsRead(String peer, String field, String seen) throws Exception {
    assertThat(seen(TrustedProxies.forwarded(PROXIES), request("Forwarded", field, peer)))
        .isEqualTo(seen);
  }

  /** A client may send it through a proxy that does not know it. */
  @Test
  void theOtherFieldIsNotBelieved() throws Exception {
    assertThat(
            seen(
                TrustedProxies.xForwarded(PROXIES),
                request("Forwarded", "for=1.2.3.4;host=evil", "10.0.0.1")))
        .isEqualTo("10.0.0.1 secure inner");
    assertThat(
            seen(
                TrustedProxies.forwarded(PROXIES),
                request("X-Forwarded-For", "1.2.3.4", "10.0.0.1")))
        .isEqualTo("10.0.0.1 inner");
  }

  @Test
  void clientsOfAUnixSocketAreTrustedIfThatIsSaid() throws Exception {
    Request request =
        Asking.from(
            UnixDomainSocketAddress.of("/x"),
            Asking.get("/", "Host", "inner", "X-Forwarded-For", "1.2.3.4"));
    assertThat(seen(TrustedProxies.xForwarded(Networks.of("unix")), request))
        .isEqualTo("1.2.3.4 inner x");
    assertThat(seen(TrustedProxies.xForwarded(PROXIES), request)).isEqualTo("unix inner");
    assertThat(Networks.NONE.contain((SocketAddress) null)).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"localhost", "10.0.0.0/33", "10.0.0.0/", "::/129", "10.0.0.0/a", ""})
  void whatIsNoNetworkIsRefused(String text) {
    assertThatThrownBy(() -> Networks.of(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("not " + text);
  }

  // ---- ids -------------------------------------------------------------------------------------

  private static String id(String peer, String given) throws Exception {
    Response response =
        RequestId.trusting(PROXIES)
            .apply(request -> Response.text(200, String.valueOf(RequestId.of(request))))
            .handle(Asking.from(peer, Asking.get("/", "X-Request-Id", given)));
    String id = Asking.text(response);
    assertThat(response.headers().all("x-request-id")).containsExactly(id);
    return id;
  }

  @Test
  void theIdOfATrustedClientIsKeptIfItIsSane() throws Exception {
    assertThat(id("10.0.0.1", "abc-1_2.3")).isEqualTo("abc-1_2.3");
    assertThat(id("11.0.0.1", "abc-1_2.3")).matches("[0-9a-f]{32}");
    assertThat(id("10.0.0.1", "a b")).matches("[0-9a-f]{32}");
    assertThat(id("10.0.0.1", "a".repeat(129))).matches("[0-9a-f]{32}");
    assertThat(id("10.0.0.1", "")).matches("[0-9a-f]{32}").isNotEqualTo(id("10.0.0.1", ""));
  }

  // ---- traces ----------------------------------------------------------------------------------

  private static final String TRACE = "0af7651916cd43dd8448eb211c80319c";
  private static final String SPAN = "b7ad6b7169203331";

  private static Headers traced(String... namesAndValues) throws Exception {
    Headers[] seen = new Headers[1];
    var _ =
        TraceParent.filter()
            .apply(
                request -> {
                  seen[0] = request.headers();
                  return Response.of(200);
                })
            .handle(Asking.get("/", namesAndValues));
    return seen[0];
  }

  @ParameterizedTest
  @CsvSource({"00,,01,01", "00,,ff,01", "00,,00,00", "cc,-more,01,01"})
  void aTraceGoesOn(String version, String more, String flags, String passed) throws Exception {
    String sent = version + "-" + TRACE + "-" + SPAN + "-" + flags + Objects.toString(more, "");
    Headers seen = traced("traceparent", sent, "tracestate", "a=b");
    assertThat(seen.get("traceparent"))
        .matches("00-" + TRACE + "-[0-9a-f]{16}-" + passed)
        .doesNotContain(SPAN);
    assertThat(seen.get("tracestate")).isEqualTo("a=b");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "nonsense",
        "ff-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
        "00-00000000000000000000000000000000-b7ad6b7169203331-01",
        "00-0af7651916cd43dd8448eb211c80319c-0000000000000000-01",
        "00-0AF7651916CD43DD8448EB211C80319C-b7ad6b7169203331-01",
        "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01-more",
      })
  void aTraceBeginsWhereNoneIsTold(String sent) throws Exception {
    Headers seen = traced("traceparent", sent, "tracestate", "a=b");
    assertThat(seen.get("traceparent"))
        .matches("00-[0-9a-f]{32}-[0-9a-f]{16}-00")
        .doesNotContain(TRACE);
    assertThat(seen.contains("tracestate")).isFalse();
    assertThat(traced("traceparent", sent, "traceparent", sent).all("traceparent")).hasSize(1);
  }
}
