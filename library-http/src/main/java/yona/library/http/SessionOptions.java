package yona.library.http;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import yona.data.Symbol;
import yona.data.Tuple;
import yona.data.Unit;
import yona.http.client.BreakerOptions;
import yona.http.client.ClientOptions;
import yona.http.client.ClientTimes;
import yona.http.client.HttpVersions;
import yona.io.socket.ClientTls;
import yona.library.argument.Arguments;
import yona.library.argument.Failure;
import yona.library.argument.OptionDict;
import yona.library.argument.Spans;
import yona.library.argument.TlsOptions;
import yona.library.concurrent.Schedules;

/** Options of a client's session that a function takes as a Dict. */
final class SessionOptions {

  /** The form in which a program gets the body of a response. */
  enum Form {
    /** A String if it is one, else Bytes. */
    ANY,
    /** A String. */
    TEXT,
    /** Bytes. */
    BINARY
  }

  private final String where;
  private ClientOptions client = ClientOptions.DEFAULT;
  private Form form = Form.ANY;

  /** The field Authorization for servers that ask who asks. */
  private @Nullable String credentials;

  private SessionOptions(String where) {
    this.where = where;
  }

  static SessionOptions of(Object options, String where) {
    SessionOptions given = new SessionOptions(where);
    Map<String, Consumer<Object>> takers = new LinkedHashMap<>();
    takers.put("follow_redirects", given::takeRedirects);
    takers.put("body_encoding", given::takeForm);
    takers.put("authenticator", given::takeAuthenticator);
    takers.put("timeout", given.times("timeout", ClientTimes::withAll));
    takers.put("connect_timeout", given.times("connect_timeout", ClientTimes::withConnect));
    takers.put("response_timeout", given.times("response_timeout", ClientTimes::withHead));
    takers.put("idle_timeout", given.times("idle_timeout", ClientTimes::withIdle));
    takers.put(
        "connections",
        value -> given.client = given.client.withConnections(given.size("connections", value)));
    takers.put("body", value -> given.client = given.client.withBody(given.size("body", value)));
    takers.put(
        "compression",
        value ->
            given.client =
                given.client.withCompression(OptionDict.bool("compression", value, where)));
    takers.put(
        "cookies",
        value -> given.client = given.client.withCookies(OptionDict.bool("cookies", value, where)));
    takers.put(
        "headers",
        value ->
            given.client = given.client.withHeaders(RequestFields.of(value, where + ", :headers")));
    takers.put(
        "tls",
        value -> {
          ClientTls tls = TlsOptions.client(value, where);
          if (tls == null) {
            throw Failure.badarg(where, ":tls is a Dict: what https encrypts is encrypted");
          }
          given.client = given.client.withTls(tls);
        });
    takers.put("http2", given::takeHttp2);
    RouteOptionDict route = new RouteOptionDict(where);
    route.addTo(takers);
    takers.put(
        "retry",
        value ->
            given.client = given.client.withRetries(Schedules.pace(value, where + ", :retry")));
    takers.put("breaker", given::takeBreaker);
    OptionDict.take(options, takers, where);
    given.client = given.client.withRoute(route.route());
    return given;
  }

  /** Takes a limit of time. */
  private Consumer<Object> times(
      String option, BiFunction<ClientTimes, Duration, ClientTimes> change) {
    return value -> client = client.withTimes(change.apply(client.times(), time(option, value)));
  }

  private Duration time(String option, Object value) {
    Duration time = Duration.ofNanos(Spans.nanos(value, where + ", :" + option));
    if (!time.isPositive()) {
      throw Failure.badarg(where, ":" + option + " is positive");
    }
    return time;
  }

  private int size(String option, Object value) {
    return (int) Math.min(Arguments.positive(value, where + ", :" + option), Integer.MAX_VALUE);
  }

  private void takeRedirects(Object value) {
    client =
        switch (Arguments.symbol(value, where).name()) {
          case "always", "normal" -> client;
          case "never" -> client.withRedirects(0);
          default ->
              throw Failure.badarg(
                  where,
                  ":follow_redirects is :always, :normal or :never, not " + Failure.shown(value));
        };
  }

  private void takeForm(Object value) {
    form =
        switch (Arguments.symbol(value, where).name()) {
          case "any" -> Form.ANY;
          case "text" -> Form.TEXT;
          case "binary" -> Form.BINARY;
          default ->
              throw Failure.badarg(
                  where, ":body_encoding is :any, :text or :binary, not " + Failure.shown(value));
        };
  }

  private void takeHttp2(Object value) {
    boolean isKnown = value instanceof Symbol symbol && symbol.name().equals("prior_knowledge");
    if (!isKnown && !(value instanceof Boolean)) {
      throw Failure.badarg(
          where, ":http2 is true, false or :prior_knowledge, not " + Failure.shown(value));
    }
    HttpVersions versions =
        isKnown
            ? HttpVersions.PRIOR_KNOWLEDGE
            : value.equals(true) ? HttpVersions.NEGOTIATED : HttpVersions.HTTP_1_1;
    client = client.withVersions(versions);
  }

  private void takeAuthenticator(Object value) {
    if (!(value instanceof Tuple triple)
        || triple.length() != 3
        || !(triple.get(0) instanceof Symbol kind && kind.name().equals("password"))) {
      throw Failure.badarg(where, ":authenticator is (:password, user, password)");
    }
    String user = Arguments.text(triple.get(1), where + ", :authenticator");
    String password = Arguments.text(triple.get(2), where + ", :authenticator");
    if (user.contains(":")) {
      throw Failure.badarg(where, ":authenticator: a user's name has no colon (RFC 7617)");
    }
    credentials =
        "Basic "
            + Base64.getEncoder()
                .encodeToString((user + ":" + password).getBytes(StandardCharsets.UTF_8));
  }

  private void takeBreaker(Object value) {
    if (value instanceof Unit) {
      client = client.withBreaker(null);
      return;
    }
    Tuple pair = Arguments.pair(value, where + ", :breaker");
    int failures = size("breaker", pair.get(0));
    client = client.withBreaker(new BreakerOptions(failures, time("breaker", pair.get(1))));
  }

  ClientOptions client() {
    return client;
  }

  Form form() {
    return form;
  }

  /** The credentials for a server that asks for a password; null if there are none. */
  @Nullable String credentials() {
    return credentials;
  }
}
