package yona.io.socket;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static yona.io.Running.program;

import java.io.IOException;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Objects;
import java.util.Random;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManager;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import yona.async.Async;
import yona.async.Future;
import yona.async.channel.Channel;
import yona.async.channel.UnboundedChannel;
import yona.io.connection.Connection;
import yona.io.connection.Transport;

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

  private static String line(Connection connection) throws IOException {
    return new String(Objects.requireNonNull(connection.readLine(Connection.LINE_LIMIT)), UTF_8);
  }

  /** One side of a connection in memory, which brings so many bytes a read. */
  private static final class Side implements Transport {
    private final Channel<byte[]> in;
    private final Channel<byte[]> out;
    private final int most;
    private byte[] come = {};
    private int at;
    private boolean ended;

    Side(Channel<byte[]> in, Channel<byte[]> out, int most) {
      this.in = in;
      this.out = out;
      this.most = most;
    }

    @Override
    public String name() {
      return "memory";
    }

    @Override
    public int read(ByteBuffer into) {
      if (at == come.length) {
        return ended ? -1 : 0;
      }
      int count = Math.min(Math.min(most, into.remaining()), come.length - at);
      into.put(come, at, count);
      at += count;
      return count;
    }

    @Override
    public void awaitReadable() {
      if (at == come.length && !ended) {
        var read = in.read();
        ended = read.isClosed();
        at = 0;
        come = ended ? new byte[0] : read.get();
      }
    }

    @Override
    public void write(ByteBuffer from) {
      byte[] bytes = new byte[from.remaining()];
      from.get(bytes);
      out.send(bytes);
    }

    @Override
    public void finish() {
      out.close();
    }

    @Override
    public void close() {
      out.close();
    }

    @Override
    public @Nullable SocketAddress local() {
      return null;
    }

    @Override
    public @Nullable SocketAddress peer() {
      return null;
    }
  }

  @Test
  void recordsMayComeInAnyPieces() throws Exception {
    SSLContext context = TlsContexts.server(server.server());
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
                        new Side(toClient, toServer, most),
                        TlsContexts.client(
                            ClientTls.DEFAULT.withAuthorities(authority.certificate),
                            "localhost",
                            1)));
            Connection accepted =
                new Connection(
                    new TlsTransport(
                        new Side(toServer, toClient, most),
                        TlsContexts.server(context, server.server())));
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

  @Test
  void aClientThatBeginsAnewIsRefused() throws Exception {
    SSLContext anybody = SSLContext.getInstance("TLS");
    anybody.init(null, new TrustManager[] {new TlsTrust.Everybody()}, null);
    program(
        () -> {
          try (Server listening =
              Server.listen("127.0.0.1", 0, ServerOptions.DEFAULT.withTls(server.server()))) {
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
