package yona.http.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import yona.async.Async;
import yona.async.Future;
import yona.async.Program;
import yona.io.connection.Connection;
import yona.io.socket.Client;
import yona.io.socket.ClientTls;
import yona.io.socket.Server;
import yona.property.certificates.Authority;

/** The client and nghttpd, the server of nghttp2: an implementation by others. */
@Tag("processes")
class NghttpdTest {

  private static final byte[] CONTENT = new byte[3_000_000];

  @TempDir private static Path folder;

  private static ClientTls believing;
  private static Authority.Identity identity;

  /** Uses a server by its port. */
  @FunctionalInterface
  private interface Use {
    void run(int port) throws Exception;
  }

  @BeforeAll
  static void prepare() throws Exception {
    assumeTrue(program() != null, "-Dyona.nghttpd=FILE names none");
    Authority authority = new Authority(folder, "CN=Test Authority");
    identity = authority.certify("localhost");
    believing = ClientTls.DEFAULT.withAuthorities(authority.certificate);
    new Random(7).nextBytes(CONTENT);
    Path site = Files.createDirectory(folder.resolve("public"));
    Files.write(site.resolve("large"), CONTENT);
    Files.writeString(site.resolve("small"), "small");
  }

  /** As {@code http/src/test/suites/tool} gets it. */
  private static @Nullable String program() {
    return System.getProperty("yona.nghttpd");
  }

  private static void serving(List<String> options, Use use) throws Exception {
    var _ =
        new Program(
                error -> {
                  throw new AssertionError(error);
                })
            .run(
                () -> {
                  int port;
                  try (Server free = Server.listen(0)) {
                    port = free.port();
                  }
                  List<String> command = new ArrayList<>(List.of(String.valueOf(program())));
                  command.addAll(List.of("-a", "127.0.0.1", "-d", folder.resolve("public") + "/"));
                  command.addAll(options);
                  command.add(Integer.toString(port));
                  if (!options.contains("--no-tls")) {
                    command.add(identity.key().toString());
                    command.add(identity.certificate().toString());
                  }
                  Process server =
                      new ProcessBuilder(command)
                          .redirectErrorStream(true)
                          .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                          .start();
                  try {
                    awaitListening(server, port);
                    use.run(port);
                  } finally {
                    server.destroyForcibly().waitFor();
                  }
                  return true;
                });
  }

  private static void awaitListening(Process server, int port) throws IOException {
    while (server.isAlive()) {
      try (Connection _ = Client.connect("127.0.0.1", port)) {
        return;
      } catch (IOException notYet) {
        Async.yield();
      }
    }
    throw new IOException("nghttpd has ended with status " + server.exitValue());
  }

  private static byte[] bytes(HttpClient client, ClientRequest request) throws IOException {
    try (ClientResponse response = client.send(request)) {
      assertThat(response.status()).isEqualTo(200);
      return response.bytes();
    }
  }

  @Test
  void filesComeEncrypted() throws Exception {
    serving(
        List.of(),
        port -> {
          try (HttpClient client = HttpClient.open(ClientOptions.DEFAULT.withTls(believing))) {
            String uri = "https://localhost:" + port;
            assertThat(bytes(client, ClientRequest.get(uri + "/small")))
                .asString()
                .isEqualTo("small");
            assertThat(Arrays.equals(bytes(client, ClientRequest.get(uri + "/large")), CONTENT))
                .isTrue();
            try (ClientResponse none = client.get(uri + "/none")) {
              assertThat(none.status()).isEqualTo(404);
            }
          }
        });
  }

  @Test
  void contentComesBackAndFieldsBehindIt() throws Exception {
    serving(
        List.of("--no-tls", "--echo-upload", "--trailer", "checksum: 7"),
        port -> {
          ClientOptions options = ClientOptions.DEFAULT.withVersions(HttpVersions.PRIOR_KNOWLEDGE);
          try (HttpClient client = HttpClient.open(options)) {
            ClientRequest put =
                ClientRequest.of("PUT", "http://127.0.0.1:" + port + "/").withContent(CONTENT);
            try (ClientResponse response = client.send(put)) {
              assertThat(Arrays.equals(response.bytes(), CONTENT)).isTrue();
              assertThat(response.trailers().get("checksum")).isEqualTo("7");
            }
          }
        });
  }

  /** It resets what is more at once. */
  @Test
  void manyRequestsKeepToWhatItAllows() throws Exception {
    serving(
        List.of("--no-tls", "-m", "2"),
        port -> {
          ClientOptions options = ClientOptions.DEFAULT.withVersions(HttpVersions.PRIOR_KNOWLEDGE);
          try (HttpClient client = HttpClient.open(options)) {
            ClientRequest get = ClientRequest.get("http://127.0.0.1:" + port + "/small");
            List<Future<byte[]>> all = new ArrayList<>();
            for (int i = 0; i < 100; i++) {
              all.add(Async.future(() -> bytes(client, get)));
            }
            for (Future<byte[]> each : all) {
              assertThat(each.value()).asString().isEqualTo("small");
            }
          }
        });
  }
}
