package yona.http.client;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
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
  private final ClientOptions options;
  private final Semaphore permits;
  private final @Nullable CircuitBreaker breaker;

  // ---- guarded by idle

  private final ArrayDeque<ClientConnection> idle = new ArrayDeque<>();
  private boolean closed;

  ServerConnections(String host, int port, boolean isSecure, ClientOptions options) {
    this.host = host;
    this.port = port;
    this.isSecure = isSecure;
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

  /** A new connection. Suspends. */
  ClientConnection connect() throws IOException {
    Connection plain =
        switch (options.route()) {
          case Route.Direct _ -> Client.connect(host, port);
          case Route.UnixSocket(Path path) -> Client.connectUnix(path);
        };
    Connection connection = isSecure ? Client.encrypt(plain, host, port, tls()) : plain;
    return new ClientConnection(connection, options.times().idle());
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
    return options.route() instanceof Route.UnixSocket(Path path) ? server + " at " + path : server;
  }
}
