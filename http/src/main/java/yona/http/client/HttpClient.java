package yona.http.client;

import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import yona.async.Async;
import yona.async.CancellationException;
import yona.async.DetachedScope;
import yona.http.Headers;
import yona.http.websocket.Opening;
import yona.http.websocket.WebSocket;
import yona.http.websocket.WebSocketOptions;

/**
 * Asks servers by HTTP/1.1 and HTTP/2, and opens WebSockets. Connections are kept and used again,
 * those of HTTP/1.1 each for one request at a time. Certificates are verified, unless the options
 * of TLS say otherwise.
 *
 * <p>Safe for use by any number of fibers and threads; a call waits for its response only.
 */
public final class HttpClient implements AutoCloseable {

  /** A request that the server has done nothing of is sent again so often. */
  private static final int MOST_REFUSALS = 5;

  private final ClientOptions options;
  private final DetachedScope running = DetachedScope.open();
  private final Map<String, ServerConnections> servers = new ConcurrentHashMap<>();
  private final @Nullable CookieJar cookies;
  private final Redirects redirects;
  private final AtomicBoolean sweeping = new AtomicBoolean();
  private volatile boolean closed;

  private HttpClient(ClientOptions options) {
    this.options = options;
    this.cookies = options.cookies() ? new CookieJar() : null;
    this.redirects = new Redirects(options.redirects());
  }

  /**
   * Makes a client.
   *
   * @return the client, to be closed
   */
  public static HttpClient open() {
    return open(ClientOptions.DEFAULT);
  }

  /**
   * Makes a client.
   *
   * @param options how it asks
   * @return the client, to be closed
   */
  public static HttpClient open(ClientOptions options) {
    return new HttpClient(Objects.requireNonNull(options, "options"));
  }

  /**
   * Asks for a URI. Suspends until the head of the response is there.
   *
   * @param uri an absolute URI of http or https
   * @return the response, to be read to its end or closed
   * @throws IllegalArgumentException if that is no such URI
   * @throws IOException as {@link #send} does
   */
  public ClientResponse get(String uri) throws IOException {
    return send(ClientRequest.get(uri));
  }

  /**
   * Sends a request. Suspends until the head of the response is there. Cancelling ends the request
   * and its connection, of HTTP/2 the request alone. One that the server says it has done nothing
   * of is sent again.
   *
   * @param request the request
   * @return the response, whatever its status, to be read to its end or closed
   * @throws HttpTimeoutException if a limit of time is over
   * @throws ProxyException if a proxy cannot be reached, refuses, or does not understand
   * @throws IOException if the server cannot be reached, the connection breaks, what comes is
   *     malformed, there are too many redirects, or a circuit breaker refuses
   * @throws IllegalStateException if the client is closed
   */
  public ClientResponse send(ClientRequest request) throws IOException {
    RequestDeadline deadline = new RequestDeadline(request.toString(), options.times().all());
    Retries retries = Retries.of(options.retries(), request);
    for (; ; ) {
      try {
        ClientResponse response = follow(request, deadline);
        Duration pause = retries.after(response);
        if (pause == null) {
          return response;
        }
        response.close();
        sleep(pause, deadline);
      } catch (Exchange.OwnFailure failed) {
        throw failed.own();
      } catch (IOException failed) {
        Duration pause = deadline.isOver() ? null : retries.after(failed);
        if (pause == null) {
          throw failed;
        }
        sleep(pause, deadline);
      }
    }
  }

  /**
   * Opens a WebSocket (RFC 6455). Suspends until the server has accepted it. It has a connection of
   * its own, which does not count among those of the options, and ends with the client at the
   * latest. Redirects are not followed.
   *
   * @param uri an absolute URI of ws or wss
   * @param headers header fields of the request, such as {@code authorization}
   * @param how how to speak
   * @return the WebSocket, to be closed
   * @throws IllegalArgumentException if that is no such URI, or a field is one of the handshake
   * @throws HttpTimeoutException if a limit of time is over
   * @throws IOException if the server cannot be reached, refuses, or breaks a rule of the handshake
   * @throws IllegalStateException if the client is closed
   */
  public WebSocket webSocket(String uri, Headers headers, WebSocketOptions how) throws IOException {
    ClientRequest request =
        ClientRequest.ofWebSocket(uri).withHeaders(headers).completedBy(options.headers());
    Opening opening = new Opening(how);
    headers.forEach(
        (name, _) -> {
          if (name.toLowerCase(Locale.ROOT).startsWith("sec-websocket-")) {
            throw new IllegalArgumentException("the handshake has its own field " + name);
          }
        });
    RequestDeadline deadline = new RequestDeadline(request.toString(), options.times().all());
    Headers fields = RequestHead.fields(request, options.withCompression(false), cookies);
    byte[] head = RequestHead.bytes(request, fields, opening.headers(), null);
    ClientConnection[] made = new ClientConnection[1];
    boolean isOpen = false;
    try {
      ServerConnections server = server(request.uri());
      ClientStream.Head got =
          CircuitBreaker.guard(
              server.breaker(),
              response -> response.status() >= 500,
              () -> shakeHands(server, request, head, made, deadline));
      Headers answer = got.fields();
      CookieJar jar = cookies;
      if (jar != null) {
        jar.take(request.uri(), answer);
      }
      WebSocket socket = opening.open(got.status(), answer, made[0].switched(), running.scope());
      isOpen = true;
      return socket;
    } finally {
      if (!isOpen && made[0] != null) {
        made[0].close();
      }
    }
  }

  /**
   * Asks for the events that a server sends (server-sent events). Suspends until the response has
   * begun.
   *
   * @param request the request; with reconnections its content is not made while it is sent
   * @param how how to read the events
   * @return the events, to be read to their end or closed
   * @throws IllegalArgumentException if the request cannot be repeated as the options want
   * @throws IOException as {@link #send} does, and if the response is no event stream
   * @throws IllegalStateException if the client is closed
   */
  public EventStream events(ClientRequest request, EventOptions how) throws IOException {
    return EventStream.open(this, request, how);
  }

  /** Connects, and asks for a WebSocket. Suspends. */
  private ClientStream.Head shakeHands(
      ServerConnections server,
      ClientRequest request,
      byte[] head,
      ClientConnection[] made,
      RequestDeadline deadline)
      throws IOException {
    ClientConnection connection = connect(server, made, deadline);
    return deadline.within(
        options.times().head(),
        "no response",
        () -> {
          connection.send(request.method(), head, new byte[0]);
          return connection.headOfSwitch();
        });
  }

  private ClientConnection connect(
      ServerConnections server, ClientConnection[] made, RequestDeadline deadline)
      throws IOException {
    if (closed) {
      throw new IllegalStateException(this + " is closed");
    }
    return deadline.within(
        options.times().connect(),
        "no connection to " + server,
        () -> {
          ClientConnection connection = server.connectWithHttp1();
          made[0] = connection;
          return connection;
        });
  }

  private static void sleep(Duration pause, RequestDeadline deadline) throws IOException {
    var _ =
        deadline.within(
            pause.plusSeconds(1),
            "no retry",
            () -> {
              Async.sleep(pause);
              return true;
            });
  }

  /** Sends a request, and follows redirects. */
  private ClientResponse follow(ClientRequest request, RequestDeadline deadline)
      throws IOException {
    // Before the first, as what is secret among them is for the first server only.
    ClientRequest next = request.completedBy(options.headers());
    for (int followed = 0; ; followed++) {
      ClientResponse response = ask(next, deadline);
      ClientRequest target = redirects.after(next, response, followed);
      if (target == null) {
        return response;
      }
      response.close();
      next = target;
    }
  }

  /** Sends a request to one server; again if it has found a connection that was over. */
  private ClientResponse ask(ClientRequest request, RequestDeadline deadline) throws IOException {
    ServerConnections server = server(request.uri());
    return CircuitBreaker.guard(
        server.breaker(),
        response -> response.status() >= 500,
        () -> askNow(server, request, deadline));
  }

  private ClientResponse askNow(
      ServerConnections server, ClientRequest request, RequestDeadline deadline)
      throws IOException {
    boolean wantsNew = false;
    int refusals = 0;
    for (; ; ) {
      Exchange exchange = exchange(server, wantsNew, deadline);
      boolean isWhole = false;
      try {
        ClientResponse response = ask(request, exchange, server.forwarding());
        isWhole = true;
        return response;
      } catch (HttpTimeoutException late) {
        throw late;
      } catch (IOException failed) {
        if (exchange.wasRefused() && request.canBeRepeated() && refusals < MOST_REFUSALS) {
          refusals++;
          continue;
        }
        if (wantsNew || !exchange.wasStale() || !request.isRepeatable()) {
          throw failed;
        }
        wantsNew = true;
      } finally {
        if (!isWhole) {
          exchange.fail();
        }
      }
    }
  }

  private ClientResponse ask(ClientRequest request, Exchange exchange, @Nullable Proxy via)
      throws IOException {
    boolean unzips = options.compression() && !request.headers().contains("accept-encoding");
    Headers fields = RequestHead.fields(request, options, cookies);
    ClientStream.Head got = exchange.run(request, fields, running.scope());
    if (via != null && got.status() == 407) {
      throw via.unauthorized();
    }
    Headers headers = got.fields();
    CookieJar jar = cookies;
    if (jar != null) {
      jar.take(request.uri(), headers);
    }
    String encoding = headers.get("content-encoding");
    boolean isCompressed =
        unzips
            && encoding != null
            && (encoding.equalsIgnoreCase("gzip") || encoding.equalsIgnoreCase("x-gzip"))
            && !request.method().equals("HEAD");
    return new ClientResponse(
        got.status(), request.uri(), headers, options.body(), exchange, isCompressed);
  }

  /** A connection for a request. Suspends until there is one. */
  private Exchange exchange(ServerConnections server, boolean wantsNew, RequestDeadline deadline)
      throws IOException {
    if (closed) {
      throw new IllegalStateException(this + " is closed");
    }
    ServerConnections.Opened[] made = new ServerConnections.Opened[1];
    try {
      return deadline.within(
          options.times().connect(),
          "no connection to " + server,
          () -> {
            ServerConnections.Opened opened = server.open(wantsNew);
            made[0] = opened;
            return new Exchange(opened.stream(), opened.release(), deadline, options);
          });
    } catch (IOException | CancellationException failed) {
      if (made[0] != null) {
        made[0].release().run(false);
      }
      throw failed;
    }
  }

  private ServerConnections server(URI uri) {
    boolean isSecure = "https".equalsIgnoreCase(uri.getScheme());
    int port = uri.getPort() < 0 ? (isSecure ? 443 : 80) : uri.getPort();
    String host = uri.getHost();
    String plain = host.startsWith("[") ? host.substring(1, host.length() - 1) : host;
    Proxy via = options.route() instanceof Proxies proxies ? proxies.of(uri) : null;
    String key =
        (isSecure ? "https:" : "http:")
            + plain.toLowerCase(Locale.ROOT)
            + ":"
            + port
            + (via == null ? "" : " by " + via);
    if (sweeping.compareAndSet(false, true)) {
      running.scope().background(this::sweep);
    }
    return servers.computeIfAbsent(
        key, _ -> new ServerConnections(plain, port, isSecure, via, options, running.scope()));
  }

  /** Closes connections that nobody has used for long. */
  private boolean sweep() {
    long idle = options.times().idle().toNanos();
    for (; ; ) {
      Async.sleepNanos(Math.max(idle / 2, 1_000_000));
      servers.values().forEach(each -> each.look(idle));
    }
  }

  /** Ends all connections and what is asked over them. Suspends for a moment. */
  @Override
  public void close() {
    closed = true;
    servers.values().forEach(ServerConnections::close);
    running.close();
  }

  @Override
  public String toString() {
    return "HTTP client";
  }
}
