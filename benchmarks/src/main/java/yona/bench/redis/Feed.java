package yona.bench.redis;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/**
 * Publishes messages at an even pace over a socket of its own, the same for every client, and keeps
 * the books of what arrives: each message on each channel has to come once, in order.
 */
final class Feed implements AutoCloseable {
  /** A message says its number on its channel and when it was sent, and has this length. */
  private static final int LENGTH = 100;

  private static final int TICKS_A_SECOND = 1000;
  private static final int SECONDS_TO_ARRIVE = 30;

  private final List<String> channels;
  private final int eachTick;
  private final Socket socket;
  private final OutputStream output;
  private final InputStream input;

  /** How many were sent on each channel, and how many have come; each is one receiver's. */
  private final int[] published;

  private final int[] arrived;

  private final AtomicInteger places = new AtomicInteger();
  private final Semaphore arrivals = new Semaphore(0);
  private volatile long[] latencies = {};
  private volatile String complaint = "";

  Feed(int port, List<String> channels, int eachSecond) throws IOException {
    this.channels = channels;
    this.eachTick = eachSecond / TICKS_A_SECOND;
    this.published = new int[channels.size()];
    this.arrived = new int[channels.size()];
    this.socket = new Socket(InetAddress.getLoopbackAddress(), port);
    socket.setTcpNoDelay(true);
    this.output = socket.getOutputStream();
    this.input = new BufferedInputStream(socket.getInputStream());
  }

  /** Takes a message; of a channel one at a time. */
  void received(int channel, String content) {
    long now = System.nanoTime();
    var words = content.strip().split(" ", -1);
    if (Integer.parseInt(words[0]) != arrived[channel]++) {
      complaint = "error: on " + channels.get(channel) + " came " + words[0] + " out of turn";
    }
    latencies[places.getAndIncrement()] = now - Long.parseLong(words[1]);
    arrivals.release();
  }

  /**
   * Publishes for some time and waits until all has arrived.
   *
   * @return how long each message took, in nanoseconds
   * @throws IOException if some did not arrive, or not in order
   */
  long[] publish(long nanos) throws IOException, InterruptedException {
    int ticks = Math.toIntExact(Math.max(1, nanos / (1_000_000_000 / TICKS_A_SECOND)));
    int messages = ticks * eachTick;
    latencies = new long[messages];
    places.set(0);
    var replies = Thread.ofPlatform().start(() -> readReplies(messages));
    long start = System.nanoTime();
    int next = 0;
    for (int tick = 0; tick < ticks; tick++) {
      long due = start + tick * (1_000_000_000L / TICKS_A_SECOND);
      for (long left = due - System.nanoTime(); left > 0; left = due - System.nanoTime()) {
        LockSupport.parkNanos(left);
      }
      var commands = new StringBuilder();
      for (int i = 0; i < eachTick; i++) {
        int channel = next++ % channels.size();
        var content = published[channel]++ + " " + System.nanoTime();
        commands.append("*3\r\n$7\r\nPUBLISH\r\n");
        bulk(commands, channels.get(channel));
        bulk(commands, content + " ".repeat(LENGTH - content.length()));
      }
      output.write(commands.toString().getBytes(StandardCharsets.US_ASCII));
    }
    replies.join();
    boolean all = arrivals.tryAcquire(messages, SECONDS_TO_ARRIVE, TimeUnit.SECONDS);
    if (!complaint.isEmpty()) {
      throw new IOException(complaint);
    }
    if (!all) {
      throw new IOException("error: of " + messages + " messages " + places + " arrived");
    }
    return Arrays.copyOf(latencies, messages);
  }

  private static void bulk(StringBuilder commands, String text) {
    commands.append('$').append(text.length()).append("\r\n").append(text).append("\r\n");
  }

  /** How many have received a message, for each. */
  private void readReplies(int messages) {
    try {
      for (int i = 0; i < messages; i++) {
        for (int c = input.read(); c != '\n'; c = input.read()) {
          if (c < 0 || c == '0') {
            throw new IOException(c < 0 ? "the server is gone" : "nobody listens");
          }
        }
      }
    } catch (IOException error) {
      complaint = "error: " + error.getMessage();
    }
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
