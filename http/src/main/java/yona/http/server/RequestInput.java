package yona.http.server;

import io.netty.buffer.ByteBuf;
import io.netty.handler.codec.http.HttpObject;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.util.ReferenceCountUtil;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import yona.async.Async;
import yona.async.TimeoutException;
import yona.http.netty.ConnectionInput;
import yona.http.netty.NettyLogging;
import yona.io.ClosedException;
import yona.io.connection.Connection;

/** The requests of a client: their heads and their bodies. For one fiber at a time. */
final class RequestInput {

  /** After a refusal the client may still send so much before the connection ends. */
  private static final int MOST_DRAINED = 256 << 10;

  /** The first bytes of a connection of HTTP/2. */
  static final byte[] PREFACE =
      "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".getBytes(StandardCharsets.US_ASCII);

  private static final long DRAIN_NANOS = 2_000_000_000L;

  static {
    NettyLogging.useJdk();
  }

  private final Connection connection;
  private final ConnectionInput input;
  private final RequestDecoder decoder;
  private final long largestBody;

  /** The decoded parts of messages, of which the first {@link #taken} are taken. */
  private final List<Object> decoded = new ArrayList<>(4);

  private int taken;

  RequestInput(Connection connection, ServerLimits limits) {
    this.connection = connection;
    this.input = new ConnectionInput(connection);
    this.decoder = new RequestDecoder(limits);
    this.largestBody = limits.body();
  }

  // ---- what has come ----------------------------------------------------------------------------

  /** The head of the next request, if all of it has come; one that is none says so itself. */
  @Nullable HttpRequest head() {
    HttpObject next = next();
    while (next != null && !(next instanceof HttpRequest)) {
      // The end of a body that nobody has read.
      ReferenceCountUtil.release(next);
      next = next();
    }
    return (HttpRequest) next;
  }

  /** The next part of a message, if it has come. */
  @Nullable HttpObject next() {
    while (taken == decoded.size()) {
      decoded.clear();
      taken = 0;
      ByteBuf from = input.bytes();
      if (from == null || !decoder.decodeNext(from, decoded)) {
        return null;
      }
    }
    return (HttpObject) decoded.get(taken++);
  }

  /** Takes the bytes that have come, undecoded; null if there are none. To be released. */
  @Nullable ByteBuf takeAll() {
    return input.takeAll();
  }

  /**
   * How much of what HTTP/2 begins with has come (RFC 9113, section 3.4).
   *
   * @return how many bytes; -1 if what has come is something else
   */
  int preface() {
    ByteBuf held = input.bytes();
    int count = held == null ? 0 : Math.min(held.readableBytes(), PREFACE.length);
    for (int i = 0; i < count; i++) {
      if (Objects.requireNonNull(held).getByte(held.readerIndex() + i) != PREFACE[i]) {
        return -1;
      }
    }
    return count;
  }

  /** The body of a request; null if it has none, and nothing behind it. */
  @Nullable IncomingBody body(HttpRequest head, ContentMemory memory, BodyWatch watch) {
    HttpObject next = next();
    if (next instanceof LastHttpContent last
        && !last.content().isReadable()
        && last.trailingHeaders().isEmpty()
        && last.decoderResult().isSuccess()) {
      return null;
    }
    if (next != null) {
      taken--;
    }
    return new IncomingBody(
        this,
        HttpUtil.is100ContinueExpected(head),
        largestBody,
        HttpUtil.getContentLength(head, -1L),
        memory,
        watch);
  }

  /** Whether bytes have come that are not decoded. */
  boolean hasBytes() {
    return input.hasBytes();
  }

  // ---- reading ----------------------------------------------------------------------------------

  /** Reads what is there: how many bytes, 0 if none, -1 at the end. Does not suspend. */
  int receiveNow() throws IOException {
    return input.receiveNow();
  }

  /** Reads more; how many bytes, or -1 at the end. Suspends, if it can without a buffer. */
  int receive() throws IOException {
    return input.receive();
  }

  /** Gives the buffer back; what is left in it is kept elsewhere. */
  void letGo() {
    input.letGo();
  }

  /**
   * Ends a connection whose client may still send: it is told that no more is read, and what it
   * sends meanwhile is forgotten, so that it gets the answer (RFC 9112, section 9.6).
   */
  void drainAndEnd() throws IOException {
    connection.finish();
    try {
      Async.<Boolean, IOException>timeoutNanos(
          DRAIN_NANOS,
          () -> {
            long drained = 0;
            while (drained < MOST_DRAINED) {
              input.forget();
              int count;
              try {
                count = receive();
              } catch (ClosedException _) {
                // The server stops, or has waited long enough.
                return true;
              }
              if (count < 0) {
                return true;
              }
              drained += count;
            }
            return false;
          });
    } catch (TimeoutException _) {
      // It has had its time.
    }
  }

  Connection connection() {
    return connection;
  }

  @Override
  public String toString() {
    return "requests from " + connection.name();
  }
}
