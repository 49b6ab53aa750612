package yona.bench.load;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Some clients on one thread and one selector. A client connects, sends a line and reads it back;
 * then it closes, sends the next one, or stays.
 */
final class Crowd implements AutoCloseable {
  private static final byte[] LINE =
      "a line that comes back as it was sent\n".getBytes(StandardCharsets.US_ASCII);

  /** So many connect before what has come meanwhile is looked at. */
  private static final int AT_ONCE = 64;

  private static final long PATIENCE_MILLIS = 60_000;

  private final InetSocketAddress server;
  private final Selector selector;
  private final List<SocketChannel> open = new ArrayList<>();
  private final ByteBuffer line = ByteBuffer.allocateDirect(LINE.length).put(LINE);
  private final ByteBuffer echo = ByteBuffer.allocateDirect(LINE.length);

  /** Where the measured latencies are, in nanoseconds. */
  private long[] latencies = new long[1 << 16];

  private int measured;

  /**
   * @param port of the server, on the loopback address
   */
  Crowd(int port) throws IOException {
    server = new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
    selector = Selector.open();
  }

  /** One connection. */
  private static final class Client {
    int received;
    long sent;
  }

  /** Connects so many clients; each gets a line back and closes. */
  void burst(int clients) throws IOException {
    connect(clients, true);
  }

  /** Connects so many clients; each gets a line back and stays. */
  void settle(int clients) throws IOException {
    connect(clients, false);
  }

  private void connect(int clients, boolean closing) throws IOException {
    long patience = System.nanoTime() + PATIENCE_MILLIS * 1_000_000;
    int started = 0;
    int done = 0;
    while (done < clients) {
      for (int i = 0; i < AT_ONCE && started < clients; i++) {
        start();
        started++;
      }
      await(started < clients, patience, clients - done);
      for (var key : selector.selectedKeys()) {
        var channel = (SocketChannel) key.channel();
        if (key.isConnectable()) {
          channel.finishConnect();
          send(key);
        } else if (received(key)) {
          done++;
          if (closing) {
            channel.close();
          } else {
            open.add(channel);
          }
        }
      }
      selector.selectedKeys().clear();
    }
  }

  private void start() throws IOException {
    var channel = SocketChannel.open();
    channel.configureBlocking(false);
    var key = channel.register(selector, SelectionKey.OP_CONNECT, new Client());
    if (channel.connect(server)) {
      send(key);
    }
  }

  /** Waits for events, or only looks for them. */
  private void await(boolean onlyLook, long patience, int missing) throws IOException {
    if (onlyLook) {
      selector.selectNow();
    } else if (selector.select(1000) == 0 && System.nanoTime() > patience) {
      throw new IOException(missing + " clients of a thread have waited too long");
    }
  }

  private void send(SelectionKey key) throws IOException {
    var client = (Client) key.attachment();
    client.sent = System.nanoTime();
    client.received = 0;
    if (((SocketChannel) key.channel()).write(line.clear()) != LINE.length) {
      throw new IOException("a line was not sent as a whole");
    }
    key.interestOps(SelectionKey.OP_READ);
  }

  /** Whether the whole line is back. */
  private boolean received(SelectionKey key) throws IOException {
    var client = (Client) key.attachment();
    int from = client.received;
    int count = ((SocketChannel) key.channel()).read(echo.clear().limit(LINE.length - from));
    if (count < 0) {
      throw new IOException("the server has closed a connection");
    }
    if (!echo.flip().equals(line.slice(from, count))) {
      throw new IOException("the server has sent back something else");
    }
    client.received += count;
    return client.received == LINE.length;
  }

  /**
   * Lets the clients that have stayed send line after line, and measures how long each takes to
   * come back.
   *
   * @param end when no more are sent, as {@link System#nanoTime} has it; what comes later does not
   *     count
   */
  void exchange(long end) throws IOException {
    measured = 0;
    for (var channel : open) {
      send(channel.keyFor(selector));
    }
    long patience = end + PATIENCE_MILLIS * 1_000_000;
    int waiting = open.size();
    while (waiting > 0) {
      await(false, patience, waiting);
      for (var key : selector.selectedKeys()) {
        if (received(key)) {
          long now = System.nanoTime();
          if (now < end) {
            measured(now - ((Client) key.attachment()).sent);
            send(key);
          } else {
            waiting--;
          }
        }
      }
      selector.selectedKeys().clear();
    }
  }

  private void measured(long latency) {
    if (measured == latencies.length) {
      latencies = Arrays.copyOf(latencies, 2 * measured);
    }
    latencies[measured++] = latency;
  }

  /** What the last exchange has measured. */
  long[] latencies() {
    return Arrays.copyOf(latencies, measured);
  }

  @Override
  public void close() throws IOException {
    for (var channel : open) {
      channel.close();
    }
    selector.close();
  }
}
