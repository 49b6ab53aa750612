package yona.library.http;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.BiFunction;
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

  private ClientOptions client = ClientOptions.DEFAULT;
  private Form form = Form.ANY;

  /** The field Authorization for servers that ask who asks. */
  private @Nullable String credentials;

  private SessionOptions() {}

  static SessionOptions of(Object options, String where) {
    SessionOptions given = new SessionOptions();
    Map<String, OptionDict.Taker> takers = new LinkedHashMap<>();
    takers.put("follow_redirects", given::takeRedirects);
    takers.put("body_encoding", given::takeForm);
    takers.put("authenticator", given::takeAuthenticator);
    takers.put("timeout", given.times(ClientTimes::withAll));
    takers.put("connect_timeout", given.times(ClientTimes::withConnect));
    takers.put("response_timeout", given.times(ClientTimes::withHead));
    takers.put("idle_timeout", given.times(ClientTimes::withIdle));
    takers.put(
        "connections", (value, at) -> given.client = given.client.withConnections(size(value, at)));
    takers.put("body", (value, at) -> given.client = given.client.withBody(size(value, at)));
    takers.put(
        "compression",
        (value, at) -> given.client = given.client.withCompression(OptionDict.bool(value, at)));
    takers.put(
        "cookies",
        (value, at) -> given.client = given.client.withCookies(OptionDict.bool(value, at)));
    takers.put(
        "headers",
        (value, at) -> given.client = given.client.withHeaders(RequestFields.of(value, at)));
    takers.put(
        "tls",
        (value, at) -> {
          ClientTls tls = TlsOptions.client(value, at);
          if (tls == null) {
            throw Failure.badarg(
                at, "expected a Dict, found false: what https encrypts is encrypted");
          }
          given.client = given.client.withTls(tls);
        });
    takers.put("http2", given::takeHttp2);
    RouteOptionDict route = new RouteOptionDict(where);
    route.addTo(takers);
    takers.put(
        "retry", (value, at) -> given.client = given.client.withRetries(Schedules.pace(value, at)));
    takers.put("breaker", given::takeBreaker);
    OptionDict.take(options, takers, where);
    given.client = given.client.withRoute(route.route());
    return given;
  }

  /** Takes a limit of time. */
  private OptionDict.Taker times(BiFunction<ClientTimes, Duration, ClientTimes> change) {
    return (value, at) -> client = client.withTimes(change.apply(client.times(), time(value, at)));
  }

  private static Duration time(Object value, String where) {
    Duration time = Duration.ofNanos(Spans.nanos(value, where));
    if (!time.isPositive()) {
      throw Failure.badarg(where, "the time " + Failure.shown(value) + " is not positive");
    }
    return time;
  }

  private static int size(Object value, String where) {
    return (int) Math.min(Arguments.positive(value, where), Integer.MAX_VALUE);
  }

  private void takeRedirects(Object value, String where) {
    client =
        switch (Arguments.symbol(value, where).name()) {
          case "always", "normal" -> client;
          case "never" -> client.withRedirects(0);
          default ->
              throw Failure.badarg(
                  where, "expected :always, :normal or :never, found " + Failure.shown(value));
        };
  }

  private void takeForm(Object value, String where) {
    form =
        switch (Arguments.symbol(value, where).name()) {
          case "any" -> Form.ANY;
          case "text" -> Form.TEXT;
          case "binary" -> Form.BINARY;
          default ->
              throw Failure.badarg(
                  where, "expected :any, :text or :binary, found " + Failure.shown(value));
        };
  }

  private void takeHttp2(Object value, String where) {
    boolean isKnown = value instanceof Symbol symbol && symbol.name().equals("prior_knowledge");
    if (!isKnown && !(value instanceof Boolean)) {
      throw Failure.badarg(
          where, "expected true, false or :prior_knowledge, found " + Failure.shown(value));
    }
    HttpVersions versions =
        isKnown
            ? HttpVersions.PRIOR_KNOWLEDGE
            : value.equals(true) ? HttpVersions.NEGOTIATED : HttpVersions.HTTP_1_1;
    client = client.withVersions(versions);
  }

  private void takeAuthenticator(Object value, String where) {
    if (!(value instanceof Tuple triple)
        || triple.length() != 3
        || !(triple.get(0) instanceof Symbol kind && kind.name().equals("password"))) {
      throw Failure.badarg(where, "expected (:password, user, password)");
    }
    String user = Arguments.text(triple.get(1), where);
    String password = Arguments.text(triple.get(2), where);
    if (user.contains(":")) {
      throw Failure.badarg(where, "a user's name has no colon (RFC 7617)");
    }
    credentials =
        "Basic "
            + Base64.getEncoder()
                .encodeToString((user + ":" + password).getBytes(StandardCharsets.UTF_8));
  }

  private void takeBreaker(Object value, String where) {
    if (value instanceof Unit) {
      client = client.withBreaker(null);
      return;
    }
    Tuple pair = Arguments.pair(value, where);
    int failures = size(pair.get(0), where);
    client = client.withBreaker(new BreakerOptions(failures, time(pair.get(1), where)));
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
