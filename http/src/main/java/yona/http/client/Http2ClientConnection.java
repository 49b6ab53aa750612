package yona.http.client;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelFutureListener;
import io.netty.handler.codec.http2.DefaultHttp2GoAwayFrame;
import io.netty.handler.codec.http2.DefaultHttp2PingFrame;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2Frame;
import io.netty.handler.codec.http2.Http2FrameCodecBuilder;
import io.netty.handler.codec.http2.Http2FrameStream;
import io.netty.handler.codec.http2.Http2GoAwayFrame;
import io.netty.handler.codec.http2.Http2Settings;
import io.netty.handler.codec.http2.Http2SettingsFrame;
import io.netty.handler.codec.http2.Http2StreamFrame;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import yona.async.Promise;
import yona.async.Scope;
import yona.async.TimeWords;
import yona.async.TimeoutException;
import yona.http.http2.FrameScan;
import yona.http.http2.Http2Codec;
import yona.http.netty.ConnectionInput;
import yona.http.netty.NettyLogging;
import yona.io.connection.Connection;

/**
 * A connection to a server that speaks HTTP/2 (RFC 9113): many requests at once, as many as the
 * server allows. A fiber of the client reads it. Safe for use by any number of fibers.
 */
final class Http2ClientConnection implements Http2Codec.Receiver {

  static {
    NettyLogging.useJdk();
  }

  /** Requests at once where the server would take more: each may fill its window. */
  private static final int MOST_STREAMS = 256;

  /** Bytes of a response that may come before they are read. */
  private static final int WINDOW = 256 << 10;

  /** Slow readers take nothing from each other: the connection has room for all windows. */
  private static final int CONNECTION_WINDOW = MOST_STREAMS * WINDOW;

  private static final int LONGEST_HEAD = 64 << 10;

  /** Requests that the server may reset in ten seconds. */
  private static final int RESETS = 1_000;

  /** Frames of the server that only ask for work, in ten seconds. */
  private static final int CONTROLS = 1_000;

  /** Streams have numbers up to 2^31, and the connection ends before. */
  private static final int LAST_STREAM = 1 << 30;

  /** The server's reason to leave is shown to so many characters. */
  private static final int LONGEST_REASON = 200;

  private static final String NO_MORE = "the server takes no more requests";

  private final Connection connection;
  private final Scope scope;
  private final Duration idle;
  private final ConnectionInput input;
  private final FrameScan scan = new FrameScan(0, CONTROLS);
  private final Http2Codec codec;

  private final StreamSlots slots = new StreamSlots();

  /** Whether the server has said what it allows. */
  private final Promise<Boolean> ready = new Promise<>();

  /** Requests under way, by the numbers of their streams. */
  private final Map<Integer, Http2ClientStream> streams = new ConcurrentHashMap<>();

  /** When something has come last, and a PING has gone out since (0: none), by nanoTime. */
  private volatile long heardAt = System.nanoTime();

  private volatile long pingedAt;

  private volatile long idleSince = System.nanoTime();

  /** Whether a response has come over it. */
  private volatile boolean hasResponded;

  // ---- guarded by this

  /** The reason that the server has told when it left. */
  private String farewell = "";

  /** Which rule the server has broken. */
  private @Nullable String fault;

  /** Why it is over; null before. */
  private @Nullable String end;

  private Http2ClientConnection(Connection connection, Scope scope, Duration idle) {
    this.connection = connection;
    this.scope = scope;
    this.idle = idle;
    this.input = new ConnectionInput(connection);
    this.codec =
        new Http2Codec(
            connection,
            Http2FrameCodecBuilder.forClient(),
            Http2Settings.defaultSettings()
                .pushEnabled(false)
                .initialWindowSize(WINDOW)
                .maxHeaderListSize(LONGEST_HEAD),
            CONNECTION_WINDOW,
            RESETS,
            this);
    connection.setWriteTime(idle);
  }

  // ---- life -------------------------------------------------------------------------------------

  /**
   * Begins, and waits until the server has said what it allows: then it is sure that it speaks
   * HTTP/2, and how many requests it takes. Suspends.
   *
   * @param connection belongs to the result, and is closed if this fails
   * @param scope where the reader runs
   * @param idle the longest wait for the server to take something, and half of the longest silence
   */
  static Http2ClientConnection begin(Connection connection, Scope scope, Duration idle)
      throws IOException {
    Http2ClientConnection begun = new Http2ClientConnection(connection, scope, idle);
    boolean isReady = false;
    try {
      begun.run(() -> {});
      var _ = scope.background(begun::receive);
      isReady = begun.ready.value();
      if (!isReady) {
        throw begun.failure();
      }
      return begun;
    } finally {
      if (!isReady) {
        begun.end("it is given up");
      }
    }
  }

  private boolean receive() {
    try {
      for (int count = input.receive(); count >= 0; count = input.receive()) {
        ByteBuf bytes = input.takeAll();
        if (bytes != null) {
          read(bytes);
        }
      }
      end("the server has ended the connection");
    } catch (IOException gone) {
      end(reason(gone));
    } finally {
      // Cancelled, with the client.
      end("the client is closed");
    }
    return true;
  }

  private void read(ByteBuf bytes) throws IOException {
    heardAt = System.nanoTime();
    boolean isCalm = scan.read(bytes, codec.sent());
    run(
        () -> {
          codec.feed(bytes);
          if (!isCalm && codec.isOpen()) {
            refuse("too many frames that only ask for work", Http2Error.ENHANCE_YOUR_CALM);
          }
        });
    String broken = fault();
    if (broken != null) {
      throw new IOException(broken);
    }
  }

  /** Ends the connection for what the server has sent. In the codec's turn. */
  private void refuse(String what, Http2Error error) {
    broken(what);
    codec.write(new DefaultHttp2GoAwayFrame(error));
  }

  private synchronized void broken(String rule) {
    fault =
        (ready.poll() == null
                ? "the server does not speak HTTP/2: "
                : "the server breaks a rule of HTTP/2: ")
            + rule;
  }

  private synchronized @Nullable String fault() {
    return fault;
  }

  /** The error's text without the name of the connection. */
  private String reason(IOException error) {
    String text = String.valueOf(error.getMessage());
    return text.startsWith(name() + ": ") ? text.substring(name().length() + 2) : text;
  }

  /**
   * Does something with the codec, and sends what comes of it. Suspends while others do, and while
   * the server takes nothing.
   *
   * @throws IOException if the connection is over, or breaks
   */
  void run(Runnable work) throws IOException {
    try {
      codec.runCancellable(work);
    } catch (IOException gone) {
      end(reason(gone));
      throw failure();
    } catch (TimeoutException late) {
      end("the server takes nothing for " + TimeWords.of(idle));
      throw failure();
    }
  }

  /** The same, for a caller that must not suspend. */
  void runInBackground(Runnable work) {
    inBackground(
        () -> {
          try {
            run(work);
          } catch (IOException _) {
            // All requests have been told.
          }
        });
  }

  private void inBackground(Runnable work) {
    try {
      var _ =
          scope.background(
              () -> {
                work.run();
                return true;
              });
    } catch (IllegalStateException _) {
      // The client has been closed, and with it the connection.
    }
  }

  /** The longest wait for the server to take something. */
  Duration idle() {
    return idle;
  }

  /** The error of requests on a connection that is over. */
  synchronized IOException failure() {
    return new IOException(name() + ": " + end + (farewell.isEmpty() ? "" : ", with " + farewell));
  }

  /** Ends it: requests that are under way fail. Suspends for a moment; again it does nothing. */
  void end(String reason) {
    synchronized (this) {
      if (end != null) {
        return;
      }
      end = reason;
    }
    var _ = slots.close();
    var _ = ready.complete(false);
    streams.values().forEach(each -> each.lost(hasResponded));
    try {
      connection.close();
    } catch (IOException _) {
      // It is gone.
    }
  }

  /** Whether it takes requests. */
  boolean isUsable() {
    return slots.isOpen();
  }

  /**
   * Ends it if nobody has used it for long, and asks a server that is silent for a sign of life.
   */
  void look(long now) {
    long most = idle.toNanos();
    if (now - idleSince > most && slots.closeIfUnused()) {
      inBackground(this::leave);
    } else if (streams.isEmpty() || now - heardAt <= most / 2) {
      pingedAt = 0;
    } else if (pingedAt == 0 || heardAt - pingedAt > 0) {
      pingedAt = now | 1;
      runInBackground(() -> codec.write(new DefaultHttp2PingFrame(now)));
    } else if (now - pingedAt >= most / 2) {
      endInBackground(
          "the server has not answered a PING within " + TimeWords.of(idle.dividedBy(2)));
    }
  }

  private void leave() {
    try {
      run(() -> codec.write(new DefaultHttp2GoAwayFrame(Http2Error.NO_ERROR)));
    } catch (IOException _) {
      // It is gone.
    }
    end("it was not used");
  }

  // ---- streams ----------------------------------------------------------------------------------

  /**
   * A stream for a request, when the server allows one more. Suspends.
   *
   * @return null if the connection takes no more
   */
  @Nullable Http2ClientStream open() {
    return slots.take() ? new Http2ClientStream(this, codec.newStream()) : null;
  }

  /** A stream is over. Does not suspend. */
  void left() {
    idleSince = System.nanoTime();
    if (slots.giveBack()) {
      endInBackground(NO_MORE);
    }
  }

  private void endInBackground(String reason) {
    inBackground(() -> end(reason));
  }

  Http2Codec codec() {
    return codec;
  }

  /** Writes the head of a request. In the codec's turn. */
  void write(Http2Frame head, Http2ClientStream stream, ChannelFutureListener written) {
    codec.write(head, written);
    if (stream.id() > 0) {
      streams.put(stream.id(), stream);
    }
    if (stream.id() >= LAST_STREAM) {
      var _ = slots.close();
    }
    boolean isOver;
    synchronized (this) {
      isOver = end != null;
    }
    if (isOver) {
      stream.lost(hasResponded);
    }
  }

  /** Whether a response has come over it. */
  boolean hasResponded() {
    return hasResponded;
  }

  void responded() {
    hasResponded = true;
  }

  String name() {
    return connection.name();
  }

  // ---- frames that come, in the codec's turn ----------------------------------------------------

  @Override
  public void received(Http2Frame frame) {
    switch (frame) {
      case Http2SettingsFrame settings -> received(settings.settings());
      case Http2GoAwayFrame leaves -> received(leaves);
      case Http2StreamFrame ofStream -> {
        Http2ClientStream to = known(ofStream.stream());
        if (to != null) {
          to.received(ofStream);
        } else if (isOfServer(ofStream.stream())) {
          refuse("a stream that nobody has asked for", Http2Error.PROTOCOL_ERROR);
        }
      }
      default -> {
        // The codec has seen to it.
      }
    }
  }

  private static boolean isOfServer(@Nullable Http2FrameStream stream) {
    return stream != null && stream.id() > 0 && stream.id() % 2 == 0;
  }

  private @Nullable Http2ClientStream known(@Nullable Http2FrameStream stream) {
    return stream == null ? null : streams.get(stream.id());
  }

  private void received(Http2Settings settings) {
    Long most = settings.maxConcurrentStreams();
    if (most != null) {
      slots.allow((int) Math.min(most, MOST_STREAMS));
    } else if (ready.poll() == null) {
      slots.allow(MOST_STREAMS);
    }
    var _ = ready.complete(true);
  }

  /** The server does nothing of what came behind a stream (RFC 9113, section 6.8). */
  private void received(Http2GoAwayFrame frame) {
    String text = frame.content().toString(StandardCharsets.ISO_8859_1);
    String shown = text.substring(0, Math.min(text.length(), LONGEST_REASON));
    synchronized (this) {
      farewell =
          "GOAWAY "
              + error(frame.errorCode())
              + (shown.isEmpty() ? "" : ": " + shown.replaceAll("[^ -~]", "?"));
    }
    boolean isUnused = slots.close();
    streams.forEach(
        (id, stream) -> {
          if (id > frame.lastStreamId()) {
            stream.refused(name() + ": " + NO_MORE + ": " + farewell());
          }
        });
    if (isUnused) {
      endInBackground(NO_MORE);
    }
  }

  private synchronized String farewell() {
    return farewell;
  }

  /** The name of an error (RFC 9113, section 7). */
  static String error(long code) {
    Http2Error known = Http2Error.valueOf(code);
    return known == null ? "error " + code : known.name();
  }

  @Override
  public void closed(Http2FrameStream stream) {
    Http2ClientStream known = streams.remove(stream.id());
    if (known != null) {
      String broken = fault();
      known.closed(broken == null ? "the stream has ended before the response" : broken);
    }
  }

  @Override
  public void broken(@Nullable Http2FrameStream stream, Throwable error) {
    String rule = String.valueOf(error.getMessage());
    Http2ClientStream known = known(stream);
    if (known != null) {
      known.fail(new IOException(name() + ": the server breaks a rule of HTTP/2: " + rule));
    } else if (stream == null) {
      broken(rule);
    }
  }

  @Override
  public String toString() {
    return "HTTP/2 with " + name();
  }
}
