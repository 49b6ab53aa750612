package yona.io.socket;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static yona.io.Running.program;

import java.io.EOFException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import yona.async.Async;
import yona.async.Body;
import yona.async.Future;
import yona.async.TimeoutException;
import yona.io.ClosedException;
import yona.io.HungUpException;
import yona.io.TooLongException;
import yona.io.connection.Connection;

/** Others that do not keep to the rules, over real sockets. */
class SocketFaultsTest {

  private static final Path DESCRIPTORS = Path.of("/proc/self/fd");

  private static int descriptors() throws IOException {
    try (Stream<Path> all = Files.list(DESCRIPTORS)) {
      return (int) all.count();
    }
  }

  /** A socket of the JDK's, for what a connection would not do. */
  private static Socket rude(Server server) throws IOException {
    return new Socket(InetAddress.getLoopbackAddress(), server.port());
  }

  /** Ends a connection with a reset instead of an end. */
  private static void reset(Socket socket) throws IOException {
    socket.setSoLinger(true, 0);
    socket.close();
  }

  @Test
  void aConnectionThatIsResetIsAnErrorAndNoEnd() throws Exception {
    program(
        () -> {
          try (Server server = Server.listen(0)) {
            Socket client = rude(server);
            try (Connection accepted = server.accept()) {
              Future<byte[]> reading = Async.future(() -> accepted.read());
              client.getOutputStream().write("abc".getBytes(UTF_8));
              assertThat(reading.value()).asString(UTF_8).isEqualTo("abc");
              Future<byte[]> next = Async.future(() -> accepted.read());
              reset(client);
              assertThatThrownBy(next::value)
                  .isInstanceOf(HungUpException.class)
                  .hasMessage(accepted.name() + ": connection reset");
              assertThatThrownBy(() -> accepted.write(new byte[1]))
                  .isInstanceOf(HungUpException.class)
                  .hasMessageMatching(accepted.name() + ": (broken pipe|connection reset.*)");
            }
          }
          return null;
        });
  }

  @Test
  void aWriterThatWaitsIsToldOfAReset() throws Exception {
    program(
        () -> {
          try (Server server = Server.listen(0)) {
            Socket client = rude(server);
            try (Connection accepted = server.accept()) {
              Future<Boolean> writing =
                  Async.future(
                      () -> {
                        accepted.write(new byte[50_000_000]);
                        return true;
                      });
              assertThat(client.getInputStream().readNBytes(1_000)).hasSize(1_000);
              reset(client);
              assertThatThrownBy(writing::value)
                  .isInstanceOf(HungUpException.class)
                  .hasMessageMatching(accepted.name() + ": (broken pipe|connection reset.*)");
            }
          }
          return null;
        });
  }

  /** That a client has sent too little is its affair; what a server has sent, the reader's. */
  @Test
  void aClientHangsUpAndAServerDoesNot() throws Exception {
    program(
        () -> {
          try (Server server = Server.listen(0);
              Connection client = Client.connect("127.0.0.1", server.port());
              Connection accepted = server.accept()) {
            client.write(new byte[2]);
            client.finish();
            assertThatThrownBy(() -> accepted.readExactly(3))
                .isInstanceOf(HungUpException.class)
                .hasMessage(accepted.name() + ": the end comes after 2 of 3 bytes")
                .hasCauseInstanceOf(EOFException.class);
            assertThat(accepted.readExactly(2)).hasSize(2);
            accepted.finish();
            assertThatThrownBy(() -> client.readExactly(1)).isInstanceOf(EOFException.class);
          }
          return null;
        });
  }

  @Test
  void bytesThatComeOneByOneAreOneLine() throws Exception {
    program(
        () -> {
          try (Server server = Server.listen(0);
              Socket client = rude(server);
              Connection accepted = server.accept()) {
            client.setTcpNoDelay(true);
            for (String text : List.of("first line", "second, wörld")) {
              Future<byte[]> line = Async.future(() -> accepted.readLine(Connection.LINE_LIMIT));
              for (byte each : (text + "\r\n").getBytes(UTF_8)) {
                client.getOutputStream().write(each);
                Async.yield();
              }
              assertThat(line.value()).asString(UTF_8).isEqualTo(text);
            }
            client.shutdownOutput();
            assertThat(accepted.readLine(10)).isNull();
            accepted.write("bye".getBytes(UTF_8));
            assertThat(client.getInputStream().readNBytes(3)).asString(UTF_8).isEqualTo("bye");
          }
          return null;
        });
  }

  @Test
  void aLineWithoutEndIsGivenUp() throws Exception {
    program(
        () -> {
          try (Server server = Server.listen(0)) {
            Connection client = Client.connect("127.0.0.1", server.port());
            Connection accepted = server.accept();
            Future<Boolean> endless =
                Async.future(
                    () -> {
                      byte[] part = "x".repeat(10_000).getBytes(UTF_8);
                      try {
                        for (; ; ) {
                          client.write(part);
                        }
                      } catch (ClosedException e) {
                        return true;
                      }
                    });
            assertThatThrownBy(() -> accepted.readLine(1 << 20))
                .isInstanceOf(TooLongException.class)
                .hasMessage(accepted.name() + ": a line is longer than 1 MiB");
            assertThatThrownBy(() -> accepted.readUntil((byte) '\n', 100))
                .isInstanceOf(TooLongException.class)
                .hasMessage(
                    accepted.name() + ": what is read up to some byte is longer than 100 bytes");
            client.close();
            assertThat(endless.value()).isTrue();
            accepted.close();
          }
          return null;
        });
  }

  @Test
  void aReaderThatDoesNotReadHoldsTheWriterUpAndNoMemory() throws Exception {
    byte[] part = new byte[1 << 20];
    program(
        () -> {
          try (Server server = Server.listen(0);
              Socket client = rude(server)) {
            Connection accepted = server.accept();
            AtomicInteger written = new AtomicInteger();
            Future<Boolean> writing =
                Async.future(
                    () -> {
                      for (int i = 0; i < 1_000; i++) {
                        accepted.write(part);
                        written.incrementAndGet();
                      }
                      return true;
                    });
            assertThat(client.getInputStream().readNBytes(1 << 20)).hasSize(1 << 20);
            // What is written is with the system: its buffers, and those are a few MiB at most.
            assertThat(written.get()).isLessThan(100);
            assertThat(writing.poll()).isNull();
            accepted.close();
            assertThatThrownBy(writing::value).isInstanceOf(ClosedException.class);
          }
          return null;
        });
  }

  @Test
  void thoseWhoGoBeforeTheyAreAcceptedArePassedOver() throws Exception {
    program(
        () -> {
          try (Server server = Server.listen(0)) {
            for (int i = 0; i < 20; i++) {
              reset(rude(server));
            }
            try (Connection client = Client.connect("127.0.0.1", server.port())) {
              client.write("x\n".getBytes(UTF_8));
              for (; ; ) {
                try (Connection accepted = server.accept()) {
                  byte[] line = accepted.readLine(10);
                  assertThat(line).asString(UTF_8).isEqualTo("x");
                  break;
                } catch (IOException wasReset) {
                  assertThat(wasReset).hasMessageEndingWith(": connection reset");
                }
              }
            }
          }
          return null;
        });
  }

  @Test
  void manyWhoConnectAndGoLeaveNothingBehind() throws Exception {
    int count = 10_000;
    program(
        () -> {
          AtomicInteger handlers = new AtomicInteger();
          // The first connection opens what stays open: the poller.
          try (Server server = Server.listen(0);
              Connection client = Client.connect("127.0.0.1", server.port());
              Connection accepted = server.accept()) {
            client.write(new byte[1]);
            assertThat(accepted.readExactly(1)).hasSize(1);
          }
          int before = descriptors();
          try (Server server = Server.listen(0)) {
            Future<Integer> serving =
                Async.future(
                    () -> {
                      List<Future<Boolean>> running = new ArrayList<>();
                      for (int i = 0; i < count; i++) {
                        Connection accepted = server.accept();
                        handlers.incrementAndGet();
                        running.add(
                            Async.future(
                                () -> {
                                  try (accepted) {
                                    while (accepted.read() != null) {
                                      accepted.write("answer".getBytes(UTF_8));
                                    }
                                  } catch (IOException gone) {
                                    // Abruptly.
                                  } finally {
                                    handlers.decrementAndGet();
                                  }
                                  return true;
                                }));
                      }
                      for (Future<Boolean> each : running) {
                        assertThat(each.value()).isTrue();
                      }
                      return handlers.get();
                    });
            InetSocketAddress address =
                new InetSocketAddress(InetAddress.getLoopbackAddress(), server.port());
            for (int i = 0; i < count; i++) {
              try (SocketChannel client = SocketChannel.open(address)) {
                if (i % 3 != 0) {
                  var _ = client.write(java.nio.ByteBuffer.wrap(new byte[10]));
                }
                if (i % 2 != 0) {
                  var _ = client.setOption(java.net.StandardSocketOptions.SO_LINGER, 0);
                }
              }
            }
            assertThat(serving.value()).isZero();
          }
          // A selector gives descriptors back a moment after they are closed.
          while (descriptors() > before) {
            Async.yield();
          }
          return null;
        });
  }

  @Test
  void everyWaitCanBeCancelled() throws Exception {
    program(
        () -> {
          try (Server server = Server.listen(0);
              Connection client = Client.connect("127.0.0.1", server.port());
              Connection accepted = server.accept()) {
            int before = descriptors();
            assertCancelled(server::accept);
            assertCancelled(client::read);
            assertCancelled(() -> client.readExactly(10));
            assertCancelled(
                () -> {
                  client.write(new byte[50_000_000]);
                  return true;
                });
            assertThat(descriptors()).isEqualTo(before);
            // All of it goes on afterwards.
            try (Connection second = Client.connect("127.0.0.1", server.port());
                Connection alsoAccepted = server.accept()) {
              second.write("x".getBytes(UTF_8));
              assertThat(alsoAccepted.readExactly(1)).asString(UTF_8).isEqualTo("x");
            }
            accepted.write("y".getBytes(UTF_8));
            assertThat(client.readExactly(1)).asString(UTF_8).isEqualTo("y");
          }
          return null;
        });
  }

  /** A limit of time cancels what it is for, and waits until that has cleaned up. */
  private static void assertCancelled(Body<?, Exception> waiting) {
    assertThatThrownBy(() -> Async.timeoutNanos(5_000_000, waiting))
        .isInstanceOf(TimeoutException.class);
  }

  /** A server whose backlog is full does not answer who wants to connect. */
  @Test
  void whoConnectsToNobodyWhoAnswersCanBeCancelledAndRunsOutOfTime() throws Exception {
    List<SocketChannel> waiting = new ArrayList<>();
    try (ServerSocket full = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      // Never accepted: two are kept, the others wait for their answer.
      for (int i = 0; i < 4; i++) {
        SocketChannel channel = SocketChannel.open();
        waiting.add(channel);
        channel.configureBlocking(false);
        var _ = channel.connect(full.getLocalSocketAddress());
      }
      int port = full.getLocalPort();
      program(
          () -> {
            int before = descriptors();
            ClientOptions hurried = ClientOptions.DEFAULT.withTime(Duration.ofMillis(20));
            assertThatThrownBy(() -> Client.connect("127.0.0.1", port, hurried))
                .isInstanceOf(TimeoutException.class);
            assertCancelled(() -> Client.connect("127.0.0.1", port));
            while (descriptors() > before) {
              Async.yield();
            }
            return null;
          });
    } finally {
      for (SocketChannel channel : waiting) {
        channel.close();
      }
    }
  }

  @Test
  void aServerThatIsClosedRefuses() throws Exception {
    program(
        () -> {
          Server server = Server.listen(0);
          Connection kept = Client.connect("127.0.0.1", server.port());
          Connection accepted = server.accept();
          server.close();
          assertThatThrownBy(() -> Client.connect("127.0.0.1", server.port()))
              .isInstanceOf(IOException.class)
              .hasMessage("127.0.0.1:" + server.port() + ": connection refused");
          // Connections stay.
          kept.write("x".getBytes(UTF_8));
          assertThat(Objects.requireNonNull(accepted.read())).asString(UTF_8).isEqualTo("x");
          kept.close();
          accepted.close();
          return null;
        });
  }
}
