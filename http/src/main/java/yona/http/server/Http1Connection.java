package yona.http.server;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.HttpVersion;
import java.io.IOException;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import yona.async.Async;
import yona.async.CancellationException;
import yona.async.Scope;
import yona.http.Body;
import yona.http.ConnectionInfo;
import yona.http.Headers;
import yona.http.HttpException;
import yona.http.Request;
import yona.http.Response;
import yona.http.SwitchedConnection;
import yona.http.Takeover;
import yona.http.filter.TraceScope;
import yona.io.connection.Connection;

/**
 * A connection that speaks HTTP/1.1. While it has something to say a fiber reads requests, handles
 * them and writes the answers, in their order; when it says nothing there is none.
 */
final class Http1Connection implements ServedConnection {

  private static final long NEVER = Long.MAX_VALUE;
  private static final byte[] NOTHING = {};

  private final HttpServer server;
  private final Connection connection;
  private final RequestInput input;
  private final ResponseOutput output;
  private final ConnectionInfo info;

  /** Whether a fiber reads, handles or writes. */
  private volatile boolean busy = true;

  /** Whether what is being sent has no end of its own, and ends when the server stops. */
  private volatile boolean tellsEvents;

  /** The connection when it has been taken over. */
  private volatile @Nullable SwitchedConnection switched;

  /** Whether something of a request has come that is not answered yet. */
  private volatile boolean begun;

  /** Whether it is not known yet what the client speaks. */
  private volatile boolean isNew = true;

  /** Whether a request is answered: by its fiber, or because it does not come in time. */
  private final AtomicBoolean answering = new AtomicBoolean();

  /** Whether the client has ended its side. */
  private volatile boolean gone;

  /** The handler that runs, or makes an answer, which a client that goes away cancels. */
  private volatile @Nullable Scope awaited;

  /** Whether the handler waits for the rest of a body, behind which the client may end its side. */
  private volatile boolean awaitsBody;

  /** When what is waited for must have come, by {@link System#nanoTime}. */
  private volatile long deadline;

  Http1Connection(HttpServer server, Connection connection) {
    this.server = server;
    this.connection = connection;
    this.input = new RequestInput(connection, server.limits());
    this.output = new ResponseOutput(connection, this::expectClient);
    this.info = info("HTTP/1.1");
    expect(server.limits().idleTime().toNanos());
    if (!connection.onEnded(this::hungUp)) {
      hungUp();
    }
  }

  // ---- life ------------------------------------------------------------------------------------

  /** Starts the fiber. */
  void start() {
    busy = true;
    try {
      var _ = server.scope().background(this::serve);
    } catch (IllegalStateException _) {
      // The server has been closed.
      end();
    }
  }

  private boolean serve() {
    boolean ended = true;
    try {
      ended = serveUntilIdle();
    } catch (IOException _) {
      // The client is gone.
    } finally {
      if (ended) {
        end();
      }
    }
    return true;
  }

  @Override
  public void stop() {
    SwitchedConnection after = switched;
    if (after != null) {
      after.stop();
      return;
    }
    if (tellsEvents) {
      cancelHandler();
    }
    if (!busy) {
      end();
    }
  }

  @Override
  public void end() {
    server.forget(this);
    try {
      connection.close();
    } catch (IOException _) {
      // It is gone.
    }
  }

  @Override
  public void look(long now) {
    long until = deadline;
    if (until == NEVER || now - until <= 0) {
      return;
    }
    if (begun && !isNew && answering.compareAndSet(false, true)) {
      refuseLate();
    } else {
      end();
    }
  }

  /** Tells the client that its request has not come in time (RFC 9110, section 15.5.9). */
  private void refuseLate() {
    try {
      var _ =
          server
              .scope()
              .background(
                  () -> {
                    try {
                      HttpException why =
                          new HttpException(408, "the request has not come in time");
                      refuse(why);
                      connection.finish();
                    } catch (IOException _) {
                      // It is gone.
                    } finally {
                      end();
                    }
                    return true;
                  });
    } catch (IllegalStateException _) {
      // The server has been closed.
      end();
    }
  }

  /** Begins to answer, if the client has not been told that its time is over. */
  private void beginAnswer() throws IOException {
    if (!answering.compareAndSet(false, true)) {
      throw new IOException("the time of the request is over");
    }
  }

  /** The client has ended its side: nobody waits for what is being handled. */
  void hungUp() {
    gone = true;
    if (!awaitsBody) {
      cancelHandler();
    }
  }

  private void cancelHandler() {
    Scope running = awaited;
    if (running != null) {
      running.cancel();
    }
  }

  private void expect(long nanos) {
    deadline = nanos == NEVER ? NEVER : System.nanoTime() + nanos;
  }

  // ---- requests --------------------------------------------------------------------------------

  /** Handles requests until there are no more for now; whether the connection has ended. */
  private boolean serveUntilIdle() throws IOException {
    for (; ; ) {
      if (isNew && input.hasBytes()) {
        Http2Limits http2 = server.http2();
        isNew = http2 != null && mayBeHttp2();
        if (http2 != null && isNew && isHttp2()) {
          Http2Connection after = new Http2Connection(server, http2, connection, input);
          server.replace(this, after);
          after.serve();
          return false;
        }
      }
      HttpRequest head = isNew ? null : input.head();
      if (head != null) {
        if (!handle(head)) {
          return true;
        }
        begun = input.hasBytes();
        expectHead(begun);
        answering.set(false);
        continue;
      }
      int count = input.receiveNow();
      if (count < 0) {
        return true;
      }
      if (count > 0) {
        if (!begun) {
          begun = true;
          expectHead(true);
        }
        continue;
      }
      input.letGo();
      busy = false;
      // Another fiber may have begun when this says yes.
      if (connection.onReadable(this::start)) {
        return false;
      }
      busy = true;
      if (input.receive() < 0) {
        return true;
      }
    }
  }

  /** Whether what has come may begin a connection of HTTP/2. */
  private boolean mayBeHttp2() {
    return server.isSecure() ? "h2".equals(connection.applicationProtocol()) : input.preface() >= 0;
  }

  /** Over TLS it is agreed, and the client makes an error if it begins in another way. */
  private boolean isHttp2() {
    return server.isSecure() || input.preface() == RequestInput.PREFACE.length;
  }

  private void expectHead(boolean begun) {
    ServerLimits limits = server.limits();
    expect((begun ? limits.headTime() : limits.idleTime()).toNanos());
  }

  /** Answers a request; whether another one may follow. */
  private boolean handle(HttpRequest head) throws IOException {
    if (answering.get()) {
      // It came too late, and the client is being told.
      return false;
    }
    HttpException fault = fault(head);
    RequestTarget target = null;
    if (fault == null) {
      try {
        target = RequestTarget.of(head.method().name(), head.uri());
      } catch (HttpException malformed) {
        fault = malformed;
      }
    }
    if (target == null) {
      HttpException why = Objects.requireNonNull(fault);
      beginAnswer();
      refuse(why);
      input.drainAndEnd();
      return false;
    }
    String host = target.host();
    if (host != null) {
      head.headers().set(HttpHeaderNames.HOST, host);
    }
    HttpVersion version = head.protocolVersion();
    IncomingBody body = input.body(head, server.memory(), this::expectBody);
    if (body == null && !input.hasBytes()) {
      // The handler may wait for long, like those of thousands of other connections.
      input.letGo();
    }
    Request request =
        new Request(
            head.method().name(),
            target.text(),
            () -> headers(head),
            body == null ? Body.EMPTY : body,
            version.minorVersion() == 0 ? info("HTTP/1.0") : info);
    try {
      if (!answer(request, body, head)) {
        input.drainAndEnd();
        return false;
      }
      return body == null || body.skip();
    } finally {
      if (body != null) {
        body.letGo();
      }
    }
  }

  /**
   * Lets the handler answer, and sends that; whether another request may follow. A client that goes
   * away cancels the handler, and content that may have no end. One that had ended its side before
   * may wait for the answer, or be gone: then what need not wait is done.
   */
  private boolean answer(Request request, @Nullable IncomingBody body, HttpRequest head)
      throws IOException {
    expect(NEVER);
    // The scope closes what the handler has opened for its content.
    try (Scope scope = TraceScope.open(request)) {
      awaited = scope;
      if (gone) {
        scope.cancel();
      }
      Response response = HandlerCall.respond(server, request);
      beginAnswer();
      Takeover takeover = response.takeover();
      if (takeover != null) {
        awaited = null;
        takeOver(takeover, response, request);
        return false;
      }
      boolean keep =
          HttpUtil.isKeepAlive(head)
              && !server.isStopping()
              && response.status() != 413
              && (body == null || body.canBeSkipped());
      boolean isHead = request.method().equals("HEAD");
      HttpVersion version = head.protocolVersion();
      if (response.length() < 0) {
        tellsEvents = response.isEventStream();
        if (tellsEvents && server.isStopping()) {
          scope.cancel();
        }
        return send(response, request, isHead, keep, version);
      }
      // Content of a known length goes on to a client that only has nothing more to ask.
      awaited = null;
      return gone
          ? Async.<Boolean, IOException>shielded(
              () -> send(response, request, isHead, keep, version))
          : send(response, request, isHead, keep, version);
    } catch (CancellationException left) {
      if (tellsEvents && !gone && output.endEarly()) {
        return false;
      }
      throw new IOException("the client has left", left);
    } finally {
      awaited = null;
      tellsEvents = false;
    }
  }

  /** Lets the connection speak another protocol, to its end. */
  private void takeOver(Takeover takeover, Response response, Request request) throws IOException {
    output.sendSwitch(response, server.date().bytes());
    ByteBuf left = input.takeAll();
    SwitchedConnection after =
        new SwitchedConnection(connection, left == null ? NOTHING : ByteBufUtil.getBytes(left));
    expect(NEVER);
    switched = after;
    if (server.isStopping()) {
      after.stop();
    }
    try {
      takeover.run(after);
      expect(server.limits().idleTime().toNanos());
    } catch (IOException | CancellationException gone) {
      throw gone;
    } catch (Exception | StackOverflowError error) {
      var _ = HandlerCall.failed(server, request, error, response);
    }
  }

  /** Answers instead of the handler. The connection ends with that. */
  private void refuse(HttpException why) throws IOException {
    expect(NEVER);
    var _ =
        output.sendWhole(why.response(), server.date().bytes(), false, false, HttpVersion.HTTP_1_1);
  }

  private boolean send(
      Response response, Request request, boolean isHead, boolean keep, HttpVersion version)
      throws IOException {
    expect(NEVER);
    try {
      return output.send(response, server.date().bytes(), isHead, keep, version);
    } catch (CancellationException gone) {
      throw gone;
    } catch (Exception | StackOverflowError broken) {
      if (broken instanceof IOException gone && output.isBroken()) {
        throw gone;
      }
      Response failure = HandlerCall.failed(server, request, broken, response);
      if (output.hasWaiting()) {
        return output.sendWhole(failure, server.date().bytes(), isHead, keep, version);
      }
      throw new IOException("the content of an answer could not be made", broken);
    }
  }

  private ConnectionInfo info(String protocol) {
    return new ConnectionInfo(protocol, connection.local(), connection.peer(), server.isSecure());
  }

  private void expectBody(boolean waits) {
    expectClient(waits);
    awaitsBody = waits;
    if (!waits && gone) {
      cancelHandler();
    }
  }

  private void expectClient(boolean waits) {
    expect(waits ? server.limits().idleTime().toNanos() : NEVER);
  }

  /** Why a request is refused before anybody handles it. */
  private static @Nullable HttpException fault(HttpRequest head) {
    if (head.decoderResult().isFailure()) {
      Throwable cause = head.decoderResult().cause();
      int status = RequestDecoder.status(cause);
      return new HttpException(
          status,
          switch (status) {
            case 414 -> "the first line of the request is too long";
            case 431 -> "the header fields of the request are too long";
            default -> MalformedException.told(cause);
          });
    }
    HttpVersion version = head.protocolVersion();
    if (version.majorVersion() != 1) {
      return new HttpException(505, "this server speaks HTTP/1.1");
    }
    Iterator<String> hosts = head.headers().valueStringIterator(HttpHeaderNames.HOST);
    if (hosts.hasNext()) {
      String host = hosts.next();
      if (hosts.hasNext()) {
        return new HttpException(400, "more than one Host");
      }
      if (!RequestTarget.isHost(host)) {
        return new HttpException(400, "a Host that is none");
      }
    } else if (version.minorVersion() > 0) {
      return new HttpException(400, "no Host");
    }
    List<String> encodings = head.headers().getAll(HttpHeaderNames.TRANSFER_ENCODING);
    if (!encodings.isEmpty()
        && !(encodings.size() == 1 && encodings.getFirst().strip().equalsIgnoreCase("chunked"))) {
      return new HttpException(501, "an unknown Transfer-Encoding");
    }
    return null;
  }

  private static Headers headers(HttpRequest head) {
    String[] fields = new String[2 * head.headers().size()];
    int count = 0;
    for (Iterator<Map.Entry<String, String>> all = head.headers().iteratorAsString();
        all.hasNext(); ) {
      Map.Entry<String, String> field = all.next();
      fields[count++] = field.getKey();
      fields[count++] = field.getValue();
    }
    return Headers.decoded(fields);
  }

  @Override
  public String toString() {
    return "HTTP " + connection;
  }
}
