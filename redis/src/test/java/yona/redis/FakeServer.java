package yona.redis;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.BindException;
import yona.io.socket.Server;
import yona.redis.connection.Peer;

/** A server that is played by a test. */
final class FakeServer implements AutoCloseable {

  static final String HELLO = "%1\r\n+proto\r\n:3\r\n";

  private Server server;

  FakeServer() throws IOException {
    server = Server.listen(0);
  }

  int port() {
    return server.port();
  }

  RedisUri uri() {
    return RedisUri.parse("redis://127.0.0.1:" + port());
  }

  /** The next connection. */
  Peer accept() throws IOException {
    return new Peer(server.accept());
  }

  /** The next connection, greeted. */
  Peer greet() throws IOException {
    Peer peer = accept();
    assertThat(peer.command()).isEqualTo("HELLO 3");
    peer.say(HELLO);
    return peer;
  }

  /** Listens no longer: who connects is refused. */
  void stop() throws IOException {
    server.close();
  }

  /** Listens again, at the same port. */
  void start() throws IOException {
    int port = server.port();
    for (int tries = 0; ; tries++) {
      try {
        server = Server.listen(port);
        return;
      } catch (BindException e) {
        // Somebody else may have been given the port for a connection of its own.
        if (tries == 1_000) {
          throw e;
        }
        yona.async.Async.sleep(java.time.Duration.ofMillis(10));
      }
    }
  }

  @Override
  public void close() throws IOException {
    server.close();
  }
}
