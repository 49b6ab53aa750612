package yona.bench.redis;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * The limit: {@code redis-benchmark}, which comes with Redis and is written in C. This lets it take
 * part in the protocol of benchmarks/README.md. The clock is its own, and a process is started for
 * each turn.
 */
public final class RedisBenchmark {
  /** The key under which the harness says how many commands the server has read at a time. */
  private static final String PIPELINING = "pipelining";

  /** How many commands tell how fast it is, roughly. */
  private static final int TRIAL = 10_000;

  /** What it prints of a test: its name and how many commands it did in a second. */
  private static final Pattern RATE = Pattern.compile("^\"[^\"]+\",\"([0-9.]+)\".*");

  private final int port;

  private RedisBenchmark(int port) {
    this.port = port;
  }

  /** Measures a row, by the protocol of benchmarks/README.md. */
  public static void main(String[] arguments) throws IOException, InterruptedException {
    var limit = new RedisBenchmark(Measured.port(arguments));
    var row = arguments[0];
    int size = Integer.parseInt(arguments[2]);
    double seconds = Long.parseLong(arguments[4]) / 1000.0;
    if (arguments[1].equals("turns")) {
      limit.turns(size, seconds);
    } else {
      limit.callers(row, size, seconds);
    }
  }

  /** Its own clock tells milliseconds, so it takes turns that are twice as long. */
  private void turns(int size, double seconds) throws IOException, InterruptedException {
    var pings = List.of("-t", "ping_mbulk", "-c", "1", "-P", String.valueOf(size));
    int commands = commands(2 * seconds, run(pings, TRIAL));
    System.out.println("ready");
    var input = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    while (input.readLine() != null) {
      System.out.println(Math.round(size * run(pings, commands)));
    }
    System.out.println("check " + size);
  }

  /** How many take about so long. */
  private static int commands(double seconds, double nanosEach) {
    return (int) Math.max(1000, seconds * 1e9 / nanosEach);
  }

  /** As many clients as callers, or as many commands in flight as callers, or both. */
  private void callers(String row, int callers, double seconds)
      throws IOException, InterruptedException {
    int reached =
        row.equals("redis-callers")
            ? 1
            : (int)
                Math.max(1, Math.round(Double.parseDouble(Inline.ask(port, "GET " + PIPELINING))));
    int clients =
        row.equals("redis-callers-in-flight")
            ? Math.max(1, Math.round((float) callers / reached))
            : callers;
    var load =
        List.of(
            "-t",
            "set,get",
            "-d",
            "3",
            "-r",
            String.valueOf(callers),
            "-c",
            String.valueOf(clients),
            "-P",
            String.valueOf(reached));
    // There are two tests.
    double nanos = run(load, commands(seconds / 2, run(load, TRIAL)));
    System.out.println("check ok");
    System.out.println("ns " + nanos);
  }

  /** How many nanoseconds a command takes, over all tests; each has so many. */
  private double run(List<String> options, int commands) throws IOException, InterruptedException {
    var command =
        new ArrayList<>(
            List.of("redis-benchmark", "-p", String.valueOf(port), "-n", String.valueOf(commands)));
    command.addAll(options);
    command.add("--csv");
    var process = new ProcessBuilder(command).redirectErrorStream(true).start();
    process.getOutputStream().close();
    List<String> lines;
    try (var output = process.inputReader(StandardCharsets.UTF_8)) {
      lines = output.lines().toList();
    }
    var nanos =
        lines.stream()
            .map(RATE::matcher)
            .filter(rate -> rate.matches())
            .mapToDouble(rate -> 1e9 / Double.parseDouble(rate.group(1)))
            .average();
    if (process.waitFor() != 0 || nanos.isEmpty()) {
      throw new IOException("redis-benchmark says " + lines);
    }
    return nanos.getAsDouble();
  }
}
