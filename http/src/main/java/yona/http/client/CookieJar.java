package yona.http.client;

import io.netty.handler.codec.http.cookie.ClientCookieDecoder;
import io.netty.handler.codec.http.cookie.Cookie;
import java.net.URI;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import yona.http.Headers;
import yona.http.netty.NettyLogging;

/**
 * Keeps cookies in memory (RFC 6265, section 5), as many as browsers do; where there are too many
 * the oldest is forgotten. Nobody lists here which domains sell names to anybody, so a cookie may
 * be for {@code co.uk}, but for no domain of one word. Safe for use by any number of threads.
 */
final class CookieJar {

  private static final int MOST = 3_000;
  private static final int MOST_OF_RESPONSE = 50;
  private static final int LONGEST = 4_096;
  private static final long SECOND = 1_000_000_000L;

  /** A cookie is replaced by one of the same name, domain and path. */
  private record Key(String name, String domain, String path) {}

  private record Kept(String value, boolean ofHost, boolean secure, long end, long number) {}

  // ---- guarded by this

  private final Map<Key, Kept> kept = new LinkedHashMap<>();
  private long number;

  static {
    NettyLogging.useJdk();
  }

  /** Takes the cookies of a response. */
  synchronized void take(URI uri, Headers headers) {
    headers.all("set-cookie").stream()
        .filter(each -> each.length() <= LONGEST)
        .limit(MOST_OF_RESPONSE)
        .forEach(
            text -> {
              Cookie cookie = ClientCookieDecoder.STRICT.decode(text);
              if (cookie != null) {
                take(uri, cookie);
              }
            });
  }

  private void take(URI uri, Cookie cookie) {
    String host = host(uri);
    String domain = domain(cookie);
    boolean isSecure = "https".equalsIgnoreCase(uri.getScheme());
    if ((domain != null && !mayBeFor(host, domain))
        || (cookie.isSecure() && !isSecure)
        || (cookie.name().startsWith("__Secure-") && !cookie.isSecure())
        || (cookie.name().startsWith("__Host-")
            && (!cookie.isSecure() || domain != null || !"/".equals(cookie.path())))) {
      return;
    }
    String path = cookie.path() != null && cookie.path().startsWith("/") ? cookie.path() : null;
    Key key =
        new Key(cookie.name(), domain == null ? host : domain, path == null ? folder(uri) : path);
    Kept before = kept.remove(key);
    long age = cookie.maxAge();
    if (age != Cookie.UNDEFINED_MAX_AGE && age <= 0) {
      return;
    }
    long end =
        age == Cookie.UNDEFINED_MAX_AGE || age > Long.MAX_VALUE / SECOND / 2
            ? Long.MAX_VALUE
            : System.nanoTime() + age * SECOND;
    long from = before == null ? number++ : before.number();
    kept.put(key, new Kept(cookie.value(), domain == null, cookie.isSecure(), end, from));
    if (kept.size() > MOST) {
      kept.remove(kept.keySet().iterator().next());
    }
  }

  private static @Nullable String domain(Cookie cookie) {
    String domain = cookie.domain();
    if (domain == null || domain.isBlank()) {
      return null;
    }
    String plain = domain.strip().toLowerCase(Locale.ROOT);
    return plain.startsWith(".") ? plain.substring(1) : plain;
  }

  /** A server speaks for its own host, and for domains of names above it. */
  private static boolean mayBeFor(String host, String domain) {
    return host.equals(domain)
        || (isBelow(host, domain) && domain.indexOf('.') > 0 && !isAddress(host));
  }

  private static boolean isBelow(String host, String domain) {
    return host.endsWith(domain)
        && host.length() > domain.length()
        && host.charAt(host.length() - domain.length() - 1) == '.';
  }

  private static boolean isAddress(String host) {
    return host.startsWith("[") || host.matches("[0-9.]+");
  }

  /** The value of the field Cookie for a URI; null if there are none. */
  synchronized @Nullable String of(URI uri) {
    String host = host(uri);
    String path = path(uri);
    boolean isSecure = "https".equalsIgnoreCase(uri.getScheme());
    long now = System.nanoTime();
    kept.values().removeIf(each -> each.end() != Long.MAX_VALUE && each.end() - now < 0);
    List<Map.Entry<Key, Kept>> found = new ArrayList<>();
    for (Map.Entry<Key, Kept> each : kept.entrySet()) {
      Key key = each.getKey();
      boolean isForHost =
          key.domain().equals(host) || (!each.getValue().ofHost() && isBelow(host, key.domain()));
      if (isForHost && isIn(path, key.path()) && (isSecure || !each.getValue().secure())) {
        found.add(each);
      }
    }
    if (found.isEmpty()) {
      return null;
    }
    // Longer paths first, then older cookies (RFC 6265, section 5.4).
    found.sort(
        Comparator.comparingInt((Map.Entry<Key, Kept> each) -> -each.getKey().path().length())
            .thenComparingLong(each -> each.getValue().number()));
    return found.stream()
        .map(each -> each.getKey().name() + "=" + each.getValue().value())
        .collect(Collectors.joining("; "));
  }

  private static boolean isIn(String path, String folder) {
    return path.equals(folder)
        || (path.startsWith(folder)
            && (folder.endsWith("/") || path.charAt(folder.length()) == '/'));
  }

  private static String host(URI uri) {
    return uri.getHost().toLowerCase(Locale.ROOT);
  }

  private static String path(URI uri) {
    String path = uri.getRawPath();
    return path == null || path.isEmpty() ? "/" : path;
  }

  private static String folder(URI uri) {
    String path = path(uri);
    int end = path.lastIndexOf('/');
    return end <= 0 ? "/" : path.substring(0, end);
  }
}
