package yona.io.socket;

import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.SocketException;
import java.net.UnknownHostException;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import yona.async.Future;
import yona.io.medium.IoThreads;

/** Names of hosts, and what addresses are called in messages. */
final class Addresses {

  /** What RFC 1035 allows, written out, with the dot at the end. */
  private static final int LONGEST_HOST = 254;

  /** Lookups under way: fibers that ask for the same host wait for the same answer. */
  private static final ConcurrentHashMap<String, Future<List<InetAddress>>> LOOKUPS =
      new ConcurrentHashMap<>();

  private Addresses() {}

  /**
   * Refuses what can be no host: also since the resolver takes no more than what is before a
   * character U+0000.
   */
  static void requireHost(String host) {
    if (host.isEmpty()) {
      throw new IllegalArgumentException("the host is empty");
    }
    if (host.length() > LONGEST_HOST) {
      throw new IllegalArgumentException(
          "the host has more than the " + LONGEST_HOST + " characters of the longest name");
    }
    if (host.chars().anyMatch(Character::isISOControl)) {
      throw new IllegalArgumentException("the host has a control character");
    }
  }

  /**
   * The addresses of a host, as the system's resolver gives them, on a thread of its own. Suspends
   * unless the host is an address itself.
   *
   * @throws IllegalArgumentException if that can be no host
   */
  static List<InetAddress> of(String host) throws IOException {
    requireHost(host);
    try {
      return List.of(InetAddress.ofLiteral(host));
    } catch (IllegalArgumentException name) {
      return lookUp(host);
    }
  }

  private static List<InetAddress> lookUp(String host) {
    return LOOKUPS
        .computeIfAbsent(
            host,
            name ->
                IoThreads.start(
                    () -> {
                      try {
                        return List.of(InetAddress.getAllByName(name));
                      } catch (UnknownHostException unknown) {
                        UnknownHostException told =
                            new UnknownHostException(name + ": no such host");
                        told.initCause(unknown);
                        throw told;
                      } finally {
                        var _ = LOOKUPS.remove(name);
                      }
                    }))
        .await()
        .get();
  }

  /** What messages call an address: {@code 127.0.0.1:80}, {@code [::1]:80}, a path. */
  static String text(SocketAddress address) {
    if (!(address instanceof InetSocketAddress inet)) {
      return address.toString();
    }
    String host =
        inet.getAddress() == null ? inet.getHostString() : inet.getAddress().getHostAddress();
    return (host.indexOf(':') < 0 ? host : "[" + host + "]") + ":" + inet.getPort();
  }

  /** The error with what it happened to in its message, and in the words of other messages. */
  static IOException explained(String name, IOException e) {
    String reason = String.valueOf(e.getMessage());
    if (reason.startsWith(name)) {
      return e;
    }
    String message = name + ": " + Character.toLowerCase(reason.charAt(0)) + reason.substring(1);
    IOException told =
        e instanceof BindException ? new BindException(message) : new SocketException(message);
    told.initCause(e);
    return told;
  }
}
