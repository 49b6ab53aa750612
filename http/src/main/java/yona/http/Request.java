package yona.http;

import io.netty.handler.codec.http.QueryStringDecoder;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import yona.http.netty.NettyLogging;

/**
 * A request of a client. All but the body and the route is immutable, and safe for use by any
 * number of fibers; the body is for one at a time.
 */
public final class Request {

  static {
    NettyLogging.useJdk();
  }

  private final String method;

  /** Parameters of a query; more are left out. */
  private static final int MOST_PARAMETERS = 1024;

  private final String target;
  private final Supplier<Headers> source;
  private final Body body;
  private final ConnectionInfo connection;

  /** The values of the route's parameters. */
  private final Map<String, Object> parameters;

  /** What stands around handlers has put there, by its class. */
  private final Map<Class<?>, Object> additions;

  /** The request that this is a variant of, which has what all have in common. */
  private final Request first;

  private @Nullable Headers headers;
  private @Nullable QueryStringDecoder decoded;

  /** Of the first one. */
  private volatile @Nullable String route;

  /**
   * Makes a request.
   *
   * @param method GET, POST, ...
   * @param target the path and the query, as they were sent
   * @param headers gives the header fields when they are asked for first
   * @param body the content
   * @param connection what it came over
   */
  public Request(
      String method,
      String target,
      Supplier<Headers> headers,
      Body body,
      ConnectionInfo connection) {
    this.method = Objects.requireNonNull(method, "method");
    this.target = Objects.requireNonNull(target, "target");
    this.source = Objects.requireNonNull(headers, "headers");
    this.body = Objects.requireNonNull(body, "body");
    this.connection = Objects.requireNonNull(connection, "connection");
    this.parameters = Map.of();
    this.additions = Map.of();
    this.first = this;
  }

  private Request(
      Request same,
      Supplier<Headers> headers,
      Body body,
      ConnectionInfo connection,
      Map<String, Object> parameters,
      Map<Class<?>, Object> additions) {
    this.method = same.method;
    this.target = same.target;
    this.source = headers;
    this.body = body;
    this.connection = connection;
    this.headers = null;
    this.decoded = same.decoded;
    this.parameters = parameters;
    this.additions = additions;
    this.first = same.first;
  }

  /**
   * The same request with the values of the route's parameters.
   *
   * @param found the values by their names
   * @return a request
   */
  public Request withParameters(Map<String, Object> found) {
    return new Request(this, this::headers, body, connection, Map.copyOf(found), additions);
  }

  /**
   * The same request with other header fields, for what stands around handlers.
   *
   * @param fields all of them
   * @return a request
   */
  public Request withHeaders(Headers fields) {
    Objects.requireNonNull(fields, "fields");
    return withHeaders(() -> fields);
  }

  /**
   * The same request with other header fields, which are made when they are asked for first.
   *
   * @param fields gives all of them; must not suspend
   * @return a request
   */
  public Request withHeaders(Supplier<Headers> fields) {
    Objects.requireNonNull(fields, "fields");
    return new Request(this, fields, body, connection, parameters, additions);
  }

  /**
   * The same request with another content, for what has read the one that came.
   *
   * @param content the body
   * @return a request
   */
  public Request withBody(Body content) {
    Objects.requireNonNull(content, "content");
    return new Request(this, this::headers, content, connection, parameters, additions);
  }

  /**
   * The same request from somebody else, for what knows on whose behalf a proxy asks.
   *
   * @param from the client
   * @return a request
   */
  public Request withConnection(ConnectionInfo from) {
    Objects.requireNonNull(from, "from");
    return new Request(this, this::headers, body, from, parameters, additions);
  }

  /**
   * The same request with a value that what stands around a handler tells the handler, such as the
   * session of the browser.
   *
   * @param <T> the kind of the value
   * @param kind its class; a value of that class that is there already is replaced
   * @param value the value
   * @return a request
   */
  public <T> Request with(Class<T> kind, T value) {
    Map<Class<?>, Object> all = new HashMap<>(additions);
    all.put(kind, Objects.requireNonNull(value, "value"));
    return new Request(this, this::headers, body, connection, parameters, Map.copyOf(all));
  }

  /**
   * A value that what stands around the handler has put there.
   *
   * @param <T> the kind of the value
   * @param kind its class
   * @return the value, or null if there is none
   */
  public <T> @Nullable T get(Class<T> kind) {
    return kind.cast(additions.get(kind));
  }

  /**
   * The method.
   *
   * @return GET, POST, ...; methods are told apart by case
   */
  public String method() {
    return method;
  }

  /**
   * The path and the query, as they were sent.
   *
   * @return like {@code /users/7?sort=name}
   */
  public String target() {
    return target;
  }

  /**
   * The path and the query, as logs may show them.
   *
   * @return the target, where {@code ***} stands for the values of parameters whose names tell of a
   *     secret, such as {@code access_token}
   */
  public String shownTarget() {
    return ShownTarget.of(target);
  }

  /**
   * The path.
   *
   * @return decoded, like {@code /users/7}
   */
  public String path() {
    return uri().path();
  }

  /**
   * The parameters of the query.
   *
   * @return for each name its values in their order, decoded
   */
  public Map<String, List<String>> query() {
    return uri().parameters();
  }

  /** Decodes the target when that is asked for first. */
  private QueryStringDecoder uri() {
    QueryStringDecoder known = decoded;
    if (known == null) {
      known = new QueryStringDecoder(target, StandardCharsets.UTF_8, true, MOST_PARAMETERS, true);
      decoded = known;
    }
    return known;
  }

  /**
   * The text of a parameter of the route.
   *
   * @param name the name, as it stands in the route behind the colon
   * @return the decoded text; of a number, as Java writes it
   * @throws IllegalArgumentException if the route has no such name
   */
  public String parameter(String name) {
    Object value = parameters.get(name);
    if (value == null) {
      throw new IllegalArgumentException(
          "the route has no :" + name + ", only " + parameters.keySet());
    }
    return value.toString();
  }

  /**
   * The parameters of the route.
   *
   * @return the values by their names: a Long for {@code (int)}, a Double for {@code (float)}, else
   *     a String
   */
  public Map<String, Object> parameters() {
    return parameters;
  }

  /**
   * The pattern of the route, also for what stands around the router, when the router has found it:
   * by it requests can be counted, unlike by their paths.
   *
   * @return like {@code /users/:id}; null if no router has found one
   */
  public @Nullable String route() {
    return first.route;
  }

  /**
   * For routers: they have found the route.
   *
   * @param pattern its pattern
   */
  public void found(String pattern) {
    first.route = Objects.requireNonNull(pattern, "pattern");
  }

  /**
   * The header fields.
   *
   * @return the fields
   */
  public Headers headers() {
    Headers known = headers;
    if (known == null) {
      known = source.get();
      headers = known;
    }
    return known;
  }

  /**
   * The value of a header field.
   *
   * @param name its name, in any case
   * @return the first value, or null if there is none
   */
  public @Nullable String header(String name) {
    return headers().get(name);
  }

  /**
   * The cookies.
   *
   * @return the values by their names, without those that are malformed
   */
  public Map<String, String> cookies() {
    return Cookie.in(headers().all("cookie"));
  }

  /**
   * The content.
   *
   * @return the body, each byte of which is given once
   */
  public Body body() {
    return body;
  }

  /**
   * The content, if it is not compressed: for those who read what it means. The server decompresses
   * nothing, since a few compressed bytes may stand for very many. Does not suspend.
   *
   * @return the body, each byte of which is given once
   * @throws HttpException with status 415 if the content is encoded, as the field {@code
   *     Content-Encoding} says
   */
  public Body plainBody() throws HttpException {
    for (String coding : headers().all("content-encoding")) {
      if (!coding.equalsIgnoreCase("identity")) {
        throw new HttpException(
            415,
            "expected content that is not compressed, found Content-Encoding: " + coding,
            Headers.of("accept-encoding", "identity"));
      }
    }
    return body;
  }

  /**
   * All of the content as text, in the encoding that the content type names. Suspends.
   *
   * @return the text
   * @throws HttpException with status 400 if it is no such text, 413 if it is too long, 415 if the
   *     encoding is unknown or the content is compressed
   * @throws IOException if the connection broke, or what came is no body
   */
  public String text() throws IOException, HttpException {
    return plainBody().text(Body.charset(header("content-type")));
  }

  /**
   * The connection that the request came over.
   *
   * @return the connection's ends, and what is spoken on it
   */
  public ConnectionInfo connection() {
    return connection;
  }

  @Override
  public String toString() {
    return method + " " + shownTarget();
  }
}
