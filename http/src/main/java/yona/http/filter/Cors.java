package yona.http.filter;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import yona.http.Handler;
import yona.http.Headers;
import yona.http.Response;
import yona.http.fields.Vary;

/**
 * Lets pages of other sites use a service (the Fetch standard, section 3.3). Browsers ask before
 * what a plain form could not send; this answers them.
 *
 * <p>Stands around the whole router, as what browsers ask is for no route: {@code
 * Cors.of("https://app.example").apply(router)}. Immutable, and safe for use by any number of
 * fibers.
 */
public final class Cors implements UnaryOperator<Handler> {

  private static final String ANY = "*";

  /**
   * The rights of a site.
   *
   * @param origins the sites; none for every site
   * @param methods besides GET, HEAD and POST
   * @param headers fields of requests, in lower case
   * @param exposed fields of answers
   * @param credentials whether cookies are sent
   * @param age how long browsers remember
   */
  private record Grant(
      Set<String> origins,
      Set<String> methods,
      Set<String> headers,
      Set<String> exposed,
      boolean credentials,
      Duration age) {}

  private final Grant grant;

  private Cors(Grant grant) {
    this.grant = grant;
  }

  /**
   * For some sites: simple requests only, without cookies.
   *
   * @param origins like {@code https://app.example}, or {@code *} alone for every site
   * @return the filter
   * @throws IllegalArgumentException if one is no origin
   */
  public static Cors of(String... origins) {
    boolean isAny = origins.length == 1 && origins[0].equals(ANY);
    Set<String> sites = isAny ? Set.of() : Origin.all(origins);
    if (!isAny && sites.isEmpty()) {
      throw new IllegalArgumentException("no site is allowed");
    }
    return new Cors(
        new Grant(sites, Set.of("GET", "HEAD", "POST"), Set.of(), Set.of(), false, Duration.ZERO));
  }

  /**
   * The same with more methods.
   *
   * @param more like PUT
   * @return a filter
   */
  public Cors withMethods(String... more) {
    Set<String> methods = new TreeSet<>(grant.methods);
    methods.addAll(List.of(more));
    return new Cors(
        new Grant(
            grant.origins, methods, grant.headers, grant.exposed, grant.credentials, grant.age));
  }

  /**
   * The same with fields that pages may set.
   *
   * @param names like {@code authorization}
   * @return a filter
   */
  public Cors withHeaders(String... names) {
    return new Cors(
        new Grant(
            grant.origins,
            grant.methods,
            names(names),
            grant.exposed,
            grant.credentials,
            grant.age));
  }

  /**
   * The same with fields of answers that pages may read.
   *
   * @param names like {@code etag}
   * @return a filter
   */
  public Cors exposing(String... names) {
    return new Cors(
        new Grant(
            grant.origins,
            grant.methods,
            grant.headers,
            names(names),
            grant.credentials,
            grant.age));
  }

  private static Set<String> names(String... names) {
    Set<String> lower = new TreeSet<>();
    for (String each : names) {
      var _ = Headers.of(each, "");
      lower.add(each.toLowerCase(Locale.ROOT));
    }
    return lower;
  }

  /**
   * The same for requests with cookies and passwords.
   *
   * @return a filter
   * @throws IllegalArgumentException if every site is allowed: each could act for its visitors
   */
  public Cors withCredentials() {
    if (grant.origins.isEmpty()) {
      throw new IllegalArgumentException("requests with credentials are for sites that are named");
    }
    return new Cors(
        new Grant(grant.origins, grant.methods, grant.headers, grant.exposed, true, grant.age));
  }

  /**
   * The same where browsers remember what they may do.
   *
   * @param age how long, in whole seconds
   * @return a filter
   */
  public Cors keptFor(Duration age) {
    Objects.requireNonNull(age, "age");
    return new Cors(
        new Grant(
            grant.origins, grant.methods, grant.headers, grant.exposed, grant.credentials, age));
  }

  @Override
  public Handler apply(Handler handler) {
    return request -> {
      String origin = request.header("origin");
      if (request.method().equals("OPTIONS")
          && origin != null
          && request.headers().contains("access-control-request-method")) {
        return preflight(origin);
      }
      return Answers.changed(handler, request, response -> told(response, origin));
    };
  }

  private Response told(Response response, @Nullable String origin) {
    Response varying = varying(response);
    if (origin == null || !isAllowed(origin)) {
      return varying;
    }
    Response allowed = allowing(varying, origin);
    return grant.exposed.isEmpty()
        ? allowed
        : allowed.with("access-control-expose-headers", String.join(", ", grant.exposed));
  }

  private boolean isAllowed(String origin) {
    return grant.origins.isEmpty() || grant.origins.contains(origin);
  }

  /** An answer for one site is none for another. */
  private Response varying(Response response) {
    return grant.origins.isEmpty() ? response : Vary.on(response, "origin");
  }

  private Response allowing(Response response, String origin) {
    Response allowed =
        response.with("access-control-allow-origin", grant.origins.isEmpty() ? ANY : origin);
    return grant.credentials ? allowed.with("access-control-allow-credentials", "true") : allowed;
  }

  private Response preflight(String origin) {
    if (!isAllowed(origin)) {
      return varying(Response.text(403, "pages of this site may not ask\n"));
    }
    // Methods and fields that are not listed are refused by the browser.
    Response allowed =
        allowing(varying(Response.of(204)), origin)
            .with("access-control-allow-methods", String.join(", ", grant.methods));
    if (!grant.headers.isEmpty()) {
      allowed = allowed.with("access-control-allow-headers", String.join(", ", grant.headers));
    }
    return grant.age.isZero()
        ? allowed
        : allowed.with("access-control-max-age", Long.toString(grant.age.toSeconds()));
  }
}
