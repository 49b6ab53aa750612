package yona.http.filter;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import yona.http.Request;

/** Origins, as browsers write them: a scheme, a host and perhaps a port (RFC 6454). */
final class Origin {

  private Origin() {}

  /** The origins that somebody has written, checked. */
  static Set<String> all(String... origins) {
    return Stream.of(origins).map(Origin::checked).collect(Collectors.toUnmodifiableSet());
  }

  private static String checked(String text) {
    String origin = of(text);
    if (origin == null || !origin.equals(text)) {
      throw new IllegalArgumentException(
          "an origin like https://example.com is expected, not " + text);
    }
    return text;
  }

  /** The origin of a URI, without the scheme's own port; null if it has none. */
  static @Nullable String of(String uri) {
    try {
      URI parsed = new URI(uri);
      String scheme = parsed.getScheme();
      String host = parsed.getHost();
      return scheme == null || host == null
          ? null
          : text(scheme.toLowerCase(Locale.ROOT), host.toLowerCase(Locale.ROOT), parsed.getPort());
    } catch (URISyntaxException malformed) {
      return null;
    }
  }

  private static String text(String scheme, String host, int port) {
    boolean isUsual = port < 0 || port == (scheme.equals("https") ? 443 : 80);
    return scheme + "://" + host + (isUsual ? "" : ":" + port);
  }

  /** The origin of the page that a request's answer is; null if it has no sane host. */
  static @Nullable String of(Request request) {
    return of((request.connection().secure() ? "https://" : "http://") + request.header("host"));
  }
}
