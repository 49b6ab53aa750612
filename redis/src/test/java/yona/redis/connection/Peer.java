package yona.redis.connection;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import yona.async.Scope;
import yona.io.ClosedException;
import yona.io.connection.Connection;
import yona.io.socket.Client;
import yona.io.socket.Server;
import yona.redis.resp.ArrayValue;
import yona.redis.resp.BulkString;
import yona.redis.resp.RespDecoder;
import yona.redis.resp.RespLimits;
import yona.redis.resp.RespValue;

/** The server's side of a connection, played by a test. */
public final class Peer implements AutoCloseable {

  public final Connection connection;
  private final RespDecoder decoder = new RespDecoder();
  private final ByteBuffer bytes = ByteBuffer.allocate(64 << 10).limit(0);

  public Peer(Connection connection) {
    this.connection = connection;
  }

  /** Both sides of a connection. */
  record Sides(RedisConnection client, Connection bytes, Peer server, Events events)
      implements AutoCloseable {
    @Override
    public void close() throws IOException {
      client.close();
      server.close();
    }
  }

  /** What the client's side was told unasked. */
  static final class Events implements ServerListener {
    final List<RespValue> pushed = new ArrayList<>();
    final yona.async.Promise<UnansweredException> lost = new yona.async.Promise<>();

    @Override
    public synchronized void pushed(yona.redis.resp.PushValue push) {
      pushed.add(push);
    }

    @Override
    public void lost(UnansweredException reason) {
      lost.complete(reason);
    }
  }

  /** A connection whose commands have a second, or as long as they need. */
  static Sides connect(java.time.@Nullable Duration limit) throws IOException {
    try (Server server = Server.listen(0)) {
      Connection client = Client.connect("127.0.0.1", server.port());
      Events events = new Events();
      return new Sides(
          new RedisConnection(
              client,
              Scope.holding(),
              RespLimits.DEFAULT,
              limit == null ? java.time.Duration.ofMinutes(5) : limit,
              events),
          client,
          new Peer(server.accept()),
          events);
    }
  }

  /** The next command, its parts parted by spaces. */
  public String command() throws IOException {
    for (; ; ) {
      RespValue value = decoder.decode(bytes);
      if (value instanceof ArrayValue command) {
        List<String> parts = new ArrayList<>();
        for (RespValue part : command.elements()) {
          parts.add(((BulkString) part).text());
        }
        return String.join(" ", parts);
      }
      if (connection.read(bytes.clear()) < 0) {
        throw new EOFException("the client has ended the connection");
      }
      bytes.flip();
    }
  }

  public void say(String bytes) throws IOException {
    connection.write(bytes.getBytes(ISO_8859_1));
  }

  /** Answers each command with its second part, until the end. */
  public void echo() throws IOException {
    try {
      for (; ; ) {
        say("+" + command().split(" ", -1)[1] + "\r\n");
      }
    } catch (EOFException | ClosedException _) {
      // The client has what it wants.
    }
  }

  @Override
  public void close() throws IOException {
    connection.close();
  }
}
