package yona.tool;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What a server says of clients that go away in the middle, and of its own faults. */
@Tag("processes")
class HangUpTest {
  private static final String SERVER =
      """
      let
          accept = \\channel -> with daemon socket\\tcp\\Server::accept channel as connection
              %s
          end
      in
      with socket\\tcp\\Server::channel (:tcp, "127.0.0.1", 0) as channel
          println (socket\\tcp\\Server::port channel)
          infi (\\-> accept channel)
      end
      """;

  private interface Client {
    void talk(Socket socket) throws IOException;
  }

  /** What the server has said when it has said something of the client. */
  private static String saidOf(String handler, Client client, String awaited) throws IOException {
    Yona.Running server =
        Yona.command("-e", SERVER.replace("%s", handler)).start().awaitOutput("\n");
    int port = Integer.parseInt(server.takeOutput("\n"));
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      client.talk(socket);
    }
    Yona.Result result = server.awaitError(awaited).signal("TERM").end();
    assertThat(result.status()).isEqualTo(143);
    return result.err();
  }

  @Test
  void aClientThatDoesNotReadAnyMoreIsALine() throws IOException {
    String said =
        saidOf(
            "infi (\\-> socket\\tcp\\Connection::write_line connection \"hello\")",
            socket -> assertThat(socket.getInputStream().read()).isEqualTo('h'),
            "\n");
    assertThat(said)
        .matches("a client hung up: 127.0.0.1:\\d+: (connection reset by peer|broken pipe)\n");
  }

  @Test
  void aClientThatResetsTheConnectionIsALine() throws IOException {
    String said =
        saidOf(
            """
            socket\\tcp\\Connection::write_line connection "hello"
            socket\\tcp\\Connection::read_all connection\
            """,
            socket -> {
              assertThat(socket.getInputStream().read()).isEqualTo('h');
              socket.setSoLinger(true, 0);
            },
            "\n");
    assertThat(said).matches("a client hung up: 127.0.0.1:\\d+: connection reset( by peer)?\n");
  }

  @Test
  void aClientThatEndsInTheMiddleIsALine() throws IOException {
    String said =
        saidOf(
            "socket\\tcp\\Connection::read_exactly connection 5",
            socket -> socket.getOutputStream().write("abc".getBytes(UTF_8)),
            "\n");
    assertThat(said)
        .matches("a client hung up: 127.0.0.1:\\d+: the end comes after 3 of 5 bytes\n");
  }

  @Test
  void aFaultOfTheServersIsReportedWhole() throws IOException {
    String said =
        saidOf(
            "1 / Seq::len (socket\\tcp\\Connection::read_all connection)", socket -> {}, "$main");
    assertThat(said).startsWith("error in the background: :badarith: ").contains("stack trace");
  }

  @Test
  void aServerThatHangsUpOnAProgramIsAnErrorOfThat() {
    String program =
        """
        with socket\\tcp\\Server::channel (:tcp, "127.0.0.1", 0) as channel
            drop (\\-> with socket\\tcp\\Server::accept channel as client
                socket\\tcp\\Connection::write client "abc"
            end)
            with socket\\tcp\\Client::connect "127.0.0.1" (socket\\tcp\\Server::port channel) as server
                socket\\tcp\\Connection::read_exactly server 5
            end
        end
        """;
    Yona.Result result = Yona.evaluate(program);
    assertThat(result.err()).startsWith("error: :ioerror: ").contains("after 3 of 5 bytes");
    assertThat(result.status()).isEqualTo(1);
  }
}
