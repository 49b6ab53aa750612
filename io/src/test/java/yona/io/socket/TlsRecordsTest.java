package yona.io.socket;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static yona.io.Running.program;
import static yona.io.socket.ConnectionPair.line;
import static yona.io.socket.TlsPeers.serverTls;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Random;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManager;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import yona.async.Async;
import yona.async.Future;
import yona.async.TimeoutException;
import yona.async.channel.Channel;
import yona.async.channel.SyncChannel;
import yona.async.channel.UnboundedChannel;
import yona.io.connection.Connection;
import yona.property.certificates.Authority;

/** TLS below its records: how they are cut, and what other implementations do with them. */
class TlsRecordsTest {

  @TempDir private static Path folder;

  private static Authority authority;
  private static Authority.Identity server;

  @BeforeAll
  static void certify() throws Exception {
    authority = new Authority(folder, "CN=Test Authority");
    server = authority.certify("localhost", "127.0.0.1");
  }

  @Test
  void recordsMayComeInAnyPieces() throws Exception {
    SSLContext context = TlsContexts.server(serverTls(server));
    byte[] there = new byte[40_000];
    new Random(5).nextBytes(there);
    for (int most : new int[] {1, 2, 5, 7, 1_000, 16_400, 100_000}) {
      program(
          () -> {
            Channel<byte[]> toServer = new UnboundedChannel<>();
            Channel<byte[]> toClient = new UnboundedChannel<>();
            Connection client =
                new Connection(
                    new TlsTransport(
                        new MemoryTransport(toClient, toServer, most),
                        TlsContexts.client(
                            ClientTls.DEFAULT.withAuthorities(authority.certificate),
                            "localhost",
                            1)));
            Connection accepted =
                new Connection(
                    new TlsTransport(
                        new MemoryTransport(toServer, toClient, most),
                        TlsContexts.server(context, serverTls(server))));
            Future<Boolean> writing =
                Async.future(
                    () -> {
                      client.write(there);
                      client.finish();
                      return true;
                    });
            // Small pieces of large records, too.
            assertThat(accepted.readExactly(10)).isEqualTo(Arrays.copyOf(there, 10));
            ByteBuffer some = ByteBuffer.allocate(100);
            assertThat(accepted.read(some)).isEqualTo(100);
            assertThat(accepted.readAll(Connection.LIMIT))
                .isEqualTo(Arrays.copyOfRange(there, 110, there.length));
            accepted.write("back\n".getBytes(UTF_8));
            assertThat(line(client)).isEqualTo("back");
            assertThat(writing.value()).isTrue();
            accepted.close();
            assertThat(client.read()).isNull();
            client.close();
            return null;
          });
    }
  }

  /** What it wanted to send is what the other side waits for. */
  @Test
  void aHandshakeThatIsCancelledWhileItSendsIsGoneOnWith() throws Exception {
    SSLContext context = TlsContexts.server(serverTls(server));
    ClientTls tls = ClientTls.DEFAULT.withAuthorities(authority.certificate);
    program(
        () -> {
          // The client sends nothing before the server reads.
          Channel<byte[]> toServer = new SyncChannel<>();
          Channel<byte[]> toClient = new UnboundedChannel<>();
          Connection client =
              new Connection(
                  new TlsTransport(
                      new MemoryTransport(toClient, toServer, 100),
                      TlsContexts.client(tls, "localhost", 1)));
          Connection accepted =
              new Connection(
                  new TlsTransport(
                      new MemoryTransport(toServer, toClient, 100),
                      TlsContexts.server(context, serverTls(server))));
          // The first ones may not come as far as that.
          for (int i = 0; i < 20; i++) {
            assertRunsOutOfTime(client);
          }
          Future<Boolean> writing =
              Async.future(
                  () -> {
                    client.write("x\n".getBytes(UTF_8));
                    return true;
                  });
          assertThat(line(accepted)).isEqualTo("x");
          assertThat(writing.value()).isTrue();
          return null;
        });
  }

  private static void assertRunsOutOfTime(Connection reading) {
    reading.setReadTime(Duration.ofMillis(5));
    assertThatThrownBy(reading::read).isInstanceOf(TimeoutException.class);
    reading.setReadTime(null);
  }

  @Test
  void aClientThatBeginsAnewIsRefused() throws Exception {
    SSLContext anybody = SSLContext.getInstance("TLS");
    anybody.init(null, new TrustManager[] {new TlsTrust.Everybody()}, null);
    program(
        () -> {
          try (Server listening =
              Server.listen("127.0.0.1", 0, ServerOptions.DEFAULT.withTls(serverTls(server)))) {
            Thread client =
                Thread.ofPlatform()
                    .start(
                        () -> {
                          try (SSLSocket socket =
                              (SSLSocket)
                                  anybody
                                      .getSocketFactory()
                                      .createSocket("127.0.0.1", listening.port())) {
                            socket.setEnabledProtocols(new String[] {"TLSv1.2"});
                            socket.getOutputStream().write("x\n".getBytes(UTF_8));
                            socket.startHandshake();
                          } catch (IOException refused) {
                            // As it should be.
                          }
                        });
            try (Connection accepted = listening.accept()) {
              assertThat(line(accepted)).isEqualTo("x");
              assertThatThrownBy(accepted::read)
                  .isInstanceOf(SSLException.class)
                  .hasMessage(
                      accepted.name()
                          + ": the other side wants to begin TLS anew, which is refused");
            }
            client.join();
          }
          return null;
        });
  }
}
