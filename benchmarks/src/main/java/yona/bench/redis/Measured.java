package yona.bench.redis;

import com.sun.management.ThreadMXBean;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.IntStream;

/**
 * The protocol of benchmarks/README.md for clients on the JVM: {@code ROW MODE SIZE WARM_MILLIS
 * SAMPLE_MILLIS PORT}.
 */
final class Measured {
  /** What is published each second over all channels. */
  private static final int MESSAGES_A_SECOND = 10_000;

  private final MeasuredClient client;
  private final String row;
  private final int size;
  private final long warmNanos;
  private final long sampleNanos;
  private final int port;

  private Measured(MeasuredClient client, String[] arguments) {
    this.client = client;
    this.row = arguments[0];
    this.size = Integer.parseInt(arguments[2]);
    this.warmNanos = Long.parseLong(arguments[3]) * 1_000_000;
    this.sampleNanos = Long.parseLong(arguments[4]) * 1_000_000;
    this.port = port(arguments);
  }

  /** Where the server is. */
  static int port(String[] arguments) {
    return Integer.parseInt(arguments[5]);
  }

  /**
   * Measures a row with a client, and prints what came of it.
   *
   * @param client is closed at the end
   */
  static void run(MeasuredClient client, String[] arguments) throws Exception {
    try (client) {
      var measured = new Measured(client, arguments);
      switch (arguments[1]) {
        case "turns" -> measured.turns();
        case "load" -> measured.load();
        case "callers" -> measured.callers();
        case "messages" -> measured.messages();
        default -> throw new IllegalArgumentException("no such mode: " + arguments[1]);
      }
    }
  }

  // ---- calls -----------------------------------------------------------------------------------

  /** Waits for its turns: each a line on the standard input. */
  private void turns() throws Exception {
    var call = client.call(row, size);
    takeTurn(call, warmNanos);
    System.out.println("ready");
    var input = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    long check = call.run();
    while (input.readLine() != null) {
      System.out.println(median(takeTurn(call, sampleNanos)));
    }
    System.out.println("check " + check);
    System.out.println("allocated " + allocated(call));
  }

  private static long[] takeTurn(MeasuredClient.Call call, long nanos) throws Exception {
    var times = new long[64];
    int count = 0;
    long begin = System.nanoTime();
    long end = begin;
    do {
      long start = end;
      call.run();
      end = System.nanoTime();
      if (count == times.length) {
        times = Arrays.copyOf(times, 2 * count);
      }
      times[count++] = end - start;
    } while (end - begin < nanos);
    return Arrays.copyOf(times, count);
  }

  private static long median(long[] times) {
    Arrays.sort(times);
    return times[times.length / 2];
  }

  /** The bytes that one more call allocates, on all threads. */
  private static long allocated(MeasuredClient.Call call) throws Exception {
    var threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    threads.getTotalThreadAllocatedBytes();
    long before = threads.getTotalThreadAllocatedBytes();
    call.run();
    return threads.getTotalThreadAllocatedBytes() - before;
  }

  /** One call, after a warm-up with a hundredth of it. */
  private void load() throws Exception {
    makeValue(port, size / 100);
    takeTurn(client.call(row, size / 100), warmNanos);
    makeValue(port, size);
    var call = client.call(row, size);
    long start = System.nanoTime();
    long check = call.run();
    long nanos = System.nanoTime() - start;
    System.out.println("check " + check);
    System.out.println("ns " + nanos);
    System.out.println("heap " + peakHeap());
  }

  // ---- callers ---------------------------------------------------------------------------------

  /** All callers at the same time, each with a key of its own. */
  private void callers() throws Exception {
    callers(warmNanos);
    long start = System.nanoTime();
    long commands = callers(sampleNanos);
    double nanos = System.nanoTime() - start;
    System.out.println("check ok");
    System.out.println("ns " + nanos / commands);
  }

  private long callers(long nanos) throws Exception {
    var commands = new LongAdder();
    long end = System.nanoTime() + nanos;
    client.together(
        size,
        number -> {
          // As long as those of redis-benchmark.
          var key = "key:%012d".formatted(number);
          long done = 0;
          do {
            if (!client.setAndGet(key, "xxx").equals("xxx")) {
              throw new IllegalStateException("error: another value came back for " + key);
            }
            done += 2;
          } while (System.nanoTime() < end);
          commands.add(done);
        });
    return commands.sum();
  }

  // ---- messages --------------------------------------------------------------------------------

  private void messages() throws Exception {
    var channels = IntStream.range(0, size).mapToObj(MeasuredClient::channel).toList();
    long[] latencies;
    try (var feed = new Feed(port, channels, MESSAGES_A_SECOND)) {
      client.subscribe(channels, feed::received);
      feed.publish(warmNanos);
      latencies = feed.publish(sampleNanos);
    }
    System.out.println("check " + latencies.length);
    System.out.println("ns " + median(latencies));
    System.out.println("p99 " + latencies[latencies.length * 99 / 100]);
    System.out.println("heap " + peakHeap());
  }

  /** The most that stood on the heap at a time, garbage too. */
  private static long peakHeap() {
    return ManagementFactory.getMemoryPoolMXBeans().stream()
        .filter(pool -> pool.getType() == MemoryType.HEAP)
        .map(MemoryPoolMXBean::getPeakUsage)
        .mapToLong(usage -> usage.getUsed())
        .sum();
  }

  /** Has the server make a value of a size. */
  private static void makeValue(int port, int size) throws IOException {
    var command = "SETRANGE " + MeasuredClient.value(size) + " " + (size - 1) + " x";
    var reply = Inline.ask(port, command);
    if (!reply.equals(":" + size)) {
      throw new IOException("the server says " + reply);
    }
  }
}
