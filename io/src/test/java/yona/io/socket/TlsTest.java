package yona.io.socket;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static yona.io.Running.program;
import static yona.io.socket.ConnectionPair.line;
import static yona.io.socket.ConnectionPair.writing;
import static yona.io.socket.TlsPeers.accepting;
import static yona.io.socket.TlsPeers.connect;
import static yona.io.socket.TlsPeers.listen;
import static yona.io.socket.TlsPeers.serverTls;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLHandshakeException;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import yona.async.Async;
import yona.async.CancellationException;
import yona.async.Future;
import yona.async.TimeoutException;
import yona.io.ClosedException;
import yona.io.connection.Connection;

class TlsTest extends ConnectionBehaviour {

  @TempDir private static Path folder;

  private static TlsPeers peers;

  @BeforeAll
  static void certify() throws Exception {
    peers = new TlsPeers(folder);
  }

  @Override
  ConnectionPair open() throws Exception {
    return peers.open();
  }

  @Test
  void aWriterWaitsForItsReaderAndGoesOnAfterALimitOfTime() throws Exception {
    byte[] bytes = new byte[30_000_000];
    new Random(3).nextBytes(bytes);
    program(
        () -> {
          try (ConnectionPair pair = peers.open()) {
            pair.client().setWriteTime(Duration.ofMillis(1));
            assertThatThrownBy(() -> pair.client().write(bytes))
                .isInstanceOf(TimeoutException.class);
            pair.client().setWriteTime(null);
            // Whole records have come, and the next ones are in order behind them.
            Future<Boolean> rest = writing(pair.client(), "rest".getBytes(UTF_8));
            byte[] came = pair.accepted().readAll(Connection.LIMIT);
            assertThat(rest.value()).isTrue();
            assertThat(came.length).isLessThan(bytes.length);
            int first = came.length - 4;
            assertThat(Arrays.copyOf(came, first)).isEqualTo(Arrays.copyOf(bytes, first));
            assertThat(new String(came, first, 4, UTF_8)).isEqualTo("rest");
          }
          return null;
        });
  }

  @Test
  void manyConnectionsAtTheSameTime() throws Exception {
    int count = 200;
    program(
        () -> {
          try (Server listening = listen(serverTls(peers.server))) {
            Future<Boolean> serving =
                Async.future(
                    () -> {
                      List<Future<Boolean>> handlers = new ArrayList<>();
                      for (int i = 0; i < count; i++) {
                        Connection accepted = listening.accept();
                        handlers.add(
                            Async.future(
                                () -> {
                                  try (accepted) {
                                    accepted.write((line(accepted) + "!\n").getBytes(UTF_8));
                                  }
                                  return true;
                                }));
                      }
                      return handlers.stream().allMatch(Future::value);
                    });
            List<Future<String>> clients = new ArrayList<>();
            for (int i = 0; i < count; i++) {
              String text = "client " + i;
              clients.add(
                  Async.future(
                      () -> {
                        try (Connection client = connect(listening, peers.believing())) {
                          client.write((text + "\n").getBytes(UTF_8));
                          return line(client);
                        }
                      }));
            }
            for (int i = 0; i < count; i++) {
              assertThat(clients.get(i).value()).isEqualTo("client " + i + "!");
            }
            assertThat(serving.value()).isTrue();
          }
          return null;
        });
  }

  // ---- the end, and those who do not keep to it ------------------------------------------------

  @Test
  void anEndWithoutFarewellIsAnError() throws Exception {
    program(
        () -> {
          try (Cutter cutter = Cutter.before(serverTls(peers.server))) {
            cutter.client().write("x\n".getBytes(UTF_8));
            assertThat(line(cutter.accepted())).isEqualTo("x");
            cutter.cut();
            assertThatThrownBy(() -> cutter.accepted().read())
                .isInstanceOf(SSLException.class)
                .hasMessage(cutter.accepted().name() + ": cut off without TLS close_notify");
            assertThatThrownBy(() -> cutter.accepted().read())
                .isInstanceOf(SSLException.class)
                .hasMessage(cutter.accepted().name() + ": cut off without TLS close_notify");
          }
          return null;
        });
  }

  /** Somebody in the middle of a connection, who ends it below TLS. */
  private record Cutter(
      Server front,
      Server back,
      Connection near,
      Connection far,
      Connection client,
      Connection accepted)
      implements AutoCloseable {

    static Cutter before(ServerTls tls) throws Exception {
      Server back = listen(tls);
      Server front = Server.listen(0);
      Future<Connection> accepting = accepting(back);
      Future<Connection> connecting = Async.future(() -> connect(front, peers.believing()));
      Connection near = front.accept();
      Connection far = Client.connect("127.0.0.1", back.port());
      pump(near, far);
      pump(far, near);
      return new Cutter(front, back, near, far, connecting.value(), accepting.value());
    }

    private static void pump(Connection from, Connection to) {
      var _ =
          Async.future(
              () -> {
                try {
                  for (byte[] part = from.read(); part != null; part = from.read()) {
                    to.write(part);
                  }
                } catch (IOException closed) {
                  // The end.
                }
                return true;
              });
    }

    void cut() throws IOException {
      // Not closed: a connection closed with unread bytes on it (a session ticket, here) is reset.
      near.finish();
      far.finish();
    }

    @Override
    public void close() throws IOException {
      for (AutoCloseable each : List.of(client, accepted, near, far, front, back)) {
        try {
          each.close();
        } catch (Exception e) {
          throw new IOException(e);
        }
      }
    }
  }

  @Test
  void plainTextToAnEncryptedServer() throws Exception {
    program(
        () -> {
          try (Server listening = listen(serverTls(peers.server));
              Connection client = Client.connect("127.0.0.1", listening.port());
              Connection accepted = listening.accept()) {
            client.write("GET / HTTP/1.1\r\n\r\n".getBytes(UTF_8));
            assertThatThrownBy(accepted::read)
                .isInstanceOf(SSLHandshakeException.class)
                .hasMessage(accepted.name() + ": the other side does not speak TLS");
            // Later too, and to writers.
            assertThatThrownBy(() -> accepted.write(new byte[1]))
                .isInstanceOf(SSLException.class)
                .hasMessage(accepted.name() + ": the other side does not speak TLS");
          }
          return null;
        });
  }

  @Test
  void anEncryptedClientOfAPlainTextServer() throws Exception {
    program(
        () -> {
          try (Server listening = Server.listen(0)) {
            Future<Boolean> talking =
                Async.future(
                    () -> {
                      try (Connection accepted = listening.accept()) {
                        accepted.write("220 welcome\r\n".getBytes(UTF_8));
                        // To its end: what is not read when this closes would reset it.
                        while (accepted.read() != null) {
                          // The client's hello.
                        }
                      } catch (IOException reset) {
                        // So it may be.
                      }
                      return true;
                    });
            assertThatThrownBy(() -> connect(listening, peers.believing()))
                .isInstanceOf(SSLHandshakeException.class)
                .hasMessage(
                    "127.0.0.1:" + listening.port() + ": the other side does not speak TLS");
            assertThat(talking.value()).isTrue();
          }
          return null;
        });
  }

  @Test
  void oneWhoGoesInTheHandshake() throws Exception {
    program(
        () -> {
          try (Server listening = listen(serverTls(peers.server))) {
            Connection client = Client.connect("127.0.0.1", listening.port());
            Connection accepted = listening.accept();
            client.close();
            assertThatThrownBy(accepted::read)
                .isInstanceOf(SSLHandshakeException.class)
                .hasMessage(
                    accepted.name() + ": the other side ended the connection in the TLS handshake");
            accepted.close();
          }
          return null;
        });
  }

  @Test
  void garbageIsAnErrorOfItsSender() throws Exception {
    Random random = new Random(4);
    program(
        () -> {
          try (Server listening = listen(serverTls(peers.server))) {
            for (int i = 0; i < 50; i++) {
              byte[] garbage = new byte[1 + random.nextInt(3_000)];
              random.nextBytes(garbage);
              if (i % 2 == 0) {
                // As if it were a record of a handshake.
                garbage[0] = 22;
                if (garbage.length > 2) {
                  garbage[1] = 3;
                  garbage[2] = 3;
                }
              }
              Connection client = Client.connect("127.0.0.1", listening.port());
              client.write(garbage);
              client.finish();
              try (Connection accepted = listening.accept()) {
                assertThatThrownBy(accepted::read)
                    .isInstanceOf(SSLHandshakeException.class)
                    .hasMessageStartingWith(accepted.name() + ": ");
              }
              client.close();
            }
          }
          return null;
        });
  }

  @Test
  void oneWhoIsSilentHoldsUpNobody() throws Exception {
    program(
        () -> {
          try (Server listening = listen(serverTls(peers.server));
              Connection silent = Client.connect("127.0.0.1", listening.port())) {
            Connection first = listening.accept();
            Future<byte[]> reading = Async.future(() -> first.read());
            Future<Connection> accepting = accepting(listening);
            try (Connection client = connect(listening, peers.believing());
                Connection second = accepting.value()) {
              client.write("x\n".getBytes(UTF_8));
              assertThat(line(second)).isEqualTo("x");
            }
            assertThat(reading.poll()).isNull();
            assertThat(silent.isOpen()).isTrue();
            first.close();
            assertThatThrownBy(reading::value)
                .isInstanceOf(ClosedException.class)
                .hasMessage(first.name() + ": closed");
          }
          return null;
        });
  }

  @Test
  void aLimitOfTimeIncludesTheHandshake() throws Exception {
    program(
        () -> {
          // Whoever connects here waits for ever.
          try (Server silent = Server.listen(0)) {
            assertThatThrownBy(
                    () ->
                        Client.connect(
                            "127.0.0.1",
                            silent.port(),
                            ClientOptions.DEFAULT
                                .withTls(peers.believing())
                                .withTime(Duration.ofMillis(20))))
                .isInstanceOf(TimeoutException.class);
            try (Connection accepted = silent.accept()) {
              while (accepted.read() != null) {
                // The hello of the client, which then has closed its side.
              }
            }
          }
          return null;
        });
  }

  @Test
  void aHandshakeThatRunsOutOfTimeIsGoneOnWith() throws Exception {
    program(
        () -> {
          try (Server listening = listen(serverTls(peers.server))) {
            Future<Connection> connecting =
                Async.future(() -> connect(listening, peers.believing()));
            try (Connection accepted = listening.accept()) {
              accepted.setReadTime(Duration.ofNanos(1));
              for (int i = 0; i < 5; i++) {
                assertThatThrownBy(accepted::read).isInstanceOf(TimeoutException.class);
              }
              accepted.setReadTime(null);
              accepted.write("x\n".getBytes(UTF_8));
              try (Connection client = connecting.value()) {
                assertThat(line(client)).isEqualTo("x");
              }
            }
          }
          return null;
        });
  }

  @Test
  void aHandshakeCanBeCancelled() throws Exception {
    program(
        () -> {
          try (Server silent = Server.listen(0)) {
            Future<Connection> connecting = Async.future(() -> connect(silent, peers.believing()));
            try (Connection accepted = silent.accept()) {
              // The hello is there, so the client waits for the answer.
              assertThat(accepted.read()).isNotEmpty();
              connecting.cancel();
              assertThatThrownBy(connecting::value).isInstanceOf(CancellationException.class);
              assertThat(accepted.read()).isNull();
            }
          }
          return null;
        });
  }

  @Test
  void readersAndWritersWaitForTheSameHandshake() throws Exception {
    program(
        () -> {
          try (Server listening = listen(serverTls(peers.server))) {
            Future<Connection> connecting =
                Async.future(() -> connect(listening, peers.believing()));
            try (Connection accepted = listening.accept()) {
              Future<String> reader = Async.future(() -> line(accepted));
              Future<Boolean> writer = writing(accepted, "x\n".getBytes(UTF_8));
              try (Connection client = connecting.value()) {
                client.write("y\n".getBytes(UTF_8));
                assertThat(line(client)).isEqualTo("x");
                assertThat(reader.value()).isEqualTo("y");
                assertThat(writer.value()).isTrue();
              }
            }
          }
          return null;
        });
  }
}
