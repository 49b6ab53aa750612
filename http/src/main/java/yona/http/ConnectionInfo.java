package yona.http;

import java.net.SocketAddress;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The connection that a request came over: its two ends, and the protocol on it. Immutable.
 *
 * @param protocol what is spoken, like {@code HTTP/1.1}
 * @param local the server's end, or null if there is no connection
 * @param peer the client's end, or null if there is no connection
 * @param secure whether it is encrypted
 */
public record ConnectionInfo(
    String protocol, @Nullable SocketAddress local, @Nullable SocketAddress peer, boolean secure) {

  /** That of requests that came over no connection, as those of tests. */
  public static final ConnectionInfo NONE = new ConnectionInfo("HTTP/1.1", null, null, false);

  /** Describes a connection. */
  public ConnectionInfo {
    Objects.requireNonNull(protocol, "protocol");
  }
}
