import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** Writes the lines that a client sends to a file. Prints its port. */
final class ScpServer {
  private ScpServer() {}

  public static void main(String[] arguments) throws IOException {
    try (var server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
      System.out.println(server.getLocalPort());
      while (true) {
        try (var connection = server.accept();
            var lines =
                new BufferedReader(
                    new InputStreamReader(connection.getInputStream(), StandardCharsets.UTF_8));
            var target = Files.newBufferedWriter(Path.of(arguments[0]))) {
          for (var line = lines.readLine(); line != null; line = lines.readLine()) {
            target.write(line);
            target.write('\n');
          }
        }
      }
    }
  }
}
