package yona.http.client;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;
import yona.async.Scope;
import yona.async.sync.Mutex;
import yona.async.sync.Permit;
import yona.async.sync.Semaphore;
import yona.io.connection.Connection;
import yona.io.socket.Client;
import yona.io.socket.ClientTls;

/**
 * The connections of a client to one server: of HTTP/1.1 so many at once, and those that are idle
 * for the next requests, the youngest first; of HTTP/2 one for all requests. Safe for use by any
 * number of fibers.
 */
final class ServerConnections {

  private static final String HTTP_1 = "http/1.1";
  private static final String HTTP_2 = "h2";

  /** The most connections that a request tries whose server ends each at once. */
  private static final int MOST_USELESS = 3;

  private final String host;
  private final int port;
  private final boolean isSecure;

  /** The proxy that requests go by; null if the server is asked itself. */
  private final @Nullable Proxy via;

  private final ClientOptions options;
  private final Scope scope;
  private final Semaphore permits;

  /** Held by who finds out what the server speaks: others may not need a connection then. */
  private final Mutex finding = new Mutex();

  /** The connection of HTTP/2 for the next request; it may be over. */
  private volatile @Nullable Http2ClientConnection shared;

  /** Whether the server has been found to speak no HTTP/2. */
  private volatile boolean isHttp1;

  private final @Nullable CircuitBreaker breaker;

  // ---- guarded by idle

  private final ArrayDeque<ClientConnection> idle = new ArrayDeque<>();
  private boolean closed;

  ServerConnections(
      String host,
      int port,
      boolean isSecure,
      @Nullable Proxy via,
      ClientOptions options,
      Scope scope) {
    this.host = host;
    this.port = port;
    this.isSecure = isSecure;
    this.via = via;
    this.options = options;
    this.scope = scope;
    this.permits = new Semaphore(options.connections());
    BreakerOptions ofBreaker = options.breaker();
    this.breaker = ofBreaker == null ? null : new CircuitBreaker(ofBreaker, host + ":" + port);
  }

  @Nullable CircuitBreaker breaker() {
    return breaker;
  }

  /** Something that carries a request, and who gets it back. */
  record Opened(ClientStream stream, Exchange.Release release) {}

  /**
   * Something that carries a request. Suspends until a connection is made, or one is free.
   *
   * @param wantsNew whether a connection that has been idle will not do
   */
  Opened open(boolean wantsNew) throws IOException {
    int useless = 0;
    while (mayBeHttp2()) {
      Http2ClientConnection there = shared;
      if (there == null || !there.isUsable()) {
        Opened first = find();
        if (first != null) {
          return first;
        }
        there = shared;
      }
      Http2ClientStream stream = there == null ? null : there.open();
      if (stream != null) {
        return new Opened(stream, stream::release);
      }
      if (there != null && !there.hasResponded() && ++useless == MOST_USELESS) {
        throw new IOException(this + ": the server ends each connection before it is used");
      }
    }
    return openConnection(wantsNew);
  }

  private boolean mayBeHttp2() {
    return !isHttp1
        && (isSecure
            ? offered().contains(HTTP_2)
            : options.versions() == HttpVersions.PRIOR_KNOWLEDGE);
  }

  /**
   * Connects, if nobody else has meanwhile, and finds out what the server speaks.
   *
   * @return a connection of HTTP/1.1, if the server speaks that; else null
   */
  private @Nullable Opened find() throws IOException {
    try (Permit _ = finding.acquire()) {
      Http2ClientConnection there = shared;
      return isHttp1 || (there != null && there.isUsable()) ? null : connectToFind();
    }
  }

  private @Nullable Opened connectToFind() throws IOException {
    Permit permit = permits.acquire();
    boolean isOpened = false;
    try {
      Connection connection = connectToServer(offered());
      if (!isSecure || HTTP_2.equals(connection.applicationProtocol())) {
        shared = Http2ClientConnection.begin(connection, scope, options.times().idle());
        return null;
      }
      isHttp1 = true;
      isOpened = true;
      return opened(new ClientConnection(connection, null, options.times().idle()), permit);
    } finally {
      if (!isOpened) {
        permit.close();
      }
    }
  }

  private Opened openConnection(boolean wantsNew) throws IOException {
    Permit permit = permits.acquire();
    boolean isOpened = false;
    try {
      ClientConnection idle = wantsNew ? null : idle();
      ClientConnection connection = idle == null ? connect() : idle;
      isOpened = true;
      return opened(connection, permit);
    } finally {
      if (!isOpened) {
        permit.close();
      }
    }
  }

  private Opened opened(ClientConnection connection, Permit permit) {
    return new Opened(
        connection,
        isWhole -> {
          if (isWhole && connection.keeps()) {
            keep(connection);
          } else {
            connection.close();
          }
          permit.close();
        });
  }

  /** A connection that is there, if one is. */
  private @Nullable ClientConnection idle() {
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
    return isSecure || options.versions() == HttpVersions.PRIOR_KNOWLEDGE ? null : via;
  }

  private ClientConnection connect() throws IOException {
    Proxy forwarding = forwarding();
    return new ClientConnection(
        forwarding == null ? connectToServer(withoutHttp2()) : forwarding.connect(),
        forwarding,
        options.times().idle());
  }

  /** A new connection to the server itself that speaks HTTP/1.1. Suspends. */
  ClientConnection connectWithHttp1() throws IOException {
    return new ClientConnection(connectToServer(withoutHttp2()), null, options.times().idle());
  }

  /**
   * A new connection to the server itself, through the proxy if there is one. Suspends.
   *
   * @param protocols offered to the server, if it is encrypted
   */
  private Connection connectToServer(List<String> protocols) throws IOException {
    Proxy proxy = via;
    Connection plain;
    if (proxy != null) {
      plain = proxy.tunnel(host, port, options.times().idle());
    } else if (options.route() instanceof Route.UnixSocket(Path path)) {
      plain = Client.connectUnix(path);
    } else {
      plain = Client.connect(host, port);
    }
    return isSecure ? encrypted(plain, protocols) : plain;
  }

  private Connection encrypted(Connection plain, List<String> protocols) throws IOException {
    ClientTls tls = options.tls().withProtocols(protocols.toArray(new String[0]));
    try {
      return Client.encrypt(plain, host, port, tls);
    } catch (SSLException untrusted) {
      if (via == null) {
        throw untrusted;
      }
      // The connection has the name of the proxy, which is not to blame.
      throw new SSLException(this + ": " + untrusted.getMessage(), untrusted);
    }
  }

  /** The protocols that the handshake of TLS chooses from (ALPN). */
  private List<String> offered() {
    List<String> given = options.tls().protocols();
    if (!given.isEmpty()) {
      return given;
    }
    return options.versions() == HttpVersions.HTTP_1_1 ? List.of(HTTP_1) : List.of(HTTP_2, HTTP_1);
  }

  private List<String> withoutHttp2() {
    List<String> rest = offered().stream().filter(each -> !each.equals(HTTP_2)).toList();
    return rest.isEmpty() ? List.of(HTTP_1) : rest;
  }

  private void keep(ClientConnection connection) {
    connection.rest();
    synchronized (idle) {
      if (!closed) {
        idle.addFirst(connection);
        return;
      }
    }
    connection.close();
  }

  /** Closes connections that have been idle for too long, and looks after that of HTTP/2. */
  void look(long nanos) {
    long now = System.nanoTime();
    Http2ClientConnection there = shared;
    if (there != null) {
      there.look(now);
    }
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
    Http2ClientConnection there = shared;
    if (there != null) {
      there.end("the client is closed");
    }
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
