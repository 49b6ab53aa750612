package yona.io.socket;

import java.net.InetAddress;
import java.util.List;
import javax.net.ssl.SNIHostName;
import org.jspecify.annotations.Nullable;

/** Names of servers in certificates, and of what is spoken over TLS. */
final class TlsNames {

  /** One byte tells the length of a protocol's name (RFC 7301, section 3.1). */
  private static final int LONGEST_PROTOCOL = 255;

  private TlsNames() {}

  /** A copy of names of protocols; raises {@link IllegalArgumentException} if one cannot be. */
  static List<String> protocols(List<String> names) {
    for (String name : names) {
      if (name.isEmpty() || name.length() > LONGEST_PROTOCOL) {
        throw new IllegalArgumentException(
            "the name of a protocol has 1 to 255 characters, not " + name.length());
      }
    }
    return List.copyOf(names);
  }

  /** Raises {@link IllegalArgumentException} if a certificate cannot be for it. */
  static void check(String name) {
    if (!isAddress(name) && hostName(name) == null) {
      throw new IllegalArgumentException("no name of a host: \"" + name + "\"");
    }
  }

  /** The name without the dot that may end it. */
  static String plain(String name) {
    return name.length() > 1 && name.endsWith(".") ? name.substring(0, name.length() - 1) : name;
  }

  /** What a client asks a server for; null if it is an address, which is not asked for. */
  static @Nullable SNIHostName indication(String name) {
    return isAddress(name) ? null : hostName(name);
  }

  private static @Nullable SNIHostName hostName(String name) {
    try {
      return new SNIHostName(plain(name));
    } catch (IllegalArgumentException e) {
      return null;
    }
  }

  private static boolean isAddress(String name) {
    try {
      var _ = InetAddress.ofLiteral(name);
      return true;
    } catch (IllegalArgumentException e) {
      return false;
    }
  }
}
