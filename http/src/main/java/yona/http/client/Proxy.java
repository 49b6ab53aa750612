package yona.http.client;

import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import yona.http.SwitchedConnection;
import yona.io.connection.Connection;
import yona.io.socket.Client;

/** A proxy, and whom it is told that asks. Immutable. */
final class Proxy {

  private static final String FORM =
      "a proxy is http://host:port or http://user:password@host:port";

  private final String host;
  private final int port;

  /** The value of Proxy-Authorization (RFC 7617); null if the proxy is not told who asks. */
  private final @Nullable String authorization;

  private Proxy(String host, int port, @Nullable String authorization) {
    this.host = host;
    this.port = port;
    this.authorization = authorization;
  }

  /** Reads the place of a proxy; messages have nothing of the text, which may have a password. */
  static Proxy of(String text) {
    URI uri;
    try {
      uri = new URI(text.contains("://") ? text : "http://" + text);
    } catch (URISyntaxException malformed) {
      throw new IllegalArgumentException(FORM + ", and this is no URI");
    }
    if (!"http".equalsIgnoreCase(uri.getScheme())) {
      throw new IllegalArgumentException(FORM + ", and not one of " + uri.getScheme());
    }
    String path = String.valueOf(uri.getRawPath());
    if (uri.getHost() == null || !(path.isEmpty() || path.equals("/")) || uri.getQuery() != null) {
      throw new IllegalArgumentException(
          FORM + (uri.getHost() == null ? ", and this has no host" : " without a path"));
    }
    if (uri.getPort() == 0 || uri.getPort() > 65535) {
      throw new IllegalArgumentException("a port is between 1 and 65535, not " + uri.getPort());
    }
    String host = uri.getHost();
    String plain = host.startsWith("[") ? host.substring(1, host.length() - 1) : host;
    return new Proxy(
        plain.toLowerCase(Locale.ROOT),
        uri.getPort() < 0 ? 80 : uri.getPort(),
        authorization(uri.getRawUserInfo()));
  }

  private static @Nullable String authorization(@Nullable String userInfo) {
    if (userInfo == null) {
      return null;
    }
    int colon = userInfo.indexOf(':');
    String user = decoded(colon < 0 ? userInfo : userInfo.substring(0, colon));
    String password = colon < 0 ? "" : decoded(userInfo.substring(colon + 1));
    if (user.contains(":")) {
      throw new IllegalArgumentException("a user's name has no colon (RFC 7617)");
    }
    byte[] both = (user + ":" + password).getBytes(StandardCharsets.UTF_8);
    return "Basic " + Base64.getEncoder().encodeToString(both);
  }

  private static String decoded(String text) {
    // In a URI a plus sign stands for itself.
    return URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8);
  }

  @Nullable String authorization() {
    return authorization;
  }

  /** Connects to the proxy. Suspends. */
  Connection connect() throws IOException {
    try {
      return Client.connect(host, port);
    } catch (IOException unreachable) {
      ProxyException told =
          new ProxyException(this + " cannot be reached: " + unreachable.getMessage());
      told.initCause(unreachable);
      throw told;
    }
  }

  /**
   * A tunnel through the proxy (RFC 9110, section 9.3.6): a connection on which the first byte is
   * the server's or the client's. Suspends.
   */
  Connection tunnel(String server, int serverPort, Duration writeTime) throws IOException {
    String target = (server.indexOf(':') < 0 ? server : "[" + server + "]") + ":" + serverPort;
    Connection connection = connect();
    boolean isOpen = false;
    try {
      ClientConnection asking = new ClientConnection(connection, null, writeTime);
      asking.send("CONNECT", head(target), new byte[0]);
      int status = asking.head().status();
      if (status == 407) {
        throw unauthorized();
      }
      if (status > 299) {
        throw refusal(target, "status " + status);
      }
      SwitchedConnection tunnel = asking.switched();
      if (tunnel.received().length > 0) {
        throw refusal(target, "bytes that nobody has asked for come out of it");
      }
      isOpen = true;
      return connection;
    } catch (ProxyException refused) {
      throw refused;
    } catch (IOException broken) {
      ProxyException told = refusal(target, String.valueOf(broken.getMessage()));
      told.initCause(broken);
      throw told;
    } finally {
      if (!isOpen) {
        connection.close();
      }
    }
  }

  private byte[] head(String target) {
    StringBuilder head = new StringBuilder(128);
    head.append("CONNECT ").append(target).append(" HTTP/1.1\r\nhost: ").append(target);
    if (authorization != null) {
      head.append("\r\nproxy-authorization: ").append(authorization);
    }
    return head.append("\r\n\r\n").toString().getBytes(StandardCharsets.ISO_8859_1);
  }

  private ProxyException refusal(String target, String why) {
    return new ProxyException(this + " makes no tunnel to " + target + ": " + why);
  }

  /** The error where the proxy wants to know who asks. */
  ProxyException unauthorized() {
    return new ProxyException(
        this
            + (authorization == null
                ? " wants a user and a password"
                : " does not take the user and the password")
            + ": status 407");
  }

  /** The proxy's host and port. */
  @Override
  public String toString() {
    return "the proxy " + (host.indexOf(':') < 0 ? host : "[" + host + "]") + ":" + port;
  }
}
