package yona.http.filter;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import yona.http.ConnectionInfo;
import yona.http.Handler;
import yona.http.Headers;
import yona.http.Request;
import yona.http.fields.ParameterizedValue;

/**
 * Believes proxies that it knows on whose behalf they ask. Handlers then see the client as {@code
 * request.connection().peer()}, whether its connection is encrypted, and the host that it asked
 * for. From everybody else, such fields are removed, so that no handler believes them.
 *
 * <p>The client is the last one in the field that is no proxy itself: what stands before was sent
 * by the client, and may be anything. Fields of the kind that the proxies do not use are removed,
 * as a client may have sent them through.
 *
 * <p>Stands around the whole router. Immutable, and safe for use by any number of fibers.
 */
public final class TrustedProxies implements UnaryOperator<Handler> {

  private static final List<String> DE_FACTO =
      List.of("x-forwarded-for", "x-forwarded-proto", "x-forwarded-host", "x-forwarded-port");

  /** More proxies than anybody has in a row. */
  private static final int MOST_HOPS = 32;

  private final Networks proxies;
  private final boolean standard;

  private TrustedProxies(Networks proxies, boolean standard) {
    this.proxies = proxies;
    this.standard = standard;
  }

  /**
   * Trusts proxies that send X-Forwarded-For, X-Forwarded-Proto and X-Forwarded-Host.
   *
   * @param proxies where they are
   * @return the filter
   */
  public static TrustedProxies xForwarded(Networks proxies) {
    return new TrustedProxies(Objects.requireNonNull(proxies, "proxies"), false);
  }

  /**
   * Trusts proxies that send Forwarded (RFC 7239).
   *
   * @param proxies where they are
   * @return the filter
   */
  public static TrustedProxies forwarded(Networks proxies) {
    return new TrustedProxies(Objects.requireNonNull(proxies, "proxies"), true);
  }

  @Override
  public Handler apply(Handler handler) {
    return request -> handler.handle(seen(request));
  }

  /** The one that a proxy got a request from, as it tells. */
  private record Hop(@Nullable InetAddress from, @Nullable String scheme, @Nullable String host) {}

  private Request seen(Request request) {
    if (!proxies.contain(request.connection().peer())) {
      return request.withHeaders(() -> without(request.headers(), true, true));
    }
    Headers fields = without(request.headers(), standard, !standard);
    Request cleaned = request.withHeaders(fields);
    List<Hop> hops = standard ? standard(fields) : deFacto(fields);
    if (hops.isEmpty()) {
      return cleaned;
    }
    Hop client = client(hops);
    ConnectionInfo connection = request.connection();
    String scheme = client.scheme;
    SocketAddress peer =
        client.from == null ? connection.peer() : new InetSocketAddress(client.from, 0);
    boolean secure = scheme == null ? connection.secure() : scheme.equalsIgnoreCase("https");
    Request seen =
        cleaned.withConnection(
            new ConnectionInfo(connection.protocol(), connection.local(), peer, secure));
    String host = client.host;
    return host == null || !isHost(host) ? seen : seen.withHeaders(fields.with("host", host));
  }

  private static Headers without(Headers all, boolean deFacto, boolean standard) {
    Headers fields = all;
    if (deFacto) {
      for (String each : DE_FACTO) {
        fields = fields.without(each);
      }
    }
    return standard ? fields.without("forwarded") : fields;
  }

  /** The last one that is no proxy; if all are, the first. */
  private Hop client(List<Hop> hops) {
    for (Hop each : hops.reversed()) {
      if (each.from == null || !proxies.contain(each.from)) {
        return each;
      }
    }
    return hops.getFirst();
  }

  private static List<Hop> deFacto(Headers fields) {
    List<String> addresses = items(fields, "x-forwarded-for");
    List<String> schemes = items(fields, "x-forwarded-proto");
    List<String> hosts = items(fields, "x-forwarded-host");
    List<Hop> hops = new ArrayList<>();
    for (int i = 0; i < Math.max(1, addresses.size()); i++) {
      hops.add(
          new Hop(
              i < addresses.size() ? address(addresses.get(i)) : null,
              at(schemes, i, addresses.size()),
              at(hosts, i, addresses.size())));
    }
    return addresses.isEmpty() && schemes.isEmpty() && hosts.isEmpty() ? List.of() : hops;
  }

  /** Each proxy has added one to the list, or the last one has set it alone. */
  private static @Nullable String at(List<String> items, int index, int size) {
    return items.isEmpty() ? null : items.size() == size ? items.get(index) : items.getLast();
  }

  private static List<Hop> standard(Headers fields) {
    List<Hop> hops = new ArrayList<>();
    for (String item : items(fields, "forwarded")) {
      // The element has parameters only.
      ParameterizedValue element = ParameterizedValue.parsed(";" + item);
      if (element == null) {
        hops.add(new Hop(null, null, null));
      } else {
        String from = element.parameters().get("for");
        hops.add(
            new Hop(
                from == null ? null : address(from),
                element.parameters().get("proto"),
                element.parameters().get("host")));
      }
    }
    return hops;
  }

  /** The last items of a field that is a list. */
  private static List<String> items(Headers fields, String name) {
    List<String> items =
        Arrays.stream(String.join(",", fields.all(name)).split(",", -1))
            .map(String::strip)
            .filter(each -> !each.isEmpty())
            .toList();
    return items.subList(Math.max(0, items.size() - MOST_HOPS), items.size());
  }

  /** An address, perhaps with a port; null for what is unknown or hidden. */
  private static @Nullable InetAddress address(String text) {
    if (text.startsWith("[")) {
      int end = text.indexOf(']');
      return end < 0 ? null : Networks.literal(text.substring(1, end));
    }
    int colon = text.indexOf(':');
    boolean hasPort = colon >= 0 && colon == text.lastIndexOf(':');
    return Networks.literal(hasPort ? text.substring(0, colon) : text);
  }

  private static boolean isHost(String text) {
    return text.toLowerCase(Locale.ROOT)
        .chars()
        .allMatch(
            each ->
                (each >= 'a' && each <= 'z')
                    || (each >= '0' && each <= '9')
                    || "-._~:[]".indexOf(each) >= 0);
  }
}
