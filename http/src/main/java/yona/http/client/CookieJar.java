package yona.http.client;

import java.io.IOException;
import java.net.CookieManager;
import java.net.CookiePolicy;
import java.net.URI;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import yona.http.Headers;

/** Keeps cookies in memory, as many as browsers do (RFC 6265, section 6.1). */
final class CookieJar {

  private static final int MOST = 3_000;
  private static final int MOST_OF_RESPONSE = 50;
  private static final int LONGEST = 4_096;

  private final CookieManager manager =
      new CookieManager(null, CookiePolicy.ACCEPT_ORIGINAL_SERVER);

  /** Takes the cookies of a response. */
  void take(URI uri, Headers headers) throws IOException {
    List<String> fields =
        headers.all("set-cookie").stream()
            .filter(each -> each.length() <= LONGEST)
            .limit(MOST_OF_RESPONSE)
            .toList();
    if (!fields.isEmpty() && manager.getCookieStore().getCookies().size() < MOST) {
      manager.put(uri, Map.of("Set-Cookie", fields));
    }
  }

  /** The value of the field Cookie for a URI; null if there are none. */
  @Nullable String of(URI uri) {
    try {
      List<String> found = manager.get(uri, Map.of()).getOrDefault("Cookie", List.of());
      return found.isEmpty() ? null : String.join("; ", found);
    } catch (IOException impossible) {
      throw new IllegalStateException(impossible);
    }
  }
}
