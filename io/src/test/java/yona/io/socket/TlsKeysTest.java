package yona.io.socket;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static yona.io.Running.program;
import static yona.io.socket.TlsPeers.serverTls;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManager;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import yona.async.Async;
import yona.async.Future;
import yona.async.TimeoutException;
import yona.async.channel.BufferedChannel;
import yona.async.channel.Channel;
import yona.io.connection.Connection;
import yona.property.certificates.Authority;

/** Keys that are renewed (KeyUpdate of TLS 1.3) in the middle of what is sent. */
@Tag("slow")
class TlsKeysTest {

  private static final int PARTS = 40;
  private static final int PART = 100_000;

  @TempDir private static Path folder;

  private static Authority authority;
  private static Authority.Identity identity;

  @BeforeAll
  static void certify() throws Exception {
    authority = new Authority(folder, "CN=Test Authority");
    identity = authority.certify("localhost", "127.0.0.1");
  }

  /** One end of a connection in memory, which can renew its keys. */
  private static final class End {
    private final SSLEngine engine;
    private final MemoryTransport transport;
    private final Connection connection;

    End(SSLEngine engine, Channel<byte[]> in, Channel<byte[]> out, int most) {
      this.engine = engine;
      transport = new MemoryTransport(in, out, most);
      connection = new Connection(new TlsTransport(transport, engine));
    }

    /** Renews the keys with the next write, and wants the other side to do that too. */
    void renew() throws SSLException {
      engine.beginHandshake();
    }
  }

  /** Two ends between which a few writes at a time are under way; reads bring so many bytes. */
  private record Ends(End client, End server) implements AutoCloseable {
    static Ends open(int most) throws Exception {
      Channel<byte[]> toServer = new BufferedChannel<>(4);
      Channel<byte[]> toClient = new BufferedChannel<>(4);
      SSLContext context = TlsContexts.server(serverTls(identity));
      ClientTls tls = ClientTls.DEFAULT.withAuthorities(authority.certificate);
      return new Ends(
          new End(TlsContexts.client(tls, "localhost", 1), toClient, toServer, most),
          new End(TlsContexts.server(context, serverTls(identity)), toServer, toClient, most));
    }

    @Override
    public void close() throws IOException {
      client.connection.close();
      server.connection.close();
    }
  }

  private static byte[] bytes(long seed) {
    byte[] bytes = new byte[PARTS * PART];
    new Random(seed).nextBytes(bytes);
    return bytes;
  }

  private static byte[] part(byte[] bytes, int number) {
    return Arrays.copyOfRange(bytes, number * PART, (number + 1) * PART);
  }

  /** Writes all of it, with new keys for each part but the first. */
  private static Future<Boolean> writing(End to, byte[] bytes) {
    return Async.future(
        () -> {
          for (int i = 0; i < PARTS; i++) {
            if (i > 0) {
              to.renew();
            }
            to.connection.write(part(bytes, i));
          }
          return true;
        });
  }

  @ParameterizedTest
  @ValueSource(ints = {1_000, 16_405, 100_000})
  void bothSidesRenewTheirKeysInTheMiddleOfALongTransfer(int most) throws Exception {
    byte[] there = bytes(1);
    byte[] back = bytes(2);
    program(
        () -> {
          try (Ends ends = Ends.open(most)) {
            Future<Boolean> asking = writing(ends.client, there);
            Future<Boolean> answering = writing(ends.server, back);
            // Answers go out by reads, so both read until both have written.
            Future<byte[]> came = Async.future(() -> ends.server.connection.readAll(there.length));
            Future<byte[]> cameBack =
                Async.future(() -> ends.client.connection.readAll(back.length));
            assertThat(asking.value() && answering.value()).isTrue();
            ends.client.connection.finish();
            ends.server.connection.finish();
            assertThat(came.value()).isEqualTo(there);
            assertThat(cameBack.value()).isEqualTo(back);
            // Those of its own, and answers; two that meet may be one.
            assertThat(ends.client.transport.renewals()).isGreaterThanOrEqualTo(PARTS - 1);
            assertThat(ends.server.transport.renewals()).isGreaterThanOrEqualTo(PARTS - 1);
          }
          return null;
        });
  }

  @Test
  void aReaderThatWritesNothingRenewsItsKeysToo() throws Exception {
    byte[] there = bytes(3);
    program(
        () -> {
          try (Ends ends = Ends.open(100_000)) {
            Future<Boolean> writing = writing(ends.client, there);
            // Its answers have to be taken.
            Future<String> answer =
                Async.future(
                    () -> new String(ends.client.connection.readAll(Connection.LIMIT), UTF_8));
            assertThat(ends.server.connection.readExactly(there.length)).isEqualTo(there);
            assertThat(writing.value()).isTrue();
            ends.server.connection.write("thank you".getBytes(UTF_8));
            ends.server.connection.finish();
            assertThat(answer.value()).isEqualTo("thank you");
            assertThat(ends.client.transport.renewals()).isEqualTo(PARTS - 1);
            assertThat(ends.server.transport.renewals()).isBetween(1, PARTS - 1);
          }
          return null;
        });
  }

  /**
   * Nobody reads what it writes: its answers are left to that write, a few, and then wait for it.
   */
  @Test
  void aReaderRenewsItsKeysWhileItsWritesWait() throws Exception {
    byte[] there = bytes(4);
    byte[] back = bytes(5);
    program(
        () -> {
          try (Ends ends = Ends.open(100_000)) {
            Future<Boolean> stuck =
                Async.future(
                    () -> {
                      ends.server.connection.write(back);
                      return true;
                    });
            // From here on the server's write is under way, and nobody takes more of it.
            assertThat(ends.client.connection.readExactly(1)).isEqualTo(Arrays.copyOf(back, 1));
            Future<Boolean> writing = writing(ends.client, there);
            assertThat(ends.server.connection.readExactly(20 * PART))
                .isEqualTo(Arrays.copyOf(there, 20 * PART));
            assertThat(stuck.poll()).isNull();
            // Here somebody begins to read.
            Future<byte[]> came =
                Async.future(() -> ends.client.connection.readAll(Connection.LIMIT));
            assertThat(ends.server.connection.readExactly(20 * PART))
                .isEqualTo(Arrays.copyOfRange(there, 20 * PART, there.length));
            ends.server.connection.finish();
            assertThat(came.value()).isEqualTo(Arrays.copyOfRange(back, 1, back.length));
            assertThat(stuck.value() && writing.value()).isTrue();
            assertThat(ends.server.transport.renewals()).isPositive();
          }
          return null;
        });
  }

  @Test
  void aReadThatIsCancelledWhileKeysAreRenewedLosesNothing() throws Exception {
    byte[] there = bytes(6);
    program(
        () -> {
          try (Ends ends = Ends.open(1_000)) {
            Future<Boolean> writing = writing(ends.client, there);
            Future<String> answer =
                Async.future(
                    () -> new String(ends.client.connection.readAll(Connection.LIMIT), UTF_8));
            ByteBuffer got = ByteBuffer.allocate(there.length);
            Random times = new Random(8);
            while (got.hasRemaining()) {
              try {
                var _ =
                    Async.<Integer, IOException>timeoutNanos(
                        times.nextLong(200_000), () -> ends.server.connection.read(got));
              } catch (TimeoutException late) {
                // Then it took nothing.
              }
            }
            assertThat(got.array()).isEqualTo(there);
            assertThat(writing.value()).isTrue();
            ends.server.connection.write("thank you".getBytes(UTF_8));
            ends.server.connection.finish();
            assertThat(answer.value()).isEqualTo("thank you");
          }
          return null;
        });
  }

  /** Over sockets, with the JDK's own. */
  @Test
  void anotherImplementationRenewsItsKeys() throws Exception {
    SSLContext anybody = SSLContext.getInstance("TLS");
    anybody.init(null, new TrustManager[] {new TlsTrust.Everybody()}, null);
    byte[] there = bytes(7);
    program(
        () -> {
          try (Server server =
                  Server.listen(
                      "127.0.0.1", 0, ServerOptions.DEFAULT.withTls(serverTls(identity)));
              SSLSocket client =
                  (SSLSocket) anybody.getSocketFactory().createSocket("127.0.0.1", server.port())) {
            client.setEnabledProtocols(new String[] {"TLSv1.3"});
            CompletableFuture<Boolean> wrote = new CompletableFuture<>();
            CompletableFuture<byte[]> echoed = new CompletableFuture<>();
            Thread.ofPlatform().daemon().start(() -> talk(client, there, wrote));
            Thread.ofPlatform().daemon().start(() -> hear(client, there.length, echoed));
            try (Connection accepted = server.accept()) {
              long count = 0;
              while (count < there.length) {
                byte[] part = accepted.read();
                assertThat(part).isNotNull();
                accepted.write(part);
                count += part.length;
              }
              assertThat(echoed.join()).isEqualTo(there);
              assertThat(wrote.join()).isTrue();
            }
          }
          return null;
        });
  }

  private static void talk(SSLSocket to, byte[] bytes, CompletableFuture<Boolean> done) {
    try {
      OutputStream out = to.getOutputStream();
      for (int i = 0; i < PARTS; i++) {
        out.write(part(bytes, i));
        to.startHandshake();
      }
      done.complete(true);
    } catch (Exception e) {
      done.completeExceptionally(e);
    }
  }

  private static void hear(SSLSocket from, int count, CompletableFuture<byte[]> all) {
    try {
      InputStream in = from.getInputStream();
      all.complete(in.readNBytes(count));
    } catch (Exception e) {
      all.completeExceptionally(e);
    }
  }
}
