package yona.tool;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import yona.testrun.TestLimit;

/**
 * What a web server has answered to a request over a socket, byte by byte as it came: no client of
 * HTTP stands between.
 *
 * @param status its status
 * @param headers its header fields, with names in lower case
 * @param body its content, taken for UTF-8; chunks stay as they were sent
 */
record WebAnswer(int status, Map<String, String> headers, String body) {

  /** Asks for a path. */
  static WebAnswer get(int port, String path) throws IOException {
    return read(send(port, "GET", path, ""));
  }

  /** Asks with content. */
  static WebAnswer post(int port, String path, String content) throws IOException {
    return read(send(port, "POST", path, content));
  }

  /** Asks with a document. */
  static WebAnswer postJson(int port, String path, String content) throws IOException {
    return read(send(port, "POST", path, "Content-Type: application/json\r\n", content));
  }

  /** Sends a request, and leaves the answer to {@link #read}. */
  static Socket send(int port, String method, String path, String content) throws IOException {
    return send(port, method, path, "", content);
  }

  private static Socket send(int port, String method, String path, String fields, String content)
      throws IOException {
    Socket socket = new Socket(InetAddress.getLoopbackAddress(), port);
    socket.setSoTimeout((int) TestLimit.ofWait().toMillis());
    byte[] bytes = content.getBytes(StandardCharsets.UTF_8);
    String head =
        method
            + " "
            + path
            + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
            + fields
            + (content.isEmpty() ? "" : "Content-Length: " + bytes.length + "\r\n")
            + "\r\n";
    socket.getOutputStream().write(head.getBytes(StandardCharsets.US_ASCII));
    socket.getOutputStream().write(bytes);
    return socket;
  }

  /** Reads the answer to its end, and closes the socket. */
  static WebAnswer read(Socket socket) throws IOException {
    try (socket) {
      String text = new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      int end = text.indexOf("\r\n\r\n");
      assertThat(end).as(text).isPositive();
      Map<String, String> headers = new LinkedHashMap<>();
      String[] lines = text.substring(0, end).split("\r\n", -1);
      for (int i = 1; i < lines.length; i++) {
        String[] field = lines[i].split(": ", 2);
        headers.put(field[0].toLowerCase(Locale.ROOT), field[1]);
      }
      return new WebAnswer(
          Integer.parseInt(lines[0].split(" ", -1)[1]), headers, text.substring(end + 4));
    }
  }
}
