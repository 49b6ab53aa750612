import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;

/** Gives each line back, until the client closes, on a virtual thread each. Prints its port. */
final class EchoServer {
  private static final int LONGEST_LINE = 1024;

  private EchoServer() {}

  public static void main(String[] arguments) throws IOException {
    try (var server = ServerSocketChannel.open()) {
      server.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 4096);
      System.out.println(server.socket().getLocalPort());
      while (true) {
        var connection = server.accept();
        Thread.startVirtualThread(() -> echo(connection));
      }
    }
  }

  private static void echo(SocketChannel connection) {
    try (connection) {
      var buffer = ByteBuffer.allocate(LONGEST_LINE);
      while (connection.read(buffer) > 0) {
        int end = buffer.position();
        while (end > 0 && buffer.get(end - 1) != '\n') {
          end--;
        }
        buffer.flip();
        var lines = buffer.slice(0, end);
        while (lines.hasRemaining()) {
          connection.write(lines);
        }
        buffer.position(end).compact();
      }
    } catch (IOException error) {
      // The client has gone.
    }
  }
}
