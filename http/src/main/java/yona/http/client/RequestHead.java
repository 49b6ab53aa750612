package yona.http.client;

import io.netty.handler.codec.http2.DefaultHttp2Headers;
import io.netty.handler.codec.http2.Http2Headers;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import yona.http.Headers;
import yona.http.filter.TraceScope;

/** The head of a request as it is sent: of HTTP/1.1 (RFC 9112, section 3), or HTTP/2. */
final class RequestHead {

  /** Fields that say how a message is sent, and by whom: the client knows. */
  private static final Set<String> OF_CONNECTION =
      Set.of(
          "connection",
          "content-length",
          "keep-alive",
          "proxy-authorization",
          "proxy-connection",
          "transfer-encoding",
          "upgrade");

  private static final String TE = "te";

  private RequestHead() {}

  /** The fields of a request that say what is wanted; not those of the connection. */
  static Headers fields(ClientRequest request, ClientOptions options, @Nullable CookieJar cookies) {
    Headers headers = request.headers();
    List<String> all = new ArrayList<>();
    headers.forEach((name, value) -> add(all, name, value));
    if (options.compression() && !headers.contains("accept-encoding")) {
      add(all, "accept-encoding", "gzip");
    }
    String kept = cookies == null ? null : cookies.of(request.uri());
    if (kept != null && !headers.contains("cookie")) {
      add(all, "cookie", kept);
    }
    if (!headers.contains("traceparent")) {
      TraceScope.passedOn().forEach((name, value) -> add(all, name, value));
    }
    return Headers.decoded(all.toArray(new String[0]));
  }

  private static void add(List<String> all, String name, String value) {
    if (mayBeSent(name, value)) {
      all.add(name);
      all.add(value);
    }
  }

  private static boolean mayBeSent(String name, String value) {
    // That trailers are taken is a matter of the program (RFC 9110, section 10.1.4).
    return name.equalsIgnoreCase(TE)
        ? value.strip().equalsIgnoreCase("trailers")
        : !OF_CONNECTION.contains(name.toLowerCase(Locale.ROOT));
  }

  /**
   * The head of a request.
   *
   * @param fields those that say what is wanted
   * @param more those that switch to another protocol
   * @param via the proxy that passes the request on; null if the server gets it itself
   */
  static byte[] bytes(ClientRequest request, Headers fields, Headers more, @Nullable Proxy via) {
    URI uri = request.uri();
    StringBuilder head = new StringBuilder(256);
    head.append(request.method()).append(' ');
    if (via != null) {
      head.append("http://").append(host(uri));
    }
    head.append(target(uri)).append(" HTTP/1.1\r\n");
    if (!fields.contains("host")) {
      line(head, "host", host(uri));
    }
    fields.forEach((name, value) -> line(head, name, value));
    if (fields.contains(TE)) {
      line(head, "connection", TE);
    }
    more.forEach((name, value) -> line(head, name, value));
    if (via != null && via.authorization() != null) {
      line(head, "proxy-authorization", via.authorization());
    }
    if (request.content() != null || request.trailers() != null) {
      line(head, "transfer-encoding", "chunked");
    } else if (request.bytes().length > 0 || mayHaveContent(request.method())) {
      line(head, "content-length", Integer.toString(request.bytes().length));
    }
    return head.append("\r\n").toString().getBytes(StandardCharsets.ISO_8859_1);
  }

  /** The end of content in chunks, with the fields behind it. */
  static byte[] behindChunks(Headers trailers) {
    StringBuilder end = new StringBuilder("0\r\n");
    trailers.forEach(
        (name, value) -> {
          if (mayBeSent(name, value)) {
            line(end, name, value);
          }
        });
    return end.append("\r\n").toString().getBytes(StandardCharsets.ISO_8859_1);
  }

  /** The fields behind the content of a request of HTTP/2 (RFC 9113, section 8.1). */
  static Http2Headers http2Trailers(Headers trailers) {
    Http2Headers fields = new DefaultHttp2Headers(false);
    trailers.forEach(
        (name, value) -> {
          if (mayBeSent(name, value)) {
            fields.add(name.toLowerCase(Locale.ROOT), value);
          }
        });
    return fields;
  }

  /** The head of a request of HTTP/2 (RFC 9113, section 8.3.1). */
  static Http2Headers http2(ClientRequest request, Headers fields) {
    URI uri = request.uri();
    String host = fields.get("host");
    Http2Headers head =
        new DefaultHttp2Headers(false)
            .method(request.method())
            .scheme(request.isSecure() ? "https" : "http")
            .authority(host == null ? host(uri) : host)
            .path(target(uri));
    fields.forEach(
        (name, value) -> {
          String lower = name.toLowerCase(Locale.ROOT);
          if (!lower.equals("host")) {
            head.add(lower, value);
          }
        });
    int length = request.bytes().length;
    if (request.content() == null && (length > 0 || mayHaveContent(request.method()))) {
      head.addInt("content-length", length);
    }
    return head;
  }

  /** A server may wait for the content of these if nothing says that there is none. */
  private static boolean mayHaveContent(String method) {
    return method.equals("POST") || method.equals("PUT") || method.equals("PATCH");
  }

  private static String target(URI uri) {
    String path = uri.getRawPath();
    String query = uri.getRawQuery();
    return (path == null || path.isEmpty() ? "/" : path) + (query == null ? "" : "?" + query);
  }

  private static String host(URI uri) {
    return uri.getPort() < 0 ? uri.getHost() : uri.getHost() + ":" + uri.getPort();
  }

  private static void line(StringBuilder head, String name, String value) {
    head.append(name).append(": ").append(value).append("\r\n");
  }
}
