package yona.bench;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import yona.bench.harness.Kind;
import yona.bench.harness.Row;
import yona.bench.harness.Session;
import yona.bench.harness.Subprocess;
import yona.bench.harness.Workspace;
import yona.bench.rows.Rows;
import yona.bench.rows.ThreadTests;
import yona.bench.rows.WaitingTimes;

/** {@code ./bench}: runs rows of the Speed table and reports them, also where Yona loses. */
public final class Bench {
  private Bench() {}

  /** What the command line asks for. */
  private record Request(
      List<Row> rows, int rounds, @Nullable Path json, boolean paper, boolean suite) {

    /** The name of the folder for pages with graphs, if they are to be kept. */
    Optional<String> kept() {
      return paper
          ? Optional.of("paper")
          : rows.stream().anyMatch(row -> row.kind() == Kind.PARTS)
              ? Optional.of("haskell")
              : Optional.empty();
    }
  }

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
    var workspace = new Workspace(root, System.getProperty("java.class.path"));
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
    var session = new Session(workspace, System.out);
    try (session) {
      session.begin(request.rows);
      run(request, workspace, session);
    }
  }

  private static void run(Request request, Workspace workspace, Session session)
      throws IOException, InterruptedException {
    var page = request.kept().map(folder -> session.keep(workspace.target().resolve(folder)));
    for (var row : request.rows) {
      session.run(row, request.rounds > 0 ? request.rounds : row.rounds());
    }
    if (request.suite) {
      session.ratios(Rows.peersOfSuite());
    }
    session.summary();
    page.ifPresent(index -> System.out.println("\n" + index));
    if (request.json != null) {
      Files.writeString(request.json, session.json());
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
      System.out.printf("  %-14s %s (%s)%n", row.name(), row.title(), row.kind().description());
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
      } else {
        rows.addAll(Rows.of(argument));
      }
    }
    if (asPublished && !paper) {
      throw new IllegalArgumentException("--as-published is an option of paper");
    }
    if (paper && rows.isEmpty()) {
      rows.addAll(Rows.of("paper"));
    }
    if (asPublished) {
      rows.addAll(Rows.asPublished());
    }
    if (rows.isEmpty()) {
      throw new IllegalArgumentException("no row is named");
    }
    return new Request(rows, rounds, json, paper, List.of(arguments).contains("suite"));
  }

  private static int rounds(String text) {
    if (!text.matches("[1-9][0-9]{0,3}")) {
      throw new IllegalArgumentException("--rounds takes a number from 1 to 9999");
    }
    return Integer.parseInt(text);
  }
}
