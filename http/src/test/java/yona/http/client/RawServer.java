package yona.http.client;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import yona.async.Async;
import yona.async.Program;
import yona.io.ClosedException;
import yona.io.connection.Connection;
import yona.io.socket.Server;

/** A server that says what a test likes, and a client of it. */
final class RawServer {

  /** Answers the connections that come, in their order. */
  @FunctionalInterface
  interface Script {
    void run(Connection connection, int number) throws Exception;
  }

  /** Uses a client. */
  @FunctionalInterface
  interface Use {
    void run(HttpClient client, String uri) throws Exception;
  }

  private RawServer() {}

  static void with(ClientOptions options, Script script, Use use) throws Exception {
    List<Throwable> reported = new CopyOnWriteArrayList<>();
    var _ =
        new Program(reported::add)
            .run(
                () -> {
                  try (Server server =
                          Server.listen(
                              new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
                      HttpClient client = HttpClient.open(options)) {
                    var accepting = Async.future(() -> accept(server, script));
                    use.run(client, "http://127.0.0.1:" + server.port());
                    accepting.cancel();
                  }
                  return true;
                });
    assertThat(reported).isEmpty();
  }

  private static boolean accept(Server server, Script script) throws Exception {
    for (int number = 0; ; number++) {
      Connection connection;
      try {
        connection = server.accept();
      } catch (ClosedException over) {
        return true;
      }
      int which = number;
      var _ =
          Async.future(
              () -> {
                try (connection) {
                  script.run(connection, which);
                } catch (java.io.IOException gone) {
                  // The client has ended it.
                }
                return true;
              });
    }
  }

  /** Reads the head of a request. */
  static String head(Connection connection) throws Exception {
    StringBuilder head = new StringBuilder();
    for (; ; ) {
      byte[] line = connection.readLine(Connection.LINE_LIMIT);
      if (line == null || line.length == 0) {
        return head.toString();
      }
      head.append(new String(line, ISO_8859_1)).append('\n');
    }
  }

  /** Responds to each request of a connection with the same bytes. */
  static Script always(String response) {
    return (connection, _) -> {
      while (!head(connection).isEmpty()) {
        connection.write(response.getBytes(ISO_8859_1));
      }
    };
  }

  /** Responds to one request, and ends the connection. */
  static Script once(String response) {
    return (connection, _) -> {
      if (!head(connection).isEmpty()) {
        connection.write(response.getBytes(ISO_8859_1));
        connection.finish();
        while (connection.read() != null) {
          // The client may say more.
        }
      }
    };
  }
}
