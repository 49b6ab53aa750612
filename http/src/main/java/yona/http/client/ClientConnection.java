package yona.http.client;

import io.netty.buffer.ByteBuf;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpObject;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.util.ReferenceCountUtil;
import java.io.EOFException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import yona.http.Headers;
import yona.http.SwitchedConnection;
import yona.http.netty.ConnectionInput;
import yona.http.netty.NettyLogging;
import yona.io.connection.Connection;

/**
 * A connection of HTTP/1.1 to a server, over which one request goes after the other. For one fiber
 * at a time.
 */
final class ClientConnection implements ClientStream {

  static {
    NettyLogging.useJdk();
  }

  private static final byte[] NOTHING = {};

  private final Connection connection;

  /** The proxy that gets the requests and passes them on; null if the server gets them. */
  private final @Nullable Proxy via;

  private final ConnectionInput input;
  private final ResponseDecoder decoder = new ResponseDecoder();
  private final List<Object> decoded = new ArrayList<>(4);
  private int taken;

  /** Whether something of the response to the last request has come. */
  private boolean begun;

  /** Whether a response has come over it before. */
  private boolean used;

  /** Whether the server takes another request over it. */
  private boolean keeps;

  private long idleSince;

  ClientConnection(Connection connection, @Nullable Proxy via, Duration writeTime) {
    this.connection = connection;
    this.via = via;
    this.input = new ConnectionInput(connection);
    connection.setWriteTime(writeTime);
  }

  // ---- between requests ------------------------------------------------------------------------

  /** It is not in use from now on. */
  void rest() {
    used = true;
    input.letGo();
    idleSince = System.nanoTime();
  }

  /** Whether it has been idle for so long. */
  boolean isIdleSince(long nanos, long now) {
    return now - idleSince > nanos;
  }

  /** Whether the server has neither ended it nor sent something that nobody has asked for. */
  boolean isUsable() {
    try {
      return connection.isOpen() && !input.hasBytes() && input.receiveNow() == 0;
    } catch (IOException broken) {
      return false;
    }
  }

  @Override
  public boolean wasStale() {
    return used && !begun;
  }

  @Override
  public boolean wasRefused() {
    // HTTP/1.1 has no way to say so.
    return false;
  }

  /** Whether it can be used again, when all of a response has come. */
  boolean keeps() {
    return keeps;
  }

  @Override
  public void breakOff() {
    close();
  }

  void close() {
    try {
      connection.close();
    } catch (IOException _) {
      // It is gone.
    }
  }

  // ---- a request -------------------------------------------------------------------------------

  @Override
  public void send(ClientRequest request, Headers fields, boolean withContent) throws IOException {
    byte[] head = RequestHead.bytes(request, fields, Headers.NONE, via);
    send(request.method(), head, withContent ? request.bytes() : NOTHING);
  }

  /** Sends a head, with the content behind it. Suspends. */
  void send(String method, byte[] head, byte[] content) throws IOException {
    begun = false;
    decoder.expect(method);
    if (content.length == 0) {
      connection.write(head);
      return;
    }
    if (head.length + content.length <= 8 << 10) {
      byte[] both = new byte[head.length + content.length];
      System.arraycopy(head, 0, both, 0, head.length);
      System.arraycopy(content, 0, both, head.length, content.length);
      connection.write(both);
    } else {
      connection.write(head);
      connection.write(content);
    }
  }

  @Override
  public void sendContent(ClientRequest request) throws Exception {
    ClientRequest.Content made = request.content();
    Supplier<Headers> trailers = request.trailers();
    if (made == null && trailers == null) {
      connection.write(request.bytes());
      return;
    }
    // In chunks.
    if (made == null) {
      writeChunk(request.bytes());
    } else {
      made.writeTo(this::writeChunk);
    }
    connection.write(RequestHead.behindChunks(trailers == null ? Headers.NONE : trailers.get()));
  }

  private void writeChunk(byte[] bytes) throws IOException {
    if (bytes.length > 0) {
      connection.write(
          (Integer.toHexString(bytes.length) + "\r\n").getBytes(StandardCharsets.US_ASCII));
      connection.write(bytes);
      connection.write(new byte[] {'\r', '\n'});
    }
  }

  // ---- its response ----------------------------------------------------------------------------

  @Override
  public Head head() throws IOException {
    return head(false);
  }

  /** The head of the response to a request that may switch to another protocol. Suspends. */
  Head headOfSwitch() throws IOException {
    return head(true);
  }

  private Head head(boolean maySwitch) throws IOException {
    for (; ; ) {
      HttpObject next = next();
      if (!(next instanceof HttpResponse head)) {
        ReferenceCountUtil.release(next);
        continue;
      }
      if (head.decoderResult().isFailure()) {
        throw new IOException(
            name() + ": not a response of HTTP/1.1: " + head.decoderResult().cause().getMessage());
      }
      int status = head.status().code();
      if (status < 100 || (status == 101 && !maySwitch)) {
        throw new IOException(name() + ": status " + status + ", which nobody has asked for");
      }
      if (status >= 200 || status == 101) {
        keeps = HttpUtil.isKeepAlive(head);
        return new Head(status, fields(head.headers()));
      }
    }
  }

  /** The connection, which is no longer one of HTTP, with what has come behind the head. */
  SwitchedConnection switched() {
    ByteBuf from = input.bytes();
    byte[] bytes = new byte[from == null ? 0 : from.readableBytes()];
    if (from != null) {
      from.readBytes(bytes);
    }
    input.letGo();
    return new SwitchedConnection(connection, bytes);
  }

  @Override
  public byte[] bodyBytes(Headers[] trailers) throws IOException {
    for (; ; ) {
      HttpContent content = (HttpContent) next();
      try {
        if (content.decoderResult().isFailure()) {
          throw new IOException(name() + ": the body of the response is malformed");
        }
        byte[] bytes = new byte[content.content().readableBytes()];
        content.content().readBytes(bytes);
        if (content instanceof LastHttpContent last) {
          trailers[0] = fields(last.trailingHeaders());
          if (bytes.length > 0) {
            // The end comes with the next call.
            decoded.add(taken, LastHttpContent.EMPTY_LAST_CONTENT);
          }
          return bytes;
        }
        if (bytes.length > 0) {
          return bytes;
        }
      } finally {
        content.release();
      }
    }
  }

  @Override
  public boolean skipReceived() {
    while (hasDecoded()) {
      HttpContent content = (HttpContent) decoded.get(taken++);
      boolean isLast = content instanceof LastHttpContent && content.decoderResult().isSuccess();
      content.release();
      if (isLast) {
        return true;
      }
    }
    return false;
  }

  @Override
  public boolean isWhole() {
    return hasDecoded()
        && decoded.get(taken) instanceof LastHttpContent last
        && last.decoderResult().isSuccess()
        && !last.content().isReadable()
        && last.trailingHeaders().isEmpty();
  }

  /** Whether a part of a response is there. */
  private boolean hasDecoded() {
    while (taken == decoded.size()) {
      decoded.clear();
      taken = 0;
      ByteBuf from = input.bytes();
      if (from == null || !decoder.decodeNext(from, decoded)) {
        return false;
      }
      begun = true;
    }
    return true;
  }

  private HttpObject next() throws IOException {
    while (!hasDecoded()) {
      if (input.receive() < 0) {
        decoder.decodeEnd(decoded);
        if (decoded.isEmpty()) {
          throw new EOFException(
              name()
                  + (begun
                      ? ": the connection ended in the middle of a response"
                      : ": the connection ended without a response"));
        }
      }
    }
    return (HttpObject) decoded.get(taken++);
  }

  private static Headers fields(Iterable<? extends java.util.Map.Entry<String, String>> fields) {
    List<String> all = new ArrayList<>();
    fields.forEach(
        field -> {
          all.add(field.getKey());
          all.add(field.getValue());
        });
    return Headers.decoded(all.toArray(new String[0]));
  }

  @Override
  public String name() {
    return connection.name();
  }

  @Override
  public String toString() {
    return name();
  }
}
