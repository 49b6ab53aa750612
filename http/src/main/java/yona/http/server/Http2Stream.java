package yona.http.server;

import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelFutureListener;
import io.netty.handler.codec.http2.DefaultHttp2DataFrame;
import io.netty.handler.codec.http2.DefaultHttp2HeadersFrame;
import io.netty.handler.codec.http2.DefaultHttp2WindowUpdateFrame;
import io.netty.handler.codec.http2.Http2DataFrame;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2FrameStream;
import io.netty.handler.codec.http2.Http2Headers;
import io.netty.handler.codec.http2.Http2HeadersFrame;
import io.netty.handler.codec.http2.Http2StreamFrame;
import java.io.IOException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import yona.async.CancellationException;
import yona.async.Fiber;
import yona.async.Future;
import yona.async.Scope;
import yona.async.Waiter;
import yona.http.Body;
import yona.http.Headers;
import yona.http.HttpException;
import yona.http.Request;
import yona.http.Response;
import yona.http.filter.TraceScope;
import yona.http.http2.Http2Codec;
import yona.http.http2.ReceivedFields;
import yona.http.http2.StreamInput;

/**
 * A request of a connection that speaks HTTP/2, and its answer, on a fiber. It ends for itself: an
 * error of one request is none of the others.
 */
final class Http2Stream {

  /** Content of up to so many bytes is given to the codec at once, and the fiber ends. */
  private static final int MOST_TOGETHER = 64 << 10;

  private static final byte[] NOTHING = {};

  private final Http2Connection connection;
  private final Http2FrameStream stream;
  private final Http2Headers head;

  /** The bytes of the body, if there is one. */
  private final StreamInput input;

  private final @Nullable Http2Body body;

  /** The answer's head. */
  private @Nullable Http2Headers answer;

  /** Whether what is sent has no end of its own. Guarded by this. */
  private boolean tellsEvents;

  /** Whether the server stops. Guarded by this. */
  private boolean stopping;

  /** Whether the client has been sent the head of an answer whose content is made. */
  private boolean isHeadSent;

  /** Whether the client took no more of the content: an error may be another one. Of the fiber. */
  private boolean writingFailed;

  /** The answer's content, if it is sent with the head. */
  private byte[] content = NOTHING;

  // ---- guarded by this

  private @Nullable Future<Boolean> fiber;

  /** Whether the handler may run, so that the fiber can be cancelled. */
  private boolean running;

  private boolean fiberEnded;

  /** Whether the client or an error has ended the stream, or the answer is sent. */
  private boolean closed;

  /** Whether the client has sent all. */
  private volatile boolean received;

  /** Since when a part of the answer waits for the client, by nanoTime; 0 if none does. */
  private volatile long waitingSince;

  /** Begins with the head of a request. */
  Http2Stream(Http2Connection connection, Http2HeadersFrame headers) {
    this.connection = connection;
    this.stream = headers.stream();
    this.head = headers.headers();
    this.received = headers.isEndStream();
    this.input = new StreamInput(this::giveWindow, mostKept());
    this.body =
        headers.isEndStream()
            ? null
            : new Http2Body(
                this,
                input,
                Http2Fields.isContinueAwaited(head),
                connection.server().limits().body(),
                Http2Fields.length(head),
                connection.server().memory());
  }

  int id() {
    return stream.id();
  }

  // ---- life -------------------------------------------------------------------------------------

  /** Starts the fiber. */
  void start() {
    synchronized (this) {
      if (!closed) {
        try {
          fiber = connection.server().scope().background(this::run);
          return;
        } catch (IllegalStateException _) {
          // The server has been closed.
        }
      }
      fiberEnded = true;
    }
    connection.forget(this);
  }

  private boolean run() {
    try {
      synchronized (this) {
        if (closed) {
          return false;
        }
        running = true;
      }
      answer();
    } catch (IOException _) {
      // The client is gone, or has given up the request.
    } finally {
      if (body != null) {
        body.letGo();
      }
      boolean isOver;
      synchronized (this) {
        running = false;
        fiberEnded = true;
        isOver = closed;
      }
      if (isOver) {
        connection.forget(this);
      }
    }
    return true;
  }

  private void answer() throws IOException {
    boolean isWhole = false;
    try {
      handle();
      isWhole = true;
    } finally {
      if (!isWhole) {
        connection.codec().run(this::breakOff);
      }
    }
  }

  private void handle() throws IOException {
    Request request;
    try {
      request = request();
    } catch (HttpException refused) {
      sendPiece(refused.response());
      return;
    }
    try (Scope _ = TraceScope.open(request)) {
      Response response = HandlerCall.respond(connection.server(), request);
      if (response.takeover() != null) {
        response = Response.text(501, "HTTP/2 switches to no other protocol\n");
      }
      if (isOnePiece(response)) {
        sendPiece(response);
      } else {
        sendMade(response, request);
      }
    }
  }

  /** Whether the head and the content are given to the codec at once. */
  private boolean isOnePiece(Response response) {
    return !hasContent(response)
        || (response.content() == null
            && response.trailers() == null
            && response.bytes().length <= MOST_TOGETHER);
  }

  /** The server stops: content without an end of its own ends now. */
  void stop() {
    Future<Boolean> cancelled;
    synchronized (this) {
      stopping = true;
      cancelled = tellsEvents && running ? fiber : null;
    }
    if (cancelled != null) {
      cancelled.cancel();
    }
  }

  private synchronized void tellEvents() {
    tellsEvents = true;
    Future<Boolean> own = fiber;
    if (stopping && own != null) {
      own.cancel();
    }
  }

  private synchronized boolean endsWithServer() {
    return tellsEvents && stopping;
  }

  /** Tells the client that the answer will not come to its end. In the codec's turn. */
  private void breakOff() {
    if (!isClosed() && isHeadSent && endsWithServer()) {
      connection.codec().write(new DefaultHttp2DataFrame(true).stream(stream));
    } else if (!isClosed()) {
      connection.codec().reset(stream, Http2Error.INTERNAL_ERROR);
    }
  }

  private synchronized boolean isClosed() {
    return closed;
  }

  private Request request() throws HttpException {
    return new Request(
        String.valueOf(head.method()),
        Http2Fields.target(head, connection.server().limits()),
        () -> Http2Fields.headers(head),
        body == null ? Body.EMPTY : body,
        connection.info());
  }

  /** The stream is over. In the codec's turn. */
  void closed() {
    boolean isOver;
    synchronized (this) {
      closed = true;
      isOver = fiberEnded;
    }
    if (isOver) {
      connection.forget(this);
    } else {
      cancel();
    }
  }

  /** Nobody waits for the answer any more. */
  void cancel() {
    Future<Boolean> cancelled;
    synchronized (this) {
      closed = true;
      cancelled = running ? fiber : null;
    }
    if (cancelled != null) {
      cancelled.cancel();
    }
    if (body != null) {
      body.breakOff();
    }
  }

  /** Ends the stream if the client has said nothing for too long. */
  void look(long now, long idle) {
    long forBody = body == null ? 0 : body.waitingSince();
    long forWindow = waitingSince;
    if (Http2Connection.isOver(forBody, now, idle)
        || Http2Connection.isOver(forWindow, now, idle)) {
      connection.inBackground(
          () -> {
            connection.codec().run(() -> connection.codec().reset(stream, Http2Error.CANCEL));
            return true;
          });
    }
  }

  // ---- frames that come, in the codec's turn ----------------------------------------------------

  void received(Http2DataFrame data) {
    if (body == null) {
      return;
    }
    input.add(data.content(), data.initialFlowControlledBytes());
    if (data.isEndStream()) {
      received = true;
      input.end(Headers.NONE);
    }
  }

  void trailers(Http2HeadersFrame trailers) {
    if (body == null || received) {
      connection.codec().reset(stream, Http2Error.STREAM_CLOSED);
      return;
    }
    if (!trailers.isEndStream() || ReceivedFields.hasPseudo(trailers.headers())) {
      connection.codec().reset(stream, Http2Error.PROTOCOL_ERROR);
      return;
    }
    received = true;
    input.end(ReceivedFields.of(trailers.headers(), null));
  }

  // ---- for the body -----------------------------------------------------------------------------

  void tellToContinue() throws IOException {
    Http2Headers go = Http2Fields.informational(100);
    connection
        .codec()
        .run(() -> connection.codec().write(new DefaultHttp2HeadersFrame(go).stream(stream)));
  }

  /**
   * So little of the connection's window need not be given back before the stream ends: all streams
   * together keep half of it at most.
   */
  private int mostKept() {
    Http2Limits limits = connection.limits();
    return limits.connectionWindow() / limits.streams() / 2;
  }

  private void giveWindow(int bytes) throws IOException {
    connection
        .codec()
        .run(
            () ->
                connection.codec().write(new DefaultHttp2WindowUpdateFrame(bytes).stream(stream)));
  }

  // ---- the answer -------------------------------------------------------------------------------

  /** A response that is sent in one piece is not cancelled in the middle. */
  private void sendPiece(Response response) throws IOException {
    stopRunning();
    answer = Http2Fields.answer(response, connection.server().date().text());
    content = hasContent(response) ? response.bytes() : NOTHING;
    waitingSince = System.nanoTime() | 1;
    connection.send(this);
  }

  private boolean hasContent(Response response) {
    return !"HEAD".contentEquals(String.valueOf(head.method()))
        && Response.hasContent(response.status());
  }

  private void sendMade(Response response, Request request) throws IOException {
    answer = Http2Fields.answer(response, connection.server().date().text());
    if (response.isEventStream()) {
      tellEvents();
    }
    Http2Headers trailers = make(response, request);
    if (trailers == null) {
      return;
    }
    writeHead();
    // With its last frame the stream is over, and this fiber goes on to its own end.
    stopRunning();
    if (trailers.isEmpty()) {
      write(new DefaultHttp2DataFrame(true), true);
    } else {
      write(new DefaultHttp2HeadersFrame(trailers, true), true);
    }
  }

  private synchronized void stopRunning() {
    running = false;
  }

  /** Sends the head, with the first of the content or at its end. */
  private void writeHead() throws IOException {
    Http2Headers fields = answer;
    if (isHeadSent || fields == null) {
      return;
    }
    isHeadSent = true;
    connection
        .codec()
        .run(() -> connection.codec().write(new DefaultHttp2HeadersFrame(fields).stream(stream)));
  }

  /** Makes the content; then the fields behind it. Null if another answer has been sent. */
  private @Nullable Http2Headers make(Response response, Request request) throws IOException {
    try {
      Response.Content made = response.content();
      if (made == null) {
        writePieces(response.bytes());
      } else {
        MeasuredOutput.write(made, response.length(), this::writePieces);
      }
      Supplier<Headers> trailers = response.trailers();
      return Http2Fields.trailers(trailers == null ? Headers.NONE : trailers.get());
    } catch (CancellationException gone) {
      throw gone;
    } catch (Exception | StackOverflowError broken) {
      if (broken instanceof IOException gone && writingFailed) {
        throw gone;
      }
      Response failure = HandlerCall.failed(connection.server(), request, broken, response);
      if (!isHeadSent) {
        sendPiece(failure);
        return null;
      }
      throw new IOException("the content of an answer could not be made", broken);
    }
  }

  private void writePieces(byte[] bytes) throws IOException {
    boolean written = false;
    try {
      writeHead();
      for (int from = 0; from < bytes.length; from += MOST_TOGETHER) {
        int count = Math.min(MOST_TOGETHER, bytes.length - from);
        write(new DefaultHttp2DataFrame(Unpooled.wrappedBuffer(bytes, from, count)), false);
      }
      written = true;
    } finally {
      writingFailed |= !written;
    }
  }

  /** Writes a piece. Suspends until the client's windows have taken it. */
  private void write(Http2StreamFrame frame, boolean isLast) throws IOException {
    Waiter<Boolean> written = new Waiter<>();
    ChannelFutureListener listener =
        sent -> {
          written.complete(sent.isSuccess());
          if (isLast && sent.isSuccess()) {
            wantNoMore();
          }
        };
    try {
      connection.codec().run(() -> connection.codec().write(frame.stream(stream), listener));
      waitingSince = System.nanoTime() | 1;
      if (!written.await(this)) {
        throw new IOException("the client has given up the request");
      }
    } catch (IOException gone) {
      // The content's maker is cancelled then: another error of it would be taken for news.
      Fiber.current().checkCancelled();
      throw gone;
    } finally {
      waitingSince = 0;
    }
  }

  /** Gives the whole answer to the codec. In its turn. */
  void writeAnswer() {
    Http2Headers fields = answer;
    if (fields == null || isClosed()) {
      return;
    }
    Http2Codec codec = connection.codec();
    ChannelFutureListener last =
        sent -> {
          if (sent.isSuccess()) {
            wantNoMore();
          }
        };
    if (content.length == 0) {
      codec.write(new DefaultHttp2HeadersFrame(fields, true).stream(stream), last);
    } else {
      codec.write(new DefaultHttp2HeadersFrame(fields).stream(stream));
      codec.write(
          new DefaultHttp2DataFrame(Unpooled.wrappedBuffer(content), true).stream(stream), last);
    }
  }

  /** The answer is sent: what the client still sends is of no use (RFC 9113, section 8.1). */
  private void wantNoMore() {
    waitingSince = 0;
    if (!received) {
      connection.codec().reset(stream, Http2Error.NO_ERROR);
    }
  }

  @Override
  public String toString() {
    return "stream " + stream.id() + " of " + connection;
  }
}
