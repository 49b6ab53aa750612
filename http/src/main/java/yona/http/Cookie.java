package yona.http;

import io.netty.handler.codec.http.cookie.CookieHeaderNames;
import io.netty.handler.codec.http.cookie.DefaultCookie;
import io.netty.handler.codec.http.cookie.ServerCookieDecoder;
import io.netty.handler.codec.http.cookie.ServerCookieEncoder;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import yona.http.netty.NettyLogging;

/**
 * A value that a browser keeps for a server and sends back (RFC 6265). Immutable.
 *
 * @param name its name, without spaces and signs that separate
 * @param value its value, of visible ASCII without quotes, commas, semicolons and backslashes
 * @param path for which paths it is sent back
 * @param domain for which other hosts it is sent back; null for the server's own only
 * @param maxAge how long it is kept; null for as long as the browser runs, zero to remove it
 * @param secure whether it is sent over encrypted connections only
 * @param httpOnly whether scripts in pages cannot see it
 * @param sameSite whether it comes with requests that other sites cause
 */
public record Cookie(
    String name,
    String value,
    String path,
    @Nullable String domain,
    @Nullable Duration maxAge,
    boolean secure,
    boolean httpOnly,
    SameSite sameSite) {

  static {
    NettyLogging.useJdk();
  }

  private static final Pattern DOMAIN = Pattern.compile("\\.?[A-Za-z0-9-]+(?:\\.[A-Za-z0-9-]+)*");

  /** Whether a cookie comes with requests that other sites cause. */
  public enum SameSite {
    /** Never. */
    STRICT,
    /** When a user follows a link. */
    LAX,
    /** Always; only for secure cookies. */
    NONE
  }

  /**
   * Makes a cookie.
   *
   * @throws IllegalArgumentException if something cannot stand in a cookie, or it would be sent to
   *     other sites unencrypted
   */
  public Cookie(
      String name,
      String value,
      String path,
      @Nullable String domain,
      @Nullable Duration maxAge,
      boolean secure,
      boolean httpOnly,
      SameSite sameSite) {
    this.name = name;
    this.value = value;
    this.path = Objects.requireNonNull(path, "path");
    this.domain = domain;
    this.maxAge = maxAge;
    this.secure = secure;
    this.httpOnly = httpOnly;
    this.sameSite = Objects.requireNonNull(sameSite, "sameSite");
    if (sameSite == SameSite.NONE && !secure) {
      throw new IllegalArgumentException(
          "the cookie " + name + " comes with requests of other sites, so it has to be secure");
    }
    if (domain != null && !DOMAIN.matcher(domain).matches()) {
      throw new IllegalArgumentException("the cookie " + name + ": not a domain: " + domain);
    }
    // Refuses what it cannot write.
    var _ = text();
  }

  /**
   * A cookie with the careful choices: for all paths, not for scripts, not with forms that other
   * sites send, and as long as the browser runs.
   *
   * @param name its name
   * @param value its value
   * @return the cookie
   * @throws IllegalArgumentException if one of them cannot stand in a cookie
   */
  public static Cookie of(String name, String value) {
    return new Cookie(name, value, "/", null, null, false, true, SameSite.LAX);
  }

  /**
   * The same for encrypted connections only.
   *
   * @return a cookie
   */
  public Cookie securely() {
    return new Cookie(name, value, path, domain, maxAge, true, httpOnly, sameSite);
  }

  /**
   * The same, kept for a time.
   *
   * @param time how long, in whole seconds; zero removes it
   * @return a cookie
   */
  public Cookie keptFor(Duration time) {
    return new Cookie(name, value, path, domain, time, secure, httpOnly, sameSite);
  }

  /**
   * The same for some paths.
   *
   * @param beginning of the paths
   * @return a cookie
   */
  public Cookie at(String beginning) {
    return new Cookie(name, value, beginning, domain, maxAge, secure, httpOnly, sameSite);
  }

  /** The value of the header field Set-Cookie. */
  String text() {
    DefaultCookie cookie = new DefaultCookie(name, value);
    cookie.setPath(path);
    cookie.setDomain(domain);
    if (maxAge != null) {
      cookie.setMaxAge(Math.max(0, maxAge.toSeconds()));
    }
    cookie.setSecure(secure);
    cookie.setHttpOnly(httpOnly);
    cookie.setSameSite(
        switch (sameSite) {
          case STRICT -> CookieHeaderNames.SameSite.Strict;
          case LAX -> CookieHeaderNames.SameSite.Lax;
          case NONE -> CookieHeaderNames.SameSite.None;
        });
    return ServerCookieEncoder.STRICT.encode(cookie);
  }

  /**
   * The cookies in header fields.
   *
   * @param fields the values of fields Cookie
   * @return the first value of each name, without those that are malformed
   */
  public static Map<String, String> in(List<String> fields) {
    Map<String, String> cookies = new LinkedHashMap<>();
    for (String field : fields) {
      ServerCookieDecoder.STRICT
          .decodeAll(field)
          .forEach(each -> cookies.putIfAbsent(each.name(), each.value()));
    }
    return Map.copyOf(cookies);
  }
}
