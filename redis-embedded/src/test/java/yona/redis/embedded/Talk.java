package yona.redis.embedded;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import javax.net.SocketFactory;

/** A connection to a server, for commands without spaces in their words. */
final class Talk implements Closeable {
  private final Closeable socket;
  private final InputStream input;
  private final OutputStream output;

  private Talk(Closeable socket, InputStream input, OutputStream output) {
    this.socket = socket;
    this.input = input;
    this.output = output;
  }

  static Talk with(EmbeddedRedis server) throws IOException {
    return with(server.port(), SocketFactory.getDefault());
  }

  static Talk with(int port, SocketFactory sockets) throws IOException {
    Socket socket = sockets.createSocket(InetAddress.ofLiteral("127.0.0.1"), port);
    return new Talk(socket, socket.getInputStream(), socket.getOutputStream());
  }

  static Talk with(Path unixSocket) throws IOException {
    SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX);
    channel.connect(UnixDomainSocketAddress.of(unixSocket));
    return new Talk(channel, Channels.newInputStream(channel), Channels.newOutputStream(channel));
  }

  /**
   * Waits until a server is gone. The process of one whose parent has ended stays known until the
   * system's first process takes notice, so this is when nobody listens.
   */
  static void awaitNobody(int port, ProcessHandle process) throws IOException {
    while (process.isAlive()) {
      try (Talk _ = with(port, SocketFactory.getDefault())) {
        Thread.onSpinWait();
      } catch (ConnectException _) {
        return;
      } catch (SocketException _) {
        // It has been killed meanwhile.
      }
    }
  }

  /** Asks, and gives the reply; of a bulk string or an array the elements, with spaces between. */
  String ask(String command) throws IOException {
    output.write((command + "\r\n").getBytes(UTF_8));
    output.flush();
    return reply();
  }

  private String reply() throws IOException {
    String line = line();
    return switch (line.charAt(0)) {
      case '$' -> {
        String text = new String(input.readNBytes(Integer.parseInt(line.substring(1))), UTF_8);
        line();
        yield text;
      }
      case '*' -> {
        if (line.equals("*-1")) {
          yield line;
        }
        StringBuilder elements = new StringBuilder();
        for (int i = Integer.parseInt(line.substring(1)); i > 0; i--) {
          elements.append(reply()).append(i == 1 ? "" : " ");
        }
        yield elements.toString();
      }
      default -> line;
    };
  }

  private String line() throws IOException {
    StringBuilder line = new StringBuilder();
    for (int each = input.read(); each != '\n'; each = input.read()) {
      if (each < 0) {
        throw new EOFException();
      }
      if (each != '\r') {
        line.append((char) each);
      }
    }
    return line.toString();
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
