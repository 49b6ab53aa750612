import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** Sends a file to a server, line by line. */
final class ScpClient {
  private ScpClient() {}

  public static void main(String[] arguments) throws IOException {
    System.out.println(transfer(Integer.parseInt(arguments[0]), Path.of(arguments[1])));
  }

  /** Gives how many lines there were, when the server has all of them. */
  static long transfer(int port, Path path) throws IOException {
    long lines = 0;
    try (var source = Files.newBufferedReader(path);
        var connection = new Socket(InetAddress.getLoopbackAddress(), port)) {
      var target =
          new BufferedWriter(
              new OutputStreamWriter(connection.getOutputStream(), StandardCharsets.UTF_8));
      for (var line = source.readLine(); line != null; line = source.readLine()) {
        target.write(line);
        target.write('\n');
        lines++;
      }
      target.flush();
      connection.shutdownOutput();
      connection.getInputStream().read();
    }
    return lines;
  }
}
