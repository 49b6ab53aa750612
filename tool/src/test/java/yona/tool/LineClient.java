package yona.tool;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import yona.testrun.TestLimit;

/** A client of a server of this machine, to which both sides write lines. */
final class LineClient implements AutoCloseable {
  private final Socket socket;
  private final BufferedReader lines;
  private final OutputStream out;

  LineClient(int port) throws IOException {
    this(port, new Socket());
  }

  private LineClient(int port, Socket socket) throws IOException {
    this.socket = socket;
    socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
    socket.setSoTimeout((int) TestLimit.ofWait().toMillis());
    lines =
        new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
    out = socket.getOutputStream();
  }

  /** One for which its system keeps few bytes that have not been read. */
  static LineClient withLittleRoom(int port) throws IOException {
    Socket socket = new Socket();
    socket.setReceiveBufferSize(4_096);
    return new LineClient(port, socket);
  }

  void say(String line) throws IOException {
    send((line + "\n").getBytes(StandardCharsets.UTF_8));
  }

  void send(byte... bytes) throws IOException {
    out.write(bytes);
  }

  /** The next line, "null" at the end. */
  String hear() throws IOException {
    return String.valueOf(lines.readLine());
  }

  /** What messages call it. */
  String name() {
    return "127.0.0.1:" + socket.getLocalPort();
  }

  /** Says that nothing more comes. */
  void finish() throws IOException {
    socket.shutdownOutput();
  }

  /** Breaks off, as a machine does that is started anew. */
  void reset() throws IOException {
    socket.setSoLinger(true, 0);
    socket.close();
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
