package yona.http.files;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import yona.http.Response;
import yona.http.router.Router;
import yona.http.server.Serving;
import yona.io.connection.Connection;

class StaticFilesTest {

  /** A whole second, as the fields of HTTP have it. */
  private static final Instant MODIFIED = Instant.parse("2024-05-06T07:08:09Z");

  private static final String DATE = "Mon, 06 May 2024 07:08:09 GMT";
  private static final String DIGITS = "0123456789";

  /** Larger than what sockets keep for a client that does not read. */
  private static final int LARGE = 24 << 20;

  @TempDir Path outer;

  private Path folder;

  @BeforeEach
  void files() throws IOException {
    folder = Files.createDirectory(outer.resolve("public"));
    write("digits.txt", DIGITS);
    write("empty.css", "");
    write("sub/index.html", "<p>index");
    write("sub/.hidden", "hidden");
    write(".secret", "secret");
    write(".well-known/security.txt", "contact");
    Files.writeString(outer.resolve("outside.txt"), "outside");
    Files.createSymbolicLink(folder.resolve("link.txt"), outer.resolve("outside.txt"));
    Files.createSymbolicLink(folder.resolve("up"), outer);
    Files.createSymbolicLink(folder.resolve("shown.txt"), folder.resolve(".secret"));
    Files.createSymbolicLink(folder.resolve("inside.txt"), folder.resolve("digits.txt"));
  }

  private void write(String name, String text) throws IOException {
    Path file = folder.resolve(name);
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
    Files.setLastModifiedTime(file, FileTime.from(MODIFIED));
  }

  private Router router() throws IOException {
    return new Router()
        .get("/f/*path", StaticFiles.in(folder).withCacheControl("max-age=60"))
        .post("/f/*path", StaticFiles.in(folder));
  }

  /** The answer of a server to a request with a field or some, each with its end. */
  private String said(String method, String target, String fields) throws Exception {
    StringBuilder said = new StringBuilder();
    Serving.with(
        router(),
        serving -> {
          said.append(
              serving.saidTo(
                  method
                      + " "
                      + target
                      + " HTTP/1.1\r\nHost: a\r\nConnection: close\r\n"
                      + fields
                      + "\r\n"));
          assertThat(serving.failures()).isEmpty();
        });
    return said.toString();
  }

  private static String content(String said) {
    return said.substring(said.indexOf("\r\n\r\n") + 4);
  }

  private String tag() throws Exception {
    String said = said("GET", "/f/digits.txt", "");
    int at = said.indexOf("etag: ") + 6;
    return said.substring(at, said.indexOf("\r\n", at));
  }

  @Test
  void aFileIsSentWithAllThatIsKnownOfIt() throws Exception {
    assertThat(said("GET", "/f/digits.txt", ""))
        .startsWith("HTTP/1.1 200 ")
        .contains("content-type: text/plain; charset=utf-8\r\n")
        .contains("content-length: 10\r\n")
        .contains("last-modified: " + DATE + "\r\n")
        .contains("etag: \"a-")
        .contains("accept-ranges: bytes\r\n")
        .contains("x-content-type-options: nosniff\r\n")
        .contains("cache-control: max-age=60\r\n")
        .doesNotContain("vary")
        .endsWith("\r\n\r\n" + DIGITS);
    assertThat(said("GET", "/f/empty.css", ""))
        .contains("content-type: text/css; charset=utf-8\r\n")
        .contains("content-length: 0\r\n");
    assertThat(said("HEAD", "/f/digits.txt", "Range: bytes=0-1\r\n"))
        .startsWith("HTTP/1.1 200 ")
        .contains("content-length: 10\r\n")
        .endsWith("\r\n\r\n");
    assertThat(said("POST", "/f/digits.txt", "")).contains(" 405 ").contains("allow: GET, HEAD");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/f/nothing",
        "/f/../outside.txt",
        "/f/%2e%2e/outside.txt",
        "/f/..%2foutside.txt",
        "/f/sub/..%2f..%2foutside.txt",
        "/f/sub/%2e%2e/digits.txt",
        "/f/..%5coutside.txt",
        "/f//digits.txt",
        "/f/%2Fetc%2Fpasswd",
        "/f/./digits.txt",
        "/f/digits.txt/",
        "/f/digits.txt%00",
        "/f/digits.txt%0a",
        "/f/link.txt",
        "/f/up/outside.txt",
        "/f/up/public/digits.txt/../../outside.txt",
        "/f/.secret",
        "/f/shown.txt",
        "/f/sub/.hidden",
        "/f/%ff%fe",
        "/f/",
      })
  void nothingElseIsServed(String target) throws Exception {
    assertThat(said("GET", target, ""))
        .startsWith("HTTP/1.1 404 ")
        .doesNotContain("outside\r\n")
        .doesNotContain("etag");
  }

  @Test
  void aNameThatIsTooLongIsNotFound() throws Exception {
    assertThat(said("GET", "/f/" + "a".repeat(2000), "")).startsWith("HTTP/1.1 404 ");
  }

  @Test
  void linksInTheFolderAndWhatIsForEverybodyAreServed() throws Exception {
    assertThat(said("GET", "/f/inside.txt", "")).endsWith(DIGITS);
    assertThat(said("GET", "/f/up/public/digits.txt", "")).endsWith(DIGITS);
    assertThat(said("GET", "/f/.well-known/security.txt", "")).endsWith("contact");
  }

  @Test
  void aFolderStandsForItsIndexPage() throws Exception {
    assertThat(said("GET", "/f/sub/", "")).contains("text/html").endsWith("<p>index");
    assertThat(said("GET", "/f/sub?a=b", ""))
        .startsWith("HTTP/1.1 301 ")
        .contains("location: ./sub/?a=b\r\n");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "If-None-Match: TAG | 304",
        "If-None-Match: \"x\", W/TAG | 304",
        "If-None-Match: * | 304",
        "If-None-Match: \"x\" | 200",
        "If-Modified-Since: Mon, 06 May 2024 07:08:09 GMT | 304",
        "If-Modified-Since: Monday, 06-May-24 07:08:09 GMT | 304",
        "If-Modified-Since: Mon, 06 May 2024 07:08:08 GMT | 200",
        "If-Modified-Since: yesterday | 200",
        "If-Modified-Since: Mon, 06 May 2024 07:08:09 GMT, Mon, 06 May 2024 07:08:10 GMT"
            + ", Mon, 06 May 2024 07:08:11 GMT | 200",
        "If-None-Match: \"x\"~If-Modified-Since: Mon, 06 May 2024 07:08:09 GMT | 200",
        "If-Match: TAG | 200",
        "If-Match: * | 200",
        "If-Match: W/TAG | 412",
        "If-Match: \"x\" | 412",
        "If-Unmodified-Since: Mon, 06 May 2024 07:08:09 GMT | 200",
        "If-Unmodified-Since: Mon, 06 May 2024 07:08:08 GMT | 412",
        "If-Match: TAG~If-Unmodified-Since: Mon, 06 May 2024 07:08:08 GMT | 200",
        "If-Match: \"x\"~If-None-Match: TAG | 412",
        "If-Range: TAG~Range: bytes=0-1 | 206",
        "If-Range: W/TAG~Range: bytes=0-1 | 200",
        "If-Range: \"x\"~Range: bytes=0-1 | 200",
        "If-Range: Mon, 06 May 2024 07:08:09 GMT~Range: bytes=0-1 | 206",
        "If-Range: Mon, 06 May 2024 07:08:10 GMT~Range: bytes=0-1 | 200",
      })
  void conditionsAreMet(String fields, int status) throws Exception {
    String said =
        said("GET", "/f/digits.txt", fields.replace("TAG", tag()).replace("~", "\r\n") + "\r\n");
    assertThat(said).startsWith("HTTP/1.1 " + status + " ");
    if (status == 304) {
      assertThat(said).contains("etag: ").endsWith("\r\n\r\n");
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "bytes=0-3 | 206 | bytes 0-3/10 | 0123",
        "bytes=8-99 | 206 | bytes 8-9/10 | 89",
        "bytes=7- | 206 | bytes 7-9/10 | 789",
        "bytes=-2 | 206 | bytes 8-9/10 | 89",
        "bytes=-99 | 206 | bytes 0-9/10 | 0123456789",
        "bytes=10-, 2-3 | 206 | bytes 2-3/10 | 23",
        "bytes=10- | 416 | bytes */10 | 'the file has 10 bytes~'",
        "bytes=-0 | 416 | bytes */10 | 'the file has 10 bytes~'",
        "bytes=99999999999999999999- | 416 | bytes */10 | 'the file has 10 bytes~'",
        "bytes=3-1 | 200 | '' | 0123456789",
        "bytes=a-b | 200 | '' | 0123456789",
        "bytes= | 200 | '' | 0123456789",
        "lines=0-3 | 200 | '' | 0123456789",
        "bytes=0-3,2-5 | 200 | '' | 0123456789",
        "bytes=0-,0-,0-,0-,0-,0-,0-,0-,0-,0-,0-,0-,0-,0-,0-,0-,0- | 200 | '' | 0123456789",
      })
  void aPartIsSent(String range, int status, String place, String content) throws Exception {
    String said = said("GET", "/f/digits.txt", "Range: " + range + "\r\n");
    assertThat(said)
        .startsWith("HTTP/1.1 " + status + " ")
        .endsWith("\r\n\r\n" + content.replace("~", "\n"));
    if (place.isEmpty()) {
      assertThat(said).doesNotContain("content-range");
    } else {
      assertThat(said).contains("content-range: " + place + "\r\n");
    }
  }

  @Test
  void severalPartsAreSentInOneAnswer() throws Exception {
    String said = said("GET", "/f/digits.txt", "Range: bytes=0-1, -2\r\n");
    int at = said.indexOf("boundary=") + 9;
    String boundary = said.substring(at, said.indexOf("\r\n", at));
    String part = "content-type: text/plain; charset=utf-8\r\ncontent-range: bytes ";
    String content =
        ("--B\r\n" + part + "0-1/10\r\n\r\n01\r\n--B\r\n" + part + "8-9/10\r\n\r\n89\r\n--B--\r\n")
            .replace("B", boundary);
    assertThat(said)
        .startsWith("HTTP/1.1 206 ")
        .contains("content-length: " + content.length() + "\r\n")
        .endsWith("\r\n\r\n" + content);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "gzip, br | br",
        "gzip | gzip",
        "x-gzip | gzip",
        "gzip, br;q=0.5 | gzip",
        "gzip;q=0, br;q=0 | ''",
        "gzip;q=0.5, identity | ''",
        "* | br",
        "*;q=0.1, br;q=0 | gzip",
        "gzip;q=nonsense | ''",
        "zstd | ''",
        "'' | ''",
      })
  void aCompressedSiblingIsSentToWhoTakesIt(String accepted, String coding) throws Exception {
    write("digits.txt.gz", "as gzip");
    write("digits.txt.br", "as br");
    write("digits.txt.zst", "too old");
    Files.setLastModifiedTime(
        folder.resolve("digits.txt.zst"), FileTime.from(MODIFIED.minusSeconds(1)));
    String said = said("GET", "/f/digits.txt", "Accept-Encoding: " + accepted + "\r\n");
    assertThat(said)
        .contains("vary: accept-encoding\r\n")
        .contains("content-type: text/plain")
        .endsWith("\r\n\r\n" + (coding.isEmpty() ? DIGITS : "as " + coding));
    if (coding.isEmpty()) {
      assertThat(said).doesNotContain("content-encoding");
    } else {
      assertThat(said).contains("content-encoding: " + coding + "\r\n");
      // Each has a tag of its own.
      assertThat(said).contains("-" + coding + "\"\r\n");
    }
  }

  private void writeLarge() throws IOException {
    byte[] bytes = new byte[LARGE];
    for (int i = 0; i < LARGE; i++) {
      bytes[i] = (byte) (i >>> 8);
    }
    Files.write(folder.resolve("large"), bytes);
  }

  @Test
  void aLargeFileComesWhole() throws Exception {
    writeLarge();
    String said = said("GET", "/f/large", "");
    assertThat(said)
        .contains("content-type: application/octet-stream\r\n")
        .contains("content-length: " + LARGE + "\r\n");
    assertThat(content(said).getBytes(StandardCharsets.ISO_8859_1))
        .isEqualTo(Files.readAllBytes(folder.resolve("large")));
    assertThat(content(said("GET", "/f/large", "Range: bytes=300-999999\r\n"))).hasSize(999_700);
  }

  /** However large it is, and however slowly it is taken. */
  @Test
  void aSenderKeepsOnePieceOnly() throws Exception {
    writeLarge();
    long[] sent = new long[1];
    Serving.with(
        request -> {
          Response response = router().handle(request);
          Response.Content content = Objects.requireNonNull(response.content());
          return response.withContent(
              response.length(),
              output ->
                  content.writeTo(
                      bytes -> {
                        assertThat(bytes).hasSizeLessThanOrEqualTo(FileState.PIECE);
                        sent[0] += bytes.length;
                        output.write(bytes);
                      }));
        },
        serving -> serving.saidTo("GET /f/large HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"));
    assertThat(sent[0]).isEqualTo(LARGE);
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void aClientThatGoesAwayLeavesNoOpenFile() throws Exception {
    writeLarge();
    Serving.with(
        router(),
        serving -> {
          for (int i = 0; i < 5; i++) {
            try (Connection client = serving.connect()) {
              client.write(
                  "GET /f/large HTTP/1.1\r\nHost: a\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
              assertThat(client.read()).isNotEmpty();
            }
          }
        });
    Path large = folder.resolve("large").toRealPath();
    try (Stream<Path> open = Files.list(Path.of("/proc/self/fd"))) {
      assertThat(
              open.filter(
                  each -> {
                    try {
                      return Files.readSymbolicLink(each).equals(large);
                    } catch (IOException closed) {
                      return false;
                    }
                  }))
          .isEmpty();
    }
  }

  /** The bytes that a client gets of a large file that changes when the sending has begun. */
  private int sentWhile(boolean breaks, Change change) throws Exception {
    writeLarge();
    int[] sent = new int[1];
    Serving.with(
        router(),
        serving -> {
          try (Connection client = serving.connect()) {
            client.write(
                "GET /f/large HTTP/1.1\r\nHost: a\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
            assertThat(client.readLine(1000))
                .isEqualTo("HTTP/1.1 200 OK".getBytes(StandardCharsets.US_ASCII));
            change.run(folder.resolve("large"));
            client.finish();
            sent[0] =
                content("\r\n" + new String(client.readAll(2 * LARGE), StandardCharsets.ISO_8859_1))
                    .length();
          }
          // The log tells why.
          assertThat(serving.failures())
              .hasSize(breaks ? 1 : 0)
              .allSatisfy(
                  failure ->
                      assertThat(failure.error())
                          .hasMessageContaining("changed while it was sent"));
        });
    return sent[0];
  }

  /** Does something to a file. */
  private interface Change {
    void run(Path file) throws IOException;
  }

  @Test
  void aFileThatIsCutBreaksTheConnection() throws Exception {
    int sent =
        sentWhile(
            true,
            file -> {
              try (var channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
                channel.truncate(LARGE - 1);
              }
            });
    assertThat(sent).isLessThan(LARGE - 1);
  }

  @Test
  void aFileThatIsOverwrittenBreaksTheConnection() throws Exception {
    int sent =
        sentWhile(
            true,
            file ->
                Files.setLastModifiedTime(
                    file, FileTime.from(Instant.now().minus(Duration.ofDays(1)))));
    assertThat(sent).isLessThan(LARGE);
  }

  @Test
  void aFileThatIsReplacedIsSentAsItWas() throws Exception {
    int sent =
        sentWhile(
            false,
            file -> {
              Files.writeString(folder.resolve("new"), "new");
              Files.move(folder.resolve("new"), file, StandardCopyOption.REPLACE_EXISTING);
            });
    assertThat(sent).isEqualTo(LARGE);
  }
}
