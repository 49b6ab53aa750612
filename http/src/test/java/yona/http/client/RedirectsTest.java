package yona.http.client;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import yona.http.Headers;
import yona.http.Request;
import yona.http.Response;
import yona.http.server.ServerOptions;
import yona.http.server.Serving;
import yona.io.socket.ClientTls;
import yona.io.socket.ServerTls;
import yona.property.certificates.Authority;

class RedirectsTest {

  private static final ClientOptions OPTIONS = ClientOptions.DEFAULT;

  @TempDir private Path folder;

  /** Redirects from /STATUS, and tells what else it is asked. */
  private static Response handle(Request request) throws Exception {
    String path = request.path();
    if (path.matches("/30[0-9]")) {
      return Response.of(Integer.parseInt(path.substring(1))).with("location", "/end?x#y");
    }
    if (path.equals("/loop")) {
      return Response.of(302).with("location", "loop");
    }
    if (path.equals("/nowhere")) {
      return Response.of(302).with("location", "ftp://a/");
    }
    return Response.text(
        200,
        String.join(
            " ",
            request.method(),
            request.target(),
            request.text(),
            String.valueOf(request.header("authorization")),
            String.valueOf(request.header("content-type"))));
  }

  private static String uri(Serving serving, String path) {
    return "http://127.0.0.1:" + serving.server().port() + path;
  }

  @ParameterizedTest
  @CsvSource({
    "GET, 301, GET /end?x  secret a/b",
    "POST, 301, GET /end?x  secret null",
    "POST, 302, GET /end?x  secret null",
    "POST, 303, GET /end?x  secret null",
    "PUT, 303, GET /end?x  secret null",
    "PUT, 302, PUT /end?x content secret a/b",
    "POST, 307, POST /end?x content secret a/b",
    "POST, 308, POST /end?x content secret a/b",
  })
  void aRedirectIsFollowedAsItsStatusSays(String method, int status, String asked)
      throws Exception {
    Serving.with(
        RedirectsTest::handle,
        serving -> {
          try (HttpClient client = HttpClient.open()) {
            ClientRequest request =
                ClientRequest.of(method, uri(serving, "/" + status))
                    .with("authorization", "secret")
                    .with("content-type", "a/b")
                    .withContent(method.equals("GET") ? new byte[0] : "content".getBytes(UTF_8));
            try (ClientResponse response = client.send(request)) {
              assertThat(response.text()).isEqualTo(asked);
              assertThat(response.uri().getPath()).isEqualTo("/end");
            }
          }
        });
  }

  @Test
  void aRedirectThatMayNotBeFollowedIsTheResponse() throws Exception {
    Serving.with(
        RedirectsTest::handle,
        serving -> {
          try (HttpClient client = HttpClient.open();
              HttpClient none = HttpClient.open(OPTIONS.withRedirects(0));
              ClientResponse of304 = client.get(uri(serving, "/304"));
              ClientResponse of301 = none.get(uri(serving, "/301"));
              ClientResponse made =
                  client.send(
                      ClientRequest.of("POST", uri(serving, "/307"))
                          .withContent(output -> output.write(new byte[1])))) {
            assertThat(of304.status()).isEqualTo(304);
            assertThat(of301.status()).isEqualTo(301);
            assertThat(made.status()).isEqualTo(307);
          }
        });
  }

  @Test
  void redirectsWithoutEndAreAnError() throws Exception {
    Serving.with(
        RedirectsTest::handle,
        serving -> {
          try (HttpClient client = HttpClient.open()) {
            assertThatThrownBy(() -> client.get(uri(serving, "/loop")))
                .hasMessageContaining("/loop: more than 10 redirects");
            assertThatThrownBy(() -> client.get(uri(serving, "/nowhere")))
                .hasMessageContaining(
                    "a redirect to no place: an absolute URI of http or https is needed");
          }
        });
  }

  /** As servers write it that do not encode it. */
  @Test
  void aPlaceMayBeInUtf8() throws Exception {
    Serving.with(
        request ->
            request.path().equals("/")
                ? Response.of(302).with("location", "/\u00c3\u00a9?\u00e3\u0081\u0082")
                : Response.text(200, request.target()),
        serving -> {
          try (HttpClient client = HttpClient.open();
              ClientResponse response = client.get(uri(serving, "/"))) {
            assertThat(response.text()).isEqualTo("/%C3%A9?%E3%81%82");
          }
        });
  }

  /** Another port is another server. */
  @Test
  void anotherServerIsToldNoSecrets() throws Exception {
    Serving.with(
        RedirectsTest::handle,
        other ->
            Serving.with(
                _ -> Response.of(307).with("location", uri(other, "/other")),
                serving -> {
                  ClientOptions ofAll =
                      OPTIONS.withHeaders(
                          Headers.of("authorization", "secret", "content-type", "a/b"));
                  try (HttpClient client = HttpClient.open();
                      HttpClient withFields = HttpClient.open(ofAll);
                      ClientResponse response =
                          client.send(
                              ClientRequest.get(uri(serving, "/"))
                                  .with("authorization", "secret")
                                  .with("cookie", "secret=1"));
                      ClientResponse ofClient = withFields.get(uri(serving, "/"));
                      ClientResponse there = withFields.get(uri(other, "/"))) {
                    assertThat(response.text()).isEqualTo("GET /other  null null");
                    assertThat(ofClient.text()).isEqualTo("GET /other  null a/b");
                    assertThat(there.text()).isEqualTo("GET /  secret a/b");
                  }
                }));
  }

  @Test
  void nobodyIsLedFromEncryptionToNone() throws Exception {
    Authority authority = new Authority(folder, "CN=Test Authority");
    Authority.Identity identity = authority.certify("localhost");
    ServerOptions encrypted =
        ServerOptions.DEFAULT.withTls(new ServerTls(identity.certificate(), identity.key()));
    Serving.with(
        RedirectsTest::handle,
        plain ->
            Serving.with(
                encrypted,
                _ -> Response.of(302).with("location", uri(plain, "/end")),
                serving -> {
                  ClientTls believing = ClientTls.DEFAULT.withAuthorities(authority.certificate);
                  String uri = "https://localhost:" + serving.server().port() + "/";
                  try (HttpClient client = HttpClient.open(OPTIONS.withTls(believing));
                      HttpClient stranger = HttpClient.open()) {
                    assertThat(client.get(uri).status()).isEqualTo(302);
                    assertThatThrownBy(() -> stranger.get(uri))
                        .isInstanceOf(javax.net.ssl.SSLException.class);
                  }
                }));
  }
}
