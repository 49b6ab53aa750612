package yona.io.socket;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static yona.io.Running.program;
import static yona.io.socket.ConnectionPair.line;

import java.io.IOException;
import java.net.UnixDomainSocketAddress;
import java.nio.file.Path;
import javax.net.ssl.SSLException;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import yona.async.Async;
import yona.async.CancellationException;
import yona.async.Future;
import yona.async.Promise;
import yona.io.ClosedException;
import yona.io.connection.Connection;

/** TLS that begins on a connection over which something has been said before. */
class StartTlsTest {

  @TempDir private static Path folder;

  private static TlsPeers peers;

  @BeforeAll
  static void certify() throws Exception {
    peers = new TlsPeers(folder);
  }

  private static Connection encrypted(Connection accepted, TlsPeers from) throws IOException {
    ServerTls tls = TlsPeers.serverTls(from.server);
    return new Connection(
        new TlsTransport(
            accepted.detach(),
            TlsContexts.server(TlsContexts.server(tls), tls.withProtocols("h2"))));
  }

  private static ConnectionPair plain() throws Exception {
    Server server = Server.listen(0);
    Future<Connection> accepting = Async.future(server::accept);
    Connection client = Client.connect("127.0.0.1", server.port());
    return new ConnectionPair(server, client, accepting.value());
  }

  @Test
  void aConnectionGoesOnEncrypted() throws Exception {
    program(
        () -> {
          try (ConnectionPair pair = plain()) {
            Future<String> serving =
                Async.future(
                    () -> {
                      assertThat(line(pair.accepted())).isEqualTo("STARTTLS");
                      pair.accepted().write("go\n".getBytes(UTF_8));
                      try (Connection secure = encrypted(pair.accepted(), peers)) {
                        String said = line(secure);
                        secure.write("hello\n".getBytes(UTF_8));
                        return said;
                      }
                    });
            pair.client().write("STARTTLS\n".getBytes(UTF_8));
            assertThat(line(pair.client())).isEqualTo("go");
            try (Connection secure =
                Client.encrypt(
                    pair.client(), "server.example", 443, peers.believing().withProtocols("h2"))) {
              assertThat(secure.applicationProtocol()).isEqualTo("h2");
              secure.write("secret\n".getBytes(UTF_8));
              assertThat(line(secure)).isEqualTo("hello");
              assertThat(pair.client().isOpen()).isFalse();
              // The one before is over, and closing it ends nothing.
              pair.client().close();
              assertThatThrownBy(pair.client()::read).isInstanceOf(ClosedException.class);
            }
            assertThat(serving.value()).isEqualTo("secret");
          }
          return null;
        });
  }

  @Test
  void aUnixSocketIsEncryptedToo(@TempDir Path sockets) throws Exception {
    Path path = sockets.resolve("s");
    program(
        () -> {
          try (Server server = Server.listen(UnixDomainSocketAddress.of(path))) {
            Future<String> serving =
                Async.future(
                    () -> {
                      try (Connection secure = encrypted(server.accept(), peers)) {
                        return line(secure);
                      }
                    });
            try (Connection secure =
                Client.encrypt(Client.connectUnix(path), "localhost", 443, peers.believing())) {
              secure.write("secret\n".getBytes(UTF_8));
              assertThat(serving.value()).isEqualTo("secret");
            }
          }
          return null;
        });
  }

  @Test
  void aCertificateOfAnotherHostIsRefusedAndNothingLeftOpen() throws Exception {
    program(
        () -> {
          try (ConnectionPair pair = plain()) {
            Future<Boolean> serving =
                Async.future(
                    () -> {
                      try (Connection secure = encrypted(pair.accepted(), peers)) {
                        assertThatThrownBy(secure::read).isInstanceOf(IOException.class);
                        return true;
                      }
                    });
            assertThatThrownBy(
                    () -> Client.encrypt(pair.client(), "other.example", 443, peers.believing()))
                .isInstanceOf(SSLException.class)
                .hasMessageContaining("127.0.0.1:" + pair.server().port())
                .hasMessageContaining("other.example");
            assertThat(serving.value()).isTrue();
            assertThat(pair.client().isOpen()).isFalse();
          }
          return null;
        });
  }

  /** Who stands between could send bytes that seem to come encrypted (CVE-2011-0411). */
  @Test
  void bytesThatCameBeforeAreNotTakenForEncryptedOnes() throws Exception {
    program(
        () -> {
          try (ConnectionPair pair = plain()) {
            pair.accepted().write("go\ninjected\n".getBytes(UTF_8));
            assertThat(line(pair.client())).isEqualTo("go");
            assertThatThrownBy(
                    () -> Client.encrypt(pair.client(), "localhost", 443, peers.believing()))
                .isInstanceOf(IOException.class)
                .hasMessage(
                    "127.0.0.1:"
                        + pair.server().port()
                        + ": 9 bytes have come before they were asked for");
            assertThat(pair.accepted().readAll(10)).isEmpty();
          }
          return null;
        });
  }

  @Test
  void aConnectionInUseIsNotTaken() throws Exception {
    program(
        () -> {
          try (ConnectionPair pair = plain()) {
            Promise<Boolean> begun = new Promise<>();
            Future<String> reading =
                Async.future(
                    () -> {
                      var _ = begun.complete(true);
                      return line(pair.client());
                    });
            assertThat(begun.value()).isTrue();
            Async.yield();
            assertThatThrownBy(pair.client()::detach)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("in use");
            pair.accepted().write("still read\n".getBytes(UTF_8));
            assertThat(reading.value()).isEqualTo("still read");
          }
          return null;
        });
  }

  @Test
  void cancellingLeavesNothingOpen() throws Exception {
    program(
        () -> {
          try (ConnectionPair pair = plain()) {
            Future<Connection> starting =
                Async.future(
                    () -> Client.encrypt(pair.client(), "localhost", 443, peers.believing()));
            // The first record of the handshake is there, and nobody answers it.
            assertThat(pair.accepted().read()).isNotEmpty();
            starting.cancel();
            assertThatThrownBy(starting::value).isInstanceOf(CancellationException.class);
            assertThat(pair.accepted().readAll(10_000)).isNotNull();
          }
          return null;
        });
  }
}
