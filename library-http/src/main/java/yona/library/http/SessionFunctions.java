package yona.library.http;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import yona.data.Dict;
import yona.data.Seq;
import yona.data.Symbol;
import yona.data.Unit;
import yona.http.CookieSigner;
import yona.http.filter.Csrf;
import yona.http.session.MemoryStore;
import yona.http.session.Session;
import yona.http.session.SessionStore;
import yona.http.session.Sessions;
import yona.language.runtime.Grant;
import yona.language.runtime.Needs;
import yona.library.argument.Arguments;
import yona.library.argument.Failure;
import yona.library.argument.OptionDict;
import yona.library.argument.Spans;

/** The Java half of module {@code http\Session}. Functions of a request need no grant. */
public final class SessionFunctions {

  private static final Symbol SESSION = Symbol.of("session");
  private static final Symbol HEADERS = Symbol.of("headers");
  private static final Seq TOKEN = Seq.text("x-csrf-token");
  private static final Symbol MEMORY = Symbol.of("memory");

  /** Sessions that the memory keeps. */
  private static final int MOST = 10_000;

  private SessionFunctions() {}

  // ---- around routes ---------------------------------------------------------------------------

  @Needs(Grant.NETWORK)
  public static Object keep(Object options, Object server, String where) {
    ServerResource resource = ServerResource.of(server, where);
    SessionStore[] store = {null};
    CookieSigner[] signer = {null};
    String[] cookie = {"session"};
    Duration[] times = {Duration.ofMinutes(30), Duration.ofHours(12)};
    boolean[] secure = {false};
    Map<String, OptionDict.Taker> takers = new LinkedHashMap<>();
    takers.put(
        "store",
        (value, at) -> store[0] = value.equals(MEMORY) ? null : FunctionStore.of(value, at));
    takers.put("key", (value, at) -> signer[0] = Keys.signer(value, at));
    takers.put("cookie", (value, at) -> cookie[0] = Arguments.text(value, at));
    takers.put("idle", (value, at) -> times[0] = time(value, at));
    takers.put("max_age", (value, at) -> times[1] = time(value, at));
    takers.put("secure", (value, at) -> secure[0] = OptionDict.bool(value, at));
    OptionDict.take(options, takers, where);
    SessionStore values = store[0] == null ? new MemoryStore(MOST) : store[0];
    FilterFunctions.checked(
        where,
        () -> {
          Sessions sessions =
              Sessions.of(values, signer[0] == null ? Keys.random() : signer[0])
                  .withTimes(times[0], times[1])
                  .withCookie(cookie[0]);
          return resource.router().around(secure[0] ? sessions.securely() : sessions);
        });
    return server;
  }

  private static Duration time(Object value, String where) {
    long nanos = Spans.nanos(value, where);
    if (nanos < 1_000_000_000) {
      throw Failure.badarg(where, "expected at least a second, found " + Failure.shown(value));
    }
    return Duration.ofNanos(nanos);
  }

  @Needs(Grant.NETWORK)
  public static Object csrf(Object options, Object server, String where) {
    ServerResource resource = ServerResource.of(server, where);
    CookieSigner[] signer = {null};
    String[][] sites = {{}};
    Map<String, OptionDict.Taker> takers = new LinkedHashMap<>();
    takers.put("key", (value, at) -> signer[0] = Keys.signer(value, at));
    takers.put("origins", (value, at) -> sites[0] = OneOrMore.texts(value, at));
    OptionDict.take(options, takers, where);
    FilterFunctions.checked(
        where,
        () ->
            resource
                .router()
                .around(Csrf.of(signer[0] == null ? Keys.random() : signer[0]).allowing(sites[0])));
    return server;
  }

  // ---- of a request ----------------------------------------------------------------------------

  public static Object csrfToken(Object request, String where) {
    Object fields = Arguments.dict(request, where).get(HEADERS);
    if (fields instanceof Dict dict && dict.get(TOKEN) instanceof Seq values) {
      return values.get(0);
    }
    throw Failure.badarg(where, "http\\Session::csrf does not stand around the route");
  }

  public static Object get(Object name, Object request, String where) {
    String value = session(request, where).get(Arguments.text(name, where));
    return value == null ? Unit.UNIT : Seq.text(value);
  }

  public static Object all(Object request, String where) {
    return FunctionStore.dict(session(request, where).values());
  }

  public static Object put(Object name, Object value, Object request, String where) {
    String key = Arguments.text(name, where);
    String text = Arguments.text(value, where);
    return changed(request, where, session -> session.set(key, text));
  }

  public static Object remove(Object name, Object request, String where) {
    String key = Arguments.text(name, where);
    return changed(request, where, session -> session.remove(key));
  }

  public static Object clear(Object request, String where) {
    return changed(request, where, Session::end);
  }

  public static Object renew(Object request, String where) {
    return changed(request, where, Session::rotate);
  }

  private static Object changed(Object request, String where, Consumer<Session> change) {
    Session session = session(request, where);
    try {
      change.accept(session);
    } catch (IllegalStateException refused) {
      throw Failure.badarg(where, String.valueOf(refused.getMessage()));
    }
    return Unit.UNIT;
  }

  private static Session session(Object request, String where) {
    @Nullable Object value = Arguments.dict(request, where).get(SESSION);
    if (value instanceof SessionValue found) {
      return found.session();
    }
    throw Failure.badarg(
        where, "the request has no session; http\\Session::keep stands around its route");
  }
}
