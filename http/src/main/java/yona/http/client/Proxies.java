package yona.http.client;

import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Proxies that requests go by (RFC 9110, section 3.7): those of http are sent to the proxy, which
 * passes them on; those of https, WebSockets and what begins with HTTP/2 get a tunnel through it
 * (CONNECT), in which the proxy sees nothing. Immutable.
 */
public final class Proxies implements Route {

  private final @Nullable Proxy forHttp;
  private final @Nullable Proxy forHttps;
  private final DirectHosts direct;

  private Proxies(@Nullable Proxy forHttp, @Nullable Proxy forHttps, DirectHosts direct) {
    this.forHttp = forHttp;
    this.forHttps = forHttps;
    this.direct = direct;
  }

  /**
   * One proxy for all requests.
   *
   * @param proxy {@code http://host:port}, or {@code http://user:password@host:port} for one that
   *     wants to know who asks; in user and password, {@code %40} stands for {@code @} and so on.
   *     The proxy alone is told them
   * @return the proxies
   * @throws IllegalArgumentException if that is no such place; the message has no password
   */
  public static Proxies of(String proxy) {
    Proxy each = Proxy.of(proxy);
    return new Proxies(each, each, DirectHosts.NONE);
  }

  /**
   * The proxies that the environment variables of this process name.
   *
   * @return the proxies, as of {@link #ofEnvironment(Map)}
   * @throws IllegalArgumentException if a variable names none
   */
  public static Proxies ofEnvironment() {
    return ofEnvironment(System.getenv());
  }

  /**
   * The proxies that environment variables name, as most programs read them: {@code http_proxy} for
   * http, {@code https_proxy} for https, {@code all_proxy} for what these do not name, and hosts
   * without a proxy in {@code no_proxy}, separated by commas. Each may be in upper case, too, but
   * for {@code http_proxy}: in a program that a web server starts, its client sets {@code
   * HTTP_PROXY} by a header field (CVE-2016-5385).
   *
   * @param variables the variables
   * @return the proxies; no proxy where no variable is set
   * @throws IllegalArgumentException if a variable is something else; the message names it, and has
   *     no password
   */
  public static Proxies ofEnvironment(Map<String, String> variables) {
    Proxy all = proxy(variables, "all_proxy", "ALL_PROXY");
    Proxy http = proxy(variables, "http_proxy");
    Proxy https = proxy(variables, "https_proxy", "HTTPS_PROXY");
    String without = variables.getOrDefault("no_proxy", variables.getOrDefault("NO_PROXY", ""));
    List<String> hosts = new ArrayList<>();
    for (String each : without.split(",", -1)) {
      if (!each.isBlank()) {
        hosts.add(each);
      }
    }
    try {
      return new Proxies(
          http == null ? all : http, https == null ? all : https, DirectHosts.of(hosts));
    } catch (IllegalArgumentException wrong) {
      throw new IllegalArgumentException("the variable no_proxy: " + wrong.getMessage(), wrong);
    }
  }

  private static @Nullable Proxy proxy(Map<String, String> variables, String... names) {
    for (String name : names) {
      String value = variables.getOrDefault(name, "");
      if (!value.isBlank()) {
        try {
          return Proxy.of(value.strip());
        } catch (IllegalArgumentException wrong) {
          throw new IllegalArgumentException(
              "the variable " + name + ": " + wrong.getMessage(), wrong);
        }
      }
    }
    return null;
  }

  /**
   * The same, where hosts are asked without a proxy, beside those that are so already.
   *
   * @param hosts names, which stand for the hosts below them too ({@code example.org} for {@code
   *     www.example.org}); addresses; networks like {@code 10.0.0.0/8}; {@code *} for all. A name
   *     or an address may have a port behind it. Names are not looked up
   * @return new proxies
   * @throws IllegalArgumentException if one is none of these
   */
  public Proxies except(String... hosts) {
    return new Proxies(forHttp, forHttps, direct.and(DirectHosts.of(List.of(hosts))));
  }

  /** The proxy for a request; null if the server is asked itself. */
  @Nullable Proxy of(URI uri) {
    boolean isSecure = "https".equalsIgnoreCase(uri.getScheme());
    Proxy proxy = isSecure ? forHttps : forHttp;
    int port = uri.getPort() < 0 ? (isSecure ? 443 : 80) : uri.getPort();
    return proxy == null || direct.contain(uri.getHost(), port) ? null : proxy;
  }

  /** The proxies, without users and passwords. */
  @Override
  public String toString() {
    return "http by " + shown(forHttp) + ", https by " + shown(forHttps);
  }

  private static String shown(@Nullable Proxy proxy) {
    return proxy == null ? "no proxy" : proxy.toString();
  }
}
