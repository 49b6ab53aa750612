package yona.bench.redis;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/** A word with the server beside the client that is measured: a command of one line. */
final class Inline {
  private Inline() {}

  /**
   * Asks on a connection for this alone.
   *
   * @return the first line of the reply, or the second if the first is the length of a string
   */
  static String ask(int port, String command) throws IOException {
    try (var socket = new Socket(InetAddress.getLoopbackAddress(), port);
        var input =
            new BufferedReader(
                new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8))) {
      socket.getOutputStream().write((command + "\r\n").getBytes(StandardCharsets.UTF_8));
      var line = input.readLine();
      var reply = line != null && line.matches("\\$[0-9]+") ? input.readLine() : line;
      if (reply == null) {
        throw new IOException("the server says nothing to " + command);
      }
      return reply;
    }
  }
}
