package yona.http.server;

import io.netty.handler.codec.http2.DefaultHttp2Headers;
import io.netty.handler.codec.http2.Http2Headers;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
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

  private Http2Fields() {}

  /** How many bytes of content there are; -1 if the client does not say. */
  static long length(Http2Headers head) {
    // The codec has checked it.
    return head.getLong("content-length", -1L);
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
    if (!method.chars().allMatch(Http2Fields::isOfToken)) {
      throw new HttpException(400, "a method that is none");
    }
    String scheme = String.valueOf(head.scheme());
    if (!scheme.equalsIgnoreCase("http") && !scheme.equalsIgnoreCase("https")) {
      throw new HttpException(400, "a scheme that is not http");
    }
    if (head.contains(":protocol")) {
      throw new HttpException(400, "another protocol without CONNECT");
    }
    List<CharSequence> hosts = new ArrayList<>(head.getAll("host"));
    CharSequence authority = head.authority();
    if (authority != null) {
      hosts.add(authority);
    }
    if (hosts.isEmpty() || hosts.getLast().isEmpty()) {
      throw new HttpException(400, "no :authority and no host");
    }
    String host = hosts.getLast().toString();
    if (!RequestTarget.isHost(host)) {
      throw new HttpException(400, "an :authority that is none");
    }
    if (!hosts.stream().allMatch(each -> host.equalsIgnoreCase(each.toString()))) {
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
    CharSequence expected = head.get("expect");
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
      fields.add("date", date);
    }
    if (status == 205) {
      fields.addLong("content-length", 0);
    } else if (response.length() >= 0 && Response.hasContent(status)) {
      fields.addLong("content-length", response.length());
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
