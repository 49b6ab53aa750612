package yona.http.client;

import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http2.DefaultHttp2DataFrame;
import io.netty.handler.codec.http2.DefaultHttp2HeadersFrame;
import io.netty.handler.codec.http2.DefaultHttp2WindowUpdateFrame;
import io.netty.handler.codec.http2.Http2DataFrame;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2FrameStream;
import io.netty.handler.codec.http2.Http2Headers;
import io.netty.handler.codec.http2.Http2HeadersFrame;
import io.netty.handler.codec.http2.Http2ResetFrame;
import io.netty.handler.codec.http2.Http2StreamFrame;
import java.io.IOException;
import java.time.Duration;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import yona.async.Async;
import yona.async.TimeWords;
import yona.async.TimeoutException;
import yona.async.Waiter;
import yona.http.Headers;
import yona.http.http2.ReceivedFields;
import yona.http.http2.StreamInput;

/** A request and its response in a stream of HTTP/2. */
final class Http2ClientStream implements ClientStream {

  /** So much content is given to the codec at once. */
  private static final int PIECE = 64 << 10;

  private static final byte[] NOTHING = {};

  private final Http2ClientConnection connection;
  private final Http2FrameStream stream;
  private final StreamInput input = new StreamInput(this::giveWindow, Integer.MAX_VALUE);

  // ---- guarded by this

  private @Nullable Head head;
  private @Nullable IOException failure;
  private @Nullable Waiter<Boolean> reader;

  /** Of who waits until the server has taken a piece of content. */
  private @Nullable Waiter<Boolean> writer;

  /** Whether the server has done nothing of the request, and said so. */
  private boolean refused;

  /** Whether the connection was lost before anything came, having served others. */
  private boolean stale;

  /** Whether the codec has the request's head. */
  private boolean begun;

  /** Whether the connection may let another request begin in its place. */
  private boolean left;

  Http2ClientStream(Http2ClientConnection connection, Http2FrameStream stream) {
    this.connection = connection;
    this.stream = stream;
  }

  int id() {
    return stream.id();
  }

  // ---- the request ------------------------------------------------------------------------------

  @Override
  public void send(ClientRequest request, Headers fields, boolean withContent) throws IOException {
    Http2Headers sent = RequestHead.http2(request, fields);
    byte[] content = withContent ? request.bytes() : NOTHING;
    boolean isLast = withContent && content.length == 0;
    connection.run(
        () -> {
          synchronized (this) {
            if (left) {
              return;
            }
            begun = true;
          }
          connection.write(
              new DefaultHttp2HeadersFrame(sent, isLast).stream(stream),
              this,
              written -> {
                if (!written.isSuccess()) {
                  notSent(String.valueOf(written.cause().getMessage()));
                }
              });
          if (content.length > 0 && !hasFailed()) {
            connection
                .codec()
                .write(
                    new DefaultHttp2DataFrame(Unpooled.wrappedBuffer(content), true)
                        .stream(stream));
          }
        });
  }

  private synchronized boolean hasFailed() {
    return failure != null;
  }

  /** The codec could not send the head. In its turn. */
  private void notSent(String why) {
    synchronized (this) {
      // The server has left meanwhile, and has seen nothing of it.
      refused = !connection.isUsable();
    }
    fail(new IOException(connection.name() + ": the request cannot be sent: " + why));
    leave();
  }

  @Override
  public void sendContent(ClientRequest request) throws Exception {
    ClientRequest.Content made = request.content();
    Supplier<Headers> trailers = request.trailers();
    if (made == null) {
      write(request.bytes(), trailers == null);
    } else {
      made.writeTo(bytes -> write(bytes, false));
    }
    Http2Headers behind =
        RequestHead.http2Trailers(trailers == null ? Headers.NONE : trailers.get());
    if (!behind.isEmpty()) {
      write(new DefaultHttp2HeadersFrame(behind, true).stream(stream));
    } else if (made != null || trailers != null) {
      write(NOTHING, true);
    }
  }

  private void write(byte[] bytes, boolean isLast) throws IOException {
    int from = 0;
    do {
      int count = Math.min(PIECE, bytes.length - from);
      write(bytes, from, count, isLast && from + count == bytes.length);
      from += count;
    } while (from < bytes.length);
  }

  /** Writes a piece. Suspends until the server's windows have taken it. */
  private void write(byte[] bytes, int from, int count, boolean isLast) throws IOException {
    if (count == 0 && !isLast) {
      return;
    }
    write(
        new DefaultHttp2DataFrame(Unpooled.wrappedBuffer(bytes, from, count), isLast)
            .stream(stream));
  }

  private void write(Http2StreamFrame frame) throws IOException {
    Waiter<Boolean> written = new Waiter<>();
    synchronized (this) {
      IOException broken = failure;
      if (broken != null) {
        throw broken;
      }
      writer = written;
    }
    connection.run(
        () -> connection.codec().write(frame, sent -> written.complete(sent.isSuccess())));
    Duration most = connection.idle();
    String why = ": the server takes no more of the content";
    try {
      if (Async.<Boolean, IOException>timeoutNanos(most.toNanos(), () -> written.await(this))) {
        return;
      }
    } catch (TimeoutException late) {
      why = ": the server takes nothing of the content for " + TimeWords.of(most);
    }
    IOException told = new IOException(connection.name() + why);
    fail(told);
    throw told;
  }

  @Override
  public void breakOff() {
    fail(new IOException(connection.name() + ": the content of the request could not be made"));
    reset(Http2Error.CANCEL);
  }

  // ---- the response -----------------------------------------------------------------------------

  @Override
  public Head head() throws IOException {
    for (; ; ) {
      Waiter<Boolean> wait = new Waiter<>();
      synchronized (this) {
        Head come = head;
        if (come != null) {
          return come;
        }
        IOException broken = failure;
        if (broken != null) {
          throw broken;
        }
        reader = wait;
      }
      var _ = wait.await(this);
    }
  }

  @Override
  public byte[] bodyBytes(Headers[] trailers) throws IOException {
    byte[] bytes = input.next();
    if (bytes == null) {
      trailers[0] = input.trailers();
      return NOTHING;
    }
    return bytes;
  }

  @Override
  public boolean isWhole() {
    return input.isOver() && input.trailers().size() == 0;
  }

  @Override
  public boolean skipReceived() {
    return input.hasEnded();
  }

  @Override
  public synchronized boolean wasStale() {
    return stale;
  }

  @Override
  public synchronized boolean wasRefused() {
    return refused;
  }

  private void giveWindow(int bytes) throws IOException {
    connection.run(
        () -> connection.codec().write(new DefaultHttp2WindowUpdateFrame(bytes).stream(stream)));
  }

  // ---- its end ----------------------------------------------------------------------------------

  /** Nobody wants anything of it any more. Does not suspend. */
  void release(boolean isWhole) {
    boolean isBegun;
    synchronized (this) {
      isBegun = begun;
    }
    if (!isBegun) {
      leave();
    } else if (!isWhole || !hasLeft()) {
      reset(Http2Error.CANCEL);
    }
  }

  private synchronized boolean hasLeft() {
    return left;
  }

  private void reset(Http2Error error) {
    connection.runInBackground(
        () -> {
          if (!hasLeft()) {
            connection.codec().reset(stream, error);
          }
        });
  }

  /**
   * The stream is over, in whatever way. In the codec's turn.
   *
   * @param why the error if the response has not come to its end
   */
  void closed(String why) {
    if (!input.hasEnded()) {
      fail(new IOException(connection.name() + ": " + why));
    }
    leave();
  }

  private void leave() {
    synchronized (this) {
      if (left) {
        return;
      }
      left = true;
    }
    connection.left();
  }

  /** The connection is over. */
  void lost(boolean hasServed) {
    synchronized (this) {
      stale |= hasServed && head == null && failure == null;
    }
    fail(connection.failure());
    leave();
  }

  /** The server has done nothing of the request. */
  void refused(String why) {
    synchronized (this) {
      refused |= head == null;
    }
    fail(new IOException(why));
  }

  /** Remembers the first thing that went wrong, and tells who waits. */
  void fail(IOException error) {
    synchronized (this) {
      if (failure == null) {
        failure = error;
      }
      wakeReader();
      Waiter<Boolean> writes = writer;
      writer = null;
      if (writes != null) {
        var _ = writes.complete(false);
      }
    }
    input.breakOff(error);
  }

  private synchronized void wakeReader() {
    Waiter<Boolean> waits = reader;
    reader = null;
    if (waits != null) {
      var _ = waits.complete(true);
    }
  }

  // ---- frames that come, in the codec's turn ----------------------------------------------------

  void received(Http2StreamFrame frame) {
    switch (frame) {
      case Http2HeadersFrame headers -> received(headers);
      case Http2DataFrame data -> received(data);
      case Http2ResetFrame reset -> received(reset);
      default -> {
        // The codec has seen to it.
      }
    }
  }

  private void received(Http2HeadersFrame frame) {
    if (!hasHead()) {
      begin(frame);
    } else if (!frame.isEndStream() || ReceivedFields.hasPseudo(frame.headers())) {
      refuse("a second head of a response");
    } else {
      input.end(ReceivedFields.of(frame.headers(), null));
    }
  }

  private synchronized boolean hasHead() {
    return head != null;
  }

  private void begin(Http2HeadersFrame frame) {
    String text = String.valueOf(frame.headers().status());
    int status = text.matches("[1-9][0-9]{2}") ? Integer.parseInt(text) : 0;
    if (status == 0 || status == 101 || (status < 200 && frame.isEndStream())) {
      refuse("status " + text);
      return;
    }
    if (status < 200) {
      // The response comes behind it.
      return;
    }
    if (frame.isEndStream()) {
      input.end(Headers.NONE);
    }
    connection.responded();
    synchronized (this) {
      head = new Head(status, ReceivedFields.of(frame.headers(), null));
      wakeReader();
    }
  }

  private void received(Http2DataFrame data) {
    if (!hasHead()) {
      refuse("content before the head of a response");
      return;
    }
    input.add(data.content(), data.initialFlowControlledBytes());
    if (data.isEndStream()) {
      input.end(Headers.NONE);
    }
  }

  private void received(Http2ResetFrame reset) {
    String why = connection.name() + ": the server has reset the request: ";
    String error = Http2ClientConnection.error(reset.errorCode());
    if (reset.errorCode() == Http2Error.REFUSED_STREAM.code()) {
      refused(why + error);
    } else {
      fail(new IOException(why + error));
    }
  }

  private void refuse(String what) {
    fail(new IOException(connection.name() + ": the server breaks a rule of HTTP/2: " + what));
    connection.codec().reset(stream, Http2Error.PROTOCOL_ERROR);
  }

  @Override
  public String name() {
    return connection.name();
  }

  @Override
  public String toString() {
    return "stream " + stream.id() + " of " + connection;
  }
}
