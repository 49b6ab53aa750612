package yona.bench.io;

import java.io.IOException;
import java.util.Arrays;
import yona.async.Async;
import yona.async.Scope;
import yona.io.connection.Connection;
import yona.io.socket.Server;

/** Gives each line back, until the client closes, on a fiber each. Prints its port. */
public final class EchoServer {
  private EchoServer() {}

  /** Serves until the process is ended. */
  public static void main(String[] arguments) throws IOException {
    Async.<Boolean, IOException>blocking(EchoServer::serve);
  }

  private static boolean serve() throws IOException {
    try (var server = Server.listen(0);
        var scope = Scope.open()) {
      System.out.println(server.port());
      while (true) {
        var connection = server.accept();
        scope.background(() -> echo(connection));
      }
    }
  }

  private static boolean echo(Connection connection) throws IOException {
    try (connection) {
      byte[] line;
      while ((line = connection.readLine(Connection.LINE_LIMIT)) != null) {
        var echo = Arrays.copyOf(line, line.length + 1);
        echo[line.length] = '\n';
        connection.write(echo);
      }
      return true;
    }
  }
}
