package yona.sql.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.ConnectException;
import java.net.InetAddress;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import yona.async.Action;
import yona.async.Async;
import yona.async.CancellationException;
import yona.async.Future;
import yona.async.Program;

/** A server answers from its start until it is closed. */
@Tag("processes")
class EmbeddedPostgresTest {

  private static void speakTo(int port) throws Exception {
    try (Socket socket = new Socket(InetAddress.ofLiteral("127.0.0.1"), port)) {
      // SSLRequest, which each server answers with one letter before anything else.
      socket.getOutputStream().write(new byte[] {0, 0, 0, 8, 4, (byte) 0xd2, 0x16, 0x2f});
      assertThat(socket.getInputStream().read()).isEqualTo('N');
    }
  }

  private static void program(Action<Exception> body) throws Exception {
    List<Throwable> reported = new CopyOnWriteArrayList<>();
    new Program(reported::add)
        .run(
            () -> {
              body.run();
              return true;
            });
    assertThat(reported).isEmpty();
  }

  @Test
  void answersUntilItIsClosed() throws Exception {
    program(
        () -> {
          int port;
          try (EmbeddedPostgres server = EmbeddedPostgres.start()) {
            port = server.port();
            speakTo(port);
            assertThat(server.isAlive()).isTrue();
            assertThat(server.uri()).contains("@127.0.0.1:" + port + "/");
            String password = server.uri().replaceAll(".*:([0-9a-f]{32})@.*", "$1");
            assertThat(server.toString()).doesNotContain(password);
            assertThat(server.log().toString()).doesNotContain(password);
          }
          assertThatThrownBy(() -> speakTo(port)).isInstanceOf(ConnectException.class);
        });
  }

  @Test
  void aCancelledStartLeavesNoServer() throws Exception {
    program(
        () -> {
          Future<EmbeddedPostgres> starting = Async.future(EmbeddedPostgres::start);
          Async.yield();
          starting.cancel();
          assertThatThrownBy(starting::value).isInstanceOf(CancellationException.class);
        });
  }
}
