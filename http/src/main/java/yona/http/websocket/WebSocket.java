package yona.http.websocket;

import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http.websocketx.BinaryWebSocketFrame;
import io.netty.handler.codec.http.websocketx.CloseWebSocketFrame;
import io.netty.handler.codec.http.websocketx.PingWebSocketFrame;
import io.netty.handler.codec.http.websocketx.PongWebSocketFrame;
import io.netty.handler.codec.http.websocketx.TextWebSocketFrame;
import io.netty.handler.codec.http.websocketx.WebSocketCloseStatus;
import io.netty.handler.codec.http.websocketx.WebSocketFrame;
import io.netty.handler.codec.http.websocketx.extensions.WebSocketExtension;
import io.netty.handler.codec.http.websocketx.extensions.WebSocketServerExtension;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import yona.async.Action;
import yona.async.Async;
import yona.async.CancellationException;
import yona.async.Future;
import yona.async.Promise;
import yona.async.Scope;
import yona.async.TimeoutException;
import yona.async.channel.ChannelClosedException;
import yona.async.channel.Read;
import yona.async.channel.ReadableChannel;
import yona.async.channel.SyncChannel;
import yona.http.HttpException;
import yona.http.Request;
import yona.http.Response;
import yona.http.SwitchedConnection;
import yona.io.connection.Connection;

/**
 * A WebSocket (RFC 6455): messages both ways over one connection.
 *
 * <p>The session of a server is written in direct style, and runs on a fiber of its own; a client
 * has a WebSocket from {@code HttpClient.webSocket}, and closes it. Meanwhile a reader takes what
 * comes: it answers pings, and waits while a message is there that nobody has received, so that a
 * side that sends too fast is made to wait.
 *
 * <p>Any number of fibers may use it at the same time; messages are sent whole, in the order of the
 * calls, and each is received once.
 */
public final class WebSocket implements AutoCloseable {

  /** The conversation of a server with one client. */
  @FunctionalInterface
  public interface Session {

    /**
     * Runs. When it returns the connection is closed with code 1000, if it is not closed already.
     *
     * @param socket the connection
     * @throws Exception closes it with code 1011, and goes to the server's log; an {@link
     *     IOException} that says that the client is gone does not
     */
    void run(WebSocket socket) throws Exception;
  }

  private static final int LONGEST_REASON = 123;

  /** A server that still sends when all is said is heard so far. */
  private static final int MOST_DROPPED = 256 << 10;

  /**
   * The answer to a client's close waits this long for the session, which may still answer messages
   * that came before it (RFC 6455, section 5.5.1).
   */
  private static final Duration FAREWELL = Duration.ofSeconds(1);

  private final Connection connection;
  private final WebSocketOptions options;
  private final @Nullable String subprotocol;
  private final FrameCodec codec;
  private final Assembly assembly;
  private final FrameOutput output;
  private final SyncChannel<Message> incoming = new SyncChannel<>();

  /** The scope of the reader and of what runs beside it. */
  private volatile @Nullable Scope scope;

  /**
   * Since when the reader waits for the other side, by {@link System#nanoTime}; 0 if it does not.
   */
  private volatile long listeningSince;

  /** The code with which this side closes when the session ends. */
  private volatile int lastCode = CloseException.NORMAL;

  private volatile int closeCode = CloseException.ABNORMAL;
  private volatile String closeReason = "";

  /** Is complete when nothing more comes. */
  private final Promise<Boolean> ended = new Promise<>();

  WebSocket(
      Connection connection,
      WebSocketOptions options,
      boolean isClient,
      @Nullable String subprotocol,
      @Nullable WebSocketExtension compression) {
    this.connection = connection;
    this.options = options;
    this.subprotocol = subprotocol;
    this.codec = new FrameCodec(options, isClient, compression);
    this.output = new FrameOutput(connection, codec);
    this.assembly = new Assembly(options.message());
  }

  /**
   * Accepts a WebSocket: the answer to give to its request. Does not suspend.
   *
   * @param request asks for a WebSocket
   * @param options how to speak
   * @param session what is said over it
   * @return the answer, behind which the session runs
   * @throws HttpException with status 426 if the request asks for no WebSocket, 403 if its origin
   *     may not, 400 if it is malformed
   */
  public static Response accept(Request request, WebSocketOptions options, Session session)
      throws HttpException {
    Objects.requireNonNull(session, "session");
    Handshake.check(request, options);
    String subprotocol = Handshake.subprotocol(request, options);
    WebSocketServerExtension compression = Handshake.compression(request, options);
    Response response =
        Response.switching(
                "websocket",
                switched ->
                    new WebSocket(switched.connection(), options, false, subprotocol, compression)
                        .serve(switched, session))
            .with("sec-websocket-accept", Handshake.accept(request.header("sec-websocket-key")));
    if (subprotocol != null) {
      response = response.with("sec-websocket-protocol", subprotocol);
    }
    if (compression != null) {
      response =
          response.with("sec-websocket-extensions", Handshake.text(compression.newReponseData()));
    }
    return response;
  }

  // ---- the face ---------------------------------------------------------------------------------

  /**
   * The next message. Suspends until there is one.
   *
   * @return the message, or null when the other side has ended the connection or is gone
   */
  public @Nullable Message receive() {
    return incoming.read() instanceof Read.Value<Message>(Message message) ? message : null;
  }

  /**
   * The messages as a channel, for those who wait for one of several things. Each message is
   * received once, there or by {@link #receive}.
   *
   * @return a channel, which is closed when the other side has ended the connection or is gone
   */
  public ReadableChannel<Message> messages() {
    return incoming;
  }

  /**
   * Sends a text. Suspends while the other side does not take it.
   *
   * @param text the text
   * @throws IOException if the connection is closed or broken
   * @throws TimeoutException if the other side does not take it in the time that the options give;
   *     nothing more can be sent then
   */
  public void send(String text) throws IOException {
    output.send(new TextWebSocketFrame(text));
  }

  /**
   * Sends bytes. Suspends while the other side does not take them.
   *
   * @param bytes the bytes, not to be changed before this returns
   * @throws IOException if the connection is closed or broken
   * @throws TimeoutException as for a text
   */
  public void send(byte[] bytes) throws IOException {
    output.send(new BinaryWebSocketFrame(Unpooled.wrappedBuffer(bytes)));
  }

  /**
   * Ends the connection: nothing more is sent, and the other side is asked to end too. May suspend
   * as sending does. Again it does nothing.
   *
   * @param code why: 1000 for a normal end, 3000 to 4999 as both sides like (RFC 6455, section 7.4)
   * @param reason the same for people, up to 123 bytes as UTF-8
   * @throws IllegalArgumentException if that is no code, or the reason is too long
   * @throws IOException if the connection is broken
   */
  public void close(int code, String reason) throws IOException {
    if (!WebSocketCloseStatus.isValidStatusCode(code)) {
      throw new IllegalArgumentException("not a code to close with: " + code);
    }
    if (reason.getBytes(StandardCharsets.UTF_8).length > LONGEST_REASON) {
      throw new IllegalArgumentException("a reason has at most " + LONGEST_REASON + " bytes");
    }
    sendClose(new CloseWebSocketFrame(code, reason));
  }

  /**
   * Ends the connection with code 1000, if nothing has ended it, and waits until the other side has
   * ended it too, in the time that the options give. Messages that still come are dropped.
   * Suspends; again it does nothing.
   */
  @Override
  public void close() {
    incoming.close();
    boolean isOver = false;
    try {
      sendLast(CloseException.NORMAL, "");
      isOver = ended.value(options.answer());
    } catch (TimeoutException late) {
      // It has had its time.
    } finally {
      if (!isOver) {
        breakOff();
      }
    }
  }

  /**
   * The subprotocol that both sides speak.
   *
   * @return the subprotocol, or null if none was agreed
   */
  public @Nullable String subprotocol() {
    return subprotocol;
  }

  /**
   * Why the other side has ended the connection.
   *
   * @return the code that it gave, 1005 if it gave none, 1006 if it is gone without a word or has
   *     not ended it yet
   */
  public int closeCode() {
    return closeCode;
  }

  /**
   * The same for people.
   *
   * @return the reason that was given, or an empty text
   */
  public String closeReason() {
    return closeReason;
  }

  // ---- life -------------------------------------------------------------------------------------

  /** For servers: runs the session, and reads what comes, to the end of both. */
  private void serve(SwitchedConnection switched, Session session) throws Exception {
    try (Scope opened = begin()) {
      Future<@Nullable Throwable> running = opened.background(() -> run(session));
      switched.onStop(() -> inBackground(() -> sendLast(CloseException.GOING_AWAY, "")));
      readAll(switched.received());
      var _ = ended.complete(true);
      finish(running);
    } finally {
      end();
      var _ = ended.complete(true);
    }
  }

  /** For clients: reads what comes, to its end, and ends the connection. */
  void attend(byte[] received) {
    try (Scope _ = begin()) {
      readAll(received);
      sendLast(lastCode, "");
      awaitServer();
    } finally {
      breakOff();
      end();
      var _ = ended.complete(true);
    }
  }

  /**
   * Lets the server end the connection first (RFC 6455, section 7.1.1), in the time that the
   * options give: a system that gets bytes for a closed connection may take back what it has not
   * delivered.
   */
  private void awaitServer() {
    try {
      long dropped = 0;
      for (byte[] bytes = connection.read();
          bytes != null && dropped < MOST_DROPPED;
          bytes = connection.read()) {
        dropped += bytes.length;
      }
    } catch (IOException | TimeoutException _) {
      // It is gone.
    }
  }

  private Scope begin() {
    connection.setWriteTime(options.answer());
    Scope opened = Scope.open();
    scope = opened;
    Duration ping = options.ping();
    if (ping != null) {
      inBackground(() -> askNowAndThen(ping));
    }
    if (output.isClosed()) {
      // It was closed before there was a scope to wait in for the other side.
      inBackground(this::breakLater);
    }
    return opened;
  }

  private void end() {
    output.end();
    codec.close();
    connection.setWriteTime(null);
  }

  private void readAll(byte[] received) {
    try {
      read(received);
    } catch (CloseException broken) {
      sendLast(broken.code(), broken.reason());
    } finally {
      incoming.close();
    }
  }

  private void breakOff() {
    try {
      connection.close();
    } catch (IOException _) {
      // It is gone.
    }
  }

  /** Does something beside the reader, as long as that lasts. */
  private void inBackground(Action<IOException> action) {
    Scope opened = scope;
    if (opened == null) {
      return;
    }
    try {
      var _ =
          opened.background(
              () -> {
                try {
                  action.run();
                } catch (IOException | TimeoutException _) {
                  // The other side is gone, which the reader learns too.
                }
              });
    } catch (IllegalStateException _) {
      // All is over.
    }
  }

  /** Runs the session; gives what it raises, if that is no news. */
  private @Nullable Throwable run(Session session) {
    try {
      session.run(this);
      sendLast(lastCode, "");
      return null;
    } catch (CancellationException cancelled) {
      throw cancelled;
    } catch (Exception | StackOverflowError error) {
      boolean isGone = error instanceof IOException && (output.isClosed() || incoming.isClosed());
      sendLast(CloseException.ERROR, "");
      return isGone ? null : error;
    } finally {
      // Nobody receives any more: the reader waits for the client's end only.
      incoming.close();
    }
  }

  /** Closes, where the other side may be gone. */
  private void sendLast(int code, String reason) {
    try {
      sendClose(new CloseWebSocketFrame(code, reason));
    } catch (IOException | TimeoutException _) {
      // It is gone.
    }
  }

  /** The client has ended its side: waits for the session, and raises what that has raised. */
  private void finish(Future<@Nullable Throwable> running) throws Exception {
    Throwable error;
    try {
      error = ended(running);
    } catch (TimeoutException late) {
      running.cancel();
      return;
    }
    switch (error) {
      case null -> {}
      case IOException io -> throw new UncheckedIOException(io);
      case Exception raised -> throw raised;
      default -> throw new IllegalStateException(error);
    }
  }

  /** Waits for the session; if it goes on for long, the client is answered before. */
  private @Nullable Throwable ended(Future<@Nullable Throwable> running) {
    Duration answer = options.answer();
    try {
      return running.value(answer.compareTo(FAREWELL) < 0 ? answer : FAREWELL);
    } catch (TimeoutException late) {
      sendLast(lastCode, "");
      return running.value(answer);
    }
  }

  /** Asks the other side whether it is there; if it does not answer it is gone. */
  private void askNowAndThen(Duration ping) throws IOException {
    while (!output.isClosed()) {
      Async.sleep(ping);
      output.send(new PingWebSocketFrame());
      Async.sleep(options.answer());
      long since = listeningSince;
      if (since != 0 && System.nanoTime() - since >= options.answer().toNanos()) {
        connection.close();
      }
    }
  }

  /** Breaks the connection if the other side does not end it in time. */
  private void breakLater() throws IOException {
    Async.sleep(options.answer());
    connection.close();
  }

  // ---- reading ----------------------------------------------------------------------------------

  /** Reads to the end of what the other side sends. */
  private void read(byte[] received) throws CloseException {
    try {
      for (byte[] bytes = received; bytes != null; bytes = receiveBytes()) {
        codec.feed(bytes);
        for (WebSocketFrame frame = codec.next(); frame != null; frame = codec.next()) {
          try {
            if (!take(frame)) {
              return;
            }
          } finally {
            frame.release();
          }
        }
      }
    } catch (IOException | TimeoutException _) {
      // The other side is gone.
    }
  }

  private byte @Nullable [] receiveBytes() throws IOException {
    listeningSince = System.nanoTime() | 1;
    try {
      return connection.read();
    } finally {
      listeningSince = 0;
    }
  }

  /** Takes a frame; false if it is the last one. */
  private boolean take(WebSocketFrame frame) throws CloseException, IOException {
    switch (frame) {
      case PingWebSocketFrame _ -> {
        if (!output.isClosed()) {
          output.send(new PongWebSocketFrame(frame.content().retain()));
        }
      }
      case PongWebSocketFrame _ -> {
        // That it has come is all.
      }
      case CloseWebSocketFrame close -> {
        int code = close.statusCode();
        closeCode = code < 0 ? CloseException.NONE : code;
        closeReason = close.reasonText();
        lastCode = code < 0 ? CloseException.NORMAL : code;
        return false;
      }
      default -> {
        Message message = assembly.add(frame);
        // When this side has closed nobody need receive what still comes.
        if (message != null && !output.isClosed()) {
          give(message);
        }
      }
    }
    return true;
  }

  private void give(Message message) {
    try {
      incoming.send(message);
    } catch (ChannelClosedException _) {
      // The session is over.
    }
  }

  // ---- sending ----------------------------------------------------------------------------------

  private void sendClose(CloseWebSocketFrame frame) throws IOException {
    if (output.sendLast(frame)) {
      inBackground(this::breakLater);
    }
  }

  @Override
  public String toString() {
    return "WebSocket with " + connection.name();
  }
}
