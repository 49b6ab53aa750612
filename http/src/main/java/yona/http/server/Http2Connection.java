package yona.http.server;

import io.netty.buffer.ByteBuf;
import io.netty.handler.codec.http2.DefaultHttp2GoAwayFrame;
import io.netty.handler.codec.http2.Http2DataFrame;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2Frame;
import io.netty.handler.codec.http2.Http2FrameCodecBuilder;
import io.netty.handler.codec.http2.Http2FrameStream;
import io.netty.handler.codec.http2.Http2HeadersFrame;
import io.netty.handler.codec.http2.Http2Settings;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import yona.async.Async;
import yona.http.ConnectionInfo;
import yona.http.http2.FrameScan;
import yona.http.http2.Http2Codec;
import yona.io.connection.Connection;

/**
 * A connection that speaks HTTP/2 (RFC 9113). While the client sends, a fiber reads; each request
 * has a fiber of its own. A connection that says nothing keeps no fiber and no buffer.
 *
 * <p><b>Answers go out together.</b> Requests that have come together are started together; then
 * the reader lets them run, and sends the answers that are there, which wait in {@link #outbox}, in
 * one write. On one machine with 32 requests at once a request took 6 to 11 us so, and 31 to 47
 * where each fiber wrote for itself.
 */
final class Http2Connection implements ServedConnection, Http2Codec.Receiver {

  /** How long a client has to end its side when the server has ended the connection. */
  private static final long FAREWELL_NANOS = 2_000_000_000L;

  private final HttpServer server;
  private final Http2Limits limits;
  private final Connection connection;
  private final RequestInput input;
  private final Http2Codec codec;
  private final FrameScan scan;
  private final ConnectionInfo info;

  /** Streams that are open, or whose handlers run, by their numbers. */
  private final Map<Integer, Http2Stream> streams = new ConcurrentHashMap<>();

  /** Streams that have just begun. Of the reader. */
  private final List<Http2Stream> begun = new ArrayList<>();

  /** Whole answers that have not been given to the codec. */
  private final ConcurrentLinkedQueue<Http2Stream> outbox = new ConcurrentLinkedQueue<>();

  /** Whether the reader will see to {@link #outbox}. */
  private volatile boolean gathering;

  /** How many have found something in {@link #outbox} since one of them began to send it. */
  private final AtomicInteger senders = new AtomicInteger();

  /** Whether this side takes no more requests. */
  private volatile boolean stopping;

  /** When this side has ended the connection, by {@link System#nanoTime}; 0 if it has not. */
  private final AtomicLong finishedAt = new AtomicLong();

  private final AtomicBoolean ended = new AtomicBoolean();

  /** Since when there is no stream, by {@link System#nanoTime}. */
  private volatile long idleSince = System.nanoTime();

  Http2Connection(
      HttpServer server, Http2Limits limits, Connection connection, RequestInput input) {
    this.server = server;
    this.limits = limits;
    this.connection = connection;
    this.input = input;
    this.codec =
        new Http2Codec(
            connection,
            Http2FrameCodecBuilder.forServer(),
            Http2Settings.defaultSettings()
                .maxConcurrentStreams(limits.streams())
                .initialWindowSize(limits.window())
                .maxHeaderListSize(server.limits().headers()),
            limits.connectionWindow(),
            limits.resets(),
            this);
    this.scan = new FrameScan(FrameScan.PREFACE_LENGTH, limits.controls());
    this.info =
        new ConnectionInfo("HTTP/2", connection.local(), connection.peer(), server.isSecure());
    var _ = connection.onEnded(this::hungUp);
  }

  // ---- life -------------------------------------------------------------------------------------

  private void start() {
    try {
      var _ = server.scope().background(this::serve);
    } catch (IllegalStateException _) {
      // The server has been closed.
      end();
    }
  }

  /** Reads until the client says nothing for now. Suspends. */
  boolean serve() {
    boolean isOver = true;
    try {
      isOver = readUntilIdle();
    } catch (IOException _) {
      // The client is gone.
    } finally {
      if (isOver) {
        end();
      }
    }
    return true;
  }

  /** Reads what comes; whether the connection has ended. */
  private boolean readUntilIdle() throws IOException {
    for (; ; ) {
      ByteBuf bytes = input.takeAll();
      if (bytes != null) {
        read(bytes);
        continue;
      }
      int count = input.receiveNow();
      if (count < 0) {
        return true;
      }
      if (count > 0) {
        continue;
      }
      input.letGo();
      // Another fiber may have begun when this says yes.
      if (connection.onReadable(this::start)) {
        return false;
      }
      if (input.receive() < 0) {
        return true;
      }
    }
  }

  private void read(ByteBuf bytes) throws IOException {
    if (finishedAt.get() != 0) {
      bytes.release();
      return;
    }
    boolean isCalm = scan.read(bytes, codec.sent());
    gathering = true;
    codec.run(() -> codec.feed(bytes));
    if (!begun.isEmpty()) {
      begun.forEach(Http2Stream::start);
      begun.clear();
      Async.yield();
    }
    sendAnswers();
    gathering = false;
    if (!outbox.isEmpty()) {
      sendAnswers();
    }
    if (!codec.isOpen()) {
      finish();
      return;
    }
    Http2Error fault = isCalm ? scan.fault() : Http2Error.ENHANCE_YOUR_CALM;
    if (fault != null) {
      refuseMore(fault);
      finish();
    }
  }

  /** Takes no more requests, and ends the connection behind those that are handled. */
  @Override
  public void stop() {
    stopping = true;
    inBackground(
        () -> {
          refuseMore(Http2Error.NO_ERROR);
          streams.values().forEach(Http2Stream::stop);
          finishIfUnused();
          return true;
        });
  }

  private void refuseMore(Http2Error reason) throws IOException {
    codec.run(() -> codec.write(new DefaultHttp2GoAwayFrame(reason)));
  }

  private void finishIfUnused() throws IOException {
    if (stopping && streams.isEmpty()) {
      finish();
    }
  }

  /**
   * Ends this side of the connection. The reader goes on until the client has ended its side: a
   * system that gets bytes for a closed connection may take back what it has not delivered yet.
   */
  private void finish() throws IOException {
    if (finishedAt.compareAndSet(0, System.nanoTime() | 1)) {
      streams.values().forEach(Http2Stream::cancel);
      connection.finish();
    }
  }

  @Override
  public void end() {
    if (!ended.compareAndSet(false, true)) {
      return;
    }
    server.forget(this);
    hungUp();
    try {
      connection.close();
    } catch (IOException _) {
      // It is gone.
    }
  }

  /** The client is gone: nobody waits for what is being handled. */
  private void hungUp() {
    streams.values().forEach(Http2Stream::cancel);
  }

  @Override
  public void look(long now) {
    long idle = server.limits().idleTime().toNanos();
    if (isOver(scan.headBegan(), now, server.limits().headTime().toNanos())
        || isOver(codec.sendingSince(), now, idle)
        || isOver(finishedAt.get(), now, FAREWELL_NANOS)) {
      inBackground(
          () -> {
            end();
            return true;
          });
    } else if (streams.isEmpty() && !stopping && now - idleSince > idle) {
      stop();
    } else {
      streams.values().forEach(each -> each.look(now, idle));
    }
  }

  /** Whether something has lasted too long; 0 for what has not begun. */
  static boolean isOver(long since, long now, long limit) {
    return since != 0 && now - since > limit;
  }

  /** Runs an action that may suspend, for a caller that must not. */
  void inBackground(yona.async.Body<Boolean, IOException> body) {
    try {
      var _ =
          server
              .scope()
              .background(
                  () -> {
                    try {
                      return body.run();
                    } catch (IOException gone) {
                      end();
                      return false;
                    }
                  });
    } catch (IllegalStateException _) {
      // The server has been closed, and ends all connections.
    }
  }

  // ---- frames that come -------------------------------------------------------------------------

  @Override
  public void received(Http2Frame frame) {
    switch (frame) {
      case Http2HeadersFrame headers -> received(headers);
      case Http2DataFrame data -> received(data);
      default -> {
        // The codec has seen to it.
      }
    }
  }

  private void received(Http2HeadersFrame headers) {
    Http2FrameStream stream = headers.stream();
    Http2Stream known = streams.get(stream.id());
    if (known != null) {
      known.trailers(headers);
    } else if (streams.size() >= limits.streams() || stopping) {
      codec.reset(stream, Http2Error.REFUSED_STREAM);
    } else {
      Http2Stream began = new Http2Stream(this, headers);
      streams.put(stream.id(), began);
      begun.add(began);
    }
  }

  private void received(Http2DataFrame data) {
    Http2Stream stream = streams.get(data.stream().id());
    if (stream != null) {
      stream.received(data);
    }
  }

  @Override
  public void closed(Http2FrameStream stream) {
    Http2Stream known = streams.get(stream.id());
    if (known != null) {
      known.closed();
    }
  }

  /** The client has been told. */
  @Override
  public void broken(@Nullable Http2FrameStream stream, Throwable error) {}

  // ---- for streams ------------------------------------------------------------------------------

  HttpServer server() {
    return server;
  }

  Http2Limits limits() {
    return limits;
  }

  ConnectionInfo info() {
    return info;
  }

  Http2Codec codec() {
    return codec;
  }

  /** A stream is over, and so is its handler. */
  void forget(Http2Stream stream) {
    streams.remove(stream.id());
    if (streams.isEmpty()) {
      idleSince = System.nanoTime();
      if (stopping) {
        inBackground(
            () -> {
              finishIfUnused();
              return true;
            });
      }
    }
  }

  /** Sends a whole answer, now or when the reader does. May suspend. */
  void send(Http2Stream answered) throws IOException {
    outbox.add(answered);
    if (!gathering) {
      sendAnswers();
    }
  }

  /**
   * Sends the answers that are there. A fiber that comes while another one sends leaves it to that
   * one.
   */
  private void sendAnswers() throws IOException {
    if (outbox.isEmpty() || senders.getAndIncrement() != 0) {
      return;
    }
    int seen;
    do {
      seen = senders.get();
      codec.run(
          () -> {
            for (Http2Stream next = outbox.poll(); next != null; next = outbox.poll()) {
              next.writeAnswer();
            }
          });
    } while (!senders.compareAndSet(seen, 0));
  }

  @Override
  public String toString() {
    return "HTTP/2 " + connection;
  }
}
