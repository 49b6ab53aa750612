package yona.http.filter;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.github.luben.zstd.Zstd;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.zip.GZIPInputStream;
import java.util.zip.Inflater;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import yona.async.Promise;
import yona.http.HttpException;
import yona.http.Request;
import yona.http.Response;
import yona.http.server.Serving;
import yona.io.connection.Connection;

class CompressionTest {

  private static final String LONG = "abc ".repeat(1000);

  private static Response handled(Request request, Response response) throws Exception {
    return Compression.DEFAULT.apply(_ -> response).handle(request);
  }

  private static Response handled(Response response) throws Exception {
    return handled(Asking.get("/", "Accept-Encoding", "gzip"), response);
  }

  private static byte[] content(Response response) throws Exception {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    Objects.requireNonNull(response.content()).writeTo(all::writeBytes);
    return all.toByteArray();
  }

  private static String unzipped(byte[] bytes) throws Exception {
    try (InputStream in = new GZIPInputStream(new ByteArrayInputStream(bytes))) {
      return new String(in.readAllBytes(), UTF_8);
    }
  }

  @Test
  void aTextIsCompressedForWhoTakesIt() throws Exception {
    Response response =
        handled(
            Response.text(200, LONG)
                .with("etag", "\"a\"")
                .with("accept-ranges", "bytes")
                .with("vary", "origin"));
    assertThat(unzipped(response.bytes())).isEqualTo(LONG);
    assertThat(response.length()).isLessThan(200);
    assertThat(response.headers().get("content-encoding")).isEqualTo("gzip");
    assertThat(response.headers().get("etag")).isEqualTo("W/\"a\"");
    assertThat(response.headers().all("vary")).containsExactly("origin, accept-encoding");
    assertThat(response.headers().contains("accept-ranges")).isFalse();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "GET | gzip, zstd | zstd",
        "GET | zstd | zstd",
        "GET | zstd;q=0.5, gzip | gzip",
        "GET | gzip | gzip",
        "HEAD | gzip, zstd | zstd"
      })
  void contentThatIsThereIsCompressedWithZstandardForWhoTakesThat(
      String method, String accepted, String coding) throws Exception {
    Response response =
        Compression.DEFAULT
            .withZstandard()
            .apply(_ -> Response.text(200, LONG))
            .handle(Asking.request(method, "/", "Accept-Encoding", accepted));
    assertThat(response.headers().get("content-encoding")).isEqualTo(coding);
    if (coding.equals("zstd") && method.equals("GET")) {
      assertThat(Zstd.decompress(response.bytes(), 10_000)).asString().isEqualTo(LONG);
      assertThat(response.length()).isLessThan(200);
    }
  }

  @Test
  void contentThatIsMadeWhileItIsSentStaysWithGzip() throws Exception {
    Response response =
        Compression.DEFAULT
            .withZstandard()
            .apply(
                _ ->
                    Response.stream(
                        200, "text/plain", output -> output.write(LONG.getBytes(UTF_8))))
            .handle(Asking.get("/", "Accept-Encoding", "zstd, gzip"));
    assertThat(response.headers().get("content-encoding")).isEqualTo("gzip");
    assertThat(unzipped(content(response))).isEqualTo(LONG);
  }

  @ParameterizedTest
  @CsvSource(
      value = {"''", "br", "gzip;q=0", "identity;q=1, gzip;q=0.5"},
      delimiter = '|')
  void othersGetItAsItIs(String accepted) throws Exception {
    Response response =
        handled(Asking.get("/", "Accept-Encoding", accepted), Response.text(200, LONG));
    assertThat(Asking.text(response)).isEqualTo(LONG);
    assertThat(response.headers().get("vary")).isEqualTo("accept-encoding");
    assertThat(response.headers().contains("content-encoding")).isFalse();
  }

  @ParameterizedTest
  @CsvSource({
    "200,image/png,x,x",
    "200,application/zip,x,x",
    "200,text/plain,content-encoding,br",
    "200,text/plain,cache-control,'public, no-transform'",
    "206,text/plain,content-range,bytes 0-3999/9000",
    "204,text/plain,x,x",
  })
  void someAnswersAreLeftAlone(int status, String type, String name, String value)
      throws Exception {
    Response given = Response.bytes(status, type, LONG.getBytes(UTF_8)).with(name, value);
    assertThat(handled(given)).isSameAs(given);
  }

  @ParameterizedTest
  @CsvSource({"application/json", "image/svg+xml", "application/ld+json", "TEXT/HTML; charset=x"})
  void typesThatAreTextsAreCompressed(String type) throws Exception {
    Response given = Response.bytes(200, type, LONG.getBytes(UTF_8));
    assertThat(handled(given).headers().contains("content-encoding")).isTrue();
  }

  @Test
  void whatIsSmallOrDoesNotShrinkIsSentAsItIs() throws Exception {
    Response small = Response.text(200, "abc");
    assertThat(handled(small)).isSameAs(small);
    assertThat(
            Compression.DEFAULT
                .from(0)
                .apply(_ -> small)
                .handle(Asking.get("/", "Accept-Encoding", "gzip"))
                .headers()
                .contains("content-encoding"))
        .isFalse();
  }

  @Test
  void aRefusalIsCompressedAndAnUnchangedAnswerHasTheSameTag() throws Exception {
    Response refused =
        Asking.answer(
            Compression.DEFAULT.apply(
                _ -> {
                  throw new HttpException(404, LONG);
                }),
            Asking.get("/", "Accept-Encoding", "gzip"));
    assertThat(unzipped(refused.bytes())).isEqualTo(LONG + "\n");
    assertThat(handled(Response.of(304).with("etag", "\"a\"")).headers().get("etag"))
        .isEqualTo("W/\"a\"");
  }

  @Test
  void largeContentIsCompressedWhileItIsSent() throws Exception {
    String large = LONG.repeat(200);
    Response response = handled(Response.text(200, large));
    assertThat(response.length()).isEqualTo(-1);
    assertThat(unzipped(content(response))).isEqualTo(large);
  }

  /** The same head as for GET, but for the length. */
  @Test
  void theHeadSaysHowItWouldBeEncoded() throws Exception {
    Response response =
        handled(
            Asking.request("HEAD", "/", "Accept-Encoding", "gzip"),
            Response.stream(200, "text/plain", 5000, _ -> {}));
    assertThat(response.length()).isEqualTo(-1);
    assertThat(response.headers().get("content-encoding")).isEqualTo("gzip");
  }

  /** Content that fails is no whole one: nothing more is sent. */
  @Test
  void contentThatFailsIsNotFinished() throws Exception {
    Response response =
        handled(
            Response.stream(
                200,
                "text/plain",
                output -> {
                  output.write(new byte[10]);
                  throw new IllegalStateException("no more");
                }));
    List<byte[]> sent = new ArrayList<>();
    Response.Content content = Objects.requireNonNull(response.content());
    assertThatThrownBy(() -> content.writeTo(sent::add)).hasMessage("no more");
    assertThat(sent).hasSize(1);
  }

  /** The second part is made only when the client has understood the first. */
  @Test
  void aPartIsThereWhenItIsMade() throws Exception {
    Promise<Boolean> understood = new Promise<>();
    Serving.with(
        Compression.DEFAULT.apply(
            _ ->
                Response.stream(
                    200,
                    "text/event-stream",
                    output -> {
                      output.write("first".getBytes(UTF_8));
                      assertThat(understood.value()).isTrue();
                      output.write("second".getBytes(UTF_8));
                    })),
        serving -> {
          try (Connection client = serving.connect()) {
            client.write(
                "GET / HTTP/1.1\r\nHost: a\r\nAccept-Encoding: gzip\r\n\r\n"
                    .getBytes(StandardCharsets.US_ASCII));
            while (Objects.requireNonNull(client.readLine(1000)).length > 0) {
              // The head.
            }
            Inflater inflater = new Inflater(true);
            byte[] text = new byte[100];
            int size =
                Integer.parseInt(
                    new String(
                        Objects.requireNonNull(client.readLine(10)), StandardCharsets.US_ASCII),
                    16);
            // Behind the ten bytes of the head of gzip.
            inflater.setInput(client.readExactly(size), 10, size - 10);
            int count = inflater.inflate(text);
            assertThat(new String(text, 0, count, UTF_8)).isEqualTo("first");
            inflater.end();
            understood.complete(true);
            assertThat(client.readExactly(2)).isEqualTo(new byte[] {'\r', '\n'});
            assertThat(client.readLine(10)).isNotEmpty();
          }
        });
  }
}
