package yona.http.filter;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.Nullable;
import yona.http.Handler;
import yona.http.Headers;
import yona.http.Request;
import yona.http.Response;
import yona.http.fields.AcceptEncoding;
import yona.http.fields.Vary;

/**
 * Compresses answers for clients that take it (RFC 9110, section 8.4): with gzip, and if that is
 * wanted with Zstandard. Content that is made while it is sent is compressed with gzip, and goes
 * out with every write, so that events come when they happen.
 *
 * <p>It leaves alone what is small, has a coding already, is a part of something, or is of a type
 * that is compressed by itself, such as images. Since the bytes are others, a strong entity tag
 * becomes a weak one, and parts are not offered. An answer that holds both a secret and what others
 * have sent should not be compressed: its length tells of the secret; {@code cache-control:
 * no-transform} says so.
 *
 * <p>Immutable, and safe for use by any number of fibers.
 */
public final class Compression implements UnaryOperator<Handler> {

  private static final String GZIP = "gzip";

  /** Compresses all that has at least a kilobyte, with gzip. */
  public static final Compression DEFAULT = new Compression(1 << 10, List.of(GZIP));

  /** Content of so many bytes is compressed before it is sent, and its length is told. */
  private static final int MOST_AT_ONCE = 256 << 10;

  /** Besides texts, and what is written in JSON or XML. */
  private static final Set<String> TYPES =
      Set.of(
          "application/javascript",
          "application/json",
          "application/manifest+json",
          "application/sql",
          "application/toml",
          "application/wasm",
          "application/x-javascript",
          "application/x-ndjson",
          "application/xml",
          "application/yaml",
          "font/otf",
          "font/ttf",
          "image/bmp",
          "image/x-icon");

  private final int least;

  /** The codings of content that is there, the best one first. */
  private final List<String> codings;

  private Compression(int least, List<String> codings) {
    this.least = least;
    this.codings = codings;
  }

  /**
   * The same with another bound.
   *
   * @param bytes what is shorter is sent as it is
   * @return a filter
   * @throws IllegalArgumentException if it is negative
   */
  public Compression from(int bytes) {
    if (bytes < 0) {
      throw new IllegalArgumentException("a length is not negative: " + bytes);
    }
    return new Compression(bytes, codings);
  }

  /**
   * The same that prefers Zstandard (RFC 8878) for content that is there, of 256 KiB at most. That
   * takes a quarter of gzip's time. Content that is made while it is sent stays with gzip: its
   * state takes some 300 KB for each answer under way, that of Zstandard megabytes.
   *
   * <p>It takes the library {@code com.github.luben:zstd-jni}, and the JVM's option {@code
   * --enable-native-access} for its module {@code com.github.luben.zstd_jni}. Where there is no
   * such library nothing changes.
   *
   * @return a filter
   */
  public Compression withZstandard() {
    return Zstandard.isThere() ? new Compression(least, List.of(Zstandard.CODING, GZIP)) : this;
  }

  @Override
  public Handler apply(Handler handler) {
    return request -> Answers.changed(handler, request, response -> compressed(request, response));
  }

  private Response compressed(Request request, Response response) throws IOException {
    Response.Content content = response.content();
    boolean isThere = content == null && response.length() <= MOST_AT_ONCE;
    String coding = AcceptEncoding.of(request).best(isThere ? codings : List.of(GZIP));
    if (response.status() == 304) {
      return coding == null ? response : weak(response);
    }
    if (!isMeant(response)) {
      return response;
    }
    Response varying = Vary.on(response, "accept-encoding");
    if (coding == null) {
      return varying;
    }
    if (isThere && !request.method().equals("HEAD")) {
      byte[] bytes = compressed(response.bytes(), coding);
      return bytes.length < response.length() ? encoded(varying, coding).withBytes(bytes) : varying;
    }
    Response.Content plain = content == null ? pieces(response.bytes()) : content;
    return encoded(varying, coding).withContent(output -> compress(plain, output));
  }

  private boolean isMeant(Response response) {
    Headers headers = response.headers();
    return response.takeover() == null
        && Response.hasContent(response.status())
        && response.status() != 206
        && (response.length() < 0 || response.length() >= Math.max(1, least))
        && !headers.contains("content-encoding")
        && !headers.contains("content-range")
        && headers.all("cache-control").stream()
            .noneMatch(each -> each.toLowerCase(Locale.ROOT).contains("no-transform"))
        && isCompressible(headers.mediaType());
  }

  private static boolean isCompressible(@Nullable String type) {
    if (type == null) {
      return false;
    }
    return type.startsWith("text/")
        || type.endsWith("+json")
        || type.endsWith("+xml")
        || TYPES.contains(type);
  }

  private static Response encoded(Response response, String coding) {
    Response weak = weak(response);
    return weak.withHeaders(weak.headers().without("accept-ranges").without("content-md5"))
        .with("content-encoding", coding);
  }

  private static Response weak(Response response) {
    String tag = response.headers().get("etag");
    return tag == null || tag.startsWith("W/") ? response : response.with("etag", "W/" + tag);
  }

  private static byte[] compressed(byte[] bytes, String coding) throws IOException {
    if (coding.equals(Zstandard.CODING)) {
      return Zstandard.compressed(bytes);
    }
    ByteArrayOutputStream held = new ByteArrayOutputStream(bytes.length / 2 + 64);
    try (GZIPOutputStream zip = new GZIPOutputStream(held)) {
      zip.write(bytes);
    }
    return held.toByteArray();
  }

  private static Response.Content pieces(byte[] bytes) {
    return output -> {
      for (int from = 0; from < bytes.length; from += MOST_AT_ONCE) {
        int to = Math.min(bytes.length, from + MOST_AT_ONCE);
        output.write(Arrays.copyOfRange(bytes, from, to));
      }
    };
  }

  /** Compresses what is written, and sends it at once. Suspends. */
  private static void compress(Response.Content content, Response.Output output) throws Exception {
    ByteArrayOutputStream held = new ByteArrayOutputStream();
    // Closing gives back what the deflater has outside of the heap, and writes to memory only.
    try (GZIPOutputStream zip = new GZIPOutputStream(held, true)) {
      content.writeTo(
          bytes -> {
            zip.write(bytes);
            zip.flush();
            send(held, output);
          });
      zip.finish();
    }
    send(held, output);
  }

  private static void send(ByteArrayOutputStream held, Response.Output output) throws IOException {
    byte[] bytes = held.toByteArray();
    held.reset();
    output.write(bytes);
  }
}
