package yona.http.client;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import yona.http.filter.Networks;

/** Hosts that are asked without a proxy. Immutable. */
final class DirectHosts {

  static final DirectHosts NONE = new DirectHosts(List.of(), List.of());

  private static final String ALL = "*";

  private final List<Host> hosts;
  private final List<Networks> networks;

  /** A host and all below it; port -1 for any. */
  private record Host(String name, int port) {

    boolean contains(String asked, int askedPort) {
      return (port < 0 || port == askedPort)
          && (name.equals(ALL) || asked.equals(name) || asked.endsWith("." + name));
    }
  }

  private DirectHosts(List<Host> hosts, List<Networks> networks) {
    this.hosts = hosts;
    this.networks = networks;
  }

  static DirectHosts of(List<String> texts) {
    List<Host> hosts = new ArrayList<>();
    List<Networks> networks = new ArrayList<>();
    for (String each : texts) {
      String text = each.strip().toLowerCase(Locale.ROOT);
      if (text.indexOf('/') >= 0 || isAddress(text)) {
        networks.add(Networks.of(text));
      } else {
        hosts.add(host(text, each));
      }
    }
    return new DirectHosts(hosts, networks);
  }

  private static boolean isAddress(String text) {
    try {
      return InetAddress.ofLiteral(text).getAddress().length > 0;
    } catch (IllegalArgumentException name) {
      return false;
    }
  }

  private static Host host(String text, String given) {
    int colon = text.lastIndexOf(':');
    boolean hasPort = colon >= 0 && !text.endsWith("]");
    String name = plain(hasPort ? text.substring(0, colon) : text);
    String port = hasPort ? text.substring(colon + 1) : "1";
    // Both "*.example.org" and ".example.org" are widely written.
    String host = name.startsWith("*.") ? name.substring(2) : name.replaceFirst("^\\.", "");
    boolean isHost =
        host.equals(ALL) || isAddress(host) || host.matches("[a-z0-9_-]+(\\.[a-z0-9_-]+)*");
    if (!isHost || !port.matches("[0-9]{1,5}") || Integer.parseInt(port) > 65535) {
      throw new IllegalArgumentException(
          "a host, an address or a network like 10.0.0.0/8 is expected, not " + given.strip());
    }
    return new Host(host, hasPort ? Integer.parseInt(port) : -1);
  }

  /** An address without the brackets that IPv6 has before a port. */
  private static String plain(String host) {
    return host.startsWith("[") && host.endsWith("]") ? host.substring(1, host.length() - 1) : host;
  }

  DirectHosts and(DirectHosts more) {
    return new DirectHosts(
        Stream.concat(hosts.stream(), more.hosts.stream()).toList(),
        Stream.concat(networks.stream(), more.networks.stream()).toList());
  }

  /** Whether a host of a URI is asked without a proxy. */
  boolean contain(String host, int port) {
    String name = plain(host.toLowerCase(Locale.ROOT)).replaceFirst("\\.$", "");
    if (hosts.stream().anyMatch(each -> each.contains(name, port))) {
      return true;
    }
    if (networks.isEmpty() || !isAddress(name)) {
      return false;
    }
    InetSocketAddress address = new InetSocketAddress(InetAddress.ofLiteral(name), port);
    return networks.stream().anyMatch(each -> each.contain(address));
  }

  @Override
  public String toString() {
    return hosts + " " + networks;
  }
}
