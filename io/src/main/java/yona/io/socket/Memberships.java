package yona.io.socket;

import java.io.IOException;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.nio.channels.DatagramChannel;
import java.nio.channels.MembershipKey;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The multicast groups that a socket has joined. */
final class Memberships {

  /** A change that the system may refuse. */
  @FunctionalInterface
  interface Change {
    void make() throws IOException;
  }

  private final DatagramChannel channel;

  /** What the socket is bound to. */
  private final InetAddress bound;

  /** Guarded by this. */
  private final Map<InetAddress, List<MembershipKey>> joined = new HashMap<>();

  Memberships(DatagramChannel channel, InetAddress bound) {
    this.channel = channel;
    this.bound = bound;
  }

  /** Joins on all interfaces; on those that allow it, if some do not. */
  void join(InetAddress group) throws IOException {
    require(group);
    boolean done = false;
    IOException refusal = null;
    for (NetworkInterface each : NetworkInterface.networkInterfaces().toList()) {
      if (takesPart(each, group)) {
        try {
          join(group, each);
          done = true;
        } catch (IOException e) {
          refusal = e;
        }
      }
    }
    if (!done) {
      throw refusal == null
          ? new SocketException("no network interface takes part in multicast")
          : refusal;
    }
  }

  /** Whether an interface can have members of the group; the loopback one can if it is told to. */
  private static boolean takesPart(NetworkInterface on, InetAddress group) throws SocketException {
    return on.isUp()
        && (on.supportsMulticast() || on.isLoopback())
        && on.inetAddresses().anyMatch(each -> each.getClass() == group.getClass());
  }

  synchronized void join(InetAddress group, NetworkInterface on) throws IOException {
    require(group);
    // The same key if it has been joined there.
    MembershipKey key = channel.join(group, on);
    List<MembershipKey> keys = joined.computeIfAbsent(group, _ -> new ArrayList<>());
    if (!keys.contains(key)) {
      keys.add(key);
    }
  }

  /** Refuses what the system takes without an error, and nothing ever comes of it. */
  private void require(InetAddress group) throws SocketException {
    if (!group.isMulticastAddress()) {
      throw new IllegalArgumentException(
          group.getHostAddress() + " is no address of a multicast group");
    }
    if (bound instanceof Inet4Address && !(group instanceof Inet4Address)) {
      throw new SocketException(
          "bound to an IPv4 address, so that it cannot join " + group.getHostAddress());
    }
    if (!bound.isAnyLocalAddress() && !bound.isMulticastAddress()) {
      throw new SocketException(
          "bound to an address of this machine, so that nothing for "
              + group.getHostAddress()
              + " would come; bind to the group or to "
              + (group instanceof Inet4Address ? "0.0.0.0" : "::"));
    }
  }

  synchronized void leave(InetAddress group) {
    @Nullable List<MembershipKey> keys = joined.remove(group);
    if (keys != null) {
      keys.forEach(MembershipKey::drop);
    }
  }
}
