package yona.library.http;

import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.stream.Collectors;
import yona.data.Kind;
import yona.data.Opaque;
import yona.http.Headers;

/**
 * A browser for tests, which asks one server without a socket. Safe for use by any number of
 * fibers.
 */
final class TestBrowser extends Opaque {
  private static final String SITE = "sec-fetch-site";

  private final ServerResource server;

  /** Values by names, whatever path they are for. */
  private final Map<String, String> cookies = new ConcurrentSkipListMap<>();

  TestBrowser(ServerResource server) {
    this.server = server;
  }

  ServerResource server() {
    return server;
  }

  /** Adds what a browser says of itself, unless it is said already. */
  Headers asked(Headers given) {
    Headers all =
        given.contains(SITE) || given.contains("origin") ? given : given.with(SITE, "same-origin");
    return cookies.isEmpty() || given.contains("cookie")
        ? all
        : all.with(
            "cookie",
            cookies.entrySet().stream()
                .map(each -> each.getKey() + "=" + each.getValue())
                .collect(Collectors.joining("; ")));
  }

  /** Takes the cookies of an answer. */
  void answered(Headers headers) {
    for (String each : headers.all("set-cookie")) {
      String[] parts = each.split(";", 2);
      String[] pair = parts[0].split("=", 2);
      boolean isOver = parts.length == 2 && parts[1].toLowerCase(Locale.ROOT).contains("max-age=0");
      if (isOver) {
        cookies.remove(pair[0]);
      } else if (pair.length == 2) {
        cookies.put(pair[0], pair[1]);
      }
    }
  }

  @Override
  public Kind kind() {
    return Kind.RESOURCE;
  }

  /** Values are secrets, and stay out of logs. */
  @Override
  public String source() {
    return "<a browser of " + server.source() + ">";
  }
}
