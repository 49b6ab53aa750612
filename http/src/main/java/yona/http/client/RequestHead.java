package yona.http.client;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import yona.http.Headers;

/** The head of a request as it is sent (RFC 9112, section 3). */
final class RequestHead {

  /** Fields that say how a message is sent: the client knows. */
  private static final Set<String> OF_CONNECTION =
      Set.of(
          "connection",
          "content-length",
          "keep-alive",
          "proxy-connection",
          "te",
          "trailer",
          "transfer-encoding",
          "upgrade");

  private RequestHead() {}

  /** The head of a request. */
  static byte[] bytes(ClientRequest request, ClientOptions options, @Nullable CookieJar cookies) {
    return bytes(request, options, cookies, Headers.NONE);
  }

  /** The head of a request that switches to another protocol, with the fields that say so. */
  static byte[] bytes(
      ClientRequest request,
      ClientOptions options,
      @Nullable CookieJar cookies,
      Headers switching) {
    URI uri = request.uri();
    Headers headers = request.headers();
    StringBuilder head = new StringBuilder(256);
    head.append(request.method()).append(' ').append(target(uri)).append(" HTTP/1.1\r\n");
    if (!headers.contains("host")) {
      line(head, "host", host(uri));
    }
    headers.forEach((name, value) -> add(head, name, value));
    options
        .headers()
        .forEach(
            (name, value) -> {
              if (!headers.contains(name)) {
                add(head, name, value);
              }
            });
    if (options.compression() && !headers.contains("accept-encoding")) {
      line(head, "accept-encoding", "gzip");
    }
    switching.forEach((name, value) -> line(head, name, value));
    String kept = cookies == null ? null : cookies.of(uri);
    if (kept != null && !headers.contains("cookie")) {
      line(head, "cookie", kept);
    }
    if (request.content() != null) {
      line(head, "transfer-encoding", "chunked");
    } else if (request.bytes().length > 0 || mayHaveContent(request.method())) {
      line(head, "content-length", Integer.toString(request.bytes().length));
    }
    return head.append("\r\n").toString().getBytes(StandardCharsets.ISO_8859_1);
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

  private static void add(StringBuilder head, String name, String value) {
    if (!OF_CONNECTION.contains(name.toLowerCase(Locale.ROOT))) {
      line(head, name, value);
    }
  }

  private static void line(StringBuilder head, String name, String value) {
    head.append(name).append(": ").append(value).append("\r\n");
  }
}
