package yona.http.websocket;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.zip.DataFormatException;
import java.util.zip.Deflater;
import java.util.zip.Inflater;
import yona.http.server.Serving;
import yona.io.connection.Connection;

/** A client that says over a WebSocket what it likes, frame by frame. */
public final class Peer implements AutoCloseable {

  static final int CONTINUATION = 0;
  public static final int TEXT = 1;
  static final int BINARY = 2;
  public static final int CLOSE = 8;
  static final int PING = 9;
  static final int PONG = 10;

  /** Flags of the first byte. */
  public static final int FIN = 0x80;

  static final int COMPRESSED = 0x40;

  static final String HEAD =
      String.join(
          "\r\n",
          "GET / HTTP/1.1",
          "Host: a",
          "Connection: keep-alive, Upgrade",
          "Upgrade: WebSocket",
          "Sec-WebSocket-Version: 13",
          "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
          "");

  private final Connection connection;
  private final String head;

  /** A frame of the server. */
  @SuppressWarnings("ArrayRecordComponent") // nobody compares them
  public record Frame(int first, byte[] payload) {

    public String text() {
      return new String(payload, StandardCharsets.UTF_8);
    }

    public int type() {
      return first & 15;
    }

    int code() {
      return payload.length < 2 ? 1005 : ByteBuffer.wrap(payload).getShort() & 0xffff;
    }
  }

  private Peer(Connection connection, String head) {
    this.connection = connection;
    this.head = head;
  }

  /** Asks for a WebSocket, with more lines in the head, and is given it. */
  static Peer open(Serving serving, String more) throws IOException {
    return open(serving.connect(), more);
  }

  /** The same over a connection that there is. */
  public static Peer open(Connection connection, String more) throws IOException {
    connection.write((HEAD + more + "\r\n").getBytes(StandardCharsets.US_ASCII));
    StringBuilder head = new StringBuilder();
    for (; ; ) {
      byte[] line = connection.readLine(1_000);
      if (line == null || line.length == 0) {
        return new Peer(connection, head.toString());
      }
      head.append(new String(line, StandardCharsets.US_ASCII)).append('\n');
    }
  }

  String head() {
    return head;
  }

  Connection connection() {
    return connection;
  }

  public void send(int first, byte[] payload) throws IOException {
    connection.write(masked(first, payload));
  }

  public void text(String text) throws IOException {
    send(FIN | TEXT, text.getBytes(StandardCharsets.UTF_8));
  }

  static byte[] masked(int first, byte[] payload) {
    ByteBuffer frame = ByteBuffer.allocate(14 + payload.length).put((byte) first);
    if (payload.length < 126) {
      frame.put((byte) (0x80 | payload.length));
    } else if (payload.length < 65_536) {
      frame.put((byte) 0xfe).putShort((short) payload.length);
    } else {
      frame.put((byte) 0xff).putLong(payload.length);
    }
    byte[] mask = {1, 2, 3, 4};
    frame.put(mask);
    for (int i = 0; i < payload.length; i++) {
      frame.put((byte) (payload[i] ^ mask[i % 4]));
    }
    byte[] bytes = new byte[frame.flip().remaining()];
    frame.get(bytes);
    return bytes;
  }

  public Frame next() throws IOException {
    byte[] start = connection.readExactly(2);
    int length = start[1];
    if (length == 126) {
      length = ByteBuffer.wrap(connection.readExactly(2)).getShort() & 0xffff;
    } else if (length == 127) {
      length = (int) ByteBuffer.wrap(connection.readExactly(8)).getLong();
    }
    return new Frame(start[0] & 0xff, connection.readExactly(length));
  }

  /** The code with which the server ends the connection, whatever it says before. */
  int closeCode() throws IOException {
    for (; ; ) {
      Frame frame = next();
      if (frame.type() == CLOSE) {
        return frame.code();
      }
    }
  }

  /** As RFC 7692, section 7.2.1 says. */
  static byte[] deflated(byte[] bytes) {
    try (Deflater deflater = new Deflater(9, true)) {
      deflater.setInput(bytes);
      byte[] room = new byte[bytes.length + 100];
      int count = deflater.deflate(room, 0, room.length, Deflater.SYNC_FLUSH);
      return java.util.Arrays.copyOf(room, count - 4);
    }
  }

  static byte[] inflated(byte[] bytes) throws DataFormatException {
    try (Inflater inflater = new Inflater(true)) {
      ByteArrayOutputStream tail = new ByteArrayOutputStream();
      tail.writeBytes(bytes);
      tail.writeBytes(new byte[] {0, 0, -1, -1});
      inflater.setInput(tail.toByteArray());
      byte[] room = new byte[1 << 20];
      return java.util.Arrays.copyOf(room, inflater.inflate(room));
    }
  }

  @Override
  public void close() throws IOException {
    connection.close();
  }
}
