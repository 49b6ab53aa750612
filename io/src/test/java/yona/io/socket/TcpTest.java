package yona.io.socket;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static yona.io.Running.program;
import static yona.io.socket.ConnectionPair.line;

import java.io.IOException;
import java.net.BindException;
import java.net.UnixDomainSocketAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import yona.async.Async;
import yona.io.connection.Connection;

class TcpTest extends ConnectionBehaviour {

  @Override
  ConnectionPair open() throws IOException {
    Server server = Server.listen(0);
    Connection client = Client.connect("127.0.0.1", server.port());
    return new ConnectionPair(server, client, server.accept());
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
          for (String wrong : new String[] {"", "localhost\0.example", "a\nb", "a".repeat(255)}) {
            assertThatThrownBy(() -> Client.connect(wrong, 1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("the host ");
            assertThatThrownBy(() -> Server.listen(wrong, 0, ServerOptions.DEFAULT))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("the host ");
          }
          for (int wrong : new int[] {-1, 0, 65536}) {
            assertThatThrownBy(() -> Client.connect("127.0.0.1", wrong))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("a port is between 1 and 65535, not " + wrong);
          }
          return null;
        });
  }

  /** Also where the system tells only those of it who wait. */
  @Test
  void whoLooksSeesWhatHasComeWhileNobodyWaited() throws Exception {
    program(
        () -> {
          try (Server server = Server.listen(0);
              Connection client = Client.connect("127.0.0.1", server.port());
              Connection other = server.accept()) {
            ByteBuffer into = ByteBuffer.allocate(10);
            assertThat(client.readNow(into)).isZero();
            other.write(new byte[1]);
            Async.yield();
            int count = 0;
            while (count == 0) {
              count = client.readNow(into);
              Async.yield();
            }
            assertThat(count).isEqualTo(1);
            assertThat(client.readNow(into)).isZero();
            other.finish();
            while (count >= 0) {
              count = client.readNow(into);
              Async.yield();
            }
            assertThat(count).isEqualTo(-1);
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
          Path tooLong = folder.resolve("x".repeat(200));
          String limit = ": longer than the 107 bytes that the path of a socket may have";
          assertThatThrownBy(() -> Client.connectUnix(tooLong)).hasMessage(tooLong + limit);
          assertThatThrownBy(() -> Server.listen(UnixDomainSocketAddress.of(tooLong)))
              .hasMessage(tooLong + limit);
          String empty = "the path of the socket is empty";
          assertThatThrownBy(() -> Client.connectUnix(Path.of(""))).hasMessage(empty);
          assertThatThrownBy(() -> Server.listen(UnixDomainSocketAddress.of(""))).hasMessage(empty);
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
