package yona.http.server;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import yona.async.Async;
import yona.async.Cancellable;
import yona.async.DetachedScope;
import yona.async.Program;
import yona.async.Promise;
import yona.async.Scope;
import yona.async.TimeoutException;
import yona.http.Handler;
import yona.io.ClosedException;
import yona.io.connection.Connection;
import yona.io.socket.Server;
import yona.io.socket.ServerTls;

/**
 * A server that speaks HTTP/1.1 and HTTP/2: over TLS as it is agreed in the handshake (ALPN), else
 * as the client begins (prior knowledge; RFC 9113, section 3.3). Handlers run on fibers, those of
 * different connections at the same time; requests that a client sends ahead on one connection are
 * handled in their order, with HTTP/2 at the same time. A connection that says nothing keeps no
 * fiber and no buffer.
 *
 * <p>Safe for use by any number of threads and fibers.
 */
public final class HttpServer implements Cancellable, AutoCloseable {

  /** How often connections are looked at whose time may be over. */
  private static final Duration LOOK = Duration.ofMillis(500);

  private final ServerOptions options;
  private final Server listening;
  private final DetachedScope running;
  private final DateField date = new DateField();
  private final Set<ServedConnection> connections = ConcurrentHashMap.newKeySet();
  private final ContentMemory memory;

  /** Completed when the last connection of a server that stops has ended. */
  private final Promise<Boolean> left = new Promise<>();

  private final Promise<Boolean> closed = new Promise<>();

  private volatile boolean stopping;

  /** Answers requests; null before it serves. */
  private volatile @Nullable Handler handler;

  private HttpServer(ServerOptions options) throws IOException {
    this.options = options;
    this.memory = new ContentMemory(options.limits().contents());
    this.listening = listening(options);
    this.running = DetachedScope.open();
  }

  private static Server listening(ServerOptions options) throws IOException {
    yona.io.socket.ServerOptions how =
        yona.io.socket.ServerOptions.DEFAULT
            .withTls(withProtocols(options.tls(), options.http2() != null))
            .withBacklog(options.backlog())
            .withReport(options.report());
    return options.address() instanceof InetSocketAddress inet && inet.isUnresolved()
        ? Server.listen(inet.getHostString(), inet.getPort(), how)
        : Server.listen(options.address(), how);
  }

  /** The handshake of TLS chooses the protocol (RFC 9113, section 3.2). */
  private static @Nullable ServerTls withProtocols(@Nullable ServerTls tls, boolean hasHttp2) {
    if (tls == null || !tls.protocols().isEmpty()) {
      return tls;
    }
    return hasHttp2 ? tls.withProtocols("h2", "http/1.1") : tls.withProtocols("http/1.1");
  }

  /**
   * Listens. Clients may connect from now on, and are answered when it {@linkplain #serve serves}.
   * Suspends for a moment.
   *
   * @param options where and how
   * @return the server, to be closed
   * @throws IOException if it cannot listen there
   */
  public static HttpServer listen(ServerOptions options) throws IOException {
    return new HttpServer(Objects.requireNonNull(options, "options"));
  }

  /**
   * Listens and serves. Suspends for a moment.
   *
   * @param options where and how
   * @param handler answers requests
   * @return the server, which serves until it is closed
   * @throws IOException if it cannot listen there
   */
  public static HttpServer start(ServerOptions options, Handler handler) throws IOException {
    Objects.requireNonNull(handler, "handler");
    HttpServer server = listen(options);
    server.serve(handler);
    return server;
  }

  /**
   * Serves from now on until it is closed. Does not suspend.
   *
   * @param answers answers requests
   * @throws IllegalStateException if it serves already, or is closed
   */
  public void serve(Handler answers) {
    serve(answers, UnaryOperator.identity());
  }

  /**
   * Serves from now on until it is closed. Does not suspend.
   *
   * @param answers answers requests
   * @param filter wraps the handler. It also sees two refusals of the server: of too many requests
   *     at once, and of a target that cannot be decoded. It does not see malformed requests
   * @throws IllegalStateException if it serves already, or is closed
   */
  public void serve(Handler answers, UnaryOperator<Handler> filter) {
    Objects.requireNonNull(answers, "answers");
    synchronized (this) {
      if (handler != null) {
        throw new IllegalStateException(this + " serves already");
      }
      handler = filter.apply(new Admission(answers, options.limits().requests()));
    }
    scope().background(this::accept);
    scope().background(this::watch);
  }

  private boolean accept() throws IOException {
    for (; ; ) {
      Connection accepted;
      try {
        accepted = listening.accept();
      } catch (ClosedException stopped) {
        return true;
      } catch (IOException lost) {
        // Somebody who has gone as soon as he had connected; others come.
        continue;
      }
      if (connections.size() >= options.limits().connections()) {
        accepted.close();
        continue;
      }
      Http1Connection connection = new Http1Connection(this, accepted);
      connections.add(connection);
      connection.start();
    }
  }

  /** Ends connections whose time is over. */
  private boolean watch() {
    for (; ; ) {
      Async.sleep(LOOK);
      long now = System.nanoTime();
      date.renew();
      connections.forEach(each -> each.look(now));
    }
  }

  Scope scope() {
    return running.scope();
  }

  ServerLimits limits() {
    return options.limits();
  }

  /** Bounds for HTTP/2; null if it is not spoken. */
  @Nullable Http2Limits http2() {
    return options.http2();
  }

  Handler handler() {
    return Objects.requireNonNull(handler, "connections are accepted when there is a handler");
  }

  DateField date() {
    return date;
  }

  boolean isSecure() {
    return options.tls() != null;
  }

  boolean isStopping() {
    return stopping;
  }

  void tell(HandlerFailure failure) {
    options.log().accept(failure);
  }

  /** Bounds what requests keep of their contents. */
  ContentMemory memory() {
    return memory;
  }

  void forget(ServedConnection connection) {
    connections.remove(connection);
    if (stopping && connections.isEmpty()) {
      var _ = left.complete(true);
    }
  }

  /** A connection goes on as another one. */
  void replace(ServedConnection before, ServedConnection after) {
    connections.add(after);
    connections.remove(before);
    if (stopping) {
      after.stop();
    }
  }

  /**
   * Where it listens.
   *
   * @return the port, or -1 for a Unix socket
   */
  public int port() {
    return listening.port();
  }

  /**
   * How many connections are open.
   *
   * @return the number
   */
  public int connections() {
    return connections.size();
  }

  /**
   * Stops: accepts nothing more, ends connections that say nothing, and lets those end that are
   * handled. Suspends until they have, and longer than the delay only for what no cancellation
   * reaches: a handler that computes, or is in {@link yona.async.Blocking#inPlace}. Its client is
   * not kept waiting.
   *
   * @param delay how long they may take; those that are left then, or when the {@link Program} of
   *     the caller is cancelled, are cancelled
   * @throws IOException if the system refuses
   */
  public void stop(Duration delay) throws IOException {
    Objects.requireNonNull(delay, "delay");
    stopping = true;
    listening.close();
    connections.forEach(ServedConnection::stop);
    Runnable untold = Program.onCancel(() -> left.complete(true));
    try {
      if (!connections.isEmpty()) {
        Async.<Boolean, RuntimeException>timeout(delay, left::value);
      }
    } catch (TimeoutException _) {
      // They have had their time.
    } finally {
      untold.run();
    }
    close();
  }

  /** Waits until it has been closed. Suspends. */
  public void awaitEnd() {
    var _ = closed.value();
  }

  /**
   * Stops at once: connections end, and requests that are handled are cancelled. Suspends until
   * their handlers have ended.
   */
  @Override
  public void close() throws IOException {
    stopping = true;
    listening.close();
    for (ServedConnection each : connections) {
      each.end();
    }
    running.close();
    var _ = closed.complete(true);
  }

  /** Stops at once: what a scope does on its way out. */
  @Override
  public void cancel() throws IOException {
    close();
  }

  @Override
  public String toString() {
    return "HTTP server at " + listening.name();
  }
}
