package yona.http.filter;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Objects;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import yona.http.Body;
import yona.http.Cookie;
import yona.http.CookieSigner;
import yona.http.Handler;
import yona.http.Headers;
import yona.http.HttpException;
import yona.http.Request;
import yona.http.Response;
import yona.http.form.Form;
import yona.http.form.FormLimits;
import yona.http.form.Multipart;
import yona.http.form.Part;

/**
 * Refuses what other sites let a browser do on behalf of its user: requests that change something
 * (all but GET, HEAD, OPTIONS and TRACE) need a proof that a page of this site has sent them.
 *
 * <p>Browsers give it by themselves: {@code Sec-Fetch-Site: same-origin}, or an Origin that is this
 * host. A request that says it comes from elsewhere is refused with 403. One that says nothing has
 * to have the token that this filter has given in a signed cookie, which other sites cannot read:
 * in the field {@code X-Csrf-Token}, or in the field {@code csrf} of a form. In a form in parts it
 * stands before the files, so that these go on to the handler as they come. {@link #token} gives it
 * to handlers, for their pages.
 *
 * <p>Behind a proxy that speaks TLS, {@link TrustedProxies} stands around this. Immutable, and safe
 * for use by any number of fibers.
 */
public final class Csrf implements UnaryOperator<Handler> {

  private static final String FIELD = "x-csrf-token";
  static final String FORM_FIELD = "csrf";

  private static final String MISSING =
      "a request without the token of this site, in the header field "
          + FIELD
          + " or the form's field "
          + FORM_FIELD;
  private static final String COOKIE = "csrf";

  /** Browsers take such a cookie from this very host only. */
  private static final String SECURE_COOKIE = "__Host-csrf";

  private static final int TOKEN_BYTES = 16;
  private static final String FORM_TYPE = "application/x-www-form-urlencoded";
  private static final String PARTS_TYPE = "multipart/form-data";

  /** Bytes of a form in parts that are read, and kept, to find the token. */
  private static final int MOST_AHEAD = 1 << 18;

  private static final Set<String> SAFE = Set.of("GET", "HEAD", "OPTIONS", "TRACE");

  private final CookieSigner signer;
  private final Set<String> allowed;

  private Csrf(CookieSigner signer, Set<String> allowed) {
    this.signer = signer;
    this.allowed = allowed;
  }

  /**
   * Trusts pages of this host only.
   *
   * @param signer signs the cookies
   * @return the filter
   */
  public static Csrf of(CookieSigner signer) {
    return new Csrf(Objects.requireNonNull(signer, "signer"), Set.of());
  }

  /**
   * The same with pages of other sites.
   *
   * @param origins like {@code https://app.example}
   * @return a filter
   * @throws IllegalArgumentException if one is no origin
   */
  public Csrf allowing(String... origins) {
    return new Csrf(signer, Origin.all(origins));
  }

  /**
   * The token for the forms of a page.
   *
   * @param request what a handler got
   * @return the token, or an empty text if the request did not come through the filter
   */
  public static String token(Request request) {
    return Objects.requireNonNullElse(request.header(FIELD), "");
  }

  @Override
  public Handler apply(Handler handler) {
    return request -> {
      boolean secure = request.connection().secure();
      String known = signer.value(request, secure ? SECURE_COOKIE : COOKIE);
      Request checked = SAFE.contains(request.method()) ? request : checked(request, known);
      String token = known == null ? RandomId.of(TOKEN_BYTES) : known;
      Response response = handler.handle(checked.withHeaders(checked.headers().with(FIELD, token)));
      if (known != null) {
        return response;
      }
      Cookie cookie = signer.signed(secure ? SECURE_COOKIE : COOKIE, token);
      return response.with(secure ? cookie.securely() : cookie);
    };
  }

  /** The request with its body, if it is no other site's. */
  private Request checked(Request request, @Nullable String known)
      throws HttpException, IOException {
    String origin = request.header("origin");
    String site = request.header("sec-fetch-site");
    if (origin != null && allowed.contains(origin)) {
      return request;
    }
    if (site != null) {
      if (!site.equals("same-origin") && !site.equals("none")) {
        throw refused();
      }
      return request;
    }
    if (origin != null) {
      if (!origin.equals(Origin.of(request))) {
        throw refused();
      }
      return request;
    }
    String given = request.header(FIELD);
    Headers headers = request.headers();
    if (given == null && headers.isOfType(FORM_TYPE)) {
      byte[] bytes = request.body().bytes();
      Form form = Form.read(request.withBody(Body.of(bytes)), FormLimits.DEFAULT);
      requireSame(form.get(FORM_FIELD), known);
      return request.withBody(Body.of(bytes));
    }
    if (given == null && headers.isOfType(PARTS_TYPE)) {
      ReadAhead body = new ReadAhead(request.body(), MOST_AHEAD);
      requireSame(tokenBeforeFiles(request.withBody(body)), known);
      return request.withBody(request.body().behind(body.taken()));
    }
    requireSame(given, known);
    return request;
  }

  private static @Nullable String tokenBeforeFiles(Request request)
      throws HttpException, IOException {
    Multipart form = Multipart.of(request, FormLimits.DEFAULT);
    for (Part part = form.next(); part != null && part.fileName() == null; part = form.next()) {
      if (part.name().equals(FORM_FIELD)) {
        return part.text();
      }
    }
    return null;
  }

  private static void requireSame(@Nullable String given, @Nullable String known)
      throws HttpException {
    if (given == null
        || known == null
        || !MessageDigest.isEqual(
            given.getBytes(StandardCharsets.UTF_8), known.getBytes(StandardCharsets.UTF_8))) {
      throw new HttpException(403, MISSING);
    }
  }

  private static HttpException refused() {
    return new HttpException(403, "a request that another site has sent");
  }
}
