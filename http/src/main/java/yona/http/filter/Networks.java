package yona.http.filter;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.UnixDomainSocketAddress;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Networks whose members are trusted, by their addresses. Immutable, and safe for use by any number
 * of fibers.
 */
public final class Networks {

  /** No network: nobody is trusted. */
  public static final Networks NONE = new Networks(List.of(), false);

  private static final String UNIX = "unix";

  private final List<Network> networks;
  private final boolean unix;

  /** The first bits of an address. */
  private record Network(InetAddress base, int bits) {

    boolean contains(InetAddress address) {
      byte[] wanted = base.getAddress();
      byte[] given = address.getAddress();
      if (wanted.length != given.length) {
        return false;
      }
      int whole = bits / 8;
      int mask = 0xff00 >> bits % 8;
      return Arrays.equals(wanted, 0, whole, given, 0, whole)
          && (bits % 8 == 0 || (wanted[whole] & mask) == (given[whole] & mask));
    }
  }

  private Networks(List<Network> networks, boolean unix) {
    this.networks = networks;
    this.unix = unix;
  }

  /**
   * Makes networks.
   *
   * @param each addresses like {@code 127.0.0.1} and networks like {@code 10.0.0.0/8} or {@code
   *     fd00::/8}; {@code unix} stands for all who come by a Unix socket. Names are none
   * @return the networks
   * @throws IllegalArgumentException if one is none of these
   */
  public static Networks of(String... each) {
    return new Networks(
        Stream.of(each).filter(text -> !text.equals(UNIX)).map(Networks::network).toList(),
        List.of(each).contains(UNIX));
  }

  private static Network network(String text) {
    int slash = text.indexOf('/');
    InetAddress base = literal(slash < 0 ? text : text.substring(0, slash));
    if (base != null) {
      int most = 8 * base.getAddress().length;
      String bits = slash < 0 ? Integer.toString(most) : text.substring(slash + 1);
      if (bits.matches("[0-9]{1,3}") && Integer.parseInt(bits) <= most) {
        return new Network(base, Integer.parseInt(bits));
      }
    }
    throw new IllegalArgumentException(
        "an address or a network like 10.0.0.0/8 is expected, not " + text);
  }

  /** The address that is written; null if it is none. No name is looked up. */
  static @Nullable InetAddress literal(String text) {
    try {
      return InetAddress.ofLiteral(text);
    } catch (IllegalArgumentException none) {
      return null;
    }
  }

  /**
   * Whether an address is in one of the networks.
   *
   * @param address the address; none is in no network
   * @return whether it is trusted
   */
  public boolean contain(@Nullable SocketAddress address) {
    return switch (address) {
      case InetSocketAddress inet when !inet.isUnresolved() ->
          contain(Objects.requireNonNull(inet.getAddress()));
      case UnixDomainSocketAddress _ -> unix;
      case null, default -> false;
    };
  }

  boolean contain(InetAddress address) {
    return networks.stream().anyMatch(each -> each.contains(address));
  }

  @Override
  public String toString() {
    return networks + (unix ? " and Unix sockets" : "");
  }
}
