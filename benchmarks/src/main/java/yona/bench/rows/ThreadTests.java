package yona.bench.rows;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.IntStream;
import yona.bench.harness.Peer;
import yona.bench.harness.Subprocess;
import yona.bench.harness.Tools;
import yona.bench.harness.Workspace;
import yona.bench.threads.Styles;

/**
 * {@code ./bench threads}: the three thread tests of a study of delimited continuations against a
 * monadic thread library. Direct style and the monadic twin run beside Lwt and Node, in interleaved
 * rounds, each test and wait in a process of its own. Reports medians, and draws five graphs.
 */
public final class ThreadTests {
  static final List<Integer> DEPTHS = List.of(50, 100, 200, 300, 400, 600, 800, 1_000, 10_000);

  /** How long one depth is measured in one process, unless the command says otherwise. */
  private static final int MILLIS = 250;

  /** Interleaved rounds, unless the command says otherwise. */
  private static final int ROUNDS = 3;

  /** No process may take longer. */
  private static final int SECONDS = 300;

  private final Workspace workspace;
  private final int rounds;
  private final int millis;
  private final Map<Entrant, String> absent = new EnumMap<>(Entrant.class);
  private final Map<Cell, List<List<Measured>>> all = new TreeMap<>();

  private ThreadTests(Workspace workspace, int rounds, int millis) {
    this.workspace = workspace;
    this.rounds = rounds;
    this.millis = millis;
  }

  /** What is run. */
  enum Test {
    BASIC("n waits in a loop", 15_000),
    RECURSE2("a sum of depth n, not a tail call, with a wait at every level", 15_000),
    RECURSE("the same with one wait, at the base", 150_000);

    final String title;

    /** How often, where the time allows. */
    final int iterations;

    Test(String title, int iterations) {
      this.title = title;
      this.iterations = iterations;
    }

    String word() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** What is waited for. */
  enum Wait {
    QUICK("a future that is complete (Lwt.return, await null)", "none"),
    MEDIUM("a yield through the scheduler (Lwt.pause, setImmediate)", "7 4"),
    SLOW("a timer of zero (Lwt_unix.sleep 0, setTimeout 0)", "2 3");

    final String title;

    /** How its lines are dashed. */
    final String dash;

    Wait(String title, String dash) {
      this.title = title;
      this.dash = dash;
    }

    String word() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** Who takes part, with colours that most who see some badly can tell apart (Okabe and Ito). */
  enum Entrant {
    DIRECT("direct style", "#0072b2"),
    MONADIC("monadic twin", "#d55e00"),
    LWT("OCaml Lwt", "#009e73"),
    NODE("Node", "#7b5aa6");

    final String label;

    final String colour;

    Entrant(String label, String colour) {
      this.label = label;
      this.colour = colour;
    }
  }

  /** One entrant at one test with one wait. */
  record Cell(Test test, Wait waiting, Entrant entrant) implements Comparable<Cell> {
    @Override
    public int compareTo(Cell other) {
      int byTest = test.compareTo(other.test);
      int byWait = byTest != 0 ? byTest : waiting.compareTo(other.waiting);
      return byWait != 0 ? byWait : entrant.compareTo(other.entrant);
    }
  }

  /**
   * One depth.
   *
   * @param depth n
   * @param iterations how often it ran
   * @param nanos for all of them
   * @param bytes allocated by all of them; negative where the entrant cannot tell
   * @param result of one of them
   */
  record Measured(int depth, long iterations, double nanos, double bytes, String result) {
    static Measured of(String line) {
      var words = List.of(line.split(" "));
      return new Measured(
          Integer.parseInt(words.get(0)),
          Long.parseLong(words.get(1)),
          Double.parseDouble(words.get(2)),
          Double.parseDouble(words.get(3)),
          words.get(4));
    }

    /** Nanoseconds a wait, or where there is one wait only, a level. */
    double each() {
      return nanos / iterations / depth;
    }

    double bytesEach() {
      return bytes / iterations / depth;
    }
  }

  /**
   * Runs all of it.
   *
   * @param arguments what follows the word threads on the command line
   */
  public static void run(Workspace workspace, List<String> arguments)
      throws IOException, InterruptedException {
    int rounds = ROUNDS;
    int millis = MILLIS;
    for (int i = 0; i < arguments.size(); i += 2) {
      var value = i + 1 < arguments.size() ? arguments.get(i + 1) : "";
      if (!value.matches("[1-9][0-9]{0,4}")) {
        throw new IllegalArgumentException(arguments.get(i) + " needs a number from 1 to 99999");
      }
      switch (arguments.get(i)) {
        case "--rounds" -> rounds = Integer.parseInt(value);
        case "--millis" -> millis = Integer.parseInt(value);
        default -> throw new IllegalArgumentException("threads does not know " + arguments.get(i));
      }
    }
    new ThreadTests(workspace, rounds, millis).run();
  }

  private void run() throws IOException, InterruptedException {
    prepareLwt();
    if (!Tools.onPath("node")) {
      absent(Entrant.NODE, "there is no node");
    }
    var bare = new ArrayList<List<Measured>>();
    var clock = new ArrayList<List<Measured>>();
    for (int round = 1; round <= rounds; round++) {
      System.err.println("bench: threads, round " + round + " of " + rounds);
      for (var test : Test.values()) {
        for (var wait : Wait.values()) {
          for (var entrant : Entrant.values()) {
            var cell = new Cell(test, wait, entrant);
            if (!absent.containsKey(entrant)) {
              measure(entrant, command(cell))
                  .ifPresent(
                      depths -> all.computeIfAbsent(cell, _ -> new ArrayList<>()).add(depths));
            }
          }
        }
      }
      measure(Entrant.DIRECT, styles("bare", "basic", "medium", 15_000, 1_000))
          .ifPresent(bare::add);
      measure(Entrant.DIRECT, styles("direct", "basic", "clock", 15_000, 1_000))
          .ifPresent(clock::add);
    }
    var medians = new TreeMap<Cell, List<Measured>>();
    all.forEach((cell, runs) -> medians.put(cell, median(runs)));
    var report = new ThreadReport(medians, absent, System.out);
    report.tables();
    report.limits(median(bare), median(clock));
    var folder = Files.createDirectories(workspace.target().resolve("threads"));
    for (var graph : report.graphs().entrySet()) {
      Files.writeString(folder.resolve(graph.getKey() + ".svg"), graph.getValue().svg());
    }
    System.out.println("graphs: " + workspace.root().relativize(folder) + "/*.svg");
  }

  private Optional<List<Measured>> measure(Entrant entrant, List<String> command)
      throws IOException, InterruptedException {
    var run = Subprocess.run(command, workspace.root(), SECONDS);
    if (run.status() != 0) {
      absent(entrant, run.complaint());
      return Optional.empty();
    }
    return Optional.of(run.output().lines().map(Measured::of).toList());
  }

  /** For each depth the run whose time is the median. */
  private static List<Measured> median(List<List<Measured>> runs) {
    return runs.isEmpty()
        ? List.of()
        : IntStream.range(0, runs.getFirst().size())
            .mapToObj(
                depth ->
                    runs.stream()
                        .map(run -> run.get(depth))
                        .sorted((a, b) -> Double.compare(a.each(), b.each()))
                        .toList()
                        .get(runs.size() / 2))
            .toList();
  }

  // ---- the entrants' commands ------------------------------------------------------------------

  private void absent(Entrant entrant, String why) {
    if (absent.putIfAbsent(entrant, why) == null) {
      System.err.println("bench: WITHOUT " + entrant.label + ": " + why);
    }
  }

  private List<String> command(Cell cell) {
    var depths = DEPTHS.stream().mapToInt(depth -> depth).toArray();
    return switch (cell.entrant) {
      case DIRECT, MONADIC ->
          styles(
              cell.entrant == Entrant.DIRECT ? "direct" : "monadic",
              cell.test.word(),
              cell.waiting.word(),
              cell.test.iterations,
              depths);
      case LWT ->
          with(
              List.of(lwt().resolve("threads").toString()),
              cell.test.word(),
              cell.waiting.word(),
              cell.test.iterations,
              depths);
      case NODE ->
          with(
              // Its recursion before the first wait is on the stack.
              Peer.joined(
                  Peers.UNLIMITED_STACK,
                  List.of(
                      "node",
                      "--stack-size=60000",
                      workspace.peers().resolve("node/threads.js").toString())),
              cell.test.word(),
              cell.waiting.word(),
              cell.test.iterations,
              depths);
    };
  }

  /** The library with the options of the launcher. */
  private List<String> styles(
      String style, String test, String wait, int iterations, int... depths) {
    var exports = List.of("--add-exports", "java.base/jdk.internal.vm=ALL-UNNAMED");
    var command = new ArrayList<>(workspace.launched(exports, Styles.class.getName()));
    command.add(style);
    return with(command, test, wait, iterations, depths);
  }

  private List<String> with(
      List<String> start, String test, String wait, int iterations, int... depths) {
    var command = new ArrayList<>(start);
    command.addAll(List.of(test, wait, String.valueOf(iterations), String.valueOf(millis)));
    IntStream.of(depths).mapToObj(String::valueOf).forEach(command::add);
    return command;
  }

  private Path lwt() {
    return workspace.target().resolve("peers/lwt");
  }

  private void prepareLwt() throws IOException, InterruptedException {
    var missing = buildLwt();
    if (!missing.isEmpty()) {
      Tools.install(List.of("ocaml-nox", "liblwt-ocaml-dev"));
      missing = buildLwt();
    }
    if (!missing.isEmpty()) {
      absent(Entrant.LWT, missing);
    }
  }

  /** Builds the program of Lwt; what went wrong, or nothing. */
  private String buildLwt() throws IOException, InterruptedException {
    if (!Tools.onPath("ocamlopt")) {
      return "there is no ocamlopt";
    }
    Files.createDirectories(lwt());
    Files.copy(
        workspace.peers().resolve("lwt/threads.ml"),
        lwt().resolve("threads.ml"),
        StandardCopyOption.REPLACE_EXISTING);
    var command = new ArrayList<String>();
    if (Tools.onPath("ocamlfind")) {
      command.addAll(List.of("ocamlfind", "ocamlopt", "-package", "lwt.unix", "-linkpkg"));
    } else {
      // As Debian installs them.
      command.add("ocamlopt");
      for (var folder : List.of("unix", "threads", "ocplib-endian", "lwt", "lwt/unix")) {
        command.addAll(List.of("-I", "+" + folder));
      }
      for (var library : List.of("unix", "threads", "ocplib_endian", "lwt", "lwt_unix")) {
        command.add(library + ".cmxa");
      }
    }
    command.addAll(List.of("-O3", "threads.ml", "-o", "threads"));
    var run = Subprocess.run(command, lwt(), 120);
    return run.status() == 0 ? "" : "Lwt does not build: " + run.complaint();
  }
}
