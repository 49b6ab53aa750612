package yona.http.server;

import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http2.DefaultHttp2Headers;
import io.netty.handler.codec.http2.Http2Headers;
import io.netty.util.AsciiString;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import yona.http.Headers;
import yona.http.HttpException;
import yona.http.Response;
import yona.http.http2.ReceivedFields;

/** Header fields between what HTTP/2 sends and what handlers see (RFC 9113, section 8). */
final class Http2Fields {

  /** Fields of a connection, which HTTP/2 has not (RFC 9113, section 8.2.2), and the length. */
  private static final Set<String> OF_CONNECTION =
      Set.of(
          "connection",
          "content-length",
          "keep-alive",
          "proxy-connection",
          "transfer-encoding",
          "upgrade");

  /** Names that answers often have, as the encoder looks them up without hashing their text. */
  private static final Map<String, AsciiString> OFTEN =
      Stream.of(
              HttpHeaderNames.CACHE_CONTROL,
              HttpHeaderNames.CONTENT_ENCODING,
              HttpHeaderNames.CONTENT_TYPE,
              HttpHeaderNames.ETAG,
              HttpHeaderNames.LAST_MODIFIED,
              HttpHeaderNames.LOCATION,
              HttpHeaderNames.SERVER,
              HttpHeaderNames.SET_COOKIE,
              HttpHeaderNames.VARY)
          .collect(Collectors.toUnmodifiableMap(AsciiString::toString, name -> name));

  private Http2Fields() {}

  /** How many bytes of content there are; -1 if the client does not say. */
  static long length(Http2Headers head) {
    // The codec has checked it.
    return head.getLong(HttpHeaderNames.CONTENT_LENGTH, -1L);
  }

  /** The path and the query of a request. */
  static String target(Http2Headers head, ServerLimits limits) throws HttpException {
    CharSequence path = head.path();
    String method = String.valueOf(head.method());
    if (path == null || method.equals("CONNECT")) {
      throw new HttpException(501, "this server makes no tunnels");
    }
    if (path.length() > limits.line()) {
      throw new HttpException(414, "the path of the request is too long");
    }
    requireOneReading(head, method);
    RequestTarget.requireCharacters(path);
    boolean isWhole = "*".contentEquals(path) && method.equals("OPTIONS");
    if (path.isEmpty() || (path.charAt(0) != '/' && !isWhole)) {
      throw new HttpException(400, "this is no path of a request");
    }
    return path.toString();
  }

  /**
   * Refuses what would be another request to somebody who writes it as HTTP/1.1 (RFC 9113, sections
   * 8.3.1 and 10.3); the codec has checked the other fields.
   */
  private static void requireOneReading(Http2Headers head, String method) throws HttpException {
    if (!method.equals("GET") && !method.chars().allMatch(Http2Fields::isOfToken)) {
      throw new HttpException(400, "a method that is none");
    }
    String scheme = String.valueOf(head.scheme());
    if (!scheme.equalsIgnoreCase("http") && !scheme.equalsIgnoreCase("https")) {
      throw new HttpException(400, "a scheme that is not http");
    }
    if (head.contains(":protocol")) {
      throw new HttpException(400, "another protocol without CONNECT");
    }
    CharSequence last = head.authority();
    boolean hasHost = head.contains(HttpHeaderNames.HOST);
    if (hasHost && last == null) {
      last = head.getAll(HttpHeaderNames.HOST).getLast();
    }
    if (last == null || last.isEmpty()) {
      throw new HttpException(400, "no :authority and no host");
    }
    String host = last.toString();
    if (!RequestTarget.isHost(host)) {
      throw new HttpException(400, "an :authority that is none");
    }
    if (hasHost
        && !head.getAll(HttpHeaderNames.HOST).stream()
            .allMatch(each -> host.equalsIgnoreCase(each.toString()))) {
      throw new HttpException(400, "more than one :authority and host");
    }
  }

  private static boolean isOfToken(int each) {
    return (each >= 'a' && each <= 'z')
        || (each >= 'A' && each <= 'Z')
        || (each >= '0' && each <= '9')
        || "!#$%&'*+-.^_`|~".indexOf(each) >= 0;
  }

  /** Whether the client sends the body only when it is told to (RFC 9110, section 10.1.1). */
  static boolean isContinueAwaited(Http2Headers head) {
    CharSequence expected = head.get(HttpHeaderNames.EXPECT);
    return expected != null && expected.toString().equalsIgnoreCase("100-continue");
  }

  /** The fields that handlers see: the authority is the host, as HTTP/1.1 calls it. */
  static Headers headers(Http2Headers head) {
    return ReceivedFields.of(head, head.authority());
  }

  /** The head of an answer. */
  static Http2Headers answer(Response response, String date) {
    int status = response.status();
    Http2Headers fields = new DefaultHttp2Headers(false).status(Integer.toString(status));
    add(response.headers(), fields);
    if (!response.headers().contains("date")) {
      fields.add(HttpHeaderNames.DATE, date);
    }
    if (status == 205) {
      fields.addLong(HttpHeaderNames.CONTENT_LENGTH, 0);
    } else if (response.length() >= 0 && Response.hasContent(status)) {
      fields.addLong(HttpHeaderNames.CONTENT_LENGTH, response.length());
    }
    return fields;
  }

  /** The fields behind the content of an answer. */
  static Http2Headers trailers(Headers trailers) {
    Http2Headers fields = new DefaultHttp2Headers(false);
    add(trailers, fields);
    return fields;
  }

  private static void add(Headers headers, Http2Headers fields) {
    headers.forEach(
        (name, value) -> {
          AsciiString often = OFTEN.get(name);
          if (often != null) {
            fields.add(often, value);
            return;
          }
          String lower = name.toLowerCase(Locale.ROOT);
          if (!OF_CONNECTION.contains(lower)) {
            fields.add(lower, value);
          }
        });
  }

  /** The head of an answer before the answer. */
  static Http2Headers informational(int status) {
    return new DefaultHttp2Headers(false).status(Integer.toString(status));
  }
}
