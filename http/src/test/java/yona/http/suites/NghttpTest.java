package yona.http.suites;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import yona.http.Request;
import yona.http.Response;
import yona.http.server.ServerOptions;
import yona.http.server.Serving;
import yona.io.socket.ServerTls;
import yona.property.certificates.Authority;

/** The client of nghttp2 asks in all the ways it has. */
@Tag("processes")
class NghttpTest {

  private static final int TIMES = 20;

  /** Of an answer. */
  private static final int LENGTH = 100_000;

  private static final byte[] CONTENT = new byte[300_000];

  static {
    Arrays.fill(CONTENT, (byte) 'c');
  }

  @TempDir private Path folder;

  /** What the handler read of each request. */
  private final Queue<String> read = new ConcurrentLinkedQueue<>();

  private Response handle(Request request) throws Exception {
    byte[] content = request.body().bytes();
    String sum = request.body().trailers().get("x-sum");
    String field = request.header("x-long");
    read.add(
        "%s %s, %d bytes as sent: %b, %d characters, trailer %s"
            .formatted(
                request.method(),
                request.path(),
                content.length,
                Arrays.equals(content, CONTENT),
                field == null ? 0 : field.length(),
                sum));
    return Response.text(200, "#".repeat(LENGTH));
  }

  /** Each way with streams beside each other, whose answers are all there. */
  @ParameterizedTest
  @CsvSource({
    "false, ''",
    "true, ''",
    "false, --padding=200",
    "false, --continuation",
    "false, --expect-continue",
    "false, --header-table-size=0 --encoder-header-table-size=0",
    "false, --window-bits=12 --connection-window-bits=16",
    "true, --window-bits=30 --connection-window-bits=30",
  })
  void theServerUnderstandsIt(boolean isSecure, String options) throws Exception {
    Suite.NGHTTP.assumeHere();
    ServerOptions server = ServerOptions.DEFAULT;
    if (isSecure) {
      Authority.Identity identity = new Authority(folder, "CN=Test").certify("localhost");
      server = server.withTls(new ServerTls(identity.certificate(), identity.key()));
    }
    Path content = Files.write(folder.resolve("content"), CONTENT);
    String longest = "v".repeat(5000);
    Serving.with(
        server,
        this::handle,
        serving -> {
          List<String> arguments = new ArrayList<>();
          if (!options.isEmpty()) {
            arguments.addAll(List.of(options.split(" ")));
          }
          arguments.addAll(
              List.of(
                  "--no-verify-peer",
                  "--data=" + content,
                  "--trailer=x-sum: 42",
                  "--header=x-long: " + longest,
                  "--multiply=" + TIMES,
                  (isSecure ? "https" : "http")
                      + "://localhost:"
                      + serving.server().port()
                      + "/a"));
          Suite.Outcome outcome = Suite.NGHTTP.run(folder, arguments.toArray(new String[0]));
          assertThat(outcome.status()).as(outcome.said()).isZero();
          // The client prints pieces of the answers by turns.
          assertThat(outcome.said().replace("#", "")).isEmpty();
          assertThat(outcome.said().length()).isEqualTo(TIMES * LENGTH);
          assertThat(read)
              .hasSize(TIMES)
              .containsOnly("POST /a, 300000 bytes as sent: true, 5000 characters, trailer 42");
        });
  }
}
