package yona.bench.rows;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import yona.bench.harness.Case;
import yona.bench.harness.Entrant;
import yona.bench.harness.Kind;
import yona.bench.harness.Peer;
import yona.bench.harness.Row;
import yona.bench.harness.Server;
import yona.bench.harness.Target;
import yona.bench.harness.Workspace;

/**
 * The four benchmarks of the language's evaluation paper, and files: an echo server, bubble sort,
 * the lines of a file, and a file copied line by line from one process to another.
 */
final class PaperRows {
  /** What {@code ./bench paper} runs. */
  static final List<String> NAMES =
      List.of(
          "echo",
          "echo-steady",
          "echo-idle",
          "bubble-first",
          "bubble-warm",
          "bubble-process",
          "lines",
          "lines-first",
          "lines-process",
          "scp",
          "scp-process",
          "file-write",
          "file-read");

  /** What {@code --as-published} adds. */
  static final String AS_PUBLISHED = "echo-published";

  private static final int[] NUMBERS = {10, 100, 200, 300};
  private static final String ECHO = "echo-server";
  private static final String VIRTUAL = "virtual threads";

  /** Java through Yona's own library. */
  private static final String IO = "yona.io";

  private static final String FILES = "java.nio.file.Files";
  private static final int LARGE_FILE = 40_000_000;

  /** Yona's files and sockets for Java, with the options of the launcher. */
  private static final Peer YONA_IO = new YonaIo("io", true);

  /** The same as a library of a program without options. */
  private static final Peer YONA_IO_PLAIN = new YonaIo("io-plain", false);

  private PaperRows() {}

  static List<Row> all() {
    return List.of(
        echo(),
        echoSteady(),
        echoIdle(),
        echoPublished(),
        bubbleFirst(),
        bubbleWarm(),
        bubbleProcess(),
        lines(),
        linesFirst(),
        linesProcess(),
        scp(),
        scpProcess(),
        fileWrite(),
        fileRead());
  }

  // ---- echo ------------------------------------------------------------------------------------

  private static Row echo() {
    var targets = echoTargets(Target.within(VIRTUAL, 1.1), Target.within(VIRTUAL, 1.1).by(IO));
    return new Row(
        "echo",
        "echo server: clients connect, all at once, send a line, read it and close",
        Kind.BURST,
        IntStream.of(100, 1000, 10_000)
            .mapToObj(clients -> clients("%,d clients", clients, targets))
            .toList(),
        5,
        0,
        0);
  }

  private static Row echoSteady() {
    var targets = echoTargets(Target.within(VIRTUAL, 1.1), Target.within(VIRTUAL, 1.0).by(IO));
    return new Row(
        "echo-steady",
        "echo server: connections that last send line after line for 5 s",
        Kind.STEADY,
        List.of(clients("%,d connections", 1000, targets)),
        3,
        6000,
        5000);
  }

  private static Row echoIdle() {
    return new Row(
        "echo-idle",
        "echo server: connections that last and send nothing any more",
        Kind.IDLE,
        List.of(clients("%,d connections", 10_000, List.of(Target.memory(500)))),
        3,
        0,
        0);
  }

  private static Row echoPublished() {
    return new Row(
        AS_PUBLISHED,
        "echo server, as it was published: each client is a process (a shell)",
        Kind.PUBLISHED,
        List.of(clients("%,d clients", 100, List.of())),
        5,
        0,
        0);
  }

  private static Case clients(String label, int clients, List<Target> targets) {
    return new Case(label.formatted(clients), clients, servers(), targets);
  }

  private static List<Entrant> servers() {
    return List.of(
        new Entrant("yona", Peers.YONA, ECHO),
        new Entrant(IO, YONA_IO, ECHO),
        new Entrant(IO + ", no options", YONA_IO_PLAIN, ECHO),
        new Entrant(VIRTUAL, Peers.JDK, ECHO),
        new Entrant("netty", Peers.NETTY, ECHO),
        new Entrant("go", Peers.GO, ECHO),
        new Entrant("erlang", Peers.ERLANG, ECHO),
        new Entrant("node", Peers.NODE, ECHO),
        new Entrant("python", Peers.PYTHON, ECHO));
  }

  private static List<Target> echoTargets(Target... more) {
    return Stream.concat(Target.aheadOfAll("erlang", "node", "python").stream(), Stream.of(more))
        .toList();
  }

  // ---- bubble sort -----------------------------------------------------------------------------

  private static Row bubbleFirst() {
    var cases = new ArrayList<Case>();
    for (int size : NUMBERS) {
      var targets =
          size < 100
              ? List.<Target>of()
              : List.of(Target.ahead("node"), Target.ahead("python"), Target.within("erlang", 5.0));
      cases.add(
          new Case(
              size + " numbers",
              size,
              Entrant.same(
                  "bubble", Peers.YONA, Peers.ERLANG, Peers.JAVA, Peers.NODE, Peers.PYTHON),
              targets));
    }
    return new Row(
        "bubble-first",
        "bubble sort, recursive on an immutable sequence of random integers",
        Kind.FIRST,
        cases,
        9,
        0,
        0);
  }

  private static Row bubbleWarm() {
    var cases = new ArrayList<Case>();
    for (int size : NUMBERS) {
      boolean large = size == 300;
      cases.add(
          new Case(
              size + " numbers",
              size,
              large
                  ? Entrant.same(
                      "bubble",
                      Peers.YONA,
                      Peers.OCAML,
                      Peers.ERLANG,
                      Peers.NODE,
                      Peers.JAVA,
                      Peers.GO,
                      Peers.PYTHON)
                  : Entrant.same("bubble", Peers.YONA, Peers.ERLANG, Peers.NODE, Peers.PYTHON),
              large
                  ? Target.aheadOfAll("erlang", "go", "node", "python")
                  : Target.aheadOfAll("erlang", "node", "python")));
    }
    return new Row(
        "bubble-warm",
        "bubble sort, recursive on an immutable sequence of random integers",
        Kind.WARM,
        cases,
        5,
        3000,
        1000);
  }

  private static Row bubbleProcess() {
    return new Row(
        "bubble-process",
        "the same from outside: start, draw the numbers, sort, end",
        Kind.PROCESS,
        IntStream.of(NUMBERS)
            .mapToObj(
                size ->
                    new Case(
                        size + " numbers",
                        size,
                        Entrant.same("bubble", Peers.YONA, Peers.ERLANG, Peers.NODE, Peers.PYTHON),
                        List.of()))
            .toList(),
        7,
        0,
        0);
  }

  // ---- lines of a file -------------------------------------------------------------------------

  private static Row lines() {
    var entrants =
        new ArrayList<>(
            Entrant.same(
                "lines", Peers.YONA, Peers.JAVA, Peers.GO, Peers.NODE, Peers.PYTHON, Peers.ERLANG));
    entrants.add(aiofiles());
    var targets = new ArrayList<>(linesTargets());
    targets.add(Target.within("java", 1.3));
    return lines(
        "lines",
        "a file of 128,457 lines (6,488,666 bytes) read into its lines",
        Kind.WARM,
        entrants,
        targets,
        5);
  }

  private static Row linesFirst() {
    return lines(
        "lines-first",
        "the same, the first time in a process",
        Kind.FIRST,
        linesEntrants(),
        List.of(),
        7);
  }

  private static Row linesProcess() {
    var entrants = new ArrayList<>(linesEntrants());
    entrants.set(0, new Entrant("yona", Peers.YONA, "lines-process"));
    return lines(
        "lines-process",
        "the same from outside: start, read, count, end",
        Kind.PROCESS,
        entrants,
        Target.aheadOfAll("node", "erlang"),
        11);
  }

  private static List<Entrant> linesEntrants() {
    var entrants =
        new ArrayList<>(
            Entrant.same("lines", Peers.YONA, Peers.JAVA, Peers.NODE, Peers.PYTHON, Peers.ERLANG));
    entrants.add(aiofiles());
    return entrants;
  }

  private static Entrant aiofiles() {
    return new Entrant("python-aiofiles", Peers.PYTHON_AIOFILES, "lines-aiofiles");
  }

  private static List<Target> linesTargets() {
    return Target.aheadOfAll("node", "erlang", "python", "python-aiofiles");
  }

  private static Row lines(
      String name,
      String title,
      Kind kind,
      List<Entrant> entrants,
      List<Target> targets,
      int rounds) {
    var of = new Case("128,457 lines", TextFile.LINES, entrants, targets).with(TextFile::file);
    return new Row(name, title, kind, List.of(of), rounds, 3000, 1000);
  }

  // ---- copies ----------------------------------------------------------------------------------

  private static Row scp() {
    return scp(
        "scp",
        "a file of 128,457 lines sent line by line to a server that writes it line by line",
        Kind.WARM,
        3);
  }

  private static Row scpProcess() {
    return scp(
        "scp-process",
        "the same from outside: the client starts, sends, ends; the server runs",
        Kind.PROCESS,
        5);
  }

  /** Every language as a client of every other; who has Yona at one end is to be ahead. */
  private static Row scp(String name, String title, Kind kind, int rounds) {
    var languages = List.of(Peers.YONA, Peers.ERLANG, Peers.PYTHON, Peers.NODE);
    var entrants = new ArrayList<Entrant>();
    var targets = new ArrayList<Target>();
    for (var client : languages) {
      for (var server : languages) {
        entrants.add(copy(client, server));
        if (!client.equals(Peers.YONA)) {
          targets.add(Target.ahead(pair(client, server)).by(pair(Peers.YONA, server)));
        }
        if (!server.equals(Peers.YONA)) {
          targets.add(Target.ahead(pair(client, server)).by(pair(client, Peers.YONA)));
        }
      }
    }
    entrants.add(copy(Peers.JAVA, Peers.JAVA));
    return new Row(
        name,
        title,
        kind,
        List.of(new Case("client > server", 0, entrants, targets).with(TextFile::file)),
        rounds,
        2000,
        1000);
  }

  private static Entrant copy(Peer client, Peer server) {
    return new Entrant(pair(client, server), client, "scp-client").servedBy(new CopyServer(server));
  }

  private static String pair(Peer client, Peer server) {
    return client.label() + " > " + server.label();
  }

  // ---- files -----------------------------------------------------------------------------------

  private static Row fileWrite() {
    var entrants =
        List.of(
            new Entrant(IO, YONA_IO, "file-write"),
            new Entrant(IO + ", no options", YONA_IO_PLAIN, "file-write"),
            new Entrant("go", Peers.GO, "file-write"),
            new Entrant(FILES, Peers.JAVA, "file-write"),
            new Entrant("node", Peers.NODE, "file-write"));
    return file(
        "file-write", "a file in memory opened, written as a whole and closed", entrants, "go");
  }

  private static Row fileRead() {
    var into = ", into a kept buffer";
    var entrants =
        List.of(
            new Entrant(IO + into, YONA_IO, "file-read-into"),
            new Entrant(IO + into + ", no options", YONA_IO_PLAIN, "file-read-into"),
            new Entrant(IO, YONA_IO, "file-read"),
            new Entrant("go" + into, Peers.GO, "file-read-into"),
            new Entrant("go", Peers.GO, "file-read"),
            new Entrant(FILES, Peers.JAVA, "file-read"),
            new Entrant("node", Peers.NODE, "file-read"));
    return file(
        "file-read", "a file in memory opened, read as a whole and closed", entrants, "go" + into);
  }

  private static Row file(String name, String title, List<Entrant> entrants, String go) {
    return new Row(
        name,
        title,
        Kind.WARM,
        List.of(
            new Case(
                    "4 bytes",
                    4,
                    entrants,
                    List.of(Target.within(go, 1.3), Target.within(FILES, 1.3)))
                .with(MemoryFile.of(4)),
            new Case(
                    "40 MB",
                    LARGE_FILE,
                    entrants,
                    List.of(Target.within(go, 1.1), Target.within(FILES, 1.1)))
                .with(MemoryFile.of(LARGE_FILE))),
        5,
        2000,
        1000);
  }

  // ---- peers and servers -----------------------------------------------------------------------

  /** A whole process is a class of {@code yona.bench.io}; another one measures itself. */
  private static final class YonaIo extends JvmPeer {
    private static final String MAIN = yona.bench.io.Files.class.getName();

    YonaIo(String label, boolean isLaunched) {
      super(label, MAIN, isLaunched);
    }

    @Override
    public boolean isYona() {
      return true;
    }

    @Override
    public Path sources(Workspace workspace) {
      return workspace.root().resolve("benchmarks/src/main/java/yona/bench/io");
    }

    @Override
    protected List<List<String>> builds(Workspace workspace) {
      return List.of();
    }

    @Override
    public List<String> process(Workspace workspace, String program) {
      var inPackage = yona.bench.io.Files.class.getPackageName();
      return jvm(workspace, List.of(), inPackage + "." + className(program));
    }
  }

  /** Writes the lines that come to a file. */
  private record CopyServer(Peer peer) implements Server {
    @Override
    public String program() {
      return "scp-server";
    }

    @Override
    public List<String> arguments(Workspace workspace) throws IOException {
      Files.deleteIfExists(copy(workspace));
      return List.of(copy(workspace).toString());
    }

    @Override
    public Optional<String> complaint(Workspace workspace) throws IOException {
      var copy = copy(workspace);
      return Files.exists(copy) && Files.mismatch(copy, TextFile.file(workspace)) < 0
          ? Optional.empty()
          : Optional.of("error: what arrived is not the file that was sent");
    }

    private static Path copy(Workspace workspace) {
      return workspace.target().resolve("copy.txt");
    }
  }
}
