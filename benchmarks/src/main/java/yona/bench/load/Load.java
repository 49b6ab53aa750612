package yona.bench.load;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/**
 * The clients of an echo server on the loopback address. Usage: {@code Load
 * burst|steady|idle|published PORT PID CLIENTS WARM_MILLIS SAMPLE_MILLIS}, where PID is the
 * server's. Prints lines of the protocol in benchmarks/README.md.
 */
public final class Load {
  /** They share the machine with the server. */
  private static final int THREADS = Math.min(4, Runtime.getRuntime().availableProcessors());

  /**
   * The clients that connect before the measurement begins: the server's code for a connection is
   * compiled then. On two cores, which the clients use too, a JVM still compiled after 30,000.
   * (There are some 28,000 ports for clients, which Linux gives out again on the loopback a second
   * later.)
   */
  private static final int WARM_CLIENTS = 60_000;

  private static final int WARM_BURST = 1000;

  /** So many clients count at least, and few bursts are not too few. */
  private static final int COUNTED_CLIENTS = 5000;

  private static final int MOST_BURSTS = 20;

  private static final int PATIENCE_SECONDS = 60;

  private final ExecutorService threads = Executors.newFixedThreadPool(THREADS);
  private final List<Crowd> crowds = new ArrayList<>();

  private Load(int port) throws IOException {
    for (int i = 0; i < THREADS; i++) {
      crowds.add(new Crowd(port));
    }
  }

  /** Runs the clients and prints what they have seen. */
  public static void main(String[] arguments) throws Exception {
    int port = Integer.parseInt(arguments[1]);
    long server = Long.parseLong(arguments[2]);
    int clients = Integer.parseInt(arguments[3]);
    long warmNanos = Long.parseLong(arguments[4]) * 1_000_000;
    long sampleNanos = Long.parseLong(arguments[5]) * 1_000_000;
    if (arguments[0].equals("published")) {
      published(port, clients);
      return;
    }
    var load = new Load(port);
    try {
      switch (arguments[0]) {
        case "burst" -> load.burst(clients, server);
        case "steady" -> load.steady(clients, server, warmNanos, sampleNanos);
        case "idle" -> load.idle(clients, server);
        default -> throw new IllegalArgumentException("no such load: " + arguments[0]);
      }
      System.out.println("check " + clients);
    } catch (ExecutionException error) {
      System.err.println("error: " + error.getCause());
      System.exit(1);
    } finally {
      load.threads.shutdownNow();
      for (var crowd : load.crowds) {
        crowd.close();
      }
    }
  }

  /** What each thread does for its share of the clients. */
  @FunctionalInterface
  private interface Part {
    void run(Crowd crowd, int clients) throws IOException;
  }

  /** Lets all threads do their part; gives how long that took. */
  private long together(int clients, Part part) throws InterruptedException, ExecutionException {
    var parts = new ArrayList<Callable<Boolean>>();
    for (int i = 0; i < THREADS; i++) {
      var crowd = crowds.get(i);
      int share = clients / THREADS + (i < clients % THREADS ? 1 : 0);
      parts.add(
          () -> {
            part.run(crowd, share);
            return true;
          });
    }
    long start = System.nanoTime();
    for (var done : threads.invokeAll(parts)) {
      done.get();
    }
    return System.nanoTime() - start;
  }

  private void burst(int clients, long server)
      throws InterruptedException, ExecutionException, IOException {
    long first = together(WARM_BURST, Crowd::burst);
    for (int warmed = WARM_BURST; warmed < WARM_CLIENTS; warmed += WARM_BURST) {
      together(WARM_BURST, Crowd::burst);
    }
    int bursts = Math.clamp(COUNTED_CLIENTS / clients, 1, MOST_BURSTS);
    var times = new ArrayList<Long>();
    long overflows = overflows();
    long processor = ServerUse.processorTime(server);
    for (int i = 0; i < bursts; i++) {
      times.add(together(clients, Crowd::burst));
    }
    System.out.println(
        "ns " + times.stream().map(String::valueOf).collect(Collectors.joining(" ")));
    System.out.println("cpu " + (double) (ServerUse.processorTime(server) - processor) / bursts);
    System.out.println("first " + first);
    System.out.println("overflows " + (overflows() - overflows));
  }

  /**
   * How often the system had no place for one more connection that waits to be accepted. Whoever
   * meets that tries again a second later.
   */
  private static long overflows() throws IOException {
    var counters = Path.of("/proc/net/netstat");
    if (!Files.exists(counters)) {
      return 0;
    }
    var lines = Files.readAllLines(counters);
    var names = List.of(lines.get(0).split(" ", -1));
    return Long.parseLong(lines.get(1).split(" ", -1)[names.indexOf("ListenOverflows")]);
  }

  private void steady(int clients, long server, long warmNanos, long sampleNanos)
      throws InterruptedException, ExecutionException {
    together(clients, Crowd::settle);
    exchange(clients, warmNanos);
    long processor = ServerUse.processorTime(server);
    long[] latencies = exchange(clients, sampleNanos);
    processor = ServerUse.processorTime(server) - processor;
    if (latencies.length == 0) {
      throw new ExecutionException(new IOException("no line has come back"));
    }
    System.out.println("ns " + (double) sampleNanos / latencies.length);
    System.out.println("cpu " + (double) processor / latencies.length);
    System.out.println("p50 " + latencies[latencies.length / 2]);
    System.out.println("p99 " + latencies[(int) (latencies.length * 0.99)]);
  }

  /** Exchanges lines for a time; gives the latencies, the shortest first. */
  private long[] exchange(int clients, long nanos) throws InterruptedException, ExecutionException {
    long end = System.nanoTime() + nanos;
    together(clients, (crowd, share) -> crowd.exchange(end));
    return crowds.stream().map(Crowd::latencies).flatMapToLong(Arrays::stream).sorted().toArray();
  }

  private void idle(int clients, long server)
      throws InterruptedException, ExecutionException, IOException {
    System.out.println("ns " + together(clients, Crowd::settle));
    System.out.println("rss " + ServerUse.resident(server));
  }

  /** Each client is a process: a shell that connects, sends a line, reads it and ends. */
  private static void published(int port, int clients) throws IOException, InterruptedException {
    var client =
        new ProcessBuilder(
            "bash",
            "-c",
            "exec 3<>/dev/tcp/127.0.0.1/"
                + port
                + " && echo line >&3 && read -r line <&3 && [ \"$line\" = line ]");
    var processes = new ArrayList<Process>();
    try {
      long start = System.nanoTime();
      for (int i = 0; i < clients; i++) {
        processes.add(client.start());
      }
      for (var process : processes) {
        if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS) || process.exitValue() != 0) {
          System.err.println("error: a client did not get its line back");
          System.exit(1);
        }
      }
      System.out.println("ns " + (System.nanoTime() - start));
      System.out.println("check " + clients);
    } finally {
      processes.forEach(Process::destroyForcibly);
    }
  }
}
