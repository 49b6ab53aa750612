package yona.io.socket;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static yona.io.Running.program;

import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnixDomainSocketAddress;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import yona.async.Async;
import yona.async.Future;
import yona.async.TimeoutException;
import yona.io.ClosedException;
import yona.io.connection.Connection;

class TcpTest {

  /** Two ends of a connection over the loopback address. */
  private record Pair(Server server, Connection client, Connection accepted)
      implements AutoCloseable {
    static Pair open() throws IOException {
      Server server = Server.listen(0);
      Connection client = Client.connect("127.0.0.1", server.port());
      return new Pair(server, client, server.accept());
    }

    @Override
    public void close() throws IOException {
      client.close();
      accepted.close();
      server.close();
    }
  }

  private static String line(Connection connection) throws IOException {
    return new String(Objects.requireNonNull(connection.readLine(Connection.LINE_LIMIT)), UTF_8);
  }

  @Test
  void whatIsWrittenIsReadOnTheOtherSide() throws Exception {
    program(
        () -> {
          try (Pair pair = Pair.open()) {
            pair.client().write("hello\nwörld\n".getBytes(UTF_8));
            assertThat(line(pair.accepted())).isEqualTo("hello");
            assertThat(line(pair.accepted())).isEqualTo("wörld");
            pair.accepted().write("back\n".getBytes(UTF_8));
            assertThat(line(pair.client())).isEqualTo("back");
            assertThat(pair.client().local()).isEqualTo(pair.accepted().peer());
            assertThat(pair.client().peer())
                .isEqualTo(
                    new InetSocketAddress(InetAddress.getLoopbackAddress(), pair.server().port()));
            assertThat(pair.client().name()).isEqualTo("127.0.0.1:" + pair.server().port());
          }
          return null;
        });
  }

  @Test
  void oneSideMayFinishAndGoOnReading() throws Exception {
    program(
        () -> {
          try (Pair pair = Pair.open()) {
            pair.client().write("question".getBytes(UTF_8));
            pair.client().finish();
            assertThat(pair.accepted().readAll(100)).asString(UTF_8).isEqualTo("question");
            assertThat(pair.accepted().read()).isNull();
            pair.accepted().write("answer".getBytes(UTF_8));
            pair.accepted().close();
            assertThat(pair.client().readAll(100)).asString(UTF_8).isEqualTo("answer");
            assertThatThrownBy(() -> pair.client().write(new byte[] {1}))
                .isInstanceOf(ClosedException.class)
                .hasMessage(pair.client().name() + " (finished): closed");
          }
          return null;
        });
  }

  @Test
  void aWriterWaitsForItsReader() throws Exception {
    byte[] bytes = new byte[20_000_000];
    new Random(1).nextBytes(bytes);
    program(
        () -> {
          try (Pair pair = Pair.open()) {
            Future<Boolean> writer =
                Async.future(
                    () -> {
                      pair.client().write(bytes);
                      pair.client().finish();
                      return true;
                    });
            byte[] first = pair.accepted().readExactly(1_000);
            assertThat(writer.poll()).isNull();
            byte[] rest = pair.accepted().readAll(Connection.LIMIT);
            assertThat(writer.value()).isTrue();
            assertThat(first).isEqualTo(java.util.Arrays.copyOf(bytes, 1_000));
            assertThat(rest).isEqualTo(java.util.Arrays.copyOfRange(bytes, 1_000, bytes.length));
          }
          return null;
        });
  }

  @Test
  void manyFibersShareAConnection() throws Exception {
    program(
        () -> {
          try (Pair pair = Pair.open()) {
            List<Future<Boolean>> writers = new ArrayList<>();
            List<Future<String>> readers = new ArrayList<>();
            for (int i = 0; i < 50; i++) {
              String text = "fiber " + i + "x".repeat(5_000) + "\n";
              readers.add(Async.future(() -> line(pair.accepted())));
              writers.add(
                  Async.future(
                      () -> {
                        pair.client().write(text.getBytes(UTF_8));
                        return true;
                      }));
            }
            List<String> lines = new ArrayList<>();
            for (Future<String> reader : readers) {
              lines.add(reader.value());
            }
            assertThat(writers).allMatch(writer -> writer.value());
            assertThat(lines)
                .hasSize(50)
                .doesNotHaveDuplicates()
                .allMatch(each -> each.matches("fiber \\d+x{5000}"));
          }
          return null;
        });
  }

  @Test
  void closingEndsTheWaitsOfOthers() throws Exception {
    program(
        () -> {
          Pair pair = Pair.open();
          Future<byte[]> reader = Async.future(() -> pair.client().read());
          Future<Connection> accepting = Async.future(() -> pair.server().accept());
          Future<Boolean> writer =
              Async.future(
                  () -> {
                    pair.client().write(new byte[50_000_000]);
                    return true;
                  });
          // The writer has begun when some of it is there.
          var _ = pair.accepted().readExactly(10);
          pair.client().close();
          pair.server().close();
          assertThatThrownBy(reader::value).isInstanceOf(ClosedException.class);
          assertThatThrownBy(writer::value).isInstanceOf(ClosedException.class);
          assertThatThrownBy(accepting::value)
              .isInstanceOf(ClosedException.class)
              .hasMessage("127.0.0.1:" + pair.server().port() + ": closed");
          pair.close();
          return null;
        });
  }

  @Test
  void limitsOfTimeEndReadsAndWrites() throws Exception {
    program(
        () -> {
          try (Pair pair = Pair.open()) {
            pair.client().setReadTime(Duration.ofMillis(1));
            pair.client().setWriteTime(Duration.ofMillis(1));
            assertThatThrownBy(() -> pair.client().read()).isInstanceOf(TimeoutException.class);
            assertThatThrownBy(() -> pair.client().write(new byte[50_000_000]))
                .isInstanceOf(TimeoutException.class);
            pair.accepted().write("late".getBytes(UTF_8));
            pair.client().setReadTime(null);
            assertThat(pair.client().read()).asString(UTF_8).isEqualTo("late");
          }
          return null;
        });
  }

  @Test
  void errorsNameTheOtherSide() throws Exception {
    program(
        () -> {
          Server server = Server.listen(0);
          int port = server.port();
          assertThatThrownBy(() -> Server.listen(port))
              .isInstanceOf(BindException.class)
              .hasMessage("127.0.0.1:" + port + ": address already in use");
          server.close();
          assertThatThrownBy(() -> Client.connect("127.0.0.1", port))
              .hasMessage("127.0.0.1:" + port + ": connection refused");
          assertThatThrownBy(() -> Client.connect("no.such.host.invalid", 1))
              .isInstanceOf(UnknownHostException.class)
              .hasMessage("no.such.host.invalid: no such host");
          for (int wrong : new int[] {-1, 0, 65536}) {
            assertThatThrownBy(() -> Client.connect("127.0.0.1", wrong))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("a port is between 1 and 65535, not " + wrong);
          }
          return null;
        });
  }

  @Test
  void hostsWithBothKindsOfAddressesAnswerOnEither() throws Exception {
    program(
        () -> {
          try (Server server = Server.listen("127.0.0.1", 0, ServerOptions.DEFAULT);
              // Where localhost is ::1 first, that is refused, and the next one answers.
              Connection client = Client.connect("localhost", server.port());
              Connection accepted = server.accept()) {
            client.write("x\n".getBytes(UTF_8));
            assertThat(line(accepted)).isEqualTo("x");
          }
          try (Server server = Server.listen("::1", 0, ServerOptions.DEFAULT);
              Connection client = Client.connect("::1", server.port());
              Connection accepted = server.accept()) {
            assertThat(client.name()).isEqualTo("[0:0:0:0:0:0:0:1]:" + server.port());
            accepted.write("y\n".getBytes(UTF_8));
            assertThat(line(client)).isEqualTo("y");
          }
          return null;
        });
  }

  @Test
  void unixSocketsAreFilesThatComeAndGo(@TempDir Path folder) throws Exception {
    Path path = folder.resolve("socket");
    program(
        () -> {
          try (Server server = Server.listen(UnixDomainSocketAddress.of(path));
              Connection client = Client.connectUnix(path);
              Connection accepted = server.accept()) {
            client.write("x\n".getBytes(UTF_8));
            assertThat(line(accepted)).isEqualTo("x");
            assertThat(client.name()).isEqualTo(path.toString());
            assertThat(accepted.name()).isEqualTo("client of " + path);
            assertThat(server.port()).isEqualTo(-1);
            assertThatThrownBy(() -> Server.listen(UnixDomainSocketAddress.of(path)))
                .isInstanceOf(BindException.class);
          }
          assertThat(path).doesNotExist();
          assertThatThrownBy(() -> Client.connectUnix(path))
              .hasMessage(path + ": no such file or directory");
          assertThatThrownBy(() -> Client.connectUnix(folder.resolve("x".repeat(200))))
              .hasMessageEndingWith("longer than the 107 bytes that the path of a socket may have");
          return null;
        });
  }

  @Test
  void theFileOfASocketThatNobodyServesIsReplaced(@TempDir Path folder) throws Exception {
    Path path = folder.resolve("socket");
    // What a server that was killed leaves behind.
    java.nio.channels.ServerSocketChannel.open(java.net.StandardProtocolFamily.UNIX)
        .bind(UnixDomainSocketAddress.of(path))
        .close();
    Path file = Files.writeString(folder.resolve("file"), "kept");
    program(
        () -> {
          try (Server server = Server.listen(UnixDomainSocketAddress.of(path));
              Connection client = Client.connectUnix(path);
              Connection accepted = server.accept()) {
            client.write("x\n".getBytes(UTF_8));
            assertThat(line(accepted)).isEqualTo("x");
          }
          assertThatThrownBy(() -> Server.listen(UnixDomainSocketAddress.of(file)))
              .isInstanceOf(BindException.class);
          assertThat(file).hasContent("kept");
          return null;
        });
  }
}
