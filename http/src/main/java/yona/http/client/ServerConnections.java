package yona.http.client;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;
import yona.async.sync.Permit;
import yona.async.sync.Semaphore;
import yona.io.connection.Connection;
import yona.io.socket.Client;
import yona.io.socket.ClientTls;

/**
 * The connections of a client to one server: so many at once, and those that are idle for the next
 * requests, the youngest first. Safe for use by any number of fibers.
 */
final class ServerConnections {

  private final String host;
  private final int port;
  private final boolean isSecure;

  /** The proxy that requests go by; null if the server is asked itself. */
  private final @Nullable Proxy via;

  private final ClientOptions options;
  private final Semaphore permits;
  private final @Nullable CircuitBreaker breaker;

  // ---- guarded by idle

  private final ArrayDeque<ClientConnection> idle = new ArrayDeque<>();
  private boolean closed;

  ServerConnections(
      String host, int port, boolean isSecure, @Nullable Proxy via, ClientOptions options) {
    this.host = host;
    this.port = port;
    this.isSecure = isSecure;
    this.via = via;
    this.options = options;
    this.permits = new Semaphore(options.connections());
    BreakerOptions ofBreaker = options.breaker();
    this.breaker = ofBreaker == null ? null : new CircuitBreaker(ofBreaker, host + ":" + port);
  }

  @Nullable CircuitBreaker breaker() {
    return breaker;
  }

  /** Waits until a request may have a connection. Suspends. */
  Permit permit() {
    return permits.acquire();
  }

  /** A connection that is there, if one is. */
  @Nullable ClientConnection idle() {
    for (; ; ) {
      ClientConnection next;
      synchronized (idle) {
        next = idle.pollFirst();
      }
      if (next == null) {
        return null;
      }
      if (next.isUsable()) {
        return next;
      }
      next.close();
    }
  }

  /** The proxy that gets the requests themselves, and passes them on; null if none does. */
  @Nullable Proxy forwarding() {
    return isSecure ? null : via;
  }

  /** A new connection. Suspends. */
  ClientConnection connect() throws IOException {
    Proxy forwarding = forwarding();
    return new ClientConnection(
        forwarding == null ? connectToServer() : forwarding.connect(), options.times().idle());
  }

  /**
   * A new connection whose other end is the server, through the proxy if there is one. Suspends.
   */
  Connection connectToServer() throws IOException {
    Proxy proxy = via;
    Connection plain;
    if (proxy != null) {
      plain = proxy.tunnel(host, port, options.times().idle());
    } else if (options.route() instanceof Route.UnixSocket(Path path)) {
      plain = Client.connectUnix(path);
    } else {
      plain = Client.connect(host, port);
    }
    return isSecure ? encrypted(plain) : plain;
  }

  private Connection encrypted(Connection plain) throws IOException {
    try {
      return Client.encrypt(plain, host, port, tls());
    } catch (SSLException untrusted) {
      if (via == null) {
        throw untrusted;
      }
      // The connection has the name of the proxy, which is not to blame.
      throw new SSLException(this + ": " + untrusted.getMessage(), untrusted);
    }
  }

  private ClientTls tls() {
    ClientTls tls = options.tls();
    return tls.protocols().isEmpty() ? tls.withProtocols("http/1.1") : tls;
  }

  /** A connection is free for the next request. */
  void keep(ClientConnection connection) {
    connection.rest();
    synchronized (idle) {
      if (!closed) {
        idle.addFirst(connection);
        return;
      }
    }
    connection.close();
  }

  /** Closes connections that have been idle for too long. */
  void closeIdle(long nanos) {
    long now = System.nanoTime();
    List<ClientConnection> old = new ArrayList<>();
    synchronized (idle) {
      while (!idle.isEmpty() && idle.peekLast().isIdleSince(nanos, now)) {
        old.add(idle.pollLast());
      }
    }
    old.forEach(ClientConnection::close);
  }

  /** Closes all that are idle, and those that become so. */
  void close() {
    List<ClientConnection> all;
    synchronized (idle) {
      closed = true;
      all = new ArrayList<>(idle);
      idle.clear();
    }
    all.forEach(ClientConnection::close);
  }

  @Override
  public String toString() {
    String server = (isSecure ? "https://" : "http://") + host + ":" + port;
    if (via != null) {
      return server + " by " + via;
    }
    return options.route() instanceof Route.UnixSocket(Path path) ? server + " at " + path : server;
  }
}
