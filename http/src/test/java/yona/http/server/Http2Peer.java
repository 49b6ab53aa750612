package yona.http.server;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http2.DefaultHttp2Headers;
import io.netty.handler.codec.http2.DefaultHttp2HeadersDecoder;
import io.netty.handler.codec.http2.DefaultHttp2HeadersEncoder;
import io.netty.handler.codec.http2.Http2Headers;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import yona.io.connection.Connection;

/**
 * A client or a server that says in HTTP/2 what it likes, frame by frame. For one fiber at a time.
 */
public final class Http2Peer implements AutoCloseable {

  // Types of frames.
  public static final int DATA = 0;
  public static final int HEADERS = 1;
  public static final int PRIORITY = 2;
  public static final int RST_STREAM = 3;
  public static final int SETTINGS = 4;
  public static final int PING = 6;
  public static final int GOAWAY = 7;
  public static final int WINDOW_UPDATE = 8;
  public static final int CONTINUATION = 9;

  // Flags.
  public static final int END_STREAM = 1;
  public static final int ACK = 1;
  public static final int END_HEADERS = 4;

  // Errors.
  public static final int NO_ERROR = 0;
  public static final int PROTOCOL_ERROR = 1;
  public static final int FLOW_CONTROL_ERROR = 3;
  public static final int STREAM_CLOSED = 5;
  public static final int REFUSED_STREAM = 7;
  public static final int CANCEL = 8;
  public static final int ENHANCE_YOUR_CALM = 11;

  private final Connection connection;
  private final DefaultHttp2HeadersEncoder encoder = new DefaultHttp2HeadersEncoder();
  private final DefaultHttp2HeadersDecoder decoder = new DefaultHttp2HeadersDecoder(false);
  private final Map<Integer, List<Frame>> unread = new HashMap<>();

  /** A frame. */
  @SuppressWarnings("ArrayRecordComponent") // nobody compares them
  public record Frame(
      int type, int flags, int stream, byte[] payload, @Nullable Http2Headers headers) {

    public int error() {
      return ByteBuffer.wrap(payload).getInt(type == GOAWAY ? 4 : 0);
    }

    public boolean isLast() {
      return (flags & END_STREAM) != 0;
    }
  }

  /** The result of a request: its end, and all that came before. */
  @SuppressWarnings("ArrayRecordComponent") // nobody compares them
  public record Answer(@Nullable Http2Headers head, byte[] content, @Nullable Integer error) {

    public String status() {
      return head == null ? "none" : String.valueOf(head.status());
    }

    public String text() {
      return new String(content, StandardCharsets.UTF_8);
    }
  }

  public Http2Peer(Connection connection) {
    this.connection = connection;
  }

  /** Connects, and sends what a connection begins with. */
  public static Http2Peer begin(Serving serving) throws IOException {
    return begin(serving.connect(), new byte[0]);
  }

  public static Http2Peer begin(Connection connection, byte[] settings) throws IOException {
    Http2Peer peer = new Http2Peer(connection);
    connection.write(RequestInput.PREFACE);
    peer.send(SETTINGS, 0, 0, settings);
    return peer;
  }

  /** A server: reads what a client begins with, and sends what a server begins with. */
  public static Http2Peer accept(Connection connection, byte[] settings) throws IOException {
    Http2Peer peer = new Http2Peer(connection);
    var _ = connection.readExactly(RequestInput.PREFACE.length);
    peer.send(SETTINGS, 0, 0, settings);
    return peer;
  }

  /** One setting. */
  public static byte[] setting(int name, int value) {
    return ByteBuffer.allocate(6).putShort((short) name).putInt(value).array();
  }

  public static byte[] number(int value) {
    return ByteBuffer.allocate(4).putInt(value).array();
  }

  // ---- writing ----------------------------------------------------------------------------------

  public void send(int type, int flags, int stream, byte[] payload) throws IOException {
    connection.write(frame(type, flags, stream, payload));
  }

  public static byte[] frame(int type, int flags, int stream, byte[] payload) {
    return ByteBuffer.allocate(9 + payload.length)
        .put((byte) (payload.length >>> 16))
        .putShort((short) payload.length)
        .put((byte) type)
        .put((byte) flags)
        .putInt(stream)
        .put(payload)
        .array();
  }

  /** Header fields, as they are sent. */
  public byte[] fields(String... namesAndValues) throws IOException {
    ByteBuf to = Unpooled.buffer();
    try {
      // One by one: Netty would bring pseudo header fields to the front.
      for (int i = 0; i < namesAndValues.length; i += 2) {
        encoder.encodeHeaders(
            1, new DefaultHttp2Headers(false).add(namesAndValues[i], namesAndValues[i + 1]), to);
      }
    } catch (Exception impossible) {
      throw new IOException(impossible);
    }
    return ByteBufUtil.getBytes(to);
  }

  public byte[] request(String method, String path, String... more) throws IOException {
    List<String> all =
        new ArrayList<>(
            List.of(":method", method, ":scheme", "http", ":path", path, ":authority", "a"));
    all.addAll(List.of(more));
    return fields(all.toArray(new String[0]));
  }

  public void get(int stream, String path) throws IOException {
    send(HEADERS, END_HEADERS | END_STREAM, stream, request("GET", path));
  }

  public void post(int stream, String path, String... more) throws IOException {
    send(HEADERS, END_HEADERS, stream, request("POST", path, more));
  }

  public void data(int stream, String text, boolean isLast) throws IOException {
    send(DATA, isLast ? END_STREAM : 0, stream, text.getBytes(StandardCharsets.UTF_8));
  }

  // ---- reading ----------------------------------------------------------------------------------

  /** The next frame of a stream, 0 for the connection's; acknowledges settings. */
  public Frame next(int stream) throws IOException {
    List<Frame> waiting = unread.get(stream);
    if (waiting != null && !waiting.isEmpty()) {
      return waiting.removeFirst();
    }
    for (; ; ) {
      ByteBuffer header = ByteBuffer.wrap(connection.readExactly(9));
      int length = ((header.get() & 0xff) << 16) | (header.getShort() & 0xffff);
      int type = header.get();
      int flags = header.get();
      int of = header.getInt();
      byte[] payload = connection.readExactly(length);
      // In the order in which they come: each changes what the next one means.
      Frame frame =
          new Frame(type, flags, of, payload, type == HEADERS ? decoded(of, payload) : null);
      if (frame.type == SETTINGS && (frame.flags & ACK) == 0) {
        send(SETTINGS, ACK, 0, new byte[0]);
      }
      if (frame.stream == stream) {
        return frame;
      }
      unread.computeIfAbsent(frame.stream, each -> new ArrayList<>()).add(frame);
    }
  }

  /** The next frame of this type of a stream; others before it are passed over. */
  public Frame next(int stream, int type) throws IOException {
    for (; ; ) {
      Frame frame = next(stream);
      if (frame.type == type) {
        return frame;
      }
    }
  }

  private Http2Headers decoded(int stream, byte[] payload) throws IOException {
    try {
      return decoder.decodeHeaders(stream, Unpooled.wrappedBuffer(payload));
    } catch (Exception malformed) {
      throw new IOException(malformed);
    }
  }

  /** The answer to a request, or how it ended without one. */
  public Answer answer(int stream) throws IOException {
    Http2Headers head = null;
    ByteArrayOutputStream content = new ByteArrayOutputStream();
    for (; ; ) {
      Frame frame = next(stream);
      switch (frame.type) {
        case HEADERS -> head = frame.headers();
        case DATA -> content.writeBytes(frame.payload);
        case RST_STREAM -> {
          return new Answer(head, content.toByteArray(), frame.error());
        }
        default -> {}
      }
      if (frame.type <= HEADERS && frame.isLast()) {
        return new Answer(head, content.toByteArray(), null);
      }
    }
  }

  /** Reads to the end of the connection, and gives the error that it ended with. */
  public int lastError() throws IOException {
    int error = next(0, GOAWAY).error();
    var _ = connection.readAll(Connection.LIMIT);
    return error;
  }

  public Connection connection() {
    return connection;
  }

  @Override
  public void close() throws IOException {
    connection.close();
  }
}
