package yona.bench.load;

import java.io.BufferedReader;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;

/**
 * The clients of a web server on the loopback address. Usage: {@code WebLoad requests|kept PORT PID
 * CONNECTIONS WARM_MILLIS SAMPLE_MILLIS PATH AHEAD h1|h2}, where PID is the server's, or {@code
 * WebLoad answer PATH COMMAND...}, which starts the server itself. Prints lines of the protocol in
 * benchmarks/README.md. The load is that of {@code wrk}, and of {@code h2load} for HTTP/2.
 */
public final class WebLoad {
  /** How {@code wrk} sends several requests at once. */
  private static final String AHEAD = "benchmarks/peers/wrk/ahead.lua";

  /** The connections that have come and gone before the memory of others is looked at. */
  private static final int WARM_CONNECTIONS = 2000;

  /**
   * The load before the warm-up. When it ends its connections end together: that makes a JVM
   * compile anew what has known connections only as they begin and go on.
   */
  private static final int PRIMER_CONNECTIONS = 8;

  private static final long PRIMER_MILLIS = 5000;

  /** How many characters of an answer stand in a report that two differ. */
  private static final int SHOWN = 100;

  private static final int PATIENCE_MILLIS = 60_000;

  private WebLoad() {}

  /** Runs the clients and prints what they have seen. */
  public static void main(String[] arguments) throws IOException, InterruptedException {
    try {
      switch (arguments[0]) {
        case "requests" -> requests(arguments);
        case "kept" -> kept(arguments);
        case "answer" -> answer(arguments[1], List.of(arguments).subList(2, arguments.length));
        default -> throw new IllegalArgumentException("no such load: " + arguments[0]);
      }
    } catch (IOException error) {
      System.err.println("error: " + error.getMessage());
      System.exit(1);
    }
  }

  // ---- requests --------------------------------------------------------------------------------

  private static void requests(String[] arguments) throws IOException, InterruptedException {
    int port = Integer.parseInt(arguments[1]);
    long server = Long.parseLong(arguments[2]);
    if (arguments[8].equals("h1")) {
      System.out.println("check " + comparable(ask(port, arguments[6])));
    } else {
      System.out.println("check -");
    }
    var connections = arguments[3];
    load(arguments, String.valueOf(PRIMER_CONNECTIONS), PRIMER_MILLIS);
    load(arguments, connections, Long.parseLong(arguments[4]));
    long processor = ServerUse.processorTime(server);
    var told = load(arguments, connections, Long.parseLong(arguments[5]));
    if (told.requests == 0) {
      throw new IOException("no request was answered while it was measured");
    }
    processor = ServerUse.processorTime(server) - processor;
    System.out.println("ns " + 1e9 / told.rate);
    System.out.println("cpu " + processor / told.requests);
  }

  /** What a load generator tells. */
  private record Told(double requests, double rate) {}

  /** Asks for a time, which is rounded to seconds. */
  private static Told load(String[] arguments, String connections, long millis)
      throws IOException, InterruptedException {
    var uri = "http://127.0.0.1:" + arguments[1] + arguments[6];
    var ahead = arguments[7];
    long seconds = Math.max(1, Math.round(millis / 1000.0));
    if (arguments[8].equals("h2")) {
      var told =
          run(List.of("h2load", "-t1", "-c" + connections, "-m" + ahead, "-D" + seconds, uri));
      var counts =
          found(told, "requests: .* ([0-9]+) succeeded, ([0-9]+) failed, ([0-9]+) errored");
      refuse(told, counts[1] + counts[2]);
      return new Told(counts[0], found(told, "([0-9.]+) req/s")[0]);
    }
    var wrk = new ArrayList<>(List.of("wrk", "-t1", "-c" + connections, "-d" + seconds + "s"));
    if (!ahead.equals("1")) {
      wrk.addAll(List.of("-s", AHEAD));
    }
    wrk.add(uri);
    if (!ahead.equals("1")) {
      wrk.addAll(List.of("--", ahead));
    }
    var told = run(wrk);
    refuse(told, told.contains("Non-2xx") ? 1 : 0);
    return new Told(
        found(told, "([0-9]+) requests in")[0], found(told, "Requests/sec: *([0-9.]+)")[0]);
  }

  private static void refuse(String told, double failures) throws IOException {
    if (failures > 0) {
      throw new IOException("requests failed: " + told.strip().replaceAll("\\s+", " "));
    }
  }

  private static double[] found(String told, String pattern) throws IOException {
    var matcher = Pattern.compile(pattern).matcher(told);
    if (!matcher.find()) {
      throw new IOException("the load tells nothing: " + told.strip().replaceAll("\\s+", " "));
    }
    var numbers = new double[matcher.groupCount()];
    Arrays.setAll(numbers, i -> Double.parseDouble(matcher.group(i + 1)));
    return numbers;
  }

  private static String run(List<String> command) throws IOException, InterruptedException {
    var process = new ProcessBuilder(command).redirectErrorStream(true).start();
    process.getOutputStream().close();
    var output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (process.waitFor() != 0) {
      throw new IOException(command.getFirst() + " failed: " + output.strip());
    }
    return output;
  }

  /** The answer to one request. */
  private static String ask(int port, String path) throws IOException {
    var connection =
        (HttpURLConnection) URI.create("http://127.0.0.1:" + port + path).toURL().openConnection();
    connection.setReadTimeout(PATIENCE_MILLIS);
    try (var content = connection.getInputStream()) {
      return new String(content.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  /**
   * An answer without what is drawn at random, and what each may write in its own way; of a long
   * one its length and a hash.
   */
  private static String comparable(String answer) {
    var text =
        answer
            .replaceAll("&[#a-z0-9]+;|[\"'+]", "?")
            .replaceAll("\\s+", "")
            .replaceAll("[0-9]+", "0");
    return text.length() <= SHOWN
        ? text
        : text.length() + " characters, hash " + Integer.toHexString(text.hashCode());
  }

  // ---- connections that stay -------------------------------------------------------------------

  private static void kept(String[] arguments) throws IOException {
    int port = Integer.parseInt(arguments[1]);
    long server = Long.parseLong(arguments[2]);
    int connections = Integer.parseInt(arguments[3]);
    for (int i = 0; i < WARM_CONNECTIONS; i++) {
      asked(port, arguments[6]).close();
    }
    long before = ServerUse.resident(server);
    var kept = new ArrayList<Socket>();
    try {
      long start = System.nanoTime();
      for (int i = 0; i < connections; i++) {
        kept.add(asked(port, arguments[6]));
      }
      System.out.println("ns " + (System.nanoTime() - start));
      long added = ServerUse.resident(server) - before;
      System.out.println("rss " + added);
      System.out.println("connection " + added * 1024.0 / connections);
      System.out.println("check " + kept.size());
    } finally {
      for (var each : kept) {
        each.close();
      }
    }
  }

  /** A connection that has asked for the plain text, and has got it. */
  private static Socket asked(int port, String path) throws IOException {
    var socket = new Socket(InetAddress.getLoopbackAddress(), port);
    socket.setSoTimeout(PATIENCE_MILLIS);
    var request = "GET " + path + " HTTP/1.1\r\nHost: localhost\r\n\r\n";
    socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
    var got = new StringBuilder();
    var buffer = new byte[4096];
    while (got.indexOf("World!") < 0) {
      int count = socket.getInputStream().read(buffer);
      if (count < 0) {
        throw new IOException("no answer but: " + got);
      }
      got.append(new String(buffer, 0, count, StandardCharsets.UTF_8));
    }
    return socket;
  }

  // ---- the first answer ------------------------------------------------------------------------

  private static void answer(String path, List<String> command)
      throws IOException, InterruptedException {
    long start = System.nanoTime();
    var process =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    try (BufferedReader output = process.inputReader(StandardCharsets.UTF_8)) {
      var line = output.readLine();
      if (line == null) {
        throw new IOException("the server tells no port");
      }
      asked(Integer.parseInt(line.replaceFirst("^listening on port ", "")), path).close();
      System.out.println("ns " + (System.nanoTime() - start));
      System.out.println("check " + 1);
    } finally {
      process.destroyForcibly().waitFor();
    }
  }
}
