package yona.http.session;

import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;
import java.util.Objects;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import yona.http.Cookie;
import yona.http.CookieSigner;
import yona.http.Handler;
import yona.http.HttpException;
import yona.http.Request;
import yona.http.Response;

/**
 * Remembers browsers between their requests: a cookie has a random id, signed, and a store has the
 * values.
 *
 * <pre>{@code
 * Sessions sessions = Sessions.of(new MemoryStore(10_000), new CookieSigner(key));
 * router.post("/login", sessions.with((request, session) -> {
 *   session.rotate();
 *   session.set("user", checkedUser(request));
 *   return Response.of(204);
 * }));
 * }</pre>
 *
 * <p>A session begins with its first value: until then there is neither a cookie nor anything in
 * the store. An id that is not in the store is never taken over. The cookie is for this host only,
 * not for scripts, not for what other sites send, and for encrypted connections only where it was
 * given over one. Immutable, and safe for use by any number of fibers.
 */
public final class Sessions implements UnaryOperator<Handler> {

  private static final int ID_BYTES = 32;
  private static final SecureRandom RANDOM = new SecureRandom();

  private final SessionStore store;
  private final CookieSigner signer;
  private final String cookie;
  private final Duration idle;
  private final Duration lifetime;
  private final boolean alwaysSecure;
  private final InstantSource clock;

  private Sessions(
      SessionStore store,
      CookieSigner signer,
      String cookie,
      Duration idle,
      Duration lifetime,
      boolean alwaysSecure,
      InstantSource clock) {
    this.store = Objects.requireNonNull(store, "store");
    this.signer = Objects.requireNonNull(signer, "signer");
    this.cookie = cookie;
    this.idle = idle;
    this.lifetime = lifetime;
    this.alwaysSecure = alwaysSecure;
    this.clock = clock;
  }

  /**
   * Sessions that end after half an hour without use, and in any case after twelve hours.
   *
   * @param store has the values
   * @param signer signs the ids
   * @return sessions, whose cookie is named {@code session}
   */
  public static Sessions of(SessionStore store, CookieSigner signer) {
    return new Sessions(
        store,
        signer,
        "session",
        Duration.ofMinutes(30),
        Duration.ofHours(12),
        false,
        InstantSource.system());
  }

  /**
   * The same with other times.
   *
   * @param unused after which time without use a session ends
   * @param all after which time a session or its id ends in any case
   * @return sessions
   * @throws IllegalArgumentException if one is not positive
   */
  public Sessions withTimes(Duration unused, Duration all) {
    if (!unused.isPositive() || !all.isPositive()) {
      throw new IllegalArgumentException("the times of a session are positive");
    }
    return new Sessions(store, signer, cookie, unused, all, alwaysSecure, clock);
  }

  /**
   * The same with another cookie.
   *
   * @param name its name
   * @return sessions
   * @throws IllegalArgumentException if no cookie can have it
   */
  public Sessions withCookie(String name) {
    var _ = Cookie.of(name, "");
    return new Sessions(store, signer, name, idle, lifetime, alwaysSecure, clock);
  }

  /**
   * The same whose cookie is for encrypted connections only, also where a proxy hides that they
   * are.
   *
   * @return sessions
   */
  public Sessions securely() {
    return new Sessions(store, signer, cookie, idle, lifetime, true, clock);
  }

  /** The same by another clock. */
  Sessions at(InstantSource time) {
    return new Sessions(store, signer, cookie, idle, lifetime, alwaysSecure, time);
  }

  /**
   * A session as the store has it.
   *
   * @param id its id
   * @param values its values when the request began
   */
  private record Known(String id, Map<String, String> values) {}

  /**
   * Gives each request the session of its browser. It suspends as the store does.
   *
   * @param handler answers with the session
   * @return the handler for a route
   */
  public Handler with(SessionHandler handler) {
    Objects.requireNonNull(handler, "handler");
    return request -> {
      Known known = known(request);
      Session session = new Session(known == null ? Map.of() : known.values);
      Response response;
      try {
        response = handler.handle(request, session);
      } catch (HttpException refused) {
        throw refused.answering(kept(request, refused.response(), known, session));
      }
      return kept(request, response, known, session);
    };
  }

  /**
   * The same for handlers that ask for it: {@link Session#of}.
   *
   * @param handler answers
   * @return the handler for a route
   */
  @Override
  public Handler apply(Handler handler) {
    return with((request, session) -> handler.handle(request.with(Session.class, session)));
  }

  private @Nullable Known known(Request request) throws Exception {
    String value = signer.value(request, cookie);
    int colon = value == null ? -1 : value.indexOf(':');
    if (value == null || colon < 0) {
      return null;
    }
    Instant began = Instant.ofEpochSecond(Long.parseLong(value.substring(colon + 1)));
    if (!clock.instant().isBefore(began.plus(lifetime))) {
      return null;
    }
    String id = value.substring(0, colon);
    Map<String, String> values = store.load(id, idle);
    return values == null ? null : new Known(id, values);
  }

  private Response kept(Request request, Response response, @Nullable Known known, Session session)
      throws Exception {
    Session.Fate fate = session.answered();
    Map<String, @Nullable String> changes = session.changes();
    if (known != null && fate == Session.Fate.KEPT) {
      // Where another request has ended the session meanwhile, it stays so.
      boolean _ = changes.isEmpty() || store.change(known.id, changes, idle);
      return response;
    }
    Map<String, String> values = new HashMap<>();
    if (known != null) {
      Map<String, String> latest = store.remove(known.id);
      if (latest != null && fate == Session.Fate.ROTATED) {
        values.putAll(latest);
      }
    }
    Changes.apply(changes, values);
    if (!values.isEmpty()) {
      String id = id();
      store.create(id, values, idle);
      String value = id + ":" + clock.instant().getEpochSecond();
      return response.with(careful(request, signer.signed(cookie, value)));
    }
    return known == null
        ? response
        : response.with(careful(request, Cookie.of(cookie, "").keptFor(Duration.ZERO)));
  }

  private Cookie careful(Request request, Cookie made) {
    return alwaysSecure || request.connection().secure() ? made.securely() : made;
  }

  private static String id() {
    byte[] bytes = new byte[ID_BYTES];
    RANDOM.nextBytes(bytes);
    return HexFormat.of().formatHex(bytes);
  }
}
