package yona.io.socket;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.util.Objects;
import yona.async.Async;
import yona.async.Future;
import yona.io.connection.Connection;

/** Two ends of a connection over the loopback address. */
record ConnectionPair(Server server, Connection client, Connection accepted)
    implements AutoCloseable {

  @Override
  public void close() throws IOException {
    client.close();
    accepted.close();
    server.close();
  }

  static String line(Connection connection) throws IOException {
    return new String(Objects.requireNonNull(connection.readLine(Connection.LINE_LIMIT)), UTF_8);
  }

  /** Writes, and ends this side. */
  static Future<Boolean> writing(Connection to, byte[] bytes) {
    return Async.future(
        () -> {
          to.write(bytes);
          to.finish();
          return true;
        });
  }
}
