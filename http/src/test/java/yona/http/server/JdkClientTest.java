package yona.http.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;

import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import yona.http.Request;
import yona.http.Response;
import yona.io.socket.ServerTls;
import yona.property.certificates.Authority;

/** The JDK's client, which chooses the version in the handshake of TLS. */
class JdkClientTest {

  @TempDir private static Path folder;

  private static Authority authority;
  private static ServerTls tls;
  private static SSLContext believing;

  @BeforeAll
  static void certify() throws Exception {
    authority = new Authority(folder, "CN=Test Authority");
    Authority.Identity identity = authority.certify("localhost");
    tls = new ServerTls(identity.certificate(), identity.key());
    KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
    store.load(null, null);
    try (InputStream file = Files.newInputStream(authority.certificate)) {
      store.setCertificateEntry(
          "authority", CertificateFactory.getInstance("X.509").generateCertificate(file));
    }
    TrustManagerFactory trust =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    trust.init(store);
    believing = SSLContext.getInstance("TLS");
    believing.init(null, trust.getTrustManagers(), null);
  }

  private static Response echo(Request request) throws Exception {
    assertThat(request.connection().secure()).isTrue();
    return Response.bytes(200, "a/b", request.body().bytes());
  }

  private static void check(HttpClient.Version offered, int size) throws Exception {
    check(ServerOptions.DEFAULT, offered, offered, size);
  }

  private static void check(
      ServerOptions options, HttpClient.Version offered, HttpClient.Version spoken, int size)
      throws Exception {
    Serving.with(
        options.withTls(tls),
        JdkClientTest::echo,
        serving -> {
          try (HttpClient client =
              HttpClient.newBuilder().sslContext(believing).version(offered).build()) {
            byte[] content = new byte[size];
            URI uri = URI.create("https://localhost:" + serving.server().port() + "/");
            List<CompletableFuture<HttpResponse<byte[]>>> answers = new ArrayList<>();
            for (int i = 0; i < 20; i++) {
              answers.add(
                  client.sendAsync(
                      HttpRequest.newBuilder(uri)
                          .POST(HttpRequest.BodyPublishers.ofByteArray(content))
                          .build(),
                      HttpResponse.BodyHandlers.ofByteArray()));
            }
            for (CompletableFuture<HttpResponse<byte[]>> each : answers) {
              HttpResponse<byte[]> answer = each.get();
              assertThat(answer.version()).isEqualTo(spoken);
              assertThat(answer.statusCode()).isEqualTo(200);
              assertThat(answer.body()).isEqualTo(content);
            }
          }
        });
  }

  @Test
  void aCertificateIsRenewedWithoutARestart() throws Exception {
    Authority.Identity after = authority.certify("localhost");
    Path certificate = Files.copy(tls.certificate(), folder.resolve("renewed.pem"));
    Path key = Files.copy(tls.key(), folder.resolve("renewed.key.pem"));
    Serving.with(
        ServerOptions.DEFAULT.withTls(new ServerTls(certificate, key)),
        JdkClientTest::echo,
        serving -> {
          try (HttpClient before = HttpClient.newBuilder().sslContext(believing).build()) {
            Certificate first = certificate(before, serving);
            Files.copy(after.certificate(), certificate, StandardCopyOption.REPLACE_EXISTING);
            Files.copy(after.key(), key, StandardCopyOption.REPLACE_EXISTING);
            // The connection that is there goes on.
            assertThat(certificate(before, serving)).isEqualTo(first);
            try (HttpClient later = HttpClient.newBuilder().sslContext(believing).build()) {
              assertThat(certificate(later, serving)).isNotEqualTo(first);
            }
          }
        });
  }

  /** The certificate that a client sees, which gets its answer. */
  private static Certificate certificate(HttpClient client, Serving serving) throws Exception {
    URI uri = URI.create("https://localhost:" + serving.server().port() + "/");
    HttpResponse<String> answer =
        client.send(HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.ofString());
    assertThat(answer.statusCode()).isEqualTo(200);
    return answer.sslSession().orElseThrow().getPeerCertificates()[0];
  }

  @Test
  void aCertificateThatCannotBeRenewedStaysInUseAndIsReported() throws Exception {
    Path key = Files.copy(tls.key(), folder.resolve("own.key.pem"));
    List<String> told = new CopyOnWriteArrayList<>();
    Serving.with(
        ServerOptions.DEFAULT
            .withTls(new ServerTls(tls.certificate(), key))
            .withReport(error -> told.add(error.getMessage())),
        JdkClientTest::echo,
        serving -> {
          Files.delete(key);
          try (HttpClient client = HttpClient.newBuilder().sslContext(believing).build()) {
            URI uri = URI.create("https://localhost:" + serving.server().port() + "/");
            HttpResponse<byte[]> answer =
                client.send(
                    HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.ofByteArray());
            assertThat(answer.statusCode()).isEqualTo(200);
          }
        });
    assertThat(told)
        .singleElement(STRING)
        .startsWith("the former certificate stays in use: " + key);
  }

  @Test
  void itSpeaksHttp2ByItself() throws Exception {
    check(HttpClient.Version.HTTP_2, 10);
    check(HttpClient.Version.HTTP_2, 500_000);
  }

  @Test
  void itMaySpeakHttp1() throws Exception {
    check(HttpClient.Version.HTTP_1_1, 10);
  }

  @Test
  void aServerMaySpeakHttp1Only() throws Exception {
    check(
        ServerOptions.DEFAULT.withHttp2(null),
        HttpClient.Version.HTTP_2,
        HttpClient.Version.HTTP_1_1,
        10);
  }
}
