package yona.library.http;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import yona.data.Dict;
import yona.data.Seq;
import yona.data.SeqBuilder;
import yona.data.Symbol;
import yona.data.Tuple;
import yona.http.Headers;
import yona.http.HttpException;
import yona.http.Request;
import yona.http.session.Session;
import yona.library.argument.Arguments;
import yona.library.http.RequestBody.Reading;

/** Requests as values of the language. */
final class RequestValue {

  /** The methods that handlers are given; what a client makes up becomes no Symbol. */
  static final Set<String> METHODS =
      new TreeSet<>(Set.of("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"));

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

  private RequestValue() {}

  /**
   * Makes the argument of a route's handler.
   *
   * @param query how the handler gets the parameters of the query
   * @param body how it gets the content
   */
  static FunctionHandler.ArgumentsOf ofRoute(Reading query, Reading body) {
    return request -> {
      Dict head = ofHead(request, query);
      return new Object[] {head.put(BODY, body.of(request))};
    };
  }

  /**
   * A request without its content, which is not read.
   *
   * @param query how the parameters of the query are given
   */
  static Dict ofHead(Request request, Reading query) throws IOException, HttpException {
    Dict dict =
        Dict.builder()
            .put(METHOD, method(request))
            .put(URI, Seq.text(request.target()))
            .put(PATH, Seq.text(request.path()))
            .put(PARAMS, params(request.parameters()))
            .put(QUERY, query.of(request))
            .put(HEADERS, headers(request.headers()))
            .put(REMOTE, place(request.connection().peer()))
            .build();
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
    return new Object[] {params, headers(request.headers()), body.of(request)};
  }

  private static Symbol method(Request request) throws HttpException {
    if (!METHODS.contains(request.method())) {
      throw new HttpException(501, "an unknown method: " + request.method());
    }
    return Symbol.of(request.method());
  }

  private static Dict params(Map<String, Object> found) {
    Dict.Builder params = Dict.builder();
    found.forEach(
        (name, value) ->
            params.put(Symbol.of(name), value instanceof String text ? Seq.text(text) : value));
    return params.build();
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
    Map<String, Seq> all = new LinkedHashMap<>();
    headers.forEach(
        (name, value) ->
            all.merge(
                name.toLowerCase(Locale.ROOT), Seq.of(Seq.text(value)), (a, b) -> a.concat(b)));
    Dict.Builder dict = Dict.builder();
    all.forEach((name, values) -> dict.put(Seq.text(name), values));
    return dict.build();
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
