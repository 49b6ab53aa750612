package yona.http.client;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import javax.net.ssl.SSLException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import yona.async.Async;
import yona.http.Headers;
import yona.http.Response;
import yona.http.server.ServerOptions;
import yona.http.server.Serving;
import yona.http.websocket.Message;
import yona.http.websocket.WebSocket;
import yona.http.websocket.WebSocketOptions;
import yona.io.connection.Connection;
import yona.io.socket.Client;
import yona.io.socket.ClientTls;
import yona.io.socket.ServerTls;
import yona.property.certificates.Authority;

@SuppressWarnings("StringConcatToTextBlock") // each line as it goes over the wire
class ProxyTest {

  /** Base64 of {@code ada:love:lace}. */
  private static final String CREDENTIALS = "Basic YWRhOmxvdmU6bGFjZQ==";

  private static final String OK = "HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok";

  private static ClientOptions by(String proxy) {
    return ClientOptions.DEFAULT.withRoute(Proxies.of(proxy));
  }

  /** The place of a proxy, with a user and a password that have a colon and a space in them. */
  private static String withUser(String uri) {
    return uri.replace("://", "://ada:love%3Alace@");
  }

  private static String text(HttpClient client, String uri) throws IOException {
    try (ClientResponse response = client.get(uri)) {
      return response.text();
    }
  }

  /** A proxy that makes tunnels; notes the heads of what it is asked for. */
  private static RawServer.Script tunnels(List<String> heads, int port) {
    return (connection, _) -> {
      heads.add(RawServer.head(connection));
      try (Connection server = Client.connect("127.0.0.1", port)) {
        connection.write("HTTP/1.1 200 here you are\r\n\r\n".getBytes(ISO_8859_1));
        var back = Async.future(() -> pass(server, connection));
        pass(connection, server);
        back.cancel();
      }
    };
  }

  private static boolean pass(Connection from, Connection to) {
    try {
      for (byte[] bytes = from.read(); bytes != null; bytes = from.read()) {
        to.write(bytes);
      }
      to.finish();
    } catch (IOException _) {
      // One of the two is gone.
    }
    return true;
  }

  // ---- requests --------------------------------------------------------------------------------

  @Test
  void aRequestOfHttpIsSentToTheProxyWithItsWholeUri() throws Exception {
    List<String> heads = new CopyOnWriteArrayList<>();
    RawServer.with(
        ClientOptions.DEFAULT,
        (connection, _) -> {
          for (String head = RawServer.head(connection);
              !head.isEmpty();
              head = RawServer.head(connection)) {
            heads.add(head);
            connection.write(OK.getBytes(ISO_8859_1));
          }
        },
        (_, proxy) -> {
          try (HttpClient client = HttpClient.open(by(withUser(proxy)).withCompression(false))) {
            assertThat(text(client, "http://shop.example/a?b=c")).isEqualTo("ok");
            assertThat(text(client, "http://shop.example:81")).isEqualTo("ok");
          }
        });
    assertThat(heads)
        .containsExactly(
            "GET http://shop.example/a?b=c HTTP/1.1\nhost: shop.example\n"
                + "proxy-authorization: "
                + CREDENTIALS
                + "\n",
            "GET http://shop.example:81/ HTTP/1.1\nhost: shop.example:81\n"
                + "proxy-authorization: "
                + CREDENTIALS
                + "\n");
  }

  @Test
  void httpsGoesThroughATunnelAndTheServerIsToldNoCredentials(@TempDir Path folder)
      throws Exception {
    Authority authority = new Authority(folder, "CN=Test Authority");
    Authority.Identity identity = authority.certify("shop.example");
    ClientTls believing = ClientTls.DEFAULT.withAuthorities(authority.certificate);
    List<String> heads = new CopyOnWriteArrayList<>();
    Serving.with(
        ServerOptions.DEFAULT.withTls(new ServerTls(identity.certificate(), identity.key())),
        request ->
            Response.text(
                200, request.header("host") + " " + request.header("proxy-authorization")),
        serving ->
            RawServer.with(
                ClientOptions.DEFAULT,
                tunnels(heads, serving.server().port()),
                (_, proxy) -> {
                  ClientOptions options = by(withUser(proxy)).withTls(believing);
                  try (HttpClient client = HttpClient.open(options)) {
                    // A field that a program sets by mistake is not passed on either.
                    ClientRequest request =
                        ClientRequest.get("https://shop.example/")
                            .with("proxy-authorization", "Basic secret");
                    try (ClientResponse response = client.send(request)) {
                      assertThat(response.text()).isEqualTo("shop.example null");
                    }
                    assertThat(text(client, "https://shop.example/"))
                        .isEqualTo("shop.example null");
                  }
                }));
    assertThat(heads)
        .containsExactly(
            "CONNECT shop.example:443 HTTP/1.1\nhost: shop.example:443\nproxy-authorization: "
                + CREDENTIALS
                + "\n");
  }

  @Test
  void aCertificateForAnotherHostIsRefusedInATunnelToo(@TempDir Path folder) throws Exception {
    Authority authority = new Authority(folder, "CN=Test Authority");
    Authority.Identity identity = authority.certify("shop.example");
    ClientTls believing = ClientTls.DEFAULT.withAuthorities(authority.certificate);
    Serving.with(
        ServerOptions.DEFAULT.withTls(new ServerTls(identity.certificate(), identity.key())),
        _ -> Response.of(204),
        serving ->
            RawServer.with(
                ClientOptions.DEFAULT,
                tunnels(new CopyOnWriteArrayList<>(), serving.server().port()),
                (_, proxy) -> {
                  try (HttpClient client = HttpClient.open(by(proxy).withTls(believing))) {
                    assertThatThrownBy(() -> client.get("https://bank.example/"))
                        .isInstanceOf(SSLException.class)
                        .hasMessageStartingWith(
                            "https://bank.example:443 by the proxy " + proxy.substring(7) + ": ");
                  }
                }));
  }

  @Test
  void aWebSocketGoesThroughATunnel() throws Exception {
    List<String> heads = new CopyOnWriteArrayList<>();
    Serving.with(
        request ->
            WebSocket.accept(
                request, WebSocketOptions.DEFAULT, socket -> socket.send("from the server")),
        serving ->
            RawServer.with(
                ClientOptions.DEFAULT,
                tunnels(heads, serving.server().port()),
                (_, proxy) -> {
                  try (HttpClient client = HttpClient.open(by(proxy));
                      WebSocket socket =
                          client.webSocket(
                              "ws://shop.example/", Headers.NONE, WebSocketOptions.DEFAULT)) {
                    assertThat(socket.receive()).isEqualTo(new Message.Text("from the server"));
                  }
                }));
    assertThat(heads).containsExactly("CONNECT shop.example:80 HTTP/1.1\nhost: shop.example:80\n");
  }

  /** A proxy that passes requests on may not speak HTTP/2. */
  @Test
  void whatBeginsWithHttp2GoesThroughATunnel() throws Exception {
    List<String> heads = new CopyOnWriteArrayList<>();
    Serving.with(
        request -> Response.text(200, request.connection().protocol()),
        serving ->
            RawServer.with(
                ClientOptions.DEFAULT,
                tunnels(heads, serving.server().port()),
                (_, proxy) -> {
                  ClientOptions options = by(proxy).withVersions(HttpVersions.PRIOR_KNOWLEDGE);
                  try (HttpClient client = HttpClient.open(options)) {
                    assertThat(text(client, "http://shop.example/")).isEqualTo("HTTP/2");
                    assertThat(text(client, "http://shop.example/")).isEqualTo("HTTP/2");
                  }
                }));
    assertThat(heads).containsExactly("CONNECT shop.example:80 HTTP/1.1\nhost: shop.example:80\n");
  }

  @Test
  void aRedirectToAHostWithoutAProxyIsFollowedThere() throws Exception {
    Serving.with(
        _ -> Response.text(200, "direct"),
        serving ->
            RawServer.with(
                ClientOptions.DEFAULT,
                RawServer.always(
                    "HTTP/1.1 302 Found\r\nlocation: http://127.0.0.1:"
                        + serving.server().port()
                        + "/\r\ncontent-length: 0\r\n\r\n"),
                (_, proxy) -> {
                  Route route = Proxies.of(proxy).except("127.0.0.0/8");
                  try (HttpClient client =
                      HttpClient.open(ClientOptions.DEFAULT.withRoute(route))) {
                    assertThat(text(client, "http://shop.example/")).isEqualTo("direct");
                  }
                }));
  }

  // ---- what goes wrong -------------------------------------------------------------------------

  private static void fails(RawServer.Script script, String uri, boolean hasUser, String expected)
      throws Exception {
    RawServer.with(
        ClientOptions.DEFAULT,
        script,
        (_, proxy) -> {
          try (HttpClient client = HttpClient.open(by(hasUser ? withUser(proxy) : proxy))) {
            assertThatThrownBy(() -> client.get(uri))
                .isInstanceOf(ProxyException.class)
                .hasMessage(
                    expected
                        .replace("PROXY", "the proxy ADDRESS")
                        .replace("ADDRESS", proxy.substring(7)))
                .satisfies(
                    error -> {
                      for (Throwable each = error; each != null; each = each.getCause()) {
                        assertThat(each.toString()).doesNotContain("lace").doesNotContain("YWRh");
                      }
                    });
          }
        });
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          HTTP/1.1 403 Forbidden     | status 403
          HTTP/1.1 502 Bad Gateway   | status 502
          HTTP/1.1 302 Found         | status 302
          """)
  void aTunnelThatIsRefusedIsAnError(String line, String why) throws Exception {
    String expected = "PROXY makes no tunnel to shop.example:443: " + why;
    fails(RawServer.once(line + "\r\n\r\n"), "https://shop.example/", true, expected);
  }

  @Test
  void aProxyThatWantsToKnowWhoAsksIsAnError() throws Exception {
    RawServer.Script asks =
        RawServer.once(
            "HTTP/1.1 407 who?\r\nproxy-authenticate: Basic realm=x\r\ncontent-length: 0\r\n\r\n");
    String unknown = "PROXY wants a user and a password: status 407";
    String wrong = "PROXY does not take the user and the password: status 407";
    fails(asks, "https://shop.example/", false, unknown);
    fails(asks, "https://shop.example/", true, wrong);
    fails(asks, "http://shop.example/", false, unknown);
    fails(asks, "http://shop.example/", true, wrong);
  }

  static List<Arguments> brokenAnswers() {
    return List.of(
        Arguments.of(
            "SSH-2.0-OpenSSH_9.2\r\n\r\n",
            "ADDRESS: not a response of HTTP/1.1: invalid version format: SSH-2.0-OPENSSH_9.2"),
        Arguments.of(
            "HTTP/1.1 200 OK\r\nno",
            "ADDRESS: not a response of HTTP/1.1: Connection closed before received headers"),
        Arguments.of("", "ADDRESS: the connection ended without a response"),
        Arguments.of(
            "HTTP/1.1 101 Switching\r\n\r\n", "ADDRESS: status 101, which nobody has asked for"),
        Arguments.of(
            "HTTP/1.1 200 OK\r\n" + "a: bcdefghijklmnopqrstuvwxyz\r\n".repeat(10_000),
            "ADDRESS: not a response of HTTP/1.1: HTTP header is larger than 65536 bytes."),
        Arguments.of(
            "HTTP/1.1 200 OK\r\n\r\ninjected", "bytes that nobody has asked for come out of it"));
  }

  @ParameterizedTest
  @MethodSource("brokenAnswers")
  void anAnswerThatIsNoneIsAnError(String answer, String why) throws Exception {
    RawServer.Script proxy =
        (connection, _) -> {
          var _ = RawServer.head(connection);
          connection.write(answer.getBytes(ISO_8859_1));
        };
    String expected = "PROXY makes no tunnel to shop.example:443: " + why;
    fails(proxy, "https://shop.example/", true, expected);
  }

  @Test
  void aProxyThatIsNotThereIsAnError() throws Exception {
    try (HttpClient client = HttpClient.open(by("http://ada:lovelace@127.0.0.1:1"))) {
      for (String uri : List.of("http://shop.example/", "https://shop.example/")) {
        assertThatThrownBy(() -> Async.blocking(() -> client.get(uri)))
            .isInstanceOf(ProxyException.class)
            .hasMessage("the proxy 127.0.0.1:1 cannot be reached: 127.0.0.1:1: connection refused");
      }
    }
  }

  @Test
  void aProxyThatSaysNothingIsWaitedForNoLongerThanForConnections() throws Exception {
    RawServer.with(
        ClientOptions.DEFAULT,
        (connection, _) -> {
          while (connection.read() != null) {
            // It only listens.
          }
        },
        (_, proxy) -> {
          ClientTimes times = ClientTimes.DEFAULT.withConnect(Duration.ofMillis(50));
          try (HttpClient client = HttpClient.open(by(withUser(proxy)).withTimes(times))) {
            assertThatThrownBy(() -> client.get("https://shop.example/"))
                .isInstanceOf(HttpTimeoutException.class)
                .hasMessage(
                    "GET https://shop.example/: no connection to https://shop.example:443 by the"
                        + " proxy "
                        + proxy.substring(7)
                        + " within 50 ms");
          }
        });
  }

  // ---- which proxy -----------------------------------------------------------------------------

  @ParameterizedTest
  @ValueSource(
      strings = {
        "https://ada:lovelace@proxy:3128",
        "socks5://ada:lovelace@proxy:1080",
        "http://ada:lovelace@proxy:3128/path",
        "http://ada:lovelace@proxy:0",
        "http://ada:lovelace@proxy:70000",
        "http://ada:lovelace@",
        "http://ada:love lace@proxy",
        "http://a%3Ada:lovelace@proxy",
        ""
      })
  void whatIsNoProxyIsRefusedWithoutItsPassword(String text) {
    assertThatThrownBy(() -> Proxies.of(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageNotContaining("lace");
    if (!text.isEmpty()) {
      assertThatThrownBy(() -> Proxies.ofEnvironment(Map.of("https_proxy", text)))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageStartingWith("the variable https_proxy: ")
          .hasMessageNotContaining("lace");
    }
  }

  @Test
  void optionsDoNotTellAPassword() {
    assertThat(by("http://ada:lovelace@proxy:3128").toString())
        .contains("the proxy proxy:3128")
        .doesNotContain("lovelace")
        .doesNotContain("ada");
  }

  private static String shown(Proxies proxies, String uri) {
    return String.valueOf(proxies.of(URI.create(uri)));
  }

  @Test
  void theEnvironmentNamesProxies() {
    Proxies each =
        Proxies.ofEnvironment(
            Map.of(
                "http_proxy", "http://a:1",
                "HTTPS_PROXY", "b:2",
                "NO_PROXY", "localhost, .example.org,10.0.0.0/8"));
    assertThat(shown(each, "http://shop.example/")).isEqualTo("the proxy a:1");
    assertThat(shown(each, "https://shop.example/")).isEqualTo("the proxy b:2");
    assertThat(shown(each, "http://www.example.org/")).isEqualTo("null");
    assertThat(shown(each, "https://10.1.2.3/")).isEqualTo("null");
    Proxies all = Proxies.ofEnvironment(Map.of("all_proxy", "a:1", "https_proxy", "b:2"));
    assertThat(shown(all, "http://shop.example/")).isEqualTo("the proxy a:1");
    assertThat(shown(all, "https://shop.example/")).isEqualTo("the proxy b:2");
    // A client of a web server can set this one.
    Proxies none = Proxies.ofEnvironment(Map.of("HTTP_PROXY", "http://a:1", "https_proxy", ""));
    assertThat(shown(none, "http://shop.example/")).isEqualTo("null");
    assertThat(shown(none, "https://shop.example/")).isEqualTo("null");
  }

  @ParameterizedTest
  @CsvSource({
    "example.org, http://example.org/, true",
    "example.org, http://www.Example.ORG/, true",
    "example.org, http://badexample.org/, false",
    ".example.org, http://example.org:81/, true",
    "*.example.org, http://www.example.org/, true",
    "example.org:81, http://example.org:81/, true",
    "example.org:80, http://example.org/, true",
    "example.org:80, https://example.org/, false",
    "*, http://anything/, true",
    "10.0.0.0/8, http://10.9.8.7/, true",
    "10.0.0.0/8, http://11.9.8.7/, false",
    "10.0.0.0/8, http://ten.example/, false",
    "127.0.0.1, http://127.0.0.1:5/, true",
    "127.0.0.1:6, http://127.0.0.1:5/, false",
    "::1, http://[::1]/, true",
    "[::1]:80, http://[::1]/, true",
    "[::1]:80, http://[::2]/, false",
    "unix, http://unix/, true",
  })
  void hostsAreAskedWithoutAProxy(String hosts, String uri, boolean isDirect) {
    Proxies proxies = Proxies.of("proxy:3128").except(hosts);
    assertThat(shown(proxies, uri)).isEqualTo(isDirect ? "null" : "the proxy proxy:3128");
  }

  @ParameterizedTest
  @ValueSource(strings = {"10.0.0.0/33", "a b", "example.org:x", "example.org:70000", "http://x"})
  void whatIsNoHostIsRefused(String text) {
    assertThatThrownBy(() -> Proxies.of("proxy:3128").except(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("network like 10.0.0.0/8 is expected, not " + text);
  }
}
