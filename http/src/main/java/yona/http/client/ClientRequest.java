package yona.http.client;

import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import yona.http.Headers;

/** A request to a server. Immutable. */
public final class ClientRequest {

  private static final byte[] NOTHING = {};

  /** Methods that a server may be asked twice without harm (RFC 9110, section 9.2.2). */
  private static final Set<String> IDEMPOTENT =
      Set.of("GET", "HEAD", "OPTIONS", "PUT", "DELETE", "TRACE");

  /** Takes the content of a request while it is made. */
  @FunctionalInterface
  public interface Output {

    /**
     * Sends bytes. Suspends while the server does not take them.
     *
     * @param bytes the bytes, not to be changed before this returns
     * @throws IOException if the connection broke
     */
    void write(byte[] bytes) throws IOException;
  }

  /** Makes the content of a request while it is sent. */
  @FunctionalInterface
  public interface Content {

    /**
     * Writes the content, on a fiber of its own. May suspend.
     *
     * @param output where to
     * @throws Exception ends the request, which fails with it: a checked exception other than an
     *     IOException is the cause of one
     */
    void writeTo(Output output) throws Exception;
  }

  private final String method;
  private final URI uri;
  private final Headers headers;
  private final byte[] bytes;
  private final @Nullable Content content;
  private final @Nullable Supplier<Headers> trailers;

  private ClientRequest(
      String method,
      URI uri,
      Headers headers,
      byte[] bytes,
      @Nullable Content content,
      @Nullable Supplier<Headers> trailers) {
    this.method = method;
    this.uri = uri;
    this.headers = headers;
    this.bytes = bytes;
    this.content = content;
    this.trailers = trailers;
  }

  /**
   * A request without content.
   *
   * @param method the method, like {@code GET}, in upper case
   * @param uri an absolute URI of http or https, without user and password
   * @return the request
   * @throws IllegalArgumentException if that is no such URI, or no method
   */
  public static ClientRequest of(String method, String uri) {
    if (!method.matches("[A-Z][A-Z0-9-]{0,30}") || method.equals("CONNECT")) {
      throw new IllegalArgumentException("not a method of a request: " + method);
    }
    return new ClientRequest(method, checked(uri), Headers.NONE, NOTHING, null, null);
  }

  /**
   * A request of GET.
   *
   * @param uri an absolute URI
   * @return the request
   * @throws IllegalArgumentException if that is no URI of http or https
   */
  public static ClientRequest get(String uri) {
    return of("GET", uri);
  }

  /**
   * A request of POST.
   *
   * @param uri an absolute URI
   * @param type the type of the content, like {@code application/json}
   * @param content the content
   * @return the request
   * @throws IllegalArgumentException if that is no URI of http or https
   */
  public static ClientRequest post(String uri, String type, byte[] content) {
    return of("POST", uri).with("content-type", type).withContent(content);
  }

  /** The request that a WebSocket begins with, of {@code ws} or {@code wss}. */
  static ClientRequest ofWebSocket(String uri) {
    if (!uri.regionMatches(true, 0, "ws:", 0, 3) && !uri.regionMatches(true, 0, "wss:", 0, 4)) {
      throw new IllegalArgumentException("a URI of ws or wss is needed, not " + begin(uri));
    }
    return get("http" + uri.substring(2));
  }

  private static String begin(String uri) {
    int end = uri.indexOf(':');
    return end < 0 ? "one without a scheme" : "of " + uri.substring(0, Math.min(end, 20));
  }

  private static URI checked(String text) {
    URI uri;
    try {
      uri = new URI(text);
    } catch (URISyntaxException e) {
      throw new IllegalArgumentException("not a URI: " + text + ": " + e.getReason(), e);
    }
    // Characters beyond ASCII are sent as browsers do (RFC 3987, section 3.1).
    String sent = uri.toASCIIString();
    return checked(sent.equals(text) ? uri : URI.create(sent));
  }

  static URI checked(URI uri) {
    String scheme = String.valueOf(uri.getScheme()).toLowerCase(Locale.ROOT);
    if (!scheme.equals("http") && !scheme.equals("https")) {
      throw new IllegalArgumentException(
          "an absolute URI of http or https is needed, not "
              + (uri.toString().isEmpty() ? "an empty text" : shown(uri)));
    }
    if (uri.getHost() == null) {
      throw new IllegalArgumentException("no host in the URI " + shown(uri));
    }
    if (uri.getRawUserInfo() != null) {
      throw new IllegalArgumentException(
          "a URI with a user is not sent, as it is easily logged: set the header field"
              + " authorization");
    }
    if (uri.getPort() == 0 || uri.getPort() > 65535) {
      throw new IllegalArgumentException("a port is between 1 and 65535, not " + uri.getPort());
    }
    return uri;
  }

  /** The URI without its user and its query, which may be secrets. */
  static String shown(URI uri) {
    String text = uri.toString();
    int query = text.indexOf('?');
    String shown = query < 0 ? text : text.substring(0, query);
    return uri.getRawUserInfo() == null ? shown : shown.replace(uri.getRawUserInfo() + "@", "");
  }

  /**
   * The same where a header field has one value.
   *
   * @param name its name
   * @param value its value
   * @return a new request
   * @throws IllegalArgumentException if one of them cannot stand in a header
   */
  public ClientRequest with(String name, String value) {
    return new ClientRequest(method, uri, headers.with(name, value), bytes, content, trailers);
  }

  /**
   * The same with other header fields.
   *
   * @param fields all fields
   * @return a new request
   */
  public ClientRequest withHeaders(Headers fields) {
    return new ClientRequest(
        method, uri, Objects.requireNonNull(fields, "fields"), bytes, content, trailers);
  }

  /** The same with those of some fields that it has not itself. */
  ClientRequest completedBy(Headers fields) {
    List<String> missing = new ArrayList<>();
    fields.forEach(
        (name, value) -> {
          if (!headers.contains(name)) {
            missing.add(name);
            missing.add(value);
          }
        });
    return missing.isEmpty()
        ? this
        : withHeaders(headers.adding(Headers.of(missing.toArray(new String[0]))));
  }

  /**
   * The same with content.
   *
   * @param content the content, not to be changed
   * @return a new request
   */
  public ClientRequest withContent(byte[] content) {
    return new ClientRequest(
        method, uri, headers, Objects.requireNonNull(content, "content"), null, trailers);
  }

  /**
   * The same with text as content, as UTF-8.
   *
   * @param text the content
   * @return a new request
   */
  public ClientRequest withText(String text) {
    return withContent(text.getBytes(StandardCharsets.UTF_8));
  }

  /**
   * The same with content that is made while it is sent. It can be sent once: where a redirect or a
   * retry would need it again, there is none.
   *
   * @param made makes the content
   * @return a new request
   */
  public ClientRequest withContent(Content made) {
    return new ClientRequest(
        method, uri, headers, NOTHING, Objects.requireNonNull(made, "made"), trailers);
  }

  /**
   * The same with fields behind its content, such as a checksum of what was made (RFC 9110, section
   * 6.5). With HTTP/1.1 the server is not told the length of the content. The field {@code trailer}
   * announces their names, if it is set.
   *
   * @param fields gives them; is called when all of the content has been written, by the fiber that
   *     has written it, each time that the request is sent. An exception ends the request
   * @return a new request
   */
  public ClientRequest withTrailers(Supplier<Headers> fields) {
    return new ClientRequest(
        method, uri, headers, bytes, content, Objects.requireNonNull(fields, "fields"));
  }

  /** The same to another place, as a redirect wants it. */
  ClientRequest to(URI target, boolean asGet, Headers fields) {
    return new ClientRequest(
        asGet ? "GET" : method,
        target,
        fields,
        asGet ? NOTHING : bytes,
        asGet ? null : content,
        asGet ? null : trailers);
  }

  /**
   * The method.
   *
   * @return the method, in upper case
   */
  public String method() {
    return method;
  }

  /**
   * Where it goes.
   *
   * @return an absolute URI
   */
  public URI uri() {
    return uri;
  }

  /**
   * The header fields.
   *
   * @return the fields
   */
  public Headers headers() {
    return headers;
  }

  byte[] bytes() {
    return bytes;
  }

  @Nullable Content content() {
    return content;
  }

  /** What gives the fields behind the content; null if there are none. */
  @Nullable Supplier<Headers> trailers() {
    return trailers;
  }

  boolean isSecure() {
    return "https".equalsIgnoreCase(uri.getScheme());
  }

  /**
   * Whether its content is there for another time.
   *
   * @return false if the content is made while it is sent
   */
  public boolean canBeRepeated() {
    return content == null;
  }

  /** Whether it may be sent twice. */
  boolean isRepeatable() {
    return IDEMPOTENT.contains(method) && canBeRepeated();
  }

  /** The method and the URI, without its query. */
  @Override
  public String toString() {
    return method + " " + shown(uri);
  }
}
