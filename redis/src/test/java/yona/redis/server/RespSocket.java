package yona.redis.server;

import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javax.net.SocketFactory;
import yona.redis.resp.ArrayValue;
import yona.redis.resp.BulkString;
import yona.redis.resp.ErrorValue;
import yona.redis.resp.RespDecoder;
import yona.redis.resp.RespEncoder;
import yona.redis.resp.RespValue;
import yona.redis.resp.SimpleString;
import yona.testrun.TestLimit;
import yona.testrun.network.Ports;

/**
 * A connection of a test to a server, in RESP2 and with nothing of the client in between. For one
 * thread at a time.
 */
public final class RespSocket implements Closeable {
  /** Much longer than any server takes to answer: a test that waits longer hangs. */
  private static final int LIMIT_MILLIS = (int) TestLimit.ofWait().toMillis();

  private final Socket socket;
  private final RespEncoder encoder = new RespEncoder();
  private final RespDecoder decoder = new RespDecoder();
  private final ByteBuffer input = ByteBuffer.allocate(16 << 10).limit(0);

  private RespSocket(Socket socket) throws IOException {
    this.socket = socket;
    socket.setTcpNoDelay(true);
    socket.setSoTimeout(LIMIT_MILLIS);
  }

  /** Connects to a port of the loopback interface. */
  public static RespSocket connect(int port) throws IOException {
    return connect(port, SocketFactory.getDefault());
  }

  /** The same with other sockets, encrypted ones say. */
  public static RespSocket connect(int port, SocketFactory sockets) throws IOException {
    return new RespSocket(sockets.createSocket(Ports.loopback(), port));
  }

  /** Sends a command and awaits its reply, which may be an error. */
  public RespValue ask(Object... parts) throws IOException {
    send(parts);
    return reply();
  }

  /** Sends a command. */
  public void send(Object... parts) throws IOException {
    OutputStream output = socket.getOutputStream();
    for (ByteBuffer buffer : encoder.command(parts).take()) {
      byte[] bytes = new byte[buffer.remaining()];
      buffer.get(bytes);
      output.write(bytes);
    }
    output.flush();
  }

  /** Awaits the next reply. */
  public RespValue reply() throws IOException {
    for (; ; ) {
      RespValue value = decoder.decode(input);
      if (value != null) {
        return value;
      }
      int count = socket.getInputStream().read(input.array());
      if (count < 0) {
        throw new EOFException("the server has ended the connection");
      }
      input.position(0).limit(count);
    }
  }

  /**
   * Sends a command whose reply is a text, an integer or nothing at all.
   *
   * @return the reply as text; of an array the texts of its elements, in lines
   * @throws IOException if the reply is an error, with its words
   */
  public String text(Object... parts) throws IOException {
    RespValue reply = ask(parts);
    if (reply instanceof ErrorValue error) {
      throw new IOException(error.message());
    }
    return text(reply);
  }

  private static String text(RespValue value) {
    return switch (value) {
      case SimpleString string -> string.text();
      case BulkString string -> string.text();
      case ArrayValue array ->
          String.join("\n", array.elements().stream().map(RespSocket::text).toList());
      default -> String.valueOf(value.plain());
    };
  }

  /** The fields of a reply in lines like {@code name:value}, or of an array of names and values. */
  public Map<String, String> fields(Object... parts) throws IOException {
    List<String> words = new ArrayList<>();
    RespValue reply = ask(parts);
    switch (reply) {
      case ErrorValue error -> throw new IOException(error.message());
      case ArrayValue array -> array.elements().forEach(each -> words.add(text(each)));
      default -> {
        for (String line : text(reply).split("\r\n", -1)) {
          int colon = line.indexOf(':');
          if (colon > 0) {
            words.add(line.substring(0, colon));
            words.add(line.substring(colon + 1));
          }
        }
      }
    }
    Map<String, String> fields = new LinkedHashMap<>();
    for (int i = 0; i + 1 < words.size(); i += 2) {
      fields.put(words.get(i), words.get(i + 1));
    }
    return fields;
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
