package yona.library.http;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import yona.data.Dict;
import yona.data.DictShape;
import yona.data.Seq;
import yona.data.SeqBuilder;
import yona.data.Symbol;
import yona.data.Tuple;
import yona.http.Headers;
import yona.http.HttpException;
import yona.http.Request;
import yona.http.session.Session;
import yona.language.runtime.Walkable;
import yona.library.argument.Arguments;
import yona.library.http.RequestBody.Reading;

/** Requests as values of the language. */
final class RequestValue {

  /** The methods that handlers are given; what a client makes up becomes no Symbol. */
  static final Map<String, Symbol> METHODS =
      Stream.of("DELETE", "GET", "HEAD", "OPTIONS", "PATCH", "POST", "PUT")
          .collect(
              Collectors.toMap(
                  each -> each, Symbol::of, (a, b) -> a, LinkedHashMap<String, Symbol>::new));

  /** Where fields are that came behind content that has been read; nothing if there are none. */
  static final Symbol TRAILERS = Symbol.of("trailers");

  private static final Symbol METHOD = Symbol.of("method");
  private static final Symbol URI = Symbol.of("uri");
  private static final Symbol PATH = Symbol.of("path");
  private static final Symbol PARAMS = Symbol.of("params");
  private static final Symbol QUERY = Symbol.of("query");
  private static final Symbol HEADERS = Symbol.of("headers");
  private static final Symbol BODY = Symbol.of("body");
  private static final Symbol REMOTE = Symbol.of("remote");
  private static final Symbol SESSION = Symbol.of("session");
  private static final Symbol PROTOCOL = Symbol.of("protocol");
  private static final Symbol LOCAL_ADDRESS = Symbol.of("local_address");
  private static final Symbol REMOTE_ADDRESS = Symbol.of("remote_address");

  private static final DictShape HEAD =
      DictShape.of(METHOD, URI, PATH, PARAMS, QUERY, HEADERS, REMOTE);

  /** The same, with the content at the end. */
  private static final DictShape WHOLE =
      DictShape.of(METHOD, URI, PATH, PARAMS, QUERY, HEADERS, REMOTE, BODY);

  private RequestValue() {}

  /**
   * Makes the argument of a route's handler.
   *
   * @param query how the handler gets the parameters of the query
   * @param body how it gets the content
   */
  static FunctionHandler.ArgumentsOf ofRoute(Reading query, Reading body) {
    return request -> new Object[] {of(request, query, body)};
  }

  /**
   * A request without its content, which is not read.
   *
   * @param query how the parameters of the query are given
   */
  static Dict ofHead(Request request, Reading query) throws IOException, HttpException {
    return of(request, query, null);
  }

  /** Many handlers look at little of a request: only what can be refused is made at once. */
  private static Dict of(Request request, Reading query, @Nullable Reading body)
      throws IOException, HttpException {
    Symbol method = method(request);
    Object asked = query.of(request);
    Object content = body == null ? null : body.of(request);
    return Dict.lazy(() -> of(request, method, asked, content));
  }

  private static Dict of(Request request, Symbol method, Object query, @Nullable Object content) {
    Object[] values = {
      method,
      Seq.text(request.target()),
      Seq.text(request.path()),
      params(request.parameters()),
      query,
      Dict.lazy(() -> headers(request.headers())),
      place(request.connection().peer()),
      content
    };
    Dict dict = (content == null ? HEAD : WHOLE).dict(values, 0);
    if (content != null && !(content instanceof Walkable)) {
      dict = withTrailers(dict, request.body().trailers());
    }
    Session session = Session.of(request);
    return session == null ? dict : dict.put(SESSION, new SessionValue(session));
  }

  /** Makes the arguments of the handler of a beginning: parameters, header fields, content. */
  static Object[] ofPrefix(Request request, Reading body) throws IOException, HttpException {
    Dict params =
        Dict.builder()
            .put(METHOD, method(request))
            .put(URI, Seq.text(request.target()))
            .put(PROTOCOL, Seq.text(request.connection().protocol()))
            .put(LOCAL_ADDRESS, place(request.connection().local()))
            .put(REMOTE_ADDRESS, place(request.connection().peer()))
            .build();
    Object content = body.of(request);
    return new Object[] {params, headers(request.headers(), request.body().trailers()), content};
  }

  private static Symbol method(Request request) throws HttpException {
    Symbol method = METHODS.get(request.method());
    if (method == null) {
      throw new HttpException(501, "an unknown method: " + request.method());
    }
    return method;
  }

  private static Dict params(Map<String, Object> found) {
    Dict.Builder params = Dict.builder();
    found.forEach(
        (name, value) ->
            params.put(Symbol.of(name), value instanceof String text ? Seq.text(text) : value));
    return params.build();
  }

  /** The parameters of the query, as a Dict of String to Seq of String. */
  static Dict query(Request request) {
    return request.target().indexOf('?') < 0 ? Dict.EMPTY : texts(request.query());
  }

  /** Names with their values, as a Dict of String to Seq of String. */
  static Dict texts(Map<String, List<String>> all) {
    Dict.Builder texts = Dict.builder();
    all.forEach(
        (name, values) -> {
          SeqBuilder each = Seq.builder();
          values.forEach(value -> each.add(Seq.text(value)));
          texts.put(Seq.text(name), each.build());
        });
    return texts.build();
  }

  /** The same, for a schema. */
  static Dict asTexts(Dict texts) {
    Dict.Builder all = Dict.builder();
    for (Tuple each : texts) {
      all.put(each.get(0), new Schema.Texts((Seq) each.get(1)));
    }
    return all.build();
  }

  /** Names in lower case; each with all its values. */
  static Dict headers(Headers headers) {
    Dict.Builder dict = Dict.builder();
    headers.forEach(
        (name, value) -> {
          Seq key = Seq.text(name.toLowerCase(Locale.ROOT));
          Seq values = Seq.of(Seq.text(value));
          dict.put(key, dict.get(key) instanceof Seq before ? before.concat(values) : values);
        });
    return dict.build();
  }

  /** The fields of a message, with those behind its content by themselves. */
  static Dict headers(Headers headers, Headers trailers) {
    return withTrailers(headers(headers), trailers);
  }

  private static Dict withTrailers(Dict dict, Headers trailers) {
    return trailers.size() == 0 ? dict : dict.put(TRAILERS, headers(trailers));
  }

  /** The name of a header field: a String, or a Symbol, where {@code _} stands for {@code -}. */
  static String fieldName(Object name, String where) {
    return name instanceof Symbol symbol
        ? symbol.name().replace('_', '-')
        : Arguments.text(name, where + ", the name of a header field");
  }

  /** Host and port; the path of a Unix socket and 0. */
  private static Tuple place(@Nullable SocketAddress address) {
    return address instanceof InetSocketAddress inet
        ? Tuple.of(Seq.text(inet.getAddress().getHostAddress()), (long) inet.getPort())
        : Tuple.of(Seq.text(address == null ? "" : address.toString()), 0L);
  }
}
