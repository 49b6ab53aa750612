package yona.bench;

import java.io.File;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** {@code ./bench}: runs rows of the Speed table and reports them, also where Yona loses. */
public final class Bench {
  private Bench() {}

  /** What the command line asks for. */
  private record Request(
      List<Row> rows, int rounds, @Nullable Path json, boolean paper, boolean suite) {}

  /**
   * Runs what the arguments name; exits with 0 when everything ran, also if targets are missed, and
   * with 2 for wrong usage.
   */
  public static void main(String[] arguments) throws IOException, InterruptedException {
    var root = Path.of(System.getProperty("yona.root", ".")).toAbsolutePath().normalize();
    // The script shows it, too, for --help, without building.
    var usage = Files.readString(root.resolve("benchmarks/usage.txt"));
    if (arguments.length == 0) {
      list(usage);
      return;
    }
    warnOfLoad();
    Subprocess.endAllWithThis();
    var workspace = new Workspace(root, System.getProperty("java.class.path"), Tools.python());
    Request request;
    try {
      if (arguments[0].equals("threads")) {
        ThreadTests.run(workspace, List.of(arguments).subList(1, arguments.length));
        return;
      }
      if (arguments[0].equals("waits")) {
        WaitingTimes.run(workspace, arguments.length > 1 ? Long.parseLong(arguments[1]) : 1);
        return;
      }
      request = parse(arguments);
    } catch (IllegalArgumentException error) {
      System.err.println("bench: " + error.getMessage());
      System.err.print(usage);
      System.exit(2);
      return;
    }
    workspace.writeInputs();
    var absent = prepare(workspace, peers(request.rows));
    if (request.rows.stream().anyMatch(RedisRows::has)) {
      try (var server = RedisServer.start()) {
        System.out.println("\nserver: " + server.title());
        run(request, workspace.with(server), absent);
      }
    } else {
      run(request, workspace, absent);
    }
  }

  private static void run(Request request, Workspace workspace, Map<Peer, String> absent)
      throws IOException, InterruptedException {
    var report = new Report(System.out);
    var paper =
        request.paper
            ? Optional.of(HtmlReport.in(workspace, absent))
            : Optional.<HtmlReport>empty();
    for (var row : request.rows) {
      int rounds = request.rounds > 0 ? request.rounds : row.rounds();
      report.title(row, rounds);
      var results = new ArrayList<Result>();
      for (var of : row.cases()) {
        var result = new Measurement(row, of, workspace, rounds, absent).run();
        report.result(row, result);
        results.add(result);
      }
      if (paper.isPresent()) {
        paper.get().add(row, rounds, results);
        paper.get().write(report.json());
      }
    }
    if (request.suite) {
      report.ratios();
    }
    report.summary();
    paper.ifPresent(page -> System.out.println("\n" + page.index()));
    if (request.json != null) {
      Files.writeString(request.json, report.json());
    }
  }

  /** Tells when the machine has other work to do: figures of threads suffer from it most. */
  private static void warnOfLoad() {
    var system = ManagementFactory.getOperatingSystemMXBean();
    double load = system.getSystemLoadAverage();
    int processors = system.getAvailableProcessors();
    if (load > processors / 2.0) {
      System.err.printf(
          Locale.ROOT,
          "bench: THE MACHINE IS BUSY: %.1f on %d processors in the last minute; do not trust the"
              + " figures%n",
          load,
          processors);
    }
  }

  private static void list(String usage) {
    System.out.print(usage);
    System.out.println();
    for (var row : Rows.all()) {
      System.out.printf("  %-14s %s (%s)%n", row.name(), row.title(), row.kind().description);
    }
  }

  private static Request parse(String[] arguments) {
    var rows = new ArrayList<Row>();
    int rounds = 0;
    Path json = null;
    boolean paper = false;
    boolean asPublished = false;
    for (int i = 0; i < arguments.length; i++) {
      var argument = arguments[i];
      if (argument.equals("--rounds") || argument.equals("--json")) {
        if (++i == arguments.length) {
          throw new IllegalArgumentException(argument + " needs a value");
        }
        if (argument.equals("--json")) {
          json = Path.of(arguments[i]).toAbsolutePath();
        } else {
          rounds = rounds(arguments[i]);
        }
      } else if (argument.equals("paper")) {
        paper = true;
      } else if (argument.equals("--as-published")) {
        asPublished = true;
      } else if (argument.equals("all")) {
        rows.addAll(Rows.all());
      } else if (argument.equals("async")) {
        rows.addAll(AsyncRows.all());
      } else if (argument.equals("redis")) {
        rows.addAll(RedisRows.all());
      } else if (argument.equals("suite")) {
        SuiteRows.NAMES.forEach(name -> rows.add(named(name)));
      } else {
        rows.add(named(argument));
      }
    }
    if (asPublished && !paper) {
      throw new IllegalArgumentException("--as-published is an option of paper");
    }
    if (paper && rows.isEmpty()) {
      PaperRows.NAMES.forEach(name -> rows.add(named(name)));
    }
    if (asPublished) {
      rows.add(named(PaperRows.AS_PUBLISHED));
    }
    if (rows.isEmpty()) {
      throw new IllegalArgumentException("no row is named");
    }
    return new Request(rows, rounds, json, paper, List.of(arguments).contains("suite"));
  }

  private static Row named(String name) {
    return Rows.all().stream()
        .filter(row -> row.name().equals(name))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("there is no row named " + name));
  }

  private static int rounds(String text) {
    if (!text.matches("[1-9][0-9]{0,3}")) {
      throw new IllegalArgumentException("--rounds takes a number from 1 to 9999");
    }
    return Integer.parseInt(text);
  }

  private static Set<Peer> peers(List<Row> rows) {
    var peers = EnumSet.noneOf(Peer.class);
    rows.stream()
        .flatMap(row -> row.cases().stream())
        .flatMap(of -> of.entrants().stream())
        .forEach(
            entrant -> {
              peers.add(entrant.peer());
              entrant.server().ifPresent(peers::add);
            });
    return peers;
  }

  /** Makes the peers ready; tells which are not, and why. */
  private static Map<Peer, String> prepare(Workspace workspace, Set<Peer> peers)
      throws IOException, InterruptedException {
    Tools.ensureTime();
    var absent = new EnumMap<Peer, String>(Peer.class);
    for (var peer : peers) {
      var missing = Tools.ensure(peer);
      var problem = missing.isPresent() ? missing : peer.prepare(workspace);
      problem.ifPresent(
          text -> {
            absent.put(peer, text);
            System.err.println("bench: WITHOUT " + peer.label() + ": " + text);
          });
    }
    return absent;
  }

  /** The tools of the peers, installed where that is possible. */
  static final class Tools {
    private Tools() {}

    /** What is missing and could not be installed, or nothing. */
    static Optional<String> ensure(Peer peer) throws IOException, InterruptedException {
      if (absent(peer).isEmpty()) {
        return Optional.empty();
      }
      if (!peer.packages().isEmpty()) {
        install(peer.packages());
      }
      var absent = absent(peer);
      return absent.isEmpty()
          ? Optional.empty()
          : Optional.of("there is no " + String.join(" and no ", absent));
    }

    /** The peak memory of whole processes is told by GNU time. */
    static void ensureTime() throws IOException, InterruptedException {
      if (!Files.isExecutable(Path.of("/usr/bin/time"))) {
        install(List.of("time"));
      }
    }

    /**
     * The interpreter that {@code python3} is in the end: version managers put scripts before it.
     */
    static String python() throws IOException, InterruptedException {
      if (!onPath("python3")) {
        return "python3";
      }
      var run =
          Subprocess.run(
              List.of("python3", "-c", "import sys; print(sys.executable)"), Path.of("."), 30);
      return run.status() == 0 ? run.output().strip() : "python3";
    }

    private static List<String> absent(Peer peer) {
      return peer.tools().stream().filter(tool -> !onPath(tool)).toList();
    }

    static boolean onPath(String tool) {
      return Stream.of(System.getenv("PATH").split(File.pathSeparator))
          .anyMatch(folder -> Files.isExecutable(Path.of(folder, tool)));
    }

    static void install(List<String> packages) throws IOException, InterruptedException {
      if (!onPath("apt-get") || !"root".equals(System.getProperty("user.name"))) {
        return;
      }
      System.err.println("bench: installing " + String.join(" ", packages));
      var command =
          new ArrayList<>(List.of("apt-get", "install", "-y", "-q", "--no-install-recommends"));
      command.addAll(packages);
      if (Subprocess.run(command, Path.of("/"), 600).status() != 0) {
        // The list of packages may be old, or not there yet.
        Subprocess.run(List.of("apt-get", "update", "-q"), Path.of("/"), 300);
        Subprocess.run(command, Path.of("/"), 600);
      }
    }
  }
}
